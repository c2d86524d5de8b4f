/** The user's loans out of the device's own list: all of them or one queue, searched, sorted and paged without a network. */
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { BUCKETS } from '../../../../core/domain/buckets';
import { CALL_QUEUES, type CallQueue } from '../../../../core/domain/call-queues';
import { t } from '../../../i18n';
import type { OfflineEngine } from '../../../offline/types';
import { deskPaths } from '../../../routes';
import { Button, Card, ChipChoice, EmptyState, Stack, Text } from '../../../ui';
import {
  DataTable,
  DeskTitle,
  FilterBar,
  holdKeys,
  ListFoot,
  PAGE_SIZE,
  useKept,
  useListAddress,
  useListens,
  useTableQuery,
  useTableSettings,
} from '../../../ui/kit';
import { useStore, useZone } from '../../session';
import { type ActiveRow, activeColumns, sorted } from '../columns';
import { useNow, useQueues, useToday } from '../queries';
import { allLoans, factsOf, workedToday } from '../queues';
import { QUEUE_WORDS } from '../words';
import { ListStatus } from './loans-status';

const FILTERS = [
  { name: 'bucket', label: 'Bucket', options: BUCKETS.map((bucket) => ({ value: bucket, label: bucket })) },
];
const NAMES = FILTERS.map(({ name }) => name);

export default function ActiveList({ engine, title }: { engine: OfflineEngine; title: string }) {
  const zone = useZone();
  const now = useNow();
  const today = useToday();
  const go = useNavigate();
  const [search, setSearch] = useListAddress();
  const { query, change } = useTableQuery(NAMES);
  const [pageSize, setPageSize] = useKept('table.active.size', PAGE_SIZE);
  const revision = useStore(engine.loans.revision);
  const ledger = useStore(engine.ledger);
  const queues = useQueues();
  const queue = CALL_QUEUES.find((name) => name === search.get('queue'));
  const columns = useMemo(() => activeColumns(zone, now), [zone, now]);
  const settings = useTableSettings('active', columns);
  const rows = useMemo(() => {
    void revision;
    const matches = allLoans(engine.loans, query.q);
    const fits = new Set(matches.map(({ id }) => id));
    const worked = workedToday(ledger, today, zone);
    const all: ActiveRow[] = queue
      ? (queues?.[queue] ?? []).filter(({ loan }) => fits.has(loan.id))
      : matches.map((loan) => ({
          loan,
          callbackAt: factsOf(loan, engine.loans, zone).callbackAt,
          worked: worked.has(loan.id),
        }));
    const buckets = query.filters.bucket;
    return sorted(buckets?.length ? all.filter(({ loan }) => buckets.includes(loan.bucket)) : all, query.sort);
  }, [engine, revision, ledger, queues, queue, query, today, zone]);
  const shown = rows.slice((query.page - 1) * pageSize, query.page * pageSize);
  const choose = (next: CallQueue | 'all') =>
    setSearch((held) => {
      const changed = new URLSearchParams(held);
      if (next === 'all') changed.delete('queue');
      else changed.set('queue', next);
      changed.delete('page');
      return changed;
    });
  useListens('loans');
  const asked = query.q !== '' || Object.keys(query.filters).length > 0 || queue !== undefined;

  return (
    <Stack gap="3" minWidth="0">
      <DeskTitle>{title}</DeskTitle>
      <ListStatus engine={engine} />
      <ChipChoice
        label={t('Queue')}
        value={queue ?? 'all'}
        onChange={choose}
        options={[
          { value: 'all', label: t('All') },
          ...CALL_QUEUES.map((name) => ({
            value: name,
            label: `${t(QUEUE_WORDS[name].name)} ${queues ? queues[name].filter(({ worked }) => !worked).length : ''}`,
          })),
        ]}
      />
      {queue && (
        <Text size="small" tone="muted">
          {t(QUEUE_WORDS[queue].formula)}
        </Text>
      )}
      <Card flush>
        <FilterBar
          searchLabel={t('Number, name, phone, pincode')}
          query={query}
          onChange={change}
          filters={FILTERS.map((filter) => ({ ...filter, label: t(filter.label) }))}
          settings={settings}
          columns={columns}
        />
        <DataTable<ActiveRow>
          label={title}
          columns={columns}
          rows={shown}
          keyOf={({ loan }) => loan.id}
          nameOf={({ loan }) => `${loan.borrower.name}, ${loan.loanNumber}`}
          settings={settings}
          sort={query.sort}
          onSort={(sort) => change({ sort })}
          onOpen={({ loan }) => {
            holdKeys(loan.id);
            void go(
              deskPaths.callManagement({ loanId: loan.id, loanNumber: loan.loanNumber, ...(queue && { queue }) }),
            );
          }}
          empty={
            asked ? (
              <EmptyState
                icon="search"
                title={t('No loan fits')}
                action={<Button onClick={() => setSearch('')}>{t('Show all loans')}</Button>}
              >
                {queue ? t('Nobody is in this queue now.') : t('No loan has what was asked for.')}
              </EmptyState>
            ) : (
              <EmptyState icon="loans" title={t('No loans yet')}>
                {t('Loans show here once they are allocated to you.')}
              </EmptyState>
            )
          }
        />
        {rows.length > 0 && (
          <ListFoot
            page={query.page}
            pageSize={pageSize}
            total={rows.length}
            noun={t('loans')}
            onPage={(page) => change({ page })}
            onPageSize={(size) => {
              setPageSize(size);
              change({ page: 1 });
            }}
          />
        )}
      </Card>
    </Stack>
  );
}
