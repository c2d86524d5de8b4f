/** /revenues: what each person brought in a month, and what they cost. */
import { useNavigate } from 'react-router-dom';
import { type EmployeeRevenue, exportRevenue, listRevenue } from '../../../../core/contract/revenue';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Money } from '../../../ui';
import { type Column, countColumn, moneyColumn, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useMonth } from '../../targets';
import { employeeName } from '../fee-words';

const columns = ({ data }: Listing<typeof listRevenue>): Column<EmployeeRevenue>[] => {
  const total = (paise: number | undefined) => paise !== undefined && { total: <Money paise={paise} /> };
  return [
    nameColumn('name', t('Employee'), employeeName, { sort: true, total: t('Total') }),
    textColumn('agency', t('Agency'), (row) => row.agency),
    countColumn('payments', t('Payments'), (row) => row.payments, { notOnPhone: true }),
    moneyColumn('collected', t('Collected'), (row) => row.collectedPaise, {
      sort: true,
      ...total(data?.sums.collectedPaise),
    }),
    moneyColumn('fee', t('Fee'), (row) => row.feePaise, { sort: true, ...total(data?.sums.feePaise) }),
    moneyColumn('corrections', t('Corrections'), (row) => row.correctionsPaise, {
      notOnPhone: true,
      ...total(data?.sums.correctionsPaise),
    }),
    moneyColumn('cost', t('Cost'), (row) => row.costPaise, { sort: true, ...total(data?.sums.costPaise) }),
    moneyColumn('net', t('Net'), (row) => row.netPaise, { sort: true }),
  ];
};

export default function RevenuesPage() {
  const navigate = useNavigate();
  const { month, picker } = useMonth();
  return (
    <EntityList
      name="employee-revenue"
      from={listRevenue}
      ask={{ month }}
      title={t('Employee Revenue')}
      noun={t('people')}
      columns={columns}
      actions={picker}
      file={exportRevenue}
      searchLabel={t('Name or agency')}
      sort={{ by: 'fee', dir: 'desc' }}
      nameOf={employeeName}
      onOpen={(row) => navigate(deskPaths.editRevenue(row.id, month))}
      empty={{
        icon: 'rupee',
        title: t('Nobody collected anything in this month'),
        text: t('People appear here with the first payment that they record.'),
      }}
    />
  );
}
