/** How messages ask the contact gate: by which of its channels, and in the words of the contract. */
import type { ContactVerdict } from '../../../core/contract/messages';
import type { ContactChannel } from '../../../core/domain/contact-gate';
import type { MessageChannel } from '../../../core/domain/message-templates';
import { refusalWords, type ContactVerdict as Verdict } from '../contact';

/** A mail is read when its reader wants to, like a letter. */
export const GATE_CHANNEL: Record<MessageChannel, ContactChannel> = {
  sms: 'sms',
  whatsapp: 'whatsapp',
  email: 'letter',
};

export const verdictWords = (verdict: Verdict): ContactVerdict =>
  verdict.allowed
    ? { allowed: true, reason: null, rule: null, nextAt: null }
    : { allowed: false, reason: refusalWords(verdict), rule: verdict.reason.rule, nextAt: verdict.nextLawfulAt };
