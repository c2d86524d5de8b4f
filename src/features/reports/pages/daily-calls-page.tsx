import { REPORT_COLUMNS } from '../../../../core/domain/report-kinds';
import { t } from '../../../i18n';
import { ReportScreen } from '../components/report-page';
import { SOURCES } from '../queries';

const FILTERS = ['client', 'portfolio', 'agent', 'disposition'] as const;
const MORE = [
  'portfolio',
  'agency',
  'process',
  'mode',
  'holdSeconds',
  'wrapSeconds',
  'formSeconds',
  'code',
  'recording',
  'outcome',
];

/** Every call that was recorded. */
export default function DailyCallsPage() {
  return (
    <ReportScreen
      source={SOURCES.calls}
      title={t('Daily Call Report')}
      columns={REPORT_COLUMNS.calls}
      more={MORE}
      filters={FILTERS}
      icon="phone"
      empty={{ title: t('No calls in these days'), text: t('A call stands here as soon as its outcome is saved.') }}
    />
  );
}
