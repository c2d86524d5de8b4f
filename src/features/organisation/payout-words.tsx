import type { PayoutStatus } from '../../../core/contract/payouts';
import type { PayoutLine } from '../../../core/domain/payouts';
import { t } from '../../i18n';
import type { IconName, Tone } from '../../ui';
import type { Look } from '../../ui/kit';

const STATUS: Record<PayoutStatus, { label: string; tone: Tone; icon: IconName }> = {
  open: { label: 'Open', tone: 'neutral', icon: 'clock' },
  approved: { label: 'Approved', tone: 'promise', icon: 'check' },
  paid: { label: 'Paid', tone: 'paid', icon: 'rupee' },
};
export const payoutLook = (status: PayoutStatus): Look => ({ ...STATUS[status], words: t(STATUS[status].label) });

const AUDIENCE: Record<PayoutLine['audience'], string> = {
  telecaller: 'Telecaller',
  fieldAgent: 'Field agent',
  none: 'Earns nothing here',
};
export const audienceWords = (audience: PayoutLine['audience']): string => t(AUDIENCE[audience]);
