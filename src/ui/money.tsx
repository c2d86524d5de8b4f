import { addDays, DEFAULT_ZONE, dayOf, formatDateTime, formatDay, formatTime } from '../../core/domain/dates';
import { formatRupees, formatRupeesShort, type Paise } from '../../core/domain/money';
import { t } from '../i18n';

/** ₹ from paise; `short` for tiles (₹1.24 Cr), with the exact amount as its tooltip. */
export function Money({ paise, short = false }: { paise: Paise; short?: boolean }) {
  return (
    <span className="figure" title={short ? formatRupees(paise) : undefined}>
      {short ? formatRupeesShort(paise) : formatRupees(paise)}
    </span>
  );
}

/**
 * A day or an instant: DD/MM/YYYY, with `time` also HH:mm. `near` says Today, Tomorrow and Yesterday in words.
 * `zone` is the tenant's.
 */
export function DateText({
  value,
  time = false,
  near = false,
  zone = DEFAULT_ZONE,
}: {
  value: string | number;
  time?: boolean;
  near?: boolean;
  zone?: string;
}) {
  const day = typeof value === 'string' && value.length === 10 ? value : dayOf(value, zone);
  const full = time ? formatDateTime(value, zone) : formatDay(day, zone);
  let shown = full;
  if (near) {
    const today = dayOf(Date.now(), zone);
    const word =
      day === today
        ? t('Today')
        : day === addDays(today, 1)
          ? t('Tomorrow')
          : day === addDays(today, -1)
            ? t('Yesterday')
            : '';
    if (word) shown = time ? `${word} ${formatTime(value, zone)}` : word;
  }
  return (
    <time className="figure" title={near ? full : undefined} dateTime={typeof value === 'number' ? day : value}>
      {shown}
    </time>
  );
}
