import { lazy, Suspense } from 'react';
import { t } from '../../../i18n';
import type { LoansStatus } from '../../../offline/types';
import { Banner, ProgressBar, Skeleton } from '../../../ui';
import { useReadyEngine, useStore, useZone } from '../../session';
import { whenWords } from '../ledger/sync-words';
import { useMinute } from '../queries';

/** What most visits never see. */
const LoansTrouble = lazy(() => import('./loans-trouble'));
const NoLoansHere = lazy(() => import('./no-loans-here'));

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
  const { progress, asOf, needsSignIn } = status;
  const phase = phaseShown(status, online);
  if (phase === 'loading' || (phase === 'syncing' && progress))
    return (
      <ProgressBar
        done={progress?.done ?? 0}
        total={progress?.total ?? 0}
        label={
          progress?.total
            ? t('Bringing your loans to this phone: {done} of {total}', {
                done: progress.done.toLocaleString('en-IN'),
                total: progress.total.toLocaleString('en-IN'),
              })
            : t('Bringing your loans to this phone…')
        }
      />
    );
  const unsigned = needsSignIn && online !== false;
  if (unsigned || phase === 'expired' || phase === 'failed')
    return (
      <Suspense>
        <LoansTrouble why={unsigned ? 'unsigned' : phase} />
      </Suspense>
    );
  if (asOf !== null && (online === false || now - asOf > STALE_MS))
    return (
      <Banner
        tone="offline"
        icon={online === false ? 'offline' : 'clock'}
        title={t('Loans as of {when}', { when: whenWords(asOf, now, zone) })}
      >
        {online === false ? t('Everything here works without a network.') : t('Changes come by themselves.')}
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
  if (phase === 'loading' || phase === 'syncing') return <Skeleton lines={4} height="5.5rem" delay={0} />;
  if (phase === 'failed' || phase === 'expired') return null;
  return (
    <Suspense>
      <NoLoansHere none={phase === 'ready' && asOf !== null ? asOf : null} />
    </Suspense>
  );
}
