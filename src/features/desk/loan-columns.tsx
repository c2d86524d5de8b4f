/** The list of loans: columns, filters and the views that come with it. */
import type { LoanRow } from '../../../core/contract/loan-list';
import { BUCKETS } from '../../../core/domain/buckets';
import { CLASSES, DISPOSITION_CLASSES } from '../../../core/domain/dispositions';
import { said, t } from '../../i18n';
import type { HomeKind } from '../../routes';
import { Badge, BucketBadge, DateText, Money } from '../../ui';
import {
  CellText,
  type Column,
  countColumn,
  dayFilter,
  type Filter,
  moneyColumn,
  nameColumn,
  numberFilter,
  type SavedView,
  textColumn,
} from '../../ui/kit';
import type { useReportChoices } from '../reports';

interface Totals {
  posPaise: number;
  tosPaise: number;
  overduePaise: number;
}
const TONES = { open: 'promise', kept: 'paid', broken: 'danger' } as const;

const STATES: Record<LoanRow['state'], string> = {
  active: 'Active',
  closed: 'Closed',
  settled: 'Settled',
  suppressed: 'Suppressed',
};
/** A loan's state in the user's words. */
export const stateWord = (state: LoanRow['state']): string => t(STATES[state]);

/** Whoever leads agents reads first who works a loan; whoever compares lenders, whose it is. */
const LEADING: Partial<Record<HomeKind, readonly string[]>> = {
  manager: ['held'],
  partner: ['held'],
  default: ['client', 'portfolio'],
};

/** In the order of the home that its reader has (specification 2.3: by role and agency). */
export function loanColumns(zone: string, totals: Totals | undefined, home?: HomeKind): Column<LoanRow>[] {
  const leading = (home && LEADING[home]) ?? [];
  const columns = columnsOf(zone, totals);
  const first = leading.flatMap((id) => columns.filter((column) => column.id === id));
  const [loan, number, ...rest] = columns.filter((column) => !first.includes(column));
  const shown = first.map(({ hidden: _, ...column }) => column);
  return [...(loan ? [loan] : []), ...(number ? [number] : []), ...shown, ...rest];
}

function columnsOf(zone: string, totals: Totals | undefined): Column<LoanRow>[] {
  const sum = (paise: number | undefined) => (paise === undefined ? undefined : <Money paise={paise} short />);
  const more = { hidden: true, notOnPhone: true };
  return [
    nameColumn('loan', t('Loan'), (row) => row.borrower, { sort: 'borrower', total: totals && t('All that match') }),
    textColumn('number', t('Number'), (row) => row.loanNumber, { sort: 'loanNumber' }),
    {
      id: 'dpd',
      label: 'DPD',
      end: true,
      sort: { by: 'dpd', first: 'desc' },
      cell: (row) => <BucketBadge bucket={row.bucket} dpd={row.dpd} />,
    },
    moneyColumn('overdue', t('Overdue'), (row) => row.overduePaise, { sort: true, total: sum(totals?.overduePaise) }),
    moneyColumn('pos', 'POS', (row) => row.posPaise, { sort: true, total: sum(totals?.posPaise) }),
    moneyColumn('tos', 'TOS', (row) => row.tosPaise, { ...more, sort: true, total: sum(totals?.tosPaise) }),
    moneyColumn('emi', 'EMI', (row) => row.emiPaise, more),
    {
      id: 'ptp',
      label: t('Promise'),
      sort: { by: 'ptpDueOn' },
      cell: (row) =>
        row.ptp ? (
          <Badge tone={TONES[row.ptp.status]} icon={row.ptp.status === 'broken' ? 'close' : 'promise'}>
            <Money paise={row.ptp.amountPaise} short /> <DateText value={row.ptp.dueOn} near />
          </Badge>
        ) : (
          <CellText quiet>—</CellText>
        ),
    },
    {
      id: 'last',
      label: t('Last contact'),
      sort: { by: 'lastAt', first: 'desc' },
      cell: (row) =>
        row.last ? (
          <span title={said(row.last.label)}>
            <DateText value={row.last.at} near zone={zone} /> <CellText quiet>{said(row.last.label)}</CellText>
          </span>
        ) : (
          <CellText quiet>{t('Never')}</CellText>
        ),
    },
    {
      id: 'state',
      label: t('State'),
      cell: (row) =>
        row.contactPaused ? (
          <Badge tone="blocked" icon="blocked">
            {t('Contact paused')}
          </Badge>
        ) : row.state === 'active' ? (
          t('Active')
        ) : (
          <Badge tone={row.state === 'suppressed' ? 'blocked' : 'neutral'}>{stateWord(row.state)}</Badge>
        ),
    },
    textColumn('held', t('Worked by'), (row) => row.heldBy.join(', '), { notOnPhone: true }),
    textColumn('city', t('Place'), (row) => [row.city, row.pincode].filter(Boolean).join(' ')),
    textColumn('client', t('Client'), (row) => row.client, { notOnPhone: true }),
    textColumn('portfolio', t('Portfolio'), (row) => row.portfolio, more),
    textColumn('product', t('Product'), (row) => row.product, more),
    countColumn('attempts', t('Attempts, 30 days'), (row) => row.attempts30d, more),
  ];
}

export const LOAN_FILTER_NAMES: readonly string[] = [
  'bucket',
  'ptp',
  'disposition_class',
  'state',
  'client',
  'portfolio',
  'agency',
  'manager',
  'agent',
  'dpd',
  'contacted',
];

type Choices = ReturnType<typeof useReportChoices>['data'];
/** Where there is nothing to choose between, nothing is offered. */
const choose = (name: string, label: string, choices: readonly { id: string; name: string }[] = []): Filter[] =>
  choices.length > 1
    ? [{ name, label, single: true, options: choices.map((one) => ({ value: one.id, label: one.name })) }]
    : [];

export const loanFilters = (choices: Choices): readonly Filter[] => [
  { name: 'bucket', label: t('Bucket'), options: BUCKETS.map((bucket) => ({ value: bucket, label: bucket })) },
  {
    name: 'ptp',
    label: t('Promise'),
    single: true,
    options: [
      { value: 'today', label: t('Due today') },
      { value: 'open', label: t('Open') },
      { value: 'broken', label: t('Broken') },
    ],
  },
  {
    name: 'disposition_class',
    label: t('Last outcome'),
    options: DISPOSITION_CLASSES.map((name) => ({ value: name, label: t(CLASSES[name].label) })),
  },
  {
    name: 'state',
    label: t('State'),
    options: (Object.keys(STATES) as LoanRow['state'][]).map((state) => ({ value: state, label: stateWord(state) })),
  },
  ...choose(
    'client',
    t('Client'),
    choices?.clients.map(({ name }) => ({ id: name, name })),
  ),
  ...choose('portfolio', t('Portfolio'), choices?.portfolios),
  ...choose('agency', t('Agency'), choices?.agencies),
  ...choose(
    'manager',
    t('Manager'),
    choices?.agents.filter(({ leads }) => leads),
  ),
  ...choose(
    'agent',
    t('Agent'),
    choices?.agents.filter(({ leads }) => !leads),
  ),
  numberFilter('dpd', 'DPD'),
  dayFilter('contacted', t('Last contact')),
];

export const loanViews = (): readonly SavedView[] => [
  { name: t('All'), search: '' },
  { name: t('Promised today'), search: 'ptp=today' },
  { name: t('Broken promises'), search: 'ptp=broken' },
  { name: t('90 days and more'), search: 'bucket=91-180%2C180-360%2C360%2B' },
];
