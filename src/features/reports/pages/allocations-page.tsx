import { REPORT_COLUMNS } from '../../../../core/domain/report-kinds';
import { t } from '../../../i18n';
import { ReportScreen } from '../components/report-page';
import { SOURCES } from '../queries';

const FILTERS = ['holder', 'client', 'portfolio', 'agent'] as const;
const MORE = ['portfolio', 'agency'];

/** Who was given which loan. */
export default function AllocationsPage() {
  return (
    <ReportScreen
      source={SOURCES.allocations}
      title={t('Allocation Reports')}
      columns={REPORT_COLUMNS.allocations}
      more={MORE}
      filters={FILTERS}
      icon="loans"
      empty={{ title: t('No loan was given out in these days'), text: t('Each hand-over of a loan stands here.') }}
    />
  );
}
