/** What every portfolio pays, side by side: mode and tiers of telecallers and of field agents, and the way to change them. */
import { useMemo } from 'react';
import { PORTFOLIO_PAGE, PORTFOLIO_SORTS, type PortfolioRow } from '../../../../core/contract/portfolios';
import type { IncentiveType, Tier } from '../../../../core/domain/incentives';
import { formatRupees, formatRupeesShort } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import { Badge, EmptyState } from '../../../ui';
import { CellText, type Column, RecordList, useTableQuery } from '../../../ui/kit';
import { useZone } from '../../session';
import { listOf, type Payment, searchProblem, useChoices, usePayments, usePortfolios } from '../queries';

const FILTERS = ['client'] as const;
const plain = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** "₹500 to ₹2,000 · 3 tiers" a month, and from where the first rupee is earned; a tier of ₹0 only says where that is not yet so. */
function tierWords(tiers: readonly Tier[], type: IncentiveType): { pays: string; from: string } {
  const paying = tiers.filter(({ amount }) => amount > 0);
  const amounts = paying.map(({ amount }) => amount);
  const least = formatRupees(Math.min(...amounts) * 100);
  const most = formatRupees(Math.max(...amounts) * 100);
  const first = Math.min(...paying.map(({ min }) => min));
  return {
    pays: `${least === most ? most : t('{least} to {most}', { least, most })} · ${tn(tiers.length, '{n} tier', '{n} tiers')}`,
    from: t('from {amount}', {
      amount: type === 'Target' ? formatRupeesShort(first * 100) : `${plain.format(first)} %`,
    }),
  };
}

function Pays({ payment }: { payment: Payment | undefined }) {
  if (!payment?.tiers.some(({ amount }) => amount > 0)) return <CellText quiet>{t('No tier yet.')}</CellText>;
  const { pays, from } = tierWords(payment.tiers, payment.incentiveType);
  return (
    <span>
      {pays}{' '}
      <CellText quiet small>
        {from}
      </CellText>
    </span>
  );
}

export function IncentiveList({ onOpen }: { onOpen: (id: string) => void }) {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const choices = useChoices();
  const payments = usePayments();
  const portfolios = usePortfolios(
    {
      pageNumber: query.page,
      pageSize: PORTFOLIO_PAGE,
      q: query.q || undefined,
      client: query.filters.client?.[0],
      sort: PORTFOLIO_SORTS.find((one) => one === query.sort?.by),
      dir: query.sort?.dir,
    },
    { active: 'true' },
  );
  const paid = payments.data;
  const columns = useMemo<Column<PortfolioRow>[]>(
    () => [
      {
        id: 'name',
        label: t('Portfolio'),
        always: true,
        sort: { by: 'name' },
        cell: (row) => <CellText strong>{row.name}</CellText>,
      },
      { id: 'client', label: t('Client'), sort: { by: 'client' }, cell: (row) => row.client.name },
      {
        id: 'mode',
        label: t('Mode'),
        cell: (row) => {
          const type = (paid?.ta.get(row.id) ?? paid?.fa.get(row.id))?.incentiveType;
          if (!type) return <Badge icon="clock">{t('Pays nothing')}</Badge>;
          return type === 'Target' ? t('Target') : t('Efficiency');
        },
      },
      { id: 'ta', label: t('Telecallers'), cell: (row) => <Pays payment={paid?.ta.get(row.id)} /> },
      { id: 'fa', label: t('Field agents'), cell: (row) => <Pays payment={paid?.fa.get(row.id)} /> },
    ],
    [paid],
  );
  const list = listOf(portfolios);
  return (
    <RecordList
      bare
      name="incentives"
      title={t('Incentive structures')}
      noun={t('portfolios')}
      searchLabel={t('Portfolio, client or product')}
      filters={[
        {
          name: 'client',
          label: t('Client'),
          single: true,
          options: (choices.data?.clients ?? []).map((one) => ({ value: one.id, label: one.name })),
        },
      ]}
      columns={columns}
      result={{
        ...list,
        data: paid && list.data,
        refetch: () => Promise.all([portfolios.refetch(), payments.refetch()]),
      }}
      problem={searchProblem(portfolios.error ?? payments.error)}
      zone={zone}
      query={query}
      change={change}
      sort={{ by: 'name', dir: 'asc' }}
      pageSize={PORTFOLIO_PAGE}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      onOpen={(row) => onOpen(row.id)}
      empty={
        <EmptyState icon="rupee" title={t('No portfolio yet')}>
          {t('An incentive structure belongs to a portfolio. Create one first.')}
        </EmptyState>
      }
    />
  );
}
