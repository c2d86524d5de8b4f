/** The telecaller's loans as a table, from the device's own list. */
import { formatDateTime } from '../../../core/domain/dates';
import { t } from '../../i18n';
import type { ListedLoan } from '../../offline/types';
import { Badge, BucketBadge, DateText, Money } from '../../ui';
import { CellText, type Column, countColumn, moneyColumn, nameColumn, textColumn } from '../../ui/kit';

export interface ActiveRow {
  loan: ListedLoan;
  callbackAt: string | null;
  worked: boolean;
  standsBy?: string;
}

export const ACTIVE_SORTS = ['dpd', 'overdue', 'name', 'last', 'ptp', 'callback'] as const;
export type ActiveSort = (typeof ACTIVE_SORTS)[number];

export function activeColumns(zone: string, now: number, byRules: boolean): Column<ActiveRow>[] {
  return [
    nameColumn('loan', t('Borrower'), ({ loan }) => loan.borrower.name, { sort: 'name' }),
    textColumn('number', t('Number'), ({ loan }) => loan.loanNumber),
    {
      id: 'dpd',
      label: 'DPD',
      end: true,
      sort: { by: 'dpd', first: 'desc' },
      cell: ({ loan }) => <BucketBadge bucket={loan.bucket} dpd={loan.dpd} />,
    },
    moneyColumn('overdue', t('Overdue'), ({ loan }) => loan.overduePaise, { sort: true }),
    {
      id: 'ptp',
      label: t('Promise'),
      sort: { by: 'ptp' },
      cell: ({ loan }) =>
        loan.ptp ? (
          <Badge
            tone={loan.ptp.status === 'kept' ? 'paid' : loan.ptp.status === 'broken' ? 'danger' : 'promise'}
            icon="promise"
          >
            <Money paise={loan.ptp.amountPaise} short /> <DateText value={loan.ptp.dueOn} near />
          </Badge>
        ) : (
          '—'
        ),
    },
    {
      id: 'callback',
      label: t('Call back'),
      sort: { by: 'callback' },
      cell: ({ callbackAt }) =>
        callbackAt ? (
          <Badge tone={Date.parse(callbackAt) < now ? 'danger' : 'accent'} icon="clock">
            {formatDateTime(callbackAt, zone)}
          </Badge>
        ) : (
          '—'
        ),
    },
    {
      id: 'last',
      label: t('Last contact'),
      sort: { by: 'last', first: 'desc' },
      cell: ({ loan, worked }) => {
        const [last] = loan.recent;
        if (worked) return <Badge tone="paid">{t('Worked today')}</Badge>;
        return last ? (
          <span>
            <DateText value={last.at} near zone={zone} /> <CellText quiet>{last.codeLabel}</CellText>
          </span>
        ) : (
          <CellText quiet>{t('Never')}</CellText>
        );
      },
    },
    ...(byRules ? [textColumn<ActiveRow>('standsBy', t('Sorting rule'), ({ standsBy }) => standsBy ?? t('None'))] : []),
    textColumn('client', t('Client'), ({ loan }) => loan.client, { notOnPhone: true }),
    textColumn('product', t('Product'), ({ loan }) => loan.product, { hidden: true, notOnPhone: true }),
    countColumn('attempts', t('Attempts in 30 days'), ({ loan }) => loan.attempts30d, {
      hidden: true,
      notOnPhone: true,
    }),
  ];
}

const last = ({ loan }: ActiveRow) => loan.recent[0]?.at ?? '';
const SORTS: Record<ActiveSort, (a: ActiveRow, b: ActiveRow) => number> = {
  dpd: (a, b) => a.loan.dpd - b.loan.dpd,
  overdue: (a, b) => a.loan.overduePaise - b.loan.overduePaise,
  name: (a, b) => a.loan.borrower.name.localeCompare(b.loan.borrower.name),
  last: (a, b) => last(a).localeCompare(last(b)),
  ptp: (a, b) => (a.loan.ptp?.dueOn ?? '9').localeCompare(b.loan.ptp?.dueOn ?? '9'),
  callback: (a, b) => (a.callbackAt ?? '9').localeCompare(b.callbackAt ?? '9'),
};

/** A new list in the order asked for; as it came when nothing was asked. */
export function sorted(rows: readonly ActiveRow[], sort: { by: string; dir: 'asc' | 'desc' } | undefined): ActiveRow[] {
  const by = ACTIVE_SORTS.find((name) => name === sort?.by);
  if (!by) return [...rows];
  const sign = sort?.dir === 'desc' ? -1 : 1;
  return [...rows].sort((a, b) => sign * SORTS[by](a, b));
}
