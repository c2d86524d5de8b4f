/** What every portfolio pays, side by side: mode and tiers of telecallers and of field agents, and the way to change them. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Payment } from '../../../../core/contract/own-incentives';
import { PORTFOLIO_PAGE, type PortfolioRow, searchPortfolios } from '../../../../core/contract/portfolios';
import type { IncentiveType, Tier } from '../../../../core/domain/incentives';
import { formatRupees, formatRupeesShort } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge } from '../../../ui';
import { CellText, type Column, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList } from '../../lists';
import { searchProblem, useChoices, usePayments } from '../queries';

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

export function IncentiveList() {
  const navigate = useNavigate();
  const choices = useChoices();
  const payments = usePayments();
  const paid = payments.data;
  const columns = useCallback(
    (): Column<PortfolioRow>[] => [
      nameColumn('name', t('Portfolio'), (row) => row.name, { sort: true }),
      textColumn('client', t('Client'), (row) => row.client.name, { sort: true }),
      {
        id: 'mode',
        label: t('Mode'),
        cell: (row) => {
          if (!paid) return '';
          const type = (paid.ta.get(row.id) ?? paid.fa.get(row.id))?.incentiveType;
          if (!type) return <Badge icon="clock">{t('Pays nothing')}</Badge>;
          return type === 'Target' ? t('Target') : t('Efficiency');
        },
      },
      { id: 'ta', label: t('Telecallers'), cell: (row) => paid && <Pays payment={paid.ta.get(row.id)} /> },
      { id: 'fa', label: t('Field agents'), cell: (row) => paid && <Pays payment={paid.fa.get(row.id)} /> },
    ],
    [paid],
  );
  return (
    <EntityList
      name="incentives"
      under="portfolios"
      from={searchPortfolios}
      ask={{ active: 'true' }}
      pageSize={PORTFOLIO_PAGE}
      title={t('Incentive Structure')}
      noun={t('portfolios')}
      columns={columns}
      searchLabel={t('Portfolio, client or product')}
      filters={{
        client: {
          label: t('Client'),
          options: (choices.data?.clients ?? []).map((one) => ({ value: one.id, label: one.name })),
        },
      }}
      problem={({ error }) => searchProblem(error ?? payments.error)}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate(deskPaths.incentives({ portfolio: row.id }))}
      add={{ label: t('New Incentive Structure'), to: deskPaths.newIncentive() }}
      empty={{
        icon: 'rupee',
        title: t('No portfolio yet'),
        text: t('An incentive structure belongs to a portfolio. Create one first.'),
      }}
    />
  );
}
