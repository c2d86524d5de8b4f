/** /client-revenue: what clients owe for a month and what came of it; each opens beside the list. */
import { type ClientFee, exportClientRevenue, listClientRevenue } from '../../../../core/contract/revenue';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton, Money } from '../../../ui';
import { type Column, dayColumn, moneyColumn, nameColumn, statusColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useMonth } from '../../targets';
import { ClientFeePanel } from '../components/client-fee-panel';
import { clientFeeLook } from '../fee-words';

const keyOf = (row: ClientFee) => `${row.client.id}.${row.portfolio.id}`;

const columns = ({ data }: Listing<typeof listClientRevenue>): Column<ClientFee>[] => {
  const total = (paise: number | undefined) => paise !== undefined && { total: <Money paise={paise} /> };
  return [
    nameColumn('client', t('Client'), (row) => row.client.name, { sort: true, total: t('Total') }),
    textColumn('portfolio', t('Portfolio'), (row) => row.portfolio.name, { sort: true }),
    moneyColumn('collected', t('Collected'), (row) => row.collectedPaise, {
      sort: true,
      ...total(data?.sums.collectedPaise),
    }),
    moneyColumn('fee', t('Fee'), (row) => row.feePaise, { sort: true, ...total(data?.sums.feePaise) }),
    moneyColumn('gst', t('GST'), (row) => row.gstPaise, { notOnPhone: true, ...total(data?.sums.gstPaise) }),
    moneyColumn('partner', t('To partners'), (row) => row.partnerPaise, {
      notOnPhone: true,
      ...total(data?.sums.partnerPaise),
    }),
    statusColumn('status', t('Status'), (row) => clientFeeLook(row.status), { sort: true }),
    textColumn('invoice', t('Invoice'), (row) => row.invoiceNumber),
    moneyColumn('received', t('Received'), (row) => row.receivedPaise, { ...total(data?.sums.receivedPaise) }),
    dayColumn('receivedOn', t('Received on'), (row) => row.receivedOn, { notOnPhone: true }),
  ];
};

export default function ClientRevenuePage() {
  const { month, picker } = useMonth();
  return (
    <EntityList
      name="client-revenue"
      from={listClientRevenue}
      ask={{ month }}
      title={t('Client Revenue')}
      noun={t('fees')}
      columns={columns}
      actions={
        <>
          {picker}
          <LinkButton to={deskPaths.successFees()}>{t('Success Fees')}</LinkButton>
        </>
      }
      file={exportClientRevenue}
      searchLabel={t('Client, portfolio or invoice')}
      filters={{ status: { label: t('Status'), words: (one) => clientFeeLook(one).words } }}
      sort={{ by: 'fee', dir: 'desc' }}
      keyOf={keyOf}
      nameOf={(row) => `${row.client.name}, ${row.portfolio.name}`}
      panel={({ id, close }) => {
        const [clientId = '', portfolioId = ''] = id.split('.');
        return (
          portfolioId && <ClientFeePanel key={`${id}.${month}`} of={{ clientId, portfolioId, month }} onClose={close} />
        );
      }}
      empty={{
        icon: 'rupee',
        title: t('Nothing was collected in this month'),
        text: t(
          'A row appears here with the first payment of a client’s borrower. Its fee is counted by Success Fees.',
        ),
      }}
    />
  );
}
