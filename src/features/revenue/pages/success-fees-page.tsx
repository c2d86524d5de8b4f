/** /success-fees: what clients pay for money that was recovered. */
import { useNavigate } from 'react-router-dom';
import { listSuccessFees, type SuccessFee } from '../../../../core/contract/partners';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton } from '../../../ui';
import { type Column, nameColumn, statusColumn, textColumn } from '../../../ui/kit';
import { EntityList } from '../../lists';
import { monthWords } from '../../targets';
import { feeStateLook, percentWords } from '../fee-words';

const columns = (): Column<SuccessFee>[] => [
  nameColumn('client', t('Client'), (row) => row.client.name, { sort: true }),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio?.name ?? t('All')),
  textColumn('buckets', t('Buckets'), (row) => (row.buckets.length === 0 ? t('All') : row.buckets.join(', '))),
  textColumn('percent', t('Fee'), (row) => percentWords(row.percent), { sort: true }),
  textColumn('gst', t('GST'), (row) => percentWords(row.gstPercent), { notOnPhone: true }),
  textColumn(
    'partner',
    t('Partner'),
    (row) => row.partner && `${row.partner.name}, ${percentWords(row.partnerPercent)}`,
  ),
  textColumn('fromMonth', t('From'), (row) => monthWords(row.fromMonth), { sort: true }),
  textColumn('toMonth', t('Until'), (row) => (row.toMonth ? monthWords(row.toMonth) : t('Further notice'))),
  statusColumn('state', t('Status'), (row) => feeStateLook(row.state)),
];

export default function SuccessFeesPage() {
  const navigate = useNavigate();
  return (
    <EntityList
      name="success-fees"
      from={listSuccessFees}
      title={t('Success Fees')}
      noun={t('fees')}
      columns={columns}
      actions={<LinkButton to={deskPaths.clientRevenue()}>{t('Client Revenue')}</LinkButton>}
      searchLabel={t('Client, portfolio or partner')}
      filters={{ state: { label: t('Status'), words: (one) => feeStateLook(one).words } }}
      sort={{ by: 'client', dir: 'asc' }}
      nameOf={(row) => `${row.client.name}, ${percentWords(row.percent)}`}
      onOpen={(row) => navigate(deskPaths.editSuccessFee(row.id))}
      add={{ label: t('Add fee'), to: deskPaths.editSuccessFee('new') }}
      empty={{
        icon: 'rupee',
        title: t('No success fees yet'),
        text: t('A fee says what a client pays of the money that you recover. Client revenue is counted by it.'),
      }}
    />
  );
}
