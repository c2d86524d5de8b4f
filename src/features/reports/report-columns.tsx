/** Columns of a report as the table draws them, made from what the report says of itself. */
import type { ReportRow } from '../../../core/contract/reports';
import { BUCKETS } from '../../../core/domain/buckets';
import { figureOf } from '../../../core/domain/report-figures';
import type { ReportColumn, ReportKind } from '../../../core/domain/report-kinds';
import { AT_END, FROM_DIALER, NOT_ON_PHONE } from '../../../core/domain/report-views';
import { t } from '../../i18n';
import { BucketBadge, DateText, Money } from '../../ui';
import { CellText, type Column, durationWords } from '../../ui/kit';
import { FigureLink } from './components/figure-link';
import { Recording } from './components/recording';
import { cellWords, columnLabel } from './words';

const LONG = '18rem';
const NOTHING = <CellText quiet>–</CellText>;
const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

function cellOf({ id, type }: ReportColumn, row: ReportRow, zone: string) {
  const value = row[id] ?? null;
  if (value === null || value === '') {
    if (id === 'audio')
      return <span title={t('The dialer delivered no recording, or it is over its time')}>{NOTHING}</span>;
    if (!FROM_DIALER.has(id)) return NOTHING;
    return <span title={t('Not known: no dialer reported it')}>{NOTHING}</span>;
  }
  switch (type) {
    case 'when':
      return <DateText value={value} time zone={zone} />;
    case 'day':
      return <DateText value={value} />;
    case 'money':
      return <Money paise={Number(value)} />;
    case 'seconds':
      return durationWords(Number(value));
    case 'word':
      return cellWords(id, String(value));
    case 'link':
      return isAddress(String(value)) ? (
        <a href={String(value)} target="_blank" rel="noreferrer">
          {t('Open')}
        </a>
      ) : (
        String(value)
      );
    case 'audio':
      return <Recording id={String(value)} />;
    case 'long':
      return <CellText clip={LONG}>{String(value)}</CellText>;
    default: {
      const bucket = id === 'bucket' && BUCKETS.find((one) => one === value);
      return bucket ? <BucketBadge bucket={bucket} /> : String(value);
    }
  }
}

/** What a column adds up to: a figure, not known where there are too many lines, nothing while it is being added up or where it says nothing. */
function totalOf(column: ReportColumn, at: number, sums: Sums | undefined, zone: string) {
  if (sums === undefined) return undefined;
  if (at === 0 && !sums.of.includes(column.id)) return t('Total');
  if (!sums.of.includes(column.id)) return undefined;
  return sums.known ? (
    cellOf(column, sums.known, zone)
  ) : (
    <span title={t('Too many lines to add up here: the export has the total')}>{NOTHING}</span>
  );
}

/** Which columns add up, and to what, where that is known. */
export interface Sums {
  of: readonly string[];
  known: ReportRow | null;
}

/** What was counted or added up, and can be shown row by row. */
const opens = (kind: ReportKind | undefined, { id }: ReportColumn, value: unknown): boolean =>
  kind !== undefined && figureOf(kind, id) !== undefined && value !== null && Number(value) !== 0;

/** `more` are columns that a user adds when they need them; a file has all of them. Figures of a report's `kind` open the rows behind them. */
export const tableColumns = (
  columns: readonly ReportColumn[],
  more: readonly string[],
  zone: string,
  { sums, kind }: { sums?: Sums | undefined; kind?: ReportKind } = {},
): Column<ReportRow>[] =>
  columns.map((column, at) => ({
    id: column.id,
    label: columnLabel(column.id),
    cell: (row) =>
      opens(kind, column, row[column.id] ?? null) ? (
        <FigureLink figure={column.id} of={String(row.id)}>
          {cellOf(column, row, zone)}
        </FigureLink>
      ) : (
        cellOf(column, row, zone)
      ),
    total: totalOf(column, at, sums, zone),
    ...(AT_END.has(column.type) && { end: true }),
    ...(column.sort && { sort: { by: column.id, first: column.type === 'text' ? 'asc' : 'desc' } as const }),
    ...(more.includes(column.id) && { hidden: true }),
    ...((more.includes(column.id) || NOT_ON_PHONE.has(column.id)) && { notOnPhone: true }),
  }));
