import { useMemo } from 'react';
import { CONTACT_CHANNELS, RULE_IDS } from '../../../../core/domain/contact-gate';
import { dayOf, formatDateTime, formatDay, isDay } from '../../../../core/domain/dates';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Box, Card, EmptyState, Heading, type IconName, Link, Row, Stack, Text, type Tone } from '../../../ui';
import {
  type Column,
  DataTable,
  DayRange,
  type Filter,
  FilterBar,
  ListFoot,
  Table,
  TableScroll,
  useListAddress,
  useTableQuery,
  useTableSettings,
} from '../../../ui/kit';
import { CHANNEL_WORDS, RULE_WORDS } from '../contact-words';
import { type Blocks, type BlocksQuery, useBlocks } from '../rule-queries';
import { ViewState } from './view-state';

type BlockRow = Blocks['rows'][number];
const PAGE_SIZE = 25;
const FILTERS = ['rule', 'channel', 'kind'];
const SORTS = ['lastAt', 'times', 'loan', 'agent', 'rule'] as const;

const KINDS = {
  refused: { label: 'Held back', tone: 'blocked', icon: 'blocked' },
  outside: { label: 'Outside the rules', tone: 'warn', icon: 'alert' },
  warned: { label: 'With a warning', tone: 'neutral', icon: 'info' },
} as const satisfies Record<BlockRow['kind'], { label: string; tone: Tone; icon: IconName }>;
const KIND_NAMES = ['refused', 'outside', 'warned'] as const;

const kindBadge = (kind: BlockRow['kind']) => (
  <Badge tone={KINDS[kind].tone} icon={KINDS[kind].icon}>
    {t(KINDS[kind].label)}
  </Badge>
);

const columnsOf = (zone: string): Column<BlockRow>[] => [
  {
    id: 'loan',
    label: t('Loan'),
    always: true,
    sort: { by: 'loan' },
    cell: (row) => (
      <Stack gap="0">
        <Link to={deskPaths.loans({ loan: row.loanId })}>{row.loanNumber}</Link>
        <Text as="span" size="small" tone="muted" truncate maxWidth="14rem">
          {row.borrower}
        </Text>
      </Stack>
    ),
  },
  { id: 'kind', label: t('What happened'), cell: (row) => kindBadge(row.kind) },
  { id: 'rule', label: t('Rule'), sort: { by: 'rule' }, cell: (row) => t(RULE_WORDS[row.rule]) },
  { id: 'channel', label: t('Channel'), cell: (row) => t(CHANNEL_WORDS[row.channel]) },
  { id: 'agent', label: t('Person'), sort: { by: 'agent' }, cell: (row) => row.agent ?? t('The system') },
  { id: 'times', label: t('Times'), end: true, sort: { by: 'times', first: 'desc' }, cell: (row) => row.times },
  {
    id: 'lastAt',
    label: t('Last'),
    sort: { by: 'lastAt', first: 'desc' },
    cell: (row) => formatDateTime(row.lastAt, zone),
  },
  {
    id: 'next',
    label: t('Was allowed from'),
    hidden: true,
    cell: (row) => (row.nextLawfulAt ? formatDateTime(row.nextLawfulAt, zone) : t('Not by time')),
  },
];

