/** What can be done with a saved record, wherever it is listed, and what was decided over it. */
import type { LedgerEntry } from '../../offline/types';

export type RecordAction = 'mend' | 'try-now' | 'discard' | 'sign-in';

/** The problem codes by which a supervisor's decision shows (src/offline/queue-report.ts). */
const DECIDED = { 'refused-on-review': 'refused', 'returned-on-review': 'returned' } as const;

/** The supervisor's decision; undefined while there is none, and once it was withdrawn by mending. */
export const decisionOn = ({ problem }: Pick<LedgerEntry, 'problem'>): 'refused' | 'returned' | undefined =>
  problem ? (DECIDED as Partial<Record<string, 'refused' | 'returned'>>)[problem.code] : undefined;

const ACTIONS: Record<LedgerEntry['state'], readonly RecordAction[]> = {
  queued: ['try-now'],
  sending: [],
  'retry-later': ['try-now'],
  'waiting-for-login': ['sign-in'],
  'needs-you': ['mend', 'discard'],
  quarantined: ['discard'],
  accepted: [],
};
export const actionsOn = ({ state }: Pick<LedgerEntry, 'state'>): readonly RecordAction[] => ACTIONS[state];
