import { lazy, Suspense, useState } from 'react';
import { t } from '../../../i18n';
import type { KnownUser } from '../../../offline/types';
import { paths } from '../../../routes';
import { Heading, LanguageLinks, LinkButton, Mark, PageBody, Row, Stack, Text, useArea } from '../../../ui';
import { useSignIn } from '../../session';
import { keepTyped, LoginForm, typedBefore } from '../components/login-form';

const KnownUsers = lazy(() => import('../components/known-users'));
const PinDoor = lazy(() => import('../components/pin-door'));
/** Real installations have none. */
const DemoNotice = lazy(() => import('../components/demo-notice'));

/** /field-agent/login and /clientlogin: one thumb, one column. */
export default function FieldLoginPage() {
  useArea('field');
  const { known, demo } = useSignIn();
  const [typed, setTyped] = useState(typedBefore);
  /** Whose PIN is asked for; until somebody is chosen, that of whoever was here last. */
  const [picked, setPicked] = useState<KnownUser>();
  const last = picked ?? known[0];
  const byPin = last?.pin ? last : undefined;
  const pick = (user: KnownUser) => {
    setPicked(user);
    setTyped({ login: user.username, password: '' });
  };
  return (
    <PageBody maxWidth="phone" gap="6" paddingTop="max(2.5rem, 7dvh)" paddingBottom="10">
      <Stack gap="3">
        <Row gap="3">
          <Mark size="2.75rem" />
          <Heading as="h1" size="display">
            Recoup
          </Heading>
        </Row>
        <Text tone="muted">{t('Your visits for today, with or without a network.')}</Text>
      </Stack>
      {byPin ? (
        <Suspense>
          <PinDoor key={byPin.userId} user={byPin} onPassword={() => pick({ ...byPin, pin: false })} />
        </Suspense>
      ) : (
        <>
          <LoginForm typed={typed} onTyped={setTyped} />
          <LinkButton look="plain" to={paths.resetPassword()} alignSelf="flex-start" marginX="-2" marginY="-4">
            {t('Forgot your password?')}
          </LinkButton>
        </>
      )}
      {known.length > 0 && (
        <Suspense>
          <KnownUsers onPick={pick} />
        </Suspense>
      )}
      <LanguageLinks before={() => keepTyped(typed)} />
      {!byPin && demo.length > 0 && (
        <Suspense>
          <DemoNotice typed={typed} onPick={setTyped} field />
        </Suspense>
      )}
    </PageBody>
  );
}
