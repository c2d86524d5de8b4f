/** What hangs on an old password, in the user's words. Pure. */

import { t, tn } from '../../i18n';
import type { OldPasswordStake } from '../../offline/types';

export interface StakeWords {
  /** What reaches the server whatever is chosen. */
  safe: string;
  /** What only the old password opens. */
  atStake: string[];
}

export function stakeWords({ drafts, unsent, needsYou }: Omit<OldPasswordStake, 'pin'>): StakeWords {
  const going = unsent - needsYou;
  const atStake: string[] = [];
  if (drafts > 0)
    atStake.push(tn(drafts, '{n} visit you had begun and not saved', '{n} visits you had begun and not saved'));
  if (needsYou > 0)
    atStake.push(
      tn(
        needsYou,
        '{n} saved record that the server asked you to correct',
        '{n} saved records that the server asked you to correct',
      ),
    );
  if (going > 0)
    atStake.push(
      tn(going, 'what {n} unsent record says, for reading it here', 'what {n} unsent records say, for reading it here'),
    );
  return {
    safe:
      going > 0
        ? tn(
            going,
            '{n} unsent record is safe: it is delivered in any case.',
            '{n} unsent records are safe: they are delivered in any case.',
          )
        : t('Everything that was ready to be sent is at the server.'),
    atStake,
  };
}
