/** Who is signed in on which phone, how safe its storage is, how it looks, and the way out. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatDateTime } from '../../../../core/domain/dates';
import { currentLanguage, t, tn } from '../../../i18n';
import { LANGUAGES } from '../../../i18n/language-choice';
import { deskPaths } from '../../../routes';
import {
  AppBar,
  Banner,
  Button,
  Card,
  ChipChoice,
  chooseLanguage,
  Field,
  Heading,
  LinkButton,
  PageBody,
  Sheet,
  Stack,
  Text,
  ThemeSwitch,
  useToast,
} from '../../../ui';
import { SafetyCard } from '../../auth';
import { megabytes } from '../../records';
import { useReadyEngine, useSignedIn, useStore, useZone } from '../../session';
import { Facts } from '../components/facts';
import { LoansStatusNotice } from '../components/loans-status';

const IncentiveFact = lazy(() => import('../day/incentive-fact'));
const CertificateFact = lazy(() => import('../day/certificate-fact'));
const ClockCard = lazy(() => import('../components/clock-card'));

const installed = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** What a person calls this device; the whole user agent helps nobody. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const system = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(agent)?.[0] ?? t('This device');
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
    if (granted) toast(t('This phone keeps the app’s data now.'), { tone: 'saved' });
    else toast(t('The browser did not agree yet. Install the app on the home screen and ask again.'));
  };

  return (
    <>
      <AppBar title={t('Me')} />
      <PageBody data-screen-ready>
        <LoansStatusNotice />
        <Card>
          <Stack gap="3">
            <div>
              <Heading dir="auto">{profile.fullName}</Heading>
              <Text tone="muted">
                {t('Field agent · {agency}', { agency: profile.agencyName ?? profile.tenant.name })}
              </Text>
              {/* A line of its own: an address does not break in the middle. */}
              <Text tone="muted">{profile.username}</Text>
            </div>
            <Facts
              items={[
                [t('Lender'), profile.tenant.name],
                [t('Sign-in'), session.offline ? t('Not yet confirmed by the server') : t('Confirmed by the server')],
                [t('Loans on this phone'), loans.count.toLocaleString('en-IN')],
                [t('Loans as of'), loans.asOf === null ? t('Never') : formatDateTime(loans.asOf, zone)],
                [
                  t('Last contact'),
                  status.lastContactAt === null ? t('Never') : formatDateTime(status.lastContactAt, zone),
                ],
              ]}
            />
          </Stack>
        </Card>

        <Card>
          <Stack gap="3">
            <Heading>{t('This phone')}</Heading>
            <Facts
              items={[
                [t('Device'), deviceName()],
                [t('App version'), __APP_VERSION__],
                [
                  t('Used'),
                  storage &&
                    t('{used} of {total}', {
                      used: megabytes(storage.usedBytes),
                      total: megabytes(storage.quotaBytes),
                    }),
                ],
                [t('Unsent'), unsent === 0 ? t('Nothing') : t('{n} saved here', { n: unsent })],
              ]}
            />
            {persisted === true && (
              <Text tone="paid">{t('The phone keeps this app’s data, even when space runs low.')}</Text>
            )}
            {persisted === false && (
              <Banner
                tone="warn"
                title={t('The phone may clear this app’s data when space runs low')}
                action={
                  <Button icon="lock" onClick={() => void askToKeep()}>
                    {t('Keep the data')}
                  </Button>
                }
              >
                {t('Ask the browser to keep it, so that unsent records stay safe.')}
              </Banner>
            )}
            {!installed() && (
              <Text size="small" tone="muted">
                {t(
                  'Put Recoup on the home screen: open the browser’s menu and choose “Install app” or “Add to Home screen”. It then opens without a network, in its own window.',
                )}
              </Text>
            )}
          </Stack>
        </Card>

        <Suspense>
          <IncentiveFact />
          <CertificateFact />
          <ClockCard />
          <SafetyCard />
        </Suspense>

        <Card>
          <Stack gap="3">
            <Heading>{t('Look')}</Heading>
            <ThemeSwitch />
            <Field label={t('Language')} group>
              <ChipChoice
                value={currentLanguage()}
                onChange={(tag) => void chooseLanguage(tag)}
                options={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
              />
            </Field>
          </Stack>
        </Card>

        {/* The desk's frame has the rest of what a field agent may read in its menu. */}
        <LinkButton icon="ledger" to={deskPaths.visitReports()}>
          {t('My reports')}
        </LinkButton>
        <LinkButton icon="lock" to={deskPaths.signIns()}>
          {t('Where I am signed in')}
        </LinkButton>
        <Button icon="logout" onClick={() => setLeaving(true)}>
          {t('Sign out')}
        </Button>
      </PageBody>

      <Sheet
        open={leaving}
        onClose={() => setLeaving(false)}
        title={t('Sign out?')}
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>{t('Stay')}</Button>
            <Button
              look="primary"
              icon="logout"
              busy={busy}
              onClick={() => {
                setBusy(true);
                void session.signOut().finally(() => setBusy(false));
              }}
            >
              {t('Sign out')}
            </Button>
          </>
        }
      >
        <Stack gap="2">
          {unsent > 0 ? (
            <>
              <Text strong>
                {tn(
                  unsent,
                  '{n} unsent record stays safely on this phone.',
                  '{n} unsent records stay safely on this phone.',
                )}
              </Text>
              <Text>
                {unsent === 1
                  ? t('Only you can see and send it: sign in again with the same password.')
                  : t('Only you can see and send them: sign in again with the same password.')}
              </Text>
            </>
          ) : (
            <Text>{t('Everything you recorded is at the server.')}</Text>
          )}
          <Text tone="muted">
            {t('Your loans stay locked on this phone. Signing in again works without a network.')}
          </Text>
        </Stack>
      </Sheet>
    </>
  );
}