/** One breakdown; a row narrows the list below to it. */
function Counts({
  title,
  rows,
  onPick,
}: {
  title: string;
  rows: { key: string; name: string; refused: number; outside: number; warned: number }[];
  onPick?: (key: string) => void;
}) {
  return (
    <Card flush>
      <Stack gap="0">
        <Heading padding="4" paddingBottom="2">
          {title}
        </Heading>
        <TableScroll>
          <Table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{title}</th>
                <th scope="col" className="num">
                  {t('Held back')}
                </th>
                <th scope="col" className="num">
                  {t('Outside')}
                </th>
                <th scope="col" className="num">
                  {t('Warned')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, 8).map((row) => (
                <tr key={row.key}>
                  <td>
                    {onPick ? (
                      <button
                        type="button"
                        style={{ cursor: 'pointer', textAlign: 'start' }}
                        onClick={() => onPick(row.key)}
                      >
                        {row.name}
                      </button>
                    ) : (
                      row.name
                    )}
                  </td>
                  <td className="num">{row.refused}</td>
                  <td className="num">{row.outside}</td>
                  <td className="num">{row.warned}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      </Stack>
    </Card>
  );
}

const dayIn = (address: URLSearchParams, name: string): string | undefined => {
  const value = address.get(name) ?? '';
  return isDay(value) ? value : undefined;
};

export function BlocksView({ zone }: { zone: string }) {
  const [address, setAddress] = useListAddress();
  const { query, change } = useTableQuery(FILTERS);
  const [from, to] = [dayIn(address, 'from'), dayIn(address, 'to')];
  const one = <Value extends string>(name: string, among: readonly Value[]) =>
    among.find((value) => value === query.filters[name]?.[0]);
  const sort = SORTS.find((name) => name === query.sort?.by) ?? 'lastAt';
  const dir = query.sort?.dir ?? 'desc';
  const asked: BlocksQuery = {
    ...(from && { from }),
    ...(to && { to }),
    rule: one('rule', RULE_IDS),
    channel: one('channel', CONTACT_CHANNELS),
    kind: one('kind', KIND_NAMES),
    q: query.q || undefined,
    sort,
    dir,
    page: query.page,
    size: PAGE_SIZE,
  };
  const blocks = useBlocks(asked, true);
  const columns = useMemo(() => columnsOf(zone), [zone]);
  const settings = useTableSettings('contact-blocks', columns);
  const { data } = blocks;
  const filters: Filter[] = [
    {
      name: 'rule',
      label: t('Rule'),
      single: true,
      options: RULE_IDS.map((value) => ({ value, label: t(RULE_WORDS[value]) })),
    },
    {
      name: 'channel',
      label: t('Channel'),
      single: true,
      options: CONTACT_CHANNELS.map((value) => ({ value, label: t(CHANNEL_WORDS[value]) })),
    },
    {
      name: 'kind',
      label: t('What happened'),
      single: true,
      options: KIND_NAMES.map((value) => ({ value, label: t(KINDS[value].label) })),
    },
  ];
  const setDays = (range: { from: string; to: string }) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ['from', 'to'] as const)
          if (range[name]) next.set(name, range[name]);
          else next.delete(name);
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  const pick = (name: string) => (key: string) => change({ filters: { ...query.filters, [name]: [key] } });
  if (!data) return <ViewState error={blocks.error} retry={() => void blocks.refetch()} />;
  const days = { from: formatDay(data.from), to: formatDay(data.to) };
  return (
    <Stack gap="4">
      <Row apart gap="3" alignItems="flex-end">
        <Text>
          {tn(
            data.totals.refused,
            '{n} contact was held back from {from} to {to}; {outside} took place outside the rules.',
            '{n} contacts were held back from {from} to {to}; {outside} took place outside the rules.',
            { ...days, outside: data.totals.outside },
          )}{' '}
          {data.totals.warned > 0 &&
            tn(data.totals.warned, '{n} had a warning.', '{n} had a warning.', { n: data.totals.warned })}
        </Text>
        <DayRange from={from ?? data.from} to={to ?? data.to} today={dayOf(Date.now(), zone)} onChange={setDays} />
      </Row>
      {data.total > 0 && (
        <Box
          display="grid"
          gap="4"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        >
          <Counts
            title={t('Rule')}
            rows={data.byRule.map((row) => ({ ...row, key: row.rule, name: t(RULE_WORDS[row.rule]) }))}
            onPick={pick('rule')}
          />
          <Counts
            title={t('Channel')}
            rows={data.byChannel.map((row) => ({ ...row, key: row.channel, name: t(CHANNEL_WORDS[row.channel]) }))}
            onPick={pick('channel')}
          />
          <Counts
            title={t('Person')}
            rows={data.byUser.map((row) => ({
              ...row,
              key: row.userId ?? 'system',
              name: row.name ?? t('The system'),
            }))}
          />
          <Counts
            title={t('Day')}
            rows={[...data.byDay].reverse().map((row) => ({ ...row, key: row.day, name: formatDay(row.day) }))}
          />
        </Box>
      )}
      <FilterBar
        query={query}
        onChange={change}
        filters={filters}
        searchLabel={t('Search loans and people')}
        columns={columns}
        settings={settings}
      />
      <Card flush>
        <DataTable
          label={t('Held back and outside the rules')}
          columns={columns}
          rows={data.rows}
          keyOf={(row) => `${row.day} ${row.rule} ${row.channel} ${row.userId} ${row.loanId} ${row.kind}`}
          nameOf={(row) => `${row.loanNumber}, ${t(RULE_WORDS[row.rule])}`}
          settings={settings}
          sort={{ by: sort, dir }}
          onSort={(next) => change({ sort: next })}
          stale={blocks.isPlaceholderData}
          empty={
            <EmptyState icon="check" title={t('Nothing was held back')}>
              {t('Contacts that the rules do not allow are counted here, with the person, the rule and the day.')}
            </EmptyState>
          }
        />
        {data.total > PAGE_SIZE && (
          <ListFoot
            page={query.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            noun={t('rows')}
            onPage={(page) => change({ page })}
          />
        )}
      </Card>
    </Stack>
  );
}
