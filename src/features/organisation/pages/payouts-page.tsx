/** /agency-payout-history: what outside agencies are owed and were paid, month by month; each open beside the list. */
import { useMemo } from 'react';
import { type AgencyPayout, PAYOUT_SORTS, PAYOUT_STATUSES } from '../../../../core/contract/payouts';
import { dayOf, isDay } from '../../../../core/domain/dates';
import { monthOf } from '../../../../core/domain/working-days';
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, DateText, EmptyState, Money, Stack, Text } from '../../../ui';
import {
  type Column,
  DeskPage,
  MonthPicker,
  ProblemNote,
  pageOf,
  RecordList,
  useListAddress,
  useOpen,
  useTableQuery,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { PayoutPanel } from '../components/payout-panel';
import { usePayoutFile, usePayouts } from '../payout-queries';
import { PayoutBadge, payoutStatusWords } from '../payout-words';

const FILTERS = ['status'] as const;
const keyOf = (row: AgencyPayout) => `${row.agency.id}.${row.portfolio.id}`;

interface Sums {
  collectedPaise: number;
  grossPaise: number;
  paidPaise: number;
}

function columns(sums: Sums | undefined): Column<AgencyPayout>[] {
  return [
    {
      id: 'agency',
      label: t('Agency'),
      always: true,
      sort: { by: 'agency' },
      total: t('Total'),
      cell: (row) => (
        <Text as="span" strong truncate maxWidth="16rem" title={row.agency.name}>
          {row.agency.name}
        </Text>
      ),
    },
    { id: 'portfolio', label: t('Portfolio'), sort: { by: 'portfolio' }, cell: (row) => row.portfolio.name },
    {
      id: 'payout',
      label: t('Payout'),
      end: true,
      sort: { by: 'payout', first: 'desc' },
      total: sums && <Money paise={sums.grossPaise} />,
      cell: (row) => <Money paise={row.grossPaise} />,
    },
    {
      id: 'status',
      label: t('Status'),
      sort: { by: 'status' },
      cell: (row) => <PayoutBadge status={row.status} />,
    },
    {
      id: 'collected',
      label: t('Collected'),
      end: true,
      sort: { by: 'collected', first: 'desc' },
      total: sums && <Money paise={sums.collectedPaise} />,
      cell: (row) => <Money paise={row.collectedPaise} />,
    },
    { id: 'agents', label: t('Agents'), end: true, cell: (row) => row.agents },
    { id: 'payments', label: t('Payments'), end: true, notOnPhone: true, cell: (row) => row.payments },
    { id: 'code', label: t('Code'), notOnPhone: true, cell: (row) => row.agency.code },
    { id: 'reference', label: t('Reference'), cell: (row) => row.reference ?? '—' },
    { id: 'paidOn', label: t('Paid on'), cell: (row) => (row.paidOn ? <DateText value={row.paidOn} /> : '—') },
  ];
}

export default function PayoutsPage() {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const [address, setAddress] = useListAddress();
  const [open, setOpen] = useOpen();
  const current = monthOf(dayOf(Date.now(), zone));
  const asked = address.get('month') ?? '';
  const month = isDay(asked) && asked.endsWith('-01') ? asked : current;
  const { page, size, ...filters } = pageOf(query, PAYOUT_SORTS, FILTERS);
  const payouts = usePayouts({ month, ...filters, page, size });
  const file = usePayoutFile();
  const { data } = payouts;
  const shown = useMemo(() => columns(data?.sums), [data?.sums]);
  const [agencyId = '', portfolioId = ''] = open.split('.');
  const goTo = (next: string) =>
    setAddress(
      (held) => {
        const changed = new URLSearchParams(held);
        changed.set('month', next);
        for (const gone of ['page', 'open']) changed.delete(gone);
        return changed;
      },
      { replace: true },
    );
  return (
    <DeskPage beside={portfolioId !== ''}>
      <Stack gap="3" minWidth="0">
        {file.error && <ProblemNote tone="danger" problem={failedWrite(file.error)} />}
        <RecordList
          name="agency-payouts"
          title={t('Agency Payout History')}
          noun={t('payouts')}
          actions={
            <>
              <MonthPicker month={month} words={monthWords(month)} onChange={goTo} />
              <Button
                icon="download"
                busy={file.isPending}
                disabled={!data?.total}
                onClick={() => file.mutate({ month, ...filters })}
              >
                {t('Export CSV')}
              </Button>
            </>
          }
          searchLabel={t('Agency, code or portfolio')}
          filters={[
            {
              name: 'status',
              label: t('Status'),
              options: PAYOUT_STATUSES.map((one) => ({ value: one, label: payoutStatusWords(one) })),
            },
          ]}
          columns={shown}
          result={payouts}
          problem={problemOf(payouts.error)}
          zone={zone}
          query={query}
          change={change}
          sort={{ by: 'payout', dir: 'desc' }}
          keyOf={keyOf}
          nameOf={(row) => `${row.agency.name}, ${row.portfolio.name}`}
          onOpen={(row) => setOpen(keyOf(row))}
          openKey={open}
          empty={
            <EmptyState icon="rupee" title={t('No outside agency collected in this month')}>
              {t('A payout appears here with the first payment that an agent of an outside agency records.')}
            </EmptyState>
          }
        />
      </Stack>
      {portfolioId !== '' && (
        <PayoutPanel key={`${open}.${month}`} of={{ agencyId, portfolioId, month }} onClose={() => setOpen('')} />
      )}
    </DeskPage>
  );
}
