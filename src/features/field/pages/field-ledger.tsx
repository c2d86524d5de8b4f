/** Every record made on this phone and where it stands: nothing leaves this list without a receipt or a named discard. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
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
import { useReadyEngine, useSignedIn, useStore, useZone } from '../../session';
import { discardRecord, sendNow } from '../commands';
import { LedgerRow } from '../components/ledger-row';
import { byDay, inFilter, type LedgerFilter } from '../ledger/ledger-words';
import { storageLine, storageWords } from '../ledger/storage-words';
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
    if (left.online === false) toast('No network. Saved on this phone; it goes out by itself.');
  };
  const discard = async (entry: LedgerEntry) => {
    setLeaving(undefined);
    const ok = await discardRecord(engine, entry.id);
    if (ok) toast(`The record for ${entry.borrower} was discarded.`);
    else toast('It could not be discarded. It is still here.', { tone: 'problem' });
  };

  return (
    <>
      <AppBar title="Ledger" />
      <PageBody data-screen-ready>
        {status.waitingForLogin && unsent > 0 && (
          <Banner
            tone="warn"
            icon="lock"
            title={`Sign in to send ${unsent} saved ${unsent === 1 ? 'record' : 'records'}`}
            action={
              <Button look="primary" onClick={() => void session.signInAgain()}>
                Sign in
              </Button>
            }
          >
            They stay safely on this phone until then.
          </Banner>
        )}
        <Stack gap="3">
          <Row apart>
            <div>
              <Text strong>
                {unsent > 0 ? `${unsent} saved here` : 'All sent'} · {status.sentToday} sent today
              </Text>
              <Text size="small" tone="muted">
                {status.lastContactAt === null
                  ? 'No contact with the server yet'
                  : `Last contact ${whenWords(status.lastContactAt, now, zone)}`}
              </Text>
            </div>
            <Button icon="sync" busy={busy} onClick={() => void send()}>
              Send now
            </Button>
          </Row>
          {storage && storageWords(storage) && (
            <Banner tone="warn" title="This phone is nearly full">
              {storageWords(storage)}
            </Banner>
          )}
          <ChipChoice label="Show" value={filter} onChange={setFilter} options={FILTERS} />
        </Stack>

        {shown.length === 0 && (
          <EmptyState
            icon={filter === 'all' ? 'ledger' : 'check'}
            title={NOTHING[filter][0]}
            action={
              filter === 'all' ? (
                <LinkButton to={paths.fieldLoans()} look="primary" icon="loans">
                  Go to loans
                </LinkButton>
              ) : (
                <Button onClick={() => setFilter('all')}>Show all records</Button>
              )
            }
          >
            {NOTHING[filter][1]}
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
        <Stack as="section" gap="2" aria-label="Safe keeping">
          <Heading size="small">Safe keeping</Heading>
          {storage && (
            <Text size="small" tone="muted">
              {storageLine(storage)}
            </Text>
          )}
          <Row>
            <Button icon="download" onClick={() => setFileWay('export')}>
              Export unsent records
            </Button>
            <Button icon="plus" onClick={() => setFileWay('import')}>
              Import a file
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
        title="Discard this record?"
        footer={
          <>
            <Button onClick={() => setLeaving(undefined)}>Keep it</Button>
            <Button look="danger" icon="trash" onClick={() => leaving && void discard(leaving)}>
              Discard it
            </Button>
          </>
        }
      >
        {leaving && (
          <Stack gap="2">
            <Text>
              “{leaving.codeLabel}” for <bdi>{leaving.borrower}</bdi> ({leaving.loanNumber}), saved{' '}
              {whenWords(leaving.savedAt, now, zone)}
              {leaving.photos > 0 && `, with ${leaving.photos} ${leaving.photos === 1 ? 'photo' : 'photos'}`}.
            </Text>
            <Text strong>
              {leaving.state === 'quarantined'
                ? 'The copy on this phone cannot be brought back.'
                : 'It is not at the server and cannot be brought back.'}
            </Text>
          </Stack>
        )}
      </Sheet>
    </>
  );
}
