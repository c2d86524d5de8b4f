import type { HandoverPlace, HandoverState } from '../../../core/contract/cash';
import { t } from '../../i18n';
import { Badge, type Tone } from '../../ui';

const STATES: Record<HandoverState, { label: string; tone: Tone }> = {
  open: { label: 'Not confirmed yet', tone: 'promise' },
  confirmed: { label: 'Confirmed', tone: 'paid' },
  declined: { label: 'Declined', tone: 'danger' },
};
const PLACES: Record<HandoverPlace, string> = { bank: 'Bank', branch: 'Lender’s branch', agency: 'Agency office' };

export const handoverStateWords = (state: HandoverState): string => t(STATES[state].label);
export const handoverPlaceWords = (place: HandoverPlace): string => t(PLACES[place]);
export const HandoverBadge = ({ state }: { state: HandoverState }) => (
  <Badge tone={STATES[state].tone}>{handoverStateWords(state)}</Badge>
);
