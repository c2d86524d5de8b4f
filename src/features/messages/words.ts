import type { MessageState } from '../../../core/contract/messages';
import type { PaymentLink } from '../../../core/contract/payment-links';
import type { Tone } from '../../ui';

/** English names; drawn with `t`. */
export const MESSAGE_WORDS: Readonly<Record<MessageState, { label: string; tone: Tone }>> = {
  queued: { label: 'Waits to be sent', tone: 'neutral' },
  sending: { label: 'Being sent', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'accent' },
  delivered: { label: 'Delivered', tone: 'paid' },
  read: { label: 'Read', tone: 'paid' },
  failed: { label: 'Not delivered', tone: 'danger' },
  blocked: { label: 'Held back', tone: 'blocked' },
};

export const LINK_WORDS: Readonly<Record<PaymentLink['status'], { label: string; tone: Tone }>> = {
  open: { label: 'Waits for payment', tone: 'promise' },
  paid: { label: 'Paid', tone: 'paid' },
  expired: { label: 'Expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};
