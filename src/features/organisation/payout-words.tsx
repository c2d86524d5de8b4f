import type { PayoutStatus } from '../../../core/contract/payouts';
import type { PayoutLine } from '../../../core/domain/payouts';
import { t } from '../../i18n';
import { Badge, type IconName, type Tone } from '../../ui';

const STATUS: Record<PayoutStatus, { label: string; tone: Tone; icon: IconName }> = {
  open: { label: 'Open', tone: 'neutral', icon: 'clock' },
  approved: { label: 'Approved', tone: 'promise', icon: 'check' },
  paid: { label: 'Paid', tone: 'paid', icon: 'rupee' },
};
export const payoutStatusWords = (status: PayoutStatus): string => t(STATUS[status].label);

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => (
  <Badge tone={STATUS[status].tone} icon={STATUS[status].icon}>
    {payoutStatusWords(status)}
  </Badge>
);

const AUDIENCE: Record<PayoutLine['audience'], string> = {
  telecaller: 'Telecaller',
  fieldAgent: 'Field agent',
  none: 'Earns nothing here',
};
export const audienceWords = (audience: PayoutLine['audience']): string => t(AUDIENCE[audience]);
