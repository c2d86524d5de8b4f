import { type ComponentType, type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { addDays, type Day, dayOf, formatDay } from '../../core/domain/dates';
import { dayWithin, readDay, sameDayOf } from '../../core/domain/typed-day';
import { t } from '../i18n';
import { IconButton } from './button';
import { useFieldParts } from './field';
import { TextInput, type TextInputProps } from './inputs';
import type { DayCalendarProps } from './kit/day-calendar';
import { Text } from './layout';
import { showToast } from './toast-store';

const loadCalendar = () => import('./kit/day-calendar');

/** Days from today of the words for near days, in English and in the user's language. */
const namedDays = (): Record<string, number> => ({
  yesterday: -1,
  [t('Yesterday').toLowerCase()]: -1,
  tomorrow: 1,
  [t('Tomorrow').toLowerCase()]: 1,
  today: 0,
  [t('Today').toLowerCase()]: 0,
});

/** How far a key moves the day. */
const STEPS: Record<string, (day: Day) => Day> = {
  ArrowUp: (day) => addDays(day, 1),
  ArrowDown: (day) => addDays(day, -1),
  PageUp: (day) => sameDayOf(day, 1),
  PageDown: (day) => sameDayOf(day, -1),
};

/** What is typed until it is a day; it is taken when it can mean no other day, with Enter, and when the field is left. */
function useTypedDay(value: Day | '', onChange: (day: Day | '') => void, today: Day) {
  const [typed, setTyped] = useState<string>();
  const [writing, setWriting] = useState(false);
  const put = (day: Day | '') => {
    if (day !== value) onChange(day);
  };
  const read = (text: string): Day | undefined => {
    const ahead = namedDays()[text.trim().toLowerCase()];
    return ahead === undefined ? readDay(text)?.day : addDays(today, ahead);
  };
  // A day that was chosen elsewhere replaces words that were none.
  const held = typed !== undefined && (writing || value === '') ? typed : undefined;
  const type = (text: string) => {
    setTyped(text);
    setWriting(true);
    const day = readDay(text);
    if (text.trim() === '') put('');
    else if (day?.whole) put(day.day);
  };
  const take = () => {
    setWriting(false);
    if (held === undefined) return;
    const day = held.trim() === '' ? '' : read(held);
    put(day ?? '');
    if (day !== undefined) setTyped(undefined);
  };
  const choose = (day: Day | '') => {
    setTyped(undefined);
    setWriting(false);
    put(day);
  };
  return {
    shown: held ?? (value && formatDay(value)),
    /** The day that stands there now. */
    day: (held === undefined ? value : read(held)) || undefined,
    noDay: held !== undefined && !writing,
    type,
    take,
    choose,
  };
}

export type DayInputProps = Omit<TextInputProps, 'min' | 'max' | 'type' | 'before' | 'after'> & {
  /** `YYYY-MM-DD`, or nothing. */
  value: Day | '';
  onChange: (day: Day | '') => void;
  min?: Day | undefined;
  max?: Day | undefined;
  /** In the tenant's zone; without it the day of the default zone. */
  today?: Day | undefined;
};

/**
 * A day, typed and shown as DD/MM/YYYY in whatever language the browser speaks; also 5/3/26, 05032026, 2026-03-05 and "today".
 * Up and Down move it by a day, Page Up and Page Down by a month, Alt and Down open the calendar. Like the browser's own
 * field it answers days outside `min`…`max` as well, and says so: the form judges them.
 */
export function DayInput({ value, onChange, min, max, today = dayOf(Date.now()), onBlur, ...rest }: DayInputProps) {
  const parts = useFieldParts();
  const id = useId();
  const { shown, day, noDay, type, take, choose } = useTypedDay(value, onChange, today);
  const button = useRef<HTMLButtonElement>(null);
  const [Calendar, setCalendar] = useState<ComponentType<DayCalendarProps>>();
  const open = () =>
    loadCalendar().then(
      (loaded) => setCalendar(() => loaded.DayCalendar),
      () => void showToast(t('The calendar could not be loaded. Type the day as DD/MM/YYYY.')),
    );
  const close = useCallback((focusBack: boolean) => {
    setCalendar(undefined);
    if (focusBack) button.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter' || event.ctrlKey || event.metaKey) take();
    else if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      void open();
    } else if (step && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      choose(dayWithin(day ? step(day) : today, min, max));
    }
  };
  const problem = noDay
    ? t('Type a day like {day}.', { day: formatDay(today) })
    : value && min && value < min
      ? t('{day} or later', { day: formatDay(min) })
      : value && max && value > max
        ? t('{day} or earlier', { day: formatDay(max) })
        : undefined;
  const said = problem !== undefined && !parts.invalid;
  return (
    <>
      <TextInput
        inputMode="numeric"
        placeholder={t('DD/MM/YYYY')}
        {...rest}
        value={shown}
        onChange={type}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          take();
          onBlur?.(event);
        }}
        {...(problem && { 'aria-invalid': true })}
        {...(said && { 'aria-describedby': [parts.describedBy, id].filter(Boolean).join(' ') })}
        after={
          <IconButton
            ref={button}
            icon="promise"
            label={t('Calendar')}
            aria-describedby={parts.labelId}
            aria-haspopup="dialog"
            aria-expanded={Calendar !== undefined}
            disabled={rest.disabled}
            onClick={() => (Calendar ? close(true) : void open())}
          />
        }
      />
      {said && (
        <Text id={id} size="small" tone="danger" role="alert">
          {problem}
        </Text>
      )}
      {Calendar && (
        <Calendar
          anchor={button}
          value={day}
          min={min}
          max={max}
          today={today}
          clears={!parts.required}
          onPick={(picked) => {
            choose(picked);
            close(true);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
