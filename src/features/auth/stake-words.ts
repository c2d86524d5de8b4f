/** What hangs on an old password, in the user's words. Pure. */
import type { OldPasswordStake } from '../../offline/types';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export interface StakeWords {
  /** What reaches the server whatever is chosen. */
  safe: string;
  /** What only the old password opens. */
  atStake: string[];
}

export function stakeWords({ drafts, unsent, needsYou }: Omit<OldPasswordStake, 'pin'>): StakeWords {
  const going = unsent - needsYou;
  const atStake: string[] = [];
  if (drafts > 0) atStake.push(`${count(drafts, 'visit', 'visits')} you had begun and not saved`);
  if (needsYou > 0)
    atStake.push(`${count(needsYou, 'saved record', 'saved records')} that the server asked you to correct`);
  if (going > 0) atStake.push(`what ${count(going, 'unsent record says', 'unsent records say')}, for reading it here`);
  return {
    safe:
      going > 0
        ? `${count(going, 'unsent record is', 'unsent records are')} safe: ${going === 1 ? 'it is' : 'they are'} delivered in any case.`
        : 'Everything that was ready to be sent is at the server.',
    atStake,
  };
}
