/** The report whose path this is. */
import { useLocation } from 'react-router-dom';
import { columnsOf } from '../../../../core/domain/report-kinds';
import { REPORTS } from '../../../../core/domain/reports';
import { said, t } from '../../../i18n';
import { DESK_PATHS, deskPaths, routeOf } from '../../../routes';
import { LinkButton } from '../../../ui';
import { ReportScreen } from '../components/report-page';
import { sourceOf } from '../queries';
import { viewOf } from '../views';

export default function ReportPage() {
  const { pathname } = useLocation();
  const kind = REPORTS.find(({ path }) => path === pathname)?.kind;
  const route = DESK_PATHS.find(([, path]) => path === pathname)?.[0];
  // While another page is on its way, the address is already its own.
  if (!kind || !route) return null;
  const actions =
    kind === 'agentWork' ? (
      <LinkButton to={deskPaths.agentLoginReports()}>{t('Times by day')}</LinkButton>
    ) : (
      kind === 'visits' && <LinkButton to={deskPaths.dailyField()}>{t('With their proofs')}</LinkButton>
    );
  return (
    <ReportScreen
      source={sourceOf(kind)}
      title={said(routeOf(route).title)}
      columns={columnsOf(kind)}
      actions={actions}
      {...viewOf[kind]()}
    />
  );
}
