/** Filters of a list that are a span, of days or of numbers. In the address it is `from..to`, and either end may be missing. */
import { formatDay, isDay } from '../../../core/domain/dates';
import { t } from '../../i18n';
import { Field } from '../field';
import { NumberInput } from '../inputs';
import { Row } from '../layout';
import { DayRange } from './day-range';
import type { Filter } from './filter-bar';

type Span = readonly [from: string, to: string];
const read = (value: string | undefined): Span => {
  const [from = '', to = ''] = (value ?? '').split('..');
  return [from, to];
};
const write = ([from, to]: Span): string => (from || to ? `${from}..${to}` : '');
const spanWords = ([from, to]: Span): string =>
  !to
    ? t('from {from}', { from })
    : !from
      ? t('to {to}', { to })
      : from === to
        ? from
        : t('{from} to {to}', { from, to });

/** The days of a filter's value; what is no day is left out. */
export function daysOf(value: string | undefined): { from: string | undefined; to: string | undefined } {
  const [from, to] = read(value).map((day) => (isDay(day) ? day : undefined));
  return { from, to };
}
/** Whole numbers from 0 on; what is none is left out. */
export function numbersOf(value: string | undefined): { from: number | undefined; to: number | undefined } {
  const [from, to] = read(value).map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : undefined));
  return { from, to };
}

export const dayFilter = (name: string, label: string): Filter => ({
  name,
  label,
  options: [],
  single: true,
  wordsOf(value) {
    const { from, to } = daysOf(value);
    return spanWords([from ? formatDay(from) : '', to ? formatDay(to) : '']);
  },
  fields(value, onChange) {
    const { from = '', to = '' } = daysOf(value);
    return <DayRange from={from} to={to} onChange={(days) => onChange(write([days.from, days.to]))} />;
  },
});

export const numberFilter = (name: string, label: string): Filter => ({
  name,
  label,
  options: [],
  single: true,
  wordsOf: (value) => spanWords(read(value)),
  fields(value, onChange) {
    const [from, to] = read(value);
    return (
      <Row gap="2" padding="2">
        <Field label={t('From')}>
          <NumberInput value={from} maxLength={4} onChange={(typed) => onChange(write([typed, to]))} />
        </Field>
        <Field label={t('To')}>
          <NumberInput value={to} maxLength={4} onChange={(typed) => onChange(write([from, typed]))} />
        </Field>
      </Row>
    );
  },
});
