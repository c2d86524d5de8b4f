import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ResponseOf } from '../../../../core/contract/kit';
import { type Breakdown, type landingBreakdown, NO_GROUP } from '../../../../core/contract/loan-list';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Card, chakra, EmptyState, Text } from '../../../ui';
import {
  CellText,
  type Column,
  countColumn,
  DataTable,
  moneyColumn,
  ProblemState,
  useTableSettings,
} from '../../../ui/kit';
import { BREAKDOWN_WORDS } from '../home-parts';
import { formatCount, percent } from '../landing-words';
import { useBreakdown } from '../queries';
import { AgentLinks } from './agent-links';

type Group = ResponseOf<typeof landingBreakdown>['data']['rows'][number];

const Tabs = chakra('div', {
  base: { display: 'flex', gap: '1', paddingInline: '3', overflowX: 'auto', scrollbarWidth: 'none' },
});
const Tab = chakra('button', {
  base: {
    minHeight: '2.75rem',
    paddingInline: '2.5',
    whiteSpace: 'nowrap',
    color: 'muted',
    fontWeight: 'medium',
    borderTop: '3px solid transparent',
    borderBottom: '3px solid transparent',
    _hover: { color: 'ink' },
    _pressed: { color: 'accent-ink', fontWeight: 'bold', borderBottomColor: 'accent' },
    _focusVisible: { outlineOffset: '-3px' },
  },
});

/** The server names people and places; what has neither is named here, in the user's language. */
const named = (by: Breakdown, row: Group): string =>
  row.key === NO_GROUP ? (by === 'agent' ? t('No agent') : t('No address')) : row.label;

const VALUES: Record<string, (row: Group) => number | string> = {
  label: (row) => row.label,
  loans: (row) => row.loans,
  pos: (row) => row.posPaise,
  overdue: (row) => row.overduePaise,
  attempted: (row) => row.attemptedToday / Math.max(1, row.loans),
  promised: (row) => row.promisedTodayPaise,
  today: (row) => row.collectedTodayPaise,
  month: (row) => row.collectedThisMonthPaise,
};

function sorted(rows: readonly Group[], sort: { by: string; dir: 'asc' | 'desc' }): Group[] {
  const value = VALUES[sort.by] ?? (() => 0);
  const sign = sort.dir === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    return sign * (typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y));
  });
}

/** Nothing is a dash. */
const money = (id: string, label: string, of: (row: Group) => number): Column<Group> =>
  moneyColumn(id, label, (row) => of(row) || null, { sort: true, short: true });

const columnsOf = (by: Breakdown): Column<Group>[] => [
  {
    id: 'label',
    label: t(BREAKDOWN_WORDS[by].column),
    sort: { by: 'label' },
    cell: (row) => <strong>{named(by, row)}</strong>,
  },
  countColumn('loans', t('Loans'), (row) => row.loans, { sort: true }),
  money('pos', 'POS', (row) => row.posPaise),
  money('overdue', t('Overdue'), (row) => row.overduePaise),
  {
    id: 'attempted',
    label: t('Attempted today'),
    end: true,
    sort: { by: 'attempted', first: 'desc' },
    cell: (row) => (
      <>
        {formatCount(row.attemptedToday)}
        {/* Whoever worked a loan that somebody else holds by now has attempts and perhaps no loans. */}
        {row.loans > 0 && <CellText quiet> {percent(row.attemptedToday, row.loans)} %</CellText>}
      </>
    ),
  },
  money('promised', t('Due today'), (row) => row.promisedTodayPaise),
  money('today', t('Collected today'), (row) => row.collectedTodayPaise),
  money('month', t('This month'), (row) => row.collectedThisMonthPaise),
  ...(by === 'agent'
    ? [
        {
          id: 'agent',
          label: t('Agent'),
          cell: (row: Group) => row.key !== NO_GROUP && <AgentLinks id={row.key} name={named(by, row)} />,
        },
      ]
    : []),
];

/** Today's figures by who works the loans, where they are or what they are; a row opens its loans. */
export function BreakdownCard({ kinds, mayList }: { kinds: readonly Breakdown[]; mayList: boolean }) {
  const navigate = useNavigate();
  const [by, setBy] = useState<Breakdown>(kinds[0] ?? 'client');
  const [sort, setSort] = useState<{ by: string; dir: 'asc' | 'desc' }>({ by: 'pos', dir: 'desc' });
  const { data, error, refetch, isPlaceholderData } = useBreakdown(by);
  const columns = useMemo(() => columnsOf(by), [by]);
  const settings = useTableSettings('breakdown', columns);
  const rows = useMemo(() => data && sorted(data.rows, sort), [data, sort]);
  return (
    <Card flush>
      <Tabs role="group" aria-label={t('Break the figures down')}>
        {kinds.map((kind) => (
          <Tab key={kind} type="button" aria-pressed={kind === by} onClick={() => setBy(kind)}>
            {t(BREAKDOWN_WORDS[kind].tab)}
          </Tab>
        ))}
      </Tabs>
      {error && !data ? (
        <ProblemState problem={problemOf(error)} retry={refetch} />
      ) : (
        <DataTable
          label={t(BREAKDOWN_WORDS[by].tab)}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.key}
          nameOf={(row) => named(by, row)}
          settings={settings}
          sort={sort}
          onSort={setSort}
          stale={isPlaceholderData}
          {...(mayList && {
            onOpen: (row: Group) =>
              void navigate(deskPaths.loans({ by, key: row.key, group: named(by, row), state: 'active' })),
          })}
          empty={
            <EmptyState icon="loans" title={t('Nothing to compare yet')}>
              {t('No active loan of yours has what this table goes by.')}
            </EmptyState>
          }
        />
      )}
      {data && data.more > 0 && (
        <Text size="small" tone="muted" paddingX="4" paddingY="2">
          {t('The {n} largest by principal outstanding; {more} more are left out.', {
            n: data.rows.length,
            more: formatCount(data.more),
          })}
        </Text>
      )}
    </Card>
  );
}
