/** Since when figures stand that are not of now; why there are none. */
import { dayOf, formatDateTime, formatTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Text } from '../../../ui';
import { useZone } from '../../session';

/** Younger figures are of now. */
const NOW_MS = 5 * 60_000;

export function AsOf({ at, now }: { at: number; now: number }) {
  const zone = useZone();
  if (now - at <= NOW_MS) return null;
  const time = dayOf(at, zone) === dayOf(now, zone) ? formatTime(at, zone) : formatDateTime(at, zone);
  return (
    <Text size="small" tone="muted">
      {t('As of {time}', { time })}
    </Text>
  );
}

export const NotFetched = () => (
  <Text tone="muted">{t('Not fetched yet. It comes by itself when there is a network.')}</Text>
);
