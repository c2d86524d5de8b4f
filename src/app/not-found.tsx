import { useLocation } from 'react-router-dom';
import { useSession } from '../features/session';
import { t } from '../i18n';
import { paths } from '../routes';
import { EmptyState, LinkButton, PageBody, Stack } from '../ui';

/** Unknown paths (specification 2.1). */
export default function NotFound() {
  const { pathname } = useLocation();
  const session = useSession();
  return (
    <PageBody>
      <Stack minHeight="70dvh" justifyContent="center">
        <EmptyState
          icon="search"
          title={t('Nothing lives at this address')}
          action={
            <LinkButton look="primary" to={session ? paths.home() : paths.login()}>
              {session ? t('Go to the start') : t('Go to sign-in')}
            </LinkButton>
          }
        >
          {t('{pathname} is not a page of Recoup. It may have been moved, or a letter is missing.', { pathname })}
        </EmptyState>
      </Stack>
    </PageBody>
  );
}
