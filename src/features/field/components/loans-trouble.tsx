/** Why the loans on this phone are not brought up to date, and what helps. */
import { t } from '../../../i18n';
import type { LoansStatus } from '../../../offline/types';
import { Banner, Button } from '../../../ui';
import { useReadyEngine, useSignedIn, useStore, useZone } from '../../session';
import { whenWords } from '../ledger/sync-words';
import { useMinute } from '../queries';

export default function LoansTrouble({ why }: { why: 'unsigned' | LoansStatus['phase'] }) {
  const engine = useReadyEngine();
  const { signInAgain } = useSignedIn();
  const { asOf, problem, count } = useStore(engine.loans.status);
  const now = useMinute();
  const zone = useZone();
  const refresh = (
    <Button icon="sync" onClick={() => void engine.loans.refresh()}>
      {t('Get changes')}
    </Button>
  );

  if (why === 'unsigned')
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
  if (why === 'expired')
    return (
      <Banner tone="warn" title={t('These loans are too old to show')} action={refresh}>
        {t(
          "For the borrowers' protection, loans are hidden after three days without contact. Connect once to get them back. Your own records are safe.",
        )}
      </Banner>
    );
  return (
    <Banner tone="warn" title={t('The loans could not be brought up to date')} action={refresh}>
      {problem ?? t('The server did not answer.')}{' '}
      {count > 0 && asOf !== null ? t('You see the list as of {when}.', { when: whenWords(asOf, now, zone) }) : ''}
    </Banner>
  );
}
