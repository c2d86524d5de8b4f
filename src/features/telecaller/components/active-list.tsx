/** The user's loans out of the device's own list: all of them or one queue, searched, sorted and paged without a network. */
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { BUCKETS } from '../../../../core/domain/buckets';
import { CALL_QUEUES, type CallQueue } from '../../../../core/domain/call-queues';
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
import { useNow, useQueues, useToday } from '../queries';
import { allLoans, factsOf, workedToday } from '../queues';
import { QUEUE_WORDS } from '../words';
import { ListStatus } from './loans-status';

const NAMES = ['bucket', 'queue'];

export default function ActiveList({ engine, title }: { engine: OfflineEngine; title: string }) {
  const zone = useZone();
  const now = useNow();
  const today = useToday();
  const go = useNavigate();
  const [, setSearch] = useListAddress();
  const { query, change } = useTableQuery(NAMES);
  const [pageSize, setPageSize] = useKept('table.active.size', PAGE_SIZE);
  const revision = useStore(engine.loans.revision);
  const ledger = useStore(engine.ledger);
  const queues = useQueues();
  const queue = CALL_QUEUES.find((name) => name === query.filters.queue?.[0]);
  const columns = useMemo(() => activeColumns(zone, now), [zone, now]);
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
