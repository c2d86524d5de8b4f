/** What a loan's flags and pause say about contact where nobody has told more: the holds that they stand for. */
import type { Hold } from '../domain/contact-gate';
import { PAUSE_REASONS } from './contact-parts';
import type { Loan } from './loans';

const KIND_OF: Readonly<Record<string, Hold['kind']>> = {
  [PAUSE_REASONS.bereavement]: 'sensitive',
  [PAUSE_REASONS.settlement]: 'suppressed',
};

export function flagHolds({ state, flags, contactPause }: Pick<Loan, 'state' | 'flags' | 'contactPause'>): Hold[] {
  const kinds: Hold['kind'][] = [];
  if (state === 'suppressed') kinds.push('suppressed');
  if (flags.doNotContact) kinds.push('do-not-contact');
  // A pause that none of the flags explains: a bereavement, a settlement that is paid as agreed, or a complaint.
  const explained = flags.dispute || flags.legal || flags.deceased || flags.doNotContact;
  if (contactPause && state === 'active' && !explained) kinds.push(KIND_OF[contactPause.reason] ?? 'complaint');
  const dated = { label: contactPause?.reason ?? null, until: contactPause?.until ?? null };
  return kinds.map((kind) => ({ kind, ...dated, from: null, channels: null, phoneId: null }));
}
