import { formatTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import type { LoansStatus } from '../../../offline/types';
import { Banner, Button, EmptyState, ProgressBar, Skeleton, Stack } from '../../../ui';
import { useReadyEngine, useSignedIn, useStore, useZone } from '../../session';
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
  const { signInAgain } = useSignedIn();
  const status = useStore(engine.loans.status);
  const online = useStore(engine.status).online;
  const now = useMinute();
  const zone = useZone();
  const { progress, asOf, problem, count, needsSignIn } = status;
  const phase = phaseShown(status, online);
  const refresh = (
    <Button icon="sync" onClick={() => void engine.loans.refresh()}>
      {t('Get changes')}
    </Button>
  );

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
  if (needsSignIn && online !== false)
    return (
      <Banner
        tone="warn"
        icon="lock"
        title={t('Sign in with your password to get new loans')}
        action={
          <Button look="primary" onClick={() => void signInAgain()}>
            {t('Sign in')}
          </Button>
        }
      >
        {count > 0 && asOf !== null && t('You see the list as of {when}.', { when: whenWords(asOf, now, zone) })}{' '}
        {t('What you save still goes out by itself.')}
      </Banner>
    );
  if (phase === 'expired')
    return (
      <Banner tone="warn" title={t('These loans are too old to show')} action={refresh}>
        {t(
          "For the borrowers' protection, loans are hidden after three days without contact. Connect once to get them back. Your own records are safe.",
        )}
      </Banner>
    );
  if (phase === 'failed')
    return (
      <Banner tone="warn" title={t('The loans could not be brought up to date')} action={refresh}>
        {problem ?? t('The server did not answer.')}{' '}
        {count > 0 && asOf !== null ? t('You see the list as of {when}.', { when: whenWords(asOf, now, zone) }) : ''}
      </Banner>
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
  const zone = useZone();
  if (phase === 'loading' || phase === 'syncing') return <Skeleton lines={4} height="5.5rem" delay={0} />;
  if (phase === 'failed' || phase === 'expired') return null;
  if (phase === 'ready' && asOf !== null)
    return (
      <EmptyState
        icon="loans"
        title={t('No loans are assigned to you')}
        action={
          <Button icon="sync" onClick={() => void engine.loans.refresh()}>
            {t('Look again')}
          </Button>
        }
      >
        {t('Checked at {time}. New loans appear here by themselves once your manager assigns them.', {
          time: formatTime(asOf, zone),
        })}
      </EmptyState>
    );
  return (
    <Stack>
      <EmptyState
        icon="download"
        title={t('No loans on this phone yet')}
        action={
          <Button look="primary" icon="sync" onClick={() => void engine.loans.refresh()}>
            {t('Get my loans')}
          </Button>
        }
      >
        {t('Connect once; after that everything here works without a network.')}
      </EmptyState>
    </Stack>
  );
}
