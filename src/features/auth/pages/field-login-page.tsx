import { lazy, Suspense, useState } from 'react';
import { t } from '../../../i18n';
import type { KnownUser } from '../../../offline/types';
import { paths } from '../../../routes';
import { Button, Heading, LanguageLinks, LinkButton, Mark, PageBody, Row, Stack, Text, useArea } from '../../../ui';
import { useSignIn } from '../../session';
import { keepTyped, LoginForm, typedBefore } from '../components/login-form';

const KnownUsers = lazy(() => import('../components/known-users'));
/** Real installations have none. */
const DemoNotice = lazy(() => import('../components/demo-notice'));
const PinDoor = lazy(() => import('../components/pin-door'));

/** /field-agent/login and /clientlogin: one thumb, one column. */
export default function FieldLoginPage() {
  useArea('field');
  const { known, demo } = useSignIn();
  const [typed, setTyped] = useState(typedBefore);
  /** Whose PIN is asked for; until somebody is chosen, that of whoever was here last. */
  const [picked, setPicked] = useState<KnownUser>();
  const [way, setWay] = useState<'pin' | 'password'>();
  const last = picked ?? known[0];
  // By the PIN they would get in, and get no new loans until they sign out and in again.
  const first = last?.wantsPassword && navigator.onLine ? 'password' : 'pin';
  const byPin = last?.pin && (way ?? first) === 'pin' ? last : undefined;
  const pick = (user: KnownUser, by?: typeof way) => {
    setPicked(user);
    setWay(by);
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
          <PinDoor key={byPin.userId} user={byPin} onPassword={() => pick(byPin, 'password')} />
        </Suspense>
      ) : (
        <>
          <LoginForm typed={typed} onTyped={setTyped} />
          <LinkButton look="plain" to={paths.resetPassword()} alignSelf="flex-start" marginX="-2" marginY="-4">
            {t('Forgot your password?')}
          </LinkButton>
          {last?.pin && (
            <Button icon="lock" onClick={() => pick(last, 'pin')}>
              {t('Use the PIN')}
            </Button>
          )}
        </>
      )}
      {known.length > 0 && (
        <Suspense>
          <KnownUsers onPick={(user) => pick(user)} />
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
