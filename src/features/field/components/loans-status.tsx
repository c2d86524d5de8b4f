import { formatTime } from '../../../../core/domain/dates';
import type { LoansStatus } from '../../../offline/types';
import { Banner, Button, EmptyState, ProgressBar, Skeleton, Stack } from '../../../ui';
import { useReadyEngine, useStore, useZone } from '../../session';
import { whenWords } from '../ledger/sync-words';
import { useMinute } from '../queries';

/** A list older than this says so even with a network. */
const STALE_MS = 30 * 60_000;

/** True while there is nothing to list because the first loans are still on their way, or never came. */
export const hasNoLoans = (status: LoansStatus): boolean => status.count === 0;

/** With a network, the engine is already on its way to the first loans. */
const phaseShown = ({ phase }: LoansStatus, online: boolean | null): LoansStatus['phase'] =>
  phase === 'empty' && online !== false ? 'loading' : phase;

/** How the loans on this phone stand, wherever that is worth a word: first load, age, failure, expiry. */
export function LoansStatusNotice() {
  const engine = useReadyEngine();
  const status = useStore(engine.loans.status);
  const online = useStore(engine.status).online;
  const now = useMinute();
  const zone = useZone();
  const { progress, asOf, problem, count } = status;
  const phase = phaseShown(status, online);
  const refresh = (
    <Button icon="sync" onClick={() => void engine.loans.refresh()}>
      Get changes
    </Button>
  );

  if (phase === 'loading' || (phase === 'syncing' && progress))
    return (
      <ProgressBar
        done={progress?.done ?? 0}
        total={progress?.total ?? 0}
        label={
          progress?.total
            ? `Bringing your loans to this phone: ${progress.done.toLocaleString('en-IN')} of ${progress.total.toLocaleString('en-IN')}`
            : 'Bringing your loans to this phone…'
        }
      />
    );
  if (phase === 'expired')
    return (
      <Banner tone="warn" title="These loans are too old to show" action={refresh}>
        For the borrowers' protection, loans are hidden after three days without contact. Connect once to get them back.
        Your own records are safe.
      </Banner>
    );
  if (phase === 'failed')
    return (
      <Banner tone="warn" title="The loans could not be brought up to date" action={refresh}>
        {problem ?? 'The server did not answer.'}{' '}
        {count > 0 && asOf !== null ? `You see the list as of ${whenWords(asOf, now, zone)}.` : ''}
      </Banner>
    );
  if (asOf !== null && (online === false || now - asOf > STALE_MS))
    return (
      <Banner
        tone="offline"
        icon={online === false ? 'offline' : 'clock'}
        title={`Loans as of ${whenWords(asOf, now, zone)}`}
      >
        {online === false ? 'Everything here works without a network.' : 'Changes come by themselves.'}
      </Banner>
    );
  return null;
}

/** Nothing on this phone yet, and nothing on its way. */
export function NoLoans() {
  const engine = useReadyEngine();
  const status = useStore(engine.loans.status);
  const phase = phaseShown(status, useStore(engine.status).online);
  const { asOf } = status;
  const zone = useZone();
  if (phase === 'loading' || phase === 'syncing') return <Skeleton lines={4} height="5.5rem" delay={0} />;
  if (phase === 'failed' || phase === 'expired') return null;
  if (phase === 'ready' && asOf !== null)
    return (
      <EmptyState
        icon="loans"
        title="No loans are assigned to you"
        action={
          <Button icon="sync" onClick={() => void engine.loans.refresh()}>
            Look again
          </Button>
        }
      >
        Checked at {formatTime(asOf, zone)}. New loans appear here by themselves once your manager assigns them.
      </EmptyState>
    );
  return (
    <Stack>
      <EmptyState
        icon="download"
        title="No loans on this phone yet"
        action={
          <Button look="primary" icon="sync" onClick={() => void engine.loans.refresh()}>
            Get my loans
          </Button>
        }
      >
        Connect once; after that everything here works without a network.
      </EmptyState>
    </Stack>
  );
}
