/** Every record made on this phone and where it stands: nothing leaves this list without a receipt or a named discard. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { said, t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import type { LedgerEntry } from '../../../offline/types';
import { paths } from '../../../routes';
import {
  AppBar,
  Banner,
  Button,
  ChipChoice,
  EmptyState,
  Heading,
  LinkButton,
  PageBody,
  Row,
  Sheet,
  Stack,
  Text,
  useToast,
} from '../../../ui';
import { discardRecord, discardWords, storageLine, storageWords } from '../../records';
import { useReadyEngine, useSignedIn, useStore, useZone } from '../../session';
import { sendNow } from '../commands';
import { LedgerRow } from '../components/ledger-row';
import { byDay, inFilter, type LedgerFilter } from '../ledger/ledger-words';
import { whenWords } from '../ledger/sync-words';
import { useMinute } from '../queries';

const QueueFileSheet = lazy(() => import('../ledger/queue-file-sheet'));

const FILTERS: readonly { value: LedgerFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'needs-you', label: 'Needs you' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
];

const NOTHING: Record<LedgerFilter, [title: string, words: string]> = {
  all: ['No records yet', 'Every visit you record appears here, with its state and the server’s receipt.'],
  'needs-you': ['Nothing needs you', 'Records that the server could not take as they are would wait here.'],
  waiting: ['Nothing waits', 'Everything you recorded is at the server.'],
  sent: ['Nothing sent yet', 'Records appear here once the server has given its receipt.'],
};

export default function FieldLedger() {
  const engine = useReadyEngine();
  const session = useSignedIn();
  const entries = useStore(engine.ledger);
  const status = useStore(engine.status);
  const [address] = useSearchParams();
  const [filter, setFilter] = useState<LedgerFilter>('all');
  const [leaving, setLeaving] = useState<LedgerEntry>();
  const [busy, setBusy] = useState(false);
  const [fileWay, setFileWay] = useState<'export' | 'import'>();
  const toast = useToast();
  const now = useMinute();
  const zone = useZone();
  const shown = useMemo(
    () =>
      byDay(
        entries.filter((entry) => inFilter(entry.state, filter)),
        now,
        zone,
      ),
    [entries, filter, now, zone],
  );
  const unsent = status.saved + status.sending;
  const { storage } = status;

  const send = async () => {
    setBusy(true);
    await sendNow(engine).catch(() => undefined);
    // What a supervisor has decided in the meantime comes with the report.
    if (engine.status.get().online !== false)
      await import('../../../offline/device-report').then(({ reportNow }) => reportNow(engine)).catch(() => undefined);
    setBusy(false);
    const left = engine.status.get();
    if (left.online === false) toast(t('No network. Saved on this phone; it goes out by itself.'));
  };
  const discard = async (entry: LedgerEntry) => {
    setLeaving(undefined);
    const ok = await discardRecord(engine, entry.id);
    if (ok) toast(t('The record for {borrower} was discarded.', { borrower: entry.borrower }));
    else toast(t('It could not be discarded. It is still here.'), { tone: 'problem' });
  };

  return (
    <>
      <AppBar title={t('Ledger')} />
      <PageBody data-screen-ready>
        {status.waitingForLogin && unsent > 0 && (
          <Banner
            tone="warn"
            icon="lock"
            title={tn(unsent, 'Sign in to send {n} saved record', 'Sign in to send {n} saved records')}
            action={
              <Button look="primary" onClick={() => void session.signInAgain()}>
                {t('Sign in')}
              </Button>
            }
          >
            {t('They stay safely on this phone until then.')}
          </Banner>
        )}
        <Stack gap="3">
          <Row apart>
            <div>
              <Text strong>
                {unsent > 0 ? t('{n} saved here', { n: unsent }) : t('All sent')} ·{' '}
                {t('{n} sent today', { n: status.sentToday })}
              </Text>
              <Text size="small" tone="muted">
                {status.lastContactAt === null
                  ? t('No contact with the server yet')
                  : t('Last contact {when}', { when: whenWords(status.lastContactAt, now, zone) })}
              </Text>
            </div>
            <Button icon="sync" busy={busy} onClick={() => void send()}>
              {t('Send now')}
            </Button>
          </Row>
          {storage && storageWords(storage) && (
            <Banner tone="warn" title={t('This phone is nearly full')}>
              {storageWords(storage)}
            </Banner>
          )}
          <ChipChoice
            label={t('Show')}
            value={filter}
            onChange={setFilter}
            options={FILTERS.map(({ value, label }) => ({ value, label: t(label) }))}
          />
        </Stack>

        {shown.length === 0 && (
          <EmptyState
            icon={filter === 'all' ? 'ledger' : 'check'}
            title={t(NOTHING[filter][0])}
            action={
              filter === 'all' ? (
                <LinkButton to={paths.fieldLoans()} look="primary" icon="loans">
                  {t('Go to loans')}
                </LinkButton>
              ) : (
                <Button onClick={() => setFilter('all')}>{t('Show all records')}</Button>
              )
            }
          >
            {t(NOTHING[filter][1])}
          </EmptyState>
        )}
        {shown.map((group) => (
          <Stack key={group.day} gap="2" as="section">
            <Heading size="small">{group.heading}</Heading>
            {group.entries.map((entry) => (
              <LedgerRow
                key={entry.id}
                entry={entry}
                now={now}
                zone={zone}
                online={status.online}
                open={address.get('record') === entry.id}
                onTryNow={() => void send()}
                onSignIn={() => void session.signInAgain()}
                onDiscard={() => setLeaving(entry)}
              />
            ))}
          </Stack>
        ))}
        <Stack as="section" gap="2" aria-label={t('Safe keeping')}>
          <Heading size="small">{t('Safe keeping')}</Heading>
          {storage && (
            <Text size="small" tone="muted">
              {storageLine(storage)}
            </Text>
          )}
          <Row>
            <Button icon="download" onClick={() => setFileWay('export')}>
              {t('Export unsent records')}
            </Button>
            <Button icon="plus" onClick={() => setFileWay('import')}>
              {t('Import a file')}
            </Button>
          </Row>
        </Stack>
      </PageBody>

      {fileWay && (
        <Suspense>
          <QueueFileSheet engine={engine} way={fileWay} onClose={() => setFileWay(undefined)} />
        </Suspense>
      )}
      <Sheet
        open={!!leaving}
        onClose={() => setLeaving(undefined)}
        title={t('Discard this record?')}
        footer={
          <>
            <Button onClick={() => setLeaving(undefined)}>{t('Keep it')}</Button>
            <Button look="danger" icon="trash" onClick={() => leaving && void discard(leaving)}>
              {t('Discard it')}
            </Button>
          </>
        }
      >
        {leaving && (
          <Stack gap="2">
            <Text>
              {tx(
                leaving.photos > 0
                  ? '“{code}” for {borrower} ({loan}), saved {when}, with {photos}.'
                  : '“{code}” for {borrower} ({loan}), saved {when}.',
                {
                  code: said(leaving.codeLabel),
                  borrower: <bdi>{leaving.borrower}</bdi>,
                  loan: leaving.loanNumber,
                  when: whenWords(leaving.savedAt, now, zone),
                  photos: tn(leaving.photos, '{n} photo', '{n} photos'),
                },
              )}
            </Text>
            <Text strong>{discardWords(leaving)}</Text>
          </Stack>
        )}
      </Sheet>
    </>
  );
}
