/** Columns by what they hold. One that says more than its kind is a `Column` with a `cell` of its own. */
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../badge';
import type { IconName } from '../icon';
import { DateText, Money } from '../money';
import { CellText } from './cell-text';
import type { Column } from './column';

type More<Row> = Omit<Column<Row>, 'id' | 'label' | 'cell' | 'sort'> & {
  /** By its own id, or by the name that the server has for it. */
  sort?: true | string;
};
type Of<Row, Value> = (row: Row) => Value | null | undefined;

/** A word with a meaning, as `Badge` shows it. */
export interface Look {
  words: string;
  tone: Tone;
  icon?: IconName;
}

export function LookBadge({ words, ...look }: Look) {
  return <Badge {...look}>{words}</Badge>;
}

const number = new Intl.NumberFormat('en-IN');

function made<Row, Value>(
  id: string,
  label: string,
  of: Of<Row, Value>,
  cell: (value: Value) => ReactNode,
  { sort, ...more }: More<Row> = {},
  first?: 'desc',
): Column<Row> {
  return {
    id,
    label,
    ...more,
    ...(sort && { sort: { by: sort === true ? id : sort, ...(first && { first }) } }),
    cell: (row) => {
      const value = of(row);
      return value === null || value === undefined || value === '' ? '—' : cell(value);
    },
  };
}

/** What the row is called: cut off rather than broken, and always there. */
export const nameColumn = <Row,>(id: string, label: string, of: Of<Row, string>, more?: More<Row>): Column<Row> =>
  made(
    id,
    label,
    of,
    (name) => (
      <CellText strong clip="20rem">
        {name}
      </CellText>
    ),
    { always: true, ...more },
  );

/** Somebody, or a loan by its borrower, with what tells them from others below. */
export const personColumn = <Row,>(
  id: string,
  label: string,
  of: Of<Row, { name: string; detail: string }>,
  more?: More<Row>,
): Column<Row> =>
  made(
    id,
    label,
    of,
    ({ name, detail }) => (
      <>
        <CellText strong clip="20rem">
          {name}
        </CellText>{' '}
        <CellText quiet small clip="20rem">
          {detail}
        </CellText>
      </>
    ),
    { always: true, ...more },
  );

export const textColumn = <Row,>(id: string, label: string, of: Of<Row, string>, more?: More<Row>): Column<Row> =>
  made(id, label, of, (words) => words, more);

export const countColumn = <Row,>(id: string, label: string, of: Of<Row, number>, more?: More<Row>): Column<Row> =>
  made(id, label, of, (value) => number.format(value), { end: true, ...more }, 'desc');

/** In paise; `short` as in "₹1.2 L". */
export const moneyColumn = <Row,>(
  id: string,
  label: string,
  of: Of<Row, number>,
  { short, ...more }: More<Row> & { short?: true } = {},
): Column<Row> =>
  made(id, label, of, (paise) => <Money paise={paise} {...(short && { short })} />, { end: true, ...more }, 'desc');

/** A day as it is, or an instant in the tenant's `zone`: its day, with `time` the minute too, with `near` as "Today". */
export const dayColumn = <Row,>(
  id: string,
  label: string,
  of: Of<Row, string | number>,
  { zone, time, near, ...more }: More<Row> & { zone?: string; time?: true; near?: true } = {},
): Column<Row> => {
  const how = { ...(zone && { zone }), ...(time && { time }), ...(near && { near }) };
  return made(id, label, of, (value) => <DateText value={value} {...how} />, more, zone ? 'desc' : undefined);
};

export const statusColumn = <Row,>(id: string, label: string, of: Of<Row, Look>, more?: More<Row>): Column<Row> =>
  made(id, label, of, (look) => <LookBadge {...look} />, more);
