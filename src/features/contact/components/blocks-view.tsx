import { blocksReport } from '../../../../core/contract/contact-rules';
import { dayOf, formatDateTime, formatDay, isDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Box, Card, Heading, Link, Row, Stack, Text } from '../../../ui';
import {
  CellText,
  type Column,
  countColumn,
  DayRange,
  dayColumn,
  type Look,
  statusColumn,
  Table,
  TableScroll,
  textColumn,
  useListAddress,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { CHANNEL_WORDS, RULE_WORDS } from '../contact-words';
import type { Blocks } from '../rule-queries';
import { RULES_HOLD } from './view-state';

type BlockRow = Blocks['rows'][number];

const kindLook = (kind: BlockRow['kind']): Look =>
  ({
    refused: { words: t('Held back'), tone: 'blocked' as const, icon: 'blocked' as const },
    outside: { words: t('Outside the rules'), tone: 'warn' as const, icon: 'alert' as const },
    warned: { words: t('With a warning'), tone: 'neutral' as const, icon: 'info' as const },
  })[kind];

const columns = ({ zone }: Listing<typeof blocksReport>): Column<BlockRow>[] => [
  {
    id: 'loan',
    label: t('Loan'),
    always: true,
    sort: { by: 'loan' },
    cell: (row) => (
      <>
        <Link to={deskPaths.loans({ loan: row.loanId })}>{row.loanNumber}</Link>
        <CellText quiet small clip="14rem">
          {row.borrower}
        </CellText>
      </>
    ),
  },
  statusColumn('kind', t('What happened'), (row) => kindLook(row.kind)),
  textColumn('rule', t('Rule'), (row) => t(RULE_WORDS[row.rule]), { sort: true }),
  textColumn('channel', t('Channel'), (row) => t(CHANNEL_WORDS[row.channel])),
  textColumn('agent', t('Person'), (row) => row.agent ?? t('The system'), { sort: true }),
  countColumn('times', t('Times'), (row) => row.times, { sort: true }),
  dayColumn('lastAt', t('Last'), (row) => row.lastAt, { zone, time: true, sort: true }),
  textColumn(
    'next',
    t('Was allowed from'),
    (row) => (row.nextLawfulAt ? formatDateTime(row.nextLawfulAt, zone) : t('Not by time')),
    { hidden: true },
  ),
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

const _dayIn = (address: URLSearchParams, name: string): string | undefined => {
  const value = address.get(name) ?? '';
  return isDay(value) ? value : undefined;
};

/** What was counted in the days, and by what. */
function Summary({ data, zone, pick }: { data: Blocks; zone: string; pick: (name: string) => (key: string) => void }) {
  const [address, setAddress] = useListAddress();
  const dayIn = (name: 'from' | 'to') => {
    const written = address.get(name) ?? '';
    return isDay(written) ? written : data[name];
  };
  const setDays = (range: { from: string; to: string }) =>
    setAddress(
      (held) => {
        for (const name of ['from', 'to'] as const)
          if (range[name]) held.set(name, range[name]);
          else held.delete(name);
        held.delete('page');
        return held;
      },
      { replace: true },
    );
  const days = { from: formatDay(data.from), to: formatDay(data.to) };
  return (
    <>
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
        <DayRange from={dayIn('from')} to={dayIn('to')} today={dayOf(Date.now(), zone)} onChange={setDays} />
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
    </>
  );
}

/** What the gate held back, counted and row by row. */
export function BlocksView() {
  const [address] = useListAddress();
  const day = (name: 'from' | 'to') => {
    const written = address.get(name) ?? '';
    return isDay(written) ? written : undefined;
  };
  return (
    <EntityList
      part="bare"
      name="contact-blocks"
      from={blocksReport}
      ask={{ from: day('from'), to: day('to') }}
      every={60_000}
      pageSize={25}
      title={t('Held back and outside the rules')}
      noun={t('rows')}
      columns={columns}
      above={({ data, zone, query, change }) =>
        data && (
          <Summary
            data={data}
            zone={zone}
            pick={(name) => (key) => change({ filters: { ...query.filters, [name]: [key] } })}
          />
        )
      }
      searchLabel={t('Search loans and people')}
      filters={{
        rule: { label: t('Rule'), words: (one) => t(RULE_WORDS[one]) },
        channel: { label: t('Channel'), words: (one) => t(CHANNEL_WORDS[one]) },
        kind: { label: t('What happened'), words: (one) => kindLook(one).words },
      }}
      problem={({ error }) => problemOf(error, RULES_HOLD())}
      sort={{ by: 'lastAt', dir: 'desc' }}
      keyOf={(row) => `${row.day} ${row.rule} ${row.channel} ${row.userId} ${row.loanId} ${row.kind}`}
      nameOf={(row) => `${row.loanNumber}, ${t(RULE_WORDS[row.rule])}`}
      empty={{
        icon: 'check',
        title: t('Nothing was held back'),
        text: t('Contacts that the rules do not allow are counted here, with the person, the rule and the day.'),
      }}
    />
  );
}
