import { REPORT_COLUMNS } from '../../../../core/domain/report-kinds';
import { t } from '../../../i18n';
import { ReportScreen } from '../components/report-page';
import { SOURCES } from '../queries';

const FILTERS = ['client', 'portfolio', 'agent', 'disposition'] as const;
const MORE = ['portfolio', 'agency', 'position', 'accuracy', 'code', 'receipt', 'signature', 'syncedAt', 'outcome'];

/** Every visit that was recorded. */
export default function DailyVisitsPage() {
  return (
    <ReportScreen
      source={SOURCES.visits}
      title={t('Daily Visit Report')}
      columns={REPORT_COLUMNS.visits}
      more={MORE}
      filters={FILTERS}
      icon="pin"
      empty={{ title: t('No visits in these days'), text: t('A visit stands here as soon as the phone has sent it.') }}
    />
  );
}
