import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, type ReactNode, Suspense } from 'react';
import { addDays, type Day, formatDay } from '../../core/domain/dates';
import { t } from '../i18n';
import { chip, Flow, Hint } from './choices';
import { useFieldParts } from './field';
import { Icon } from './icon';

// A call's first picture has no day to ask for. Without a network the chips alone do.
const DayInput = lazy(() =>
  import('./day-input').then(
    (loaded) => ({ default: loaded.DayInput }),
    () => ({ default: () => <></> }),
  ),
);
const ChipButton = chakra('button', chip);

/** The first day on or after `from` that is a Friday; today's Friday counts as next week's. */
function nextFriday(today: Day): Day {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, (5 - weekday + 7) % 7 || 7);
}

/** The first day of the month after `today`: salary day for many. */
function nextFirst(today: Day): Day {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/**
 * A day by one tap (Today, Tomorrow, Friday, the 1st) or by its date. Days outside `min`…`max` are not
 * offered. Chosen again, a chip clears the day. `ahead` offers these numbers of days from today instead.
 */
export function DateChips({
  value,
  onChange,
  today,
  min,
  max,
  ahead,
  after,
}: {
  value: Day | undefined;
  onChange: (value: Day | undefined) => void;
  today: Day;
  min?: Day;
  max?: Day;
  ahead?: readonly number[];
  after?: ReactNode;
}) {
  const { id, labelId, describedBy } = useFieldParts();
  const offered: [label: string, day: Day][] = ahead?.map((n) => [t('{n} days', { n }), addDays(today, n)]) ?? [
    [t('Today'), today],
    [t('Tomorrow'), addDays(today, 1)],
    [t('Friday'), nextFriday(today)],
    [t('1st'), nextFirst(today)],
  ];
  const seen = new Set<Day>();
  const shown = offered.filter(([, day]) => {
    const fits = (!min || day >= min) && (!max || day <= max) && !seen.has(day);
    seen.add(day);
    return fits;
  });
  return (
    <Flow role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      {shown.map(([label, day]) => (
        <ChipButton
          key={label}
          type="button"
          aria-pressed={value === day}
          title={formatDay(day)}
          onClick={() => onChange(value === day ? undefined : day)}
        >
          {value === day && <Icon name="check" size="1rem" />}
          {label}
          {day !== today && <Hint as="span">{formatDay(day).slice(0, 5)}</Hint>}
        </ChipButton>
      ))}
      <AnotherDay data-chosen={value && !shown.some(([, day]) => day === value) ? true : undefined}>
        <Suspense>
          <DayInput
            id={id}
            aria-label={t('Another day')}
            placeholder={t('Another day')}
            value={value ?? ''}
            min={min}
            max={max}
            today={today}
            borderRadius="full"
            onChange={(day) => onChange(day || undefined)}
          />
        </Suspense>
      </AnotherDay>
      {after}
    </Flow>
  );
}

const AnotherDay = chakra('div', {
  base: {
    width: '11rem',
    '&[data-chosen] input': { background: 'accent-soft', borderColor: 'accent-ink', fontWeight: 'bold' },
  },
});
