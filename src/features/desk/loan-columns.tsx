/** The list of loans: columns, filters and the views that come with it. */
import type { LoanRow } from '../../../core/contract/loan-list';
import { BUCKETS } from '../../../core/domain/buckets';
import { DISPOSITION_CLASSES } from '../../../core/domain/dispositions';
import { Badge, BucketBadge, DateText, Money, Stack, Text } from '../../ui';
import type { Column, Filter, SavedView } from '../../ui/kit';

interface Totals {
  posPaise: number;
  tosPaise: number;
  overduePaise: number;
}
const TONES = { open: 'promise', kept: 'paid', broken: 'danger' } as const;

const words = (name: string) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ');

export function loanColumns(zone: string, totals: Totals | undefined): Column<LoanRow>[] {
  const sum = (paise: number | undefined) => paise !== undefined && <Money paise={paise} short />;
  return [
    {
      id: 'loan',
      label: 'Loan',
      always: true,
      sort: { by: 'borrower' },
      cell: (row) => (
        <Stack gap="0" lineHeight={1.2}>
          <Text as="span" strong truncate maxWidth="14rem" title={row.borrower}>
            {row.borrower}
          </Text>
        </Stack>
      ),
      total: 'All that match',
    },
    { id: 'number', label: 'Number', sort: { by: 'loanNumber' }, cell: (row) => row.loanNumber },
    {
      id: 'dpd',
      label: 'DPD',
      end: true,
      sort: { by: 'dpd', first: 'desc' },
      cell: (row) => <BucketBadge bucket={row.bucket} dpd={row.dpd} />,
    },
    {
      id: 'overdue',
      label: 'Overdue',
      end: true,
      sort: { by: 'overdue', first: 'desc' },
      cell: (row) => <Money paise={row.overduePaise} />,
      total: sum(totals?.overduePaise),
    },
    {
      id: 'pos',
      label: 'POS',
      end: true,
      sort: { by: 'pos', first: 'desc' },
      cell: (row) => <Money paise={row.posPaise} />,
      total: sum(totals?.posPaise),
    },
    {
      id: 'tos',
      label: 'TOS',
      end: true,
      hidden: true,
      notOnPhone: true,
      sort: { by: 'tos', first: 'desc' },
      cell: (row) => <Money paise={row.tosPaise} />,
      total: sum(totals?.tosPaise),
    },
    {
      id: 'emi',
      label: 'EMI',
      end: true,
      hidden: true,
      notOnPhone: true,
      cell: (row) => <Money paise={row.emiPaise} />,
    },
    {
      id: 'ptp',
      label: 'Promise',
      sort: { by: 'ptpDueOn' },
      cell: (row) =>
        row.ptp ? (
          <Badge tone={TONES[row.ptp.status]} icon={row.ptp.status === 'broken' ? 'close' : 'promise'}>
            <Money paise={row.ptp.amountPaise} short /> <DateText value={row.ptp.dueOn} near />
          </Badge>
        ) : (
          <Text as="span" tone="muted">
            —
          </Text>
        ),
    },
    {
      id: 'last',
      label: 'Last contact',
      sort: { by: 'lastAt', first: 'desc' },
      cell: (row) =>
        row.last ? (
          <span title={row.last.label}>
            <DateText value={row.last.at} near zone={zone} />{' '}
            <Text as="span" tone="muted">
              {row.last.label}
            </Text>
          </span>
        ) : (
          <Text as="span" tone="muted">
            Never
          </Text>
        ),
    },
    {
      id: 'state',
      label: 'State',
      cell: (row) =>
        row.contactPaused ? (
          <Badge tone="blocked" icon="blocked">
            Contact paused
          </Badge>
        ) : row.state === 'active' ? (
          'Active'
        ) : (
          <Badge tone={row.state === 'suppressed' ? 'blocked' : 'neutral'}>{words(row.state)}</Badge>
        ),
    },
    { id: 'held', label: 'Worked by', notOnPhone: true, cell: (row) => row.heldBy.join(', ') || '—' },
    { id: 'city', label: 'Place', cell: (row) => [row.city, row.pincode].filter(Boolean).join(' ') || '—' },
    { id: 'client', label: 'Client', notOnPhone: true, cell: (row) => row.client },
    { id: 'portfolio', label: 'Portfolio', hidden: true, notOnPhone: true, cell: (row) => row.portfolio },
    { id: 'product', label: 'Product', hidden: true, notOnPhone: true, cell: (row) => row.product },
    {
      id: 'attempts',
      label: 'Attempts, 30 days',
      end: true,
      hidden: true,
      notOnPhone: true,
      cell: (row) => row.attempts30d,
    },
  ];
}

export const LOAN_FILTERS: readonly Filter[] = [
  { name: 'bucket', label: 'Bucket', options: BUCKETS.map((bucket) => ({ value: bucket, label: bucket })) },
  {
    name: 'ptp',
    label: 'Promise',
    single: true,
    options: [
      { value: 'today', label: 'Due today' },
      { value: 'open', label: 'Open' },
      { value: 'broken', label: 'Broken' },
    ],
  },
  {
    name: 'disposition_class',
    label: 'Last outcome',
    options: DISPOSITION_CLASSES.map((name) => ({ value: name, label: words(name) })),
  },
  {
    name: 'state',
    label: 'State',
    options: ['active', 'closed', 'settled', 'suppressed'].map((state) => ({ value: state, label: words(state) })),
  },
];

export const LOAN_VIEWS: readonly SavedView[] = [
  { name: 'All', search: '' },
  { name: 'Promised today', search: 'ptp=today' },
  { name: 'Broken promises', search: 'ptp=broken' },
  { name: '90 days and more', search: 'bucket=91-180%2C180-360%2C360%2B' },
];
