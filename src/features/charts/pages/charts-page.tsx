/** /data-visualizations: the charts of the tenant; one opens in its form. */
import { useNavigate } from 'react-router-dom';
import { type Chart, listCharts } from '../../../../core/contract/charts';
import { roleLabel } from '../../../../core/domain/roles';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { type Column, dayColumn, nameColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { daysWords, kindWords, reportWords } from '../words';

const columns = ({ zone }: Listing<typeof listCharts>): Column<Chart>[] => [
  nameColumn('name', t('Chart'), (row) => row.name, { sort: true }),
  textColumn('kind', t('Kind'), (row) => kindWords(row.kind)),
  textColumn('report', t('Report'), (row) => reportWords(row.report)),
  textColumn('days', t('Days'), (row) => daysWords(row.days)),
  textColumn('categories', t('Shown to'), (row) => row.categories.map(roleLabel).join(', ')),
  dayColumn('updated', t('Changed'), (row) => row.updatedAt, { zone, notOnPhone: true, sort: 'updatedAt' }),
];

export default function ChartsPage() {
  const navigate = useNavigate();
  return (
    <EntityList
      name="charts"
      from={listCharts}
      title={t('Data Visualizations')}
      noun={t('charts')}
      columns={columns}
      searchLabel={t('Name')}
      filters={{
        kind: { label: t('Kind'), words: kindWords },
        report: { label: t('Report'), words: reportWords },
      }}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.name}
      onOpen={(row) => navigate(deskPaths.editChart(row.id))}
      add={{ label: t('New chart'), to: deskPaths.newChart() }}
      empty={{
        icon: 'info',
        title: t('No charts yet'),
        text: t('A chart is drawn from a report and shown on the home of the roles that you choose.'),
      }}
    />
  );
}
