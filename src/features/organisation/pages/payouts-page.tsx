/** /agency-payout-history: what outside agencies are owed and were paid, month by month; each open beside the list. */
import { type AgencyPayout, exportPayouts, listPayouts } from '../../../../core/contract/payouts';
import { t } from '../../../i18n';
import { Money } from '../../../ui';
import {
  type Column,
  countColumn,
  dayColumn,
  moneyColumn,
  nameColumn,
  statusColumn,
  textColumn,
} from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useMonth } from '../../targets';
import { PayoutPanel } from '../components/payout-panel';
import { payoutLook } from '../payout-words';

const keyOf = (row: AgencyPayout) => `${row.agency.id}.${row.portfolio.id}`;

const columns = ({ data }: Listing<typeof listPayouts>): Column<AgencyPayout>[] => {
  const total = (paise: number | undefined) => paise !== undefined && { total: <Money paise={paise} /> };
  return [
    nameColumn('agency', t('Agency'), (row) => row.agency.name, { sort: true, total: t('Total') }),
    textColumn('portfolio', t('Portfolio'), (row) => row.portfolio.name, { sort: true }),
    moneyColumn('payout', t('Payout'), (row) => row.grossPaise, { sort: true, ...total(data?.sums.grossPaise) }),
    statusColumn('status', t('Status'), (row) => payoutLook(row.status), { sort: true }),
    moneyColumn('collected', t('Collected'), (row) => row.collectedPaise, {
      sort: true,
      ...total(data?.sums.collectedPaise),
    }),
    countColumn('agents', t('Agents'), (row) => row.agents),
    countColumn('payments', t('Payments'), (row) => row.payments, { notOnPhone: true }),
    textColumn('code', t('Code'), (row) => row.agency.code, { notOnPhone: true }),
    textColumn('reference', t('Reference'), (row) => row.reference),
    dayColumn('paidOn', t('Paid on'), (row) => row.paidOn),
  ];
};

export default function PayoutsPage() {
  const { month, picker } = useMonth();
  return (
    <EntityList
      name="agency-payouts"
      from={listPayouts}
      ask={{ month }}
      title={t('Agency Payout History')}
      noun={t('payouts')}
      columns={columns}
      actions={picker}
      file={exportPayouts}
      searchLabel={t('Agency, code or portfolio')}
      filters={{ status: { label: t('Status'), words: (one) => payoutLook(one).words } }}
      sort={{ by: 'payout', dir: 'desc' }}
      keyOf={keyOf}
      nameOf={(row) => `${row.agency.name}, ${row.portfolio.name}`}
      panel={({ id, close }) => {
        const [agencyId = '', portfolioId = ''] = id.split('.');
        return (
          portfolioId && <PayoutPanel key={`${id}.${month}`} of={{ agencyId, portfolioId, month }} onClose={close} />
        );
      }}
      empty={{
        icon: 'rupee',
        title: t('No outside agency collected in this month'),
        text: t('A payout appears here with the first payment that an agent of an outside agency records.'),
      }}
    />
  );
}
