import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../../routes';
import { PageBody, Skeleton } from '../../../ui';
import { useSession, useSignIn } from '../../session';

/** /logout: ends the session, then the login screen of the user's kind. */
export default function LogoutPage() {
  const session = useSession();
  const { wasField } = useSignIn();
  useEffect(() => {
    void session?.signOut();
  }, [session]);
  if (!session) return <Navigate to={wasField ? paths.clientLogin() : paths.login()} replace />;
  return (
    <PageBody>
      <Skeleton lines={1} height="3rem" />
    </PageBody>
  );
}
