/** What may be asked for on a loan, and how it stands. */
import type { LoanRequest, RequestKind } from '../../../core/contract/loan-requests';
import type { Tone } from '../../ui';

export const KINDS: Record<RequestKind, { label: string; ask: string }> = {
  field: { label: 'Visit', ask: 'Transfer to field' },
  escalation: { label: 'Escalation', ask: 'Escalate' },
  letter: { label: 'Letter', ask: 'Request a letter' },
  'other-agent': { label: 'Another agent', ask: 'Ask for another agent' },
};
export const STATES: Record<LoanRequest['state'], { label: string; tone: Tone }> = {
  open: { label: 'Asked for', tone: 'promise' },
  done: { label: 'Done', tone: 'paid' },
  declined: { label: 'Declined', tone: 'neutral' },
};
