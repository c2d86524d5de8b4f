/** Kinds and reasons of the suppression list in the user's words. */
import type { Suppression } from '../../../core/contract/suppression-list';

export const SUPPRESSED_WORDS: Record<Suppression['kind'], string> = {
  loan: 'Loan number',
  phone: 'Phone number',
  pan: 'PAN',
  email: 'E-mail',
};
export const REASON_WORDS: Record<Suppression['reason'], string> = {
  paid: 'Paid',
  settled: 'Settled',
  deceased: 'Deceased',
  dispute: 'Dispute',
  legal: 'Legal',
  'do-not-call': 'Asked not to be called',
  bereavement: 'Bereavement',
  calamity: 'Calamity',
  complaint: 'Complaint',
  other: 'Another reason',
};
export const LIST_STATE_WORDS = { active: 'Hold now', released: 'Released', all: 'All' } as const;
