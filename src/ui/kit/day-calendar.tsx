import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { addDays, type Day } from '../../../core/domain/dates';
import { dayWithin, sameDayOf, weekOf } from '../../../core/domain/typed-day';
import { lastDayOf, monthOf } from '../../../core/domain/working-days';
import { currentLanguage, t } from '../../i18n';
import { Button, IconButton } from '../button';
import { Row, Stack, Text } from '../layout';
import { Popover } from './popover';

export interface DayCalendarProps {
  anchor: RefObject<HTMLElement | null>;
  value: Day | undefined;
  min: Day | undefined;
  max: Day | undefined;
  today: Day;
  /** Offers to choose no day. */
  clears: boolean;
  onPick: (day: Day | '') => void;
  onClose: (focusBack: boolean) => void;
}

const words = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLanguage() === 'en' ? 'en-IN' : currentLanguage(), {
    timeZone: 'UTC',
    ...options,
  }).format(new Date(`${day}T00:00:00Z`));

/** Where a key leads from a day: the keys of the date picker in the ARIA Authoring Practices. */
function moved(day: Day, { key, shiftKey }: { key: string; shiftKey: boolean }): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekOf(day);
    case 'End':
      return addDays(weekOf(day), 6);
    case 'PageUp':
      return sameDayOf(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return sameDayOf(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** The weeks of the month that a day is in, from Monday; days of other months are empty places. */
function weeksOf(day: Day): (Day | undefined)[][] {
  const first = monthOf(day);
  const last = lastDayOf(day);
  const weeks = [];
  for (let monday = weekOf(first); monday <= last; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((one) =>
        one < first || one > last ? undefined : one,
      ),
    );
  return weeks;
}

const Grid = chakra('table', {
  base: {
    borderCollapse: 'collapse',
    '& th': { fontSize: 'small', fontWeight: 'medium', color: 'muted', paddingBlock: '1' },
  },
});
const Cell = chakra('td', { base: { padding: '0' } });
const DayButton = chakra('button', {
  base: {
    width: '2.75rem',
    height: '2.75rem',
    borderRadius: 'small',
    fontSize: 'body',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    _hover: { background: 'sunken' },
    '&[aria-current]': { fontWeight: 'bold', boxShadow: 'inset 0 0 0 1px var(--c-accent-ink)' },
    '&[aria-pressed=true]': { background: 'accent', color: 'on-accent', fontWeight: 'bold' },
    '&[aria-disabled]': { color: 'muted', opacity: 0.5, cursor: 'default', textDecoration: 'line-through' },
    '@media (min-width: 48rem) and (pointer: fine)': { width: '2.25rem', height: '2.25rem' },
  },
});

/** One month below a field of a day; a chunk of its own, so that nobody who types loads it. */
export function DayCalendar({ anchor, value, min, max, today, clears, onPick, onClose }: DayCalendarProps) {
  const [at, setAt] = useState(() => dayWithin(value ?? today, min, max));
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  const popover = useId();
  const heading = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useLayoutEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    byKey.current = false;
  }, [at]);
  const go = (day: Day) => setAt(dayWithin(day, min, max));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : moved(at, event);
    if (to === undefined) return;
    event.preventDefault();
    byKey.current = true;
    go(to);
  };
  const outside = (day: Day) => (min !== undefined && day < min) || (max !== undefined && day > max);
  return (
    <Popover id={popover} label={t('Calendar')} anchor={anchor} onClose={onClose}>
      <Stack gap="1">
        <Row apart gap="1">
          <IconButton icon="back" label={t('Month before')} onClick={() => go(sameDayOf(at, -1))} />
          <Text strong id={heading} aria-live="polite">
            {words(at, { month: 'long', year: 'numeric' })}
          </Text>
          <IconButton icon="next" label={t('Month after')} onClick={() => go(sameDayOf(at, 1))} />
        </Row>
        <Grid ref={grid} role="grid" aria-labelledby={heading} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              {Array.from({ length: 7 }, (_, n) => addDays(weekOf(today), n)).map((day) => (
                <th key={day} scope="col" abbr={words(day, { weekday: 'long' })}>
                  {words(day, { weekday: 'short' })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(at).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, n) => (
                  <Cell key={day ?? n} role="gridcell" aria-selected={day === undefined ? undefined : day === value}>
                    {day && (
                      <DayButton
                        type="button"
                        tabIndex={day === at ? 0 : -1}
                        data-first={day === at ? '' : undefined}
                        aria-label={words(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                        aria-pressed={day === value}
                        aria-current={day === today ? 'date' : undefined}
                        aria-disabled={outside(day) || undefined}
                        onClick={() => !outside(day) && onPick(day)}
                      >
                        {Number(day.slice(8))}
                      </DayButton>
                    )}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Grid>
        <Row apart gap="1">
          <Button look="plain" disabled={outside(today)} onClick={() => onPick(today)}>
            {t('Today')}
          </Button>
          {clears && value && (
            <Button look="plain" onClick={() => onPick('')}>
              {t('No day')}
            </Button>
          )}
        </Row>
      </Stack>
    </Popover>
  );
}
