import { REPORT_COLUMNS } from '../../../../core/domain/report-kinds';
import { t } from '../../../i18n';
import { ReportScreen } from '../components/report-page';
import { SOURCES } from '../queries';

const FILTERS = ['client', 'portfolio', 'agent', 'disposition'] as const;
const MORE = ['portfolio', 'code'];

/** Of each loan that was worked the best that came of it. */
export default function BestDispositionPage() {
  return (
    <ReportScreen
      source={SOURCES.best}
      title={t('Best Disposition')}
      columns={REPORT_COLUMNS.best}
      more={MORE}
      filters={FILTERS}
      icon="loans"
      empty={{ title: t('No loan was worked in these days'), text: t('Calls and visits of these days count.') }}
    />
  );
}
