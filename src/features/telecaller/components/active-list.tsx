/** The user's loans out of the device's own list: all of them or one queue, searched, sorted and paged without a network. */
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { BUCKETS } from '../../../../core/domain/buckets';
import { CALL_QUEUES, type CallQueue } from '../../../../core/domain/call-queues';
import { CALLS_OTHERWISE } from '../../../../core/domain/work-order';
import { t } from '../../../i18n';
import type { OfflineEngine } from '../../../offline/types';
import { deskPaths } from '../../../routes';
import { Button, EmptyState, Text } from '../../../ui';
import {
  heldList,
  holdKeys,
  PAGE_SIZE,
  RecordList,
  useKept,
  useListAddress,
  useListens,
  useTableQuery,
} from '../../../ui/kit';
import { useStore, useZone } from '../../session';
import { type ActiveRow, activeColumns, sorted } from '../columns';
import { useCallOrder, useNow, useQueues } from '../queries';
import { allLoans, factsOf, inOrder, workedToday } from '../queues';
import { QUEUE_WORDS } from '../words';
import { ListStatus } from './loans-status';

const NAMES = ['bucket', 'queue'];

export default function ActiveList({ engine, title }: { engine: OfflineEngine; title: string }) {
  const zone = useZone();
  const now = useNow();
  const order = useCallOrder();
  const go = useNavigate();
  const [, setSearch] = useListAddress();
  const { query, change } = useTableQuery(NAMES);
  const [pageSize, setPageSize] = useKept('table.active.size', PAGE_SIZE);
  const revision = useStore(engine.loans.revision);
  const ledger = useStore(engine.ledger);
  const queues = useQueues();
  const queue = CALL_QUEUES.find((name) => name === query.filters.queue?.[0]);
  // Callbacks stand by their time alone.
  const byRules = order.rules.length > 0 && queue !== 'callback';
  const columns = useMemo(() => activeColumns(zone, now, byRules), [zone, now, byRules]);
  const rows = useMemo(() => {
    void revision;
    const matches = allLoans(engine.loans, query.q);
    const fits = new Set(matches.map(({ id }) => id));
    const worked = workedToday(ledger, order.today, zone);
    const held = matches.map((loan) => ({
      loan,
      callbackAt: factsOf(loan, engine.loans, zone).callbackAt,
      worked: worked.has(loan.id),
    }));
    const all: ActiveRow[] = queue
      ? (queues?.[queue] ?? []).filter(({ loan }) => fits.has(loan.id))
      : byRules
        ? inOrder(held, engine.loans, order, CALLS_OTHERWISE)
        : held;
    const buckets = query.filters.bucket;
    return sorted(buckets?.length ? all.filter(({ loan }) => buckets.includes(loan.bucket)) : all, query.sort);
  }, [engine, revision, ledger, queues, queue, query, order, byRules, zone]);
  const shown = rows.slice((query.page - 1) * pageSize, query.page * pageSize);
  useListens('loans');
  const counts = (name: CallQueue) => queues?.[name].filter(({ worked }) => !worked).length ?? '';

  return (
    <RecordList<ActiveRow>
      name="active"
      title={title}
      noun={t('loans')}
      above={
        <>
          <ListStatus engine={engine} />
          {queue && (
            <Text size="small" tone="muted">
              {t(QUEUE_WORDS[queue].formula)}
            </Text>
          )}
        </>
      }
      tabs={[
        {
          name: 'queue',
          label: t('Queue'),
          first: '',
          options: [
            { value: '', label: t('All') },
            ...CALL_QUEUES.map((name) => ({ value: name, label: `${t(QUEUE_WORDS[name].name)} ${counts(name)}` })),
          ],
        },
      ]}
      searchLabel={t('Number, name, phone, pincode')}
      filters={[{ name: 'bucket', label: t('Bucket'), options: BUCKETS.map((value) => ({ value, label: value })) }]}
      columns={columns}
      result={heldList(shown, rows.length)}
      problem={undefined}
      zone={zone}
      query={query}
      change={change}
      pageSize={pageSize}
      onPageSize={setPageSize}
      keyOf={({ loan }) => loan.id}
      nameOf={({ loan }) => `${loan.borrower.name}, ${loan.loanNumber}`}
      onOpen={({ loan }) => {
        holdKeys(loan.id);
        void go(deskPaths.callManagement({ loanId: loan.id, loanNumber: loan.loanNumber, ...(queue && { queue }) }));
      }}
      narrowed={queue && { clear: () => setSearch('') }}
      unfit={
        <EmptyState
          icon="search"
          title={t('No loan fits')}
          action={<Button onClick={() => setSearch('')}>{t('Show all loans')}</Button>}
        >
          {queue ? t('Nobody is in this queue now.') : t('No loan has what was asked for.')}
        </EmptyState>
      }
      empty={
        <EmptyState icon="loans" title={t('No loans yet')}>
          {t('Loans show here once they are allocated to you.')}
        </EmptyState>
      }
    />
  );
}
