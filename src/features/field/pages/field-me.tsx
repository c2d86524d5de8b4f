/** Who is signed in on which phone, how safe its storage is, how it looks, and the way out. */
import { Suspense, useEffect, useState } from 'react';
import { formatDateTime } from '../../../../core/domain/dates';
import {
  AppBar,
  Banner,
  Button,
  Card,
  Heading,
  PageBody,
  Sheet,
  Stack,
  Text,
  ThemeSwitch,
  useToast,
} from '../../../ui';
import { SafetyCard } from '../../auth';
import { useReadyEngine, useSignedIn, useStore, useZone } from '../../session';
import { Facts } from '../components/facts';
import { LoansStatusNotice } from '../components/loans-status';
import { megabytes } from '../ledger/storage-words';

const installed = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** What a person calls this device; the whole user agent helps nobody. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const system = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(agent)?.[0] ?? 'This device';
  const browser = /Edg|Firefox|CriOS|Chrome|Safari/.exec(agent)?.[0] ?? 'browser';
  const names: Record<string, string> = { Edg: 'Edge', CriOS: 'Chrome', 'Mac OS': 'Mac', CrOS: 'ChromeOS' };
  return `${names[system] ?? system}, ${names[browser] ?? browser}`;
}

export default function FieldMe() {
  const engine = useReadyEngine();
  const session = useSignedIn();
  const status = useStore(engine.status);
  const zone = useZone();
  const toast = useToast();
  const [leaving, setLeaving] = useState(false);
  const [busy, setBusy] = useState(false);
  const [persisted, setPersisted] = useState<boolean | undefined>(status.storage?.persisted);
  const { profile } = session;
  const unsent = status.saved + status.sending + status.needsYou;
  const { storage, loans } = status;

  useEffect(() => {
    navigator.storage?.persisted?.().then(setPersisted, () => undefined);
  }, []);
  const askToKeep = async () => {
    const granted = await navigator.storage.persist().catch(() => false);
    setPersisted(granted);
    if (granted) toast('This phone keeps the app’s data now.', { tone: 'saved' });
    else toast('The browser did not agree yet. Install the app on the home screen and ask again.');
  };

  return (
    <>
      <AppBar title="Me" />
      <PageBody data-screen-ready>
        <LoansStatusNotice />
        <Card>
          <Stack gap="3">
            <div>
              <Heading dir="auto">{profile.fullName}</Heading>
              <Text tone="muted">Field agent · {profile.agencyName ?? profile.tenant.name}</Text>
            </div>
            <Facts
              items={[
                ['User name', profile.username],
                ['Lender', profile.tenant.name],
                [
                  'Sign-in',
                  session.offline ? 'Without a network; the server confirms later' : 'Confirmed by the server',
                ],
                ['Loans on this phone', loans.count.toLocaleString('en-IN')],
                ['Loans as of', loans.asOf === null ? 'Never' : formatDateTime(loans.asOf, zone)],
                ['Last contact', status.lastContactAt === null ? 'Never' : formatDateTime(status.lastContactAt, zone)],
              ]}
            />
          </Stack>
        </Card>

        <Card>
          <Stack gap="3">
            <Heading>This phone</Heading>
            <Facts
              items={[
                ['Device', deviceName()],
                ['App version', __APP_VERSION__],
                ['Used', storage && `${megabytes(storage.usedBytes)} of ${megabytes(storage.quotaBytes)}`],
                ['Unsent', unsent === 0 ? 'Nothing' : `${unsent} saved here`],
              ]}
            />
            {persisted === true && <Text tone="paid">The phone keeps this app’s data, even when space runs low.</Text>}
            {persisted === false && (
              <Banner
                tone="warn"
                title="The phone may clear this app’s data when space runs low"
                action={
                  <Button icon="lock" onClick={() => void askToKeep()}>
                    Keep the data
                  </Button>
                }
              >
                Ask the browser to keep it, so that unsent records stay safe.
              </Banner>
            )}
            {!installed() && (
              <Text size="small" tone="muted">
                Put Recoup on the home screen: open the browser’s menu and choose “Install app” or “Add to Home screen”.
                It then opens without a network, in its own window.
              </Text>
            )}
          </Stack>
        </Card>

        <Suspense>
          <SafetyCard />
        </Suspense>

        <Card>
          <Stack gap="3">
            <Heading>Look</Heading>
            <ThemeSwitch />
          </Stack>
        </Card>

        <Button icon="logout" onClick={() => setLeaving(true)}>
          Sign out
        </Button>
      </PageBody>

      <Sheet
        open={leaving}
        onClose={() => setLeaving(false)}
        title="Sign out?"
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>Stay</Button>
            <Button
              look="primary"
              icon="logout"
              busy={busy}
              onClick={() => {
                setBusy(true);
                void session.signOut().finally(() => setBusy(false));
              }}
            >
              Sign out
            </Button>
          </>
        }
      >
        <Stack gap="2">
          {unsent > 0 ? (
            <>
              <Text strong>
                {unsent} unsent {unsent === 1 ? 'record stays' : 'records stay'} safely on this phone.
              </Text>
              <Text>
                Only you can see and send {unsent === 1 ? 'it' : 'them'}: sign in again with the same password.
              </Text>
            </>
          ) : (
            <Text>Everything you recorded is at the server.</Text>
          )}
          <Text tone="muted">Your loans stay locked on this phone. Signing in again works without a network.</Text>
        </Stack>
      </Sheet>
    </>
  );
}
