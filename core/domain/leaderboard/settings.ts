/** What a tenant says of its leaderboard. */
import { type BoardWeights, DEFAULT_WEIGHTS } from './figures';
import { SHORT_TALK } from './integrity';

export interface BoardSettings extends BoardWeights {
  /** Whether people on the board read the names of the others in their cohort. */
  names: boolean;
  /** Seconds of talk below which a promise has a sign. */
  shortTalk: number;
}
export const DEFAULT_BOARD: BoardSettings = { ...DEFAULT_WEIGHTS, names: false, shortTalk: SHORT_TALK };
