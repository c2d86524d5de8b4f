import { dayOf, daysBetween, formatDay } from '../../../../core/domain/dates';
import { draState } from '../../../../core/domain/people';
import { t, tn } from '../../../i18n';
import { Badge } from '../../../ui';

/** Where a DRA certificate stands today: its last day, a warning in the 30 days before, and that it has ended. */
export function DraBadge({ validUntil, zone }: { validUntil: string | null; zone: string }) {
  const today = dayOf(new Date(), zone);
  switch (draState(validUntil, today)) {
    case 'expired':
      return (
        <Badge tone="danger" icon="alert" title={t('Valid until {day}', { day: formatDay(validUntil ?? today) })}>
          {t('DRA expired')}
        </Badge>
      );
    case 'ending': {
      const days = daysBetween(today, validUntil ?? today);
      return (
        <Badge tone="warn" icon="alert" title={t('Valid until {day}', { day: formatDay(validUntil ?? today) })}>
          {days === 0 ? t('DRA ends today') : tn(days, 'DRA ends in {n} day', 'DRA ends in {n} days')}
        </Badge>
      );
    }
    case 'valid':
      return formatDay(validUntil ?? today);
    default:
      return '–';
  }
}
