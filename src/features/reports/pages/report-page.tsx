/** The report whose path this is. */
import { useLocation, useSearchParams } from 'react-router-dom';
import { columnsOf } from '../../../../core/domain/export-kinds';
import { figureOf } from '../../../../core/domain/report-figures';
import type { ReportKind } from '../../../../core/domain/report-kinds';
import { REPORT_VIEWS } from '../../../../core/domain/report-views';
import { REPORTS } from '../../../../core/domain/reports';
import { said, t } from '../../../i18n';
import { DESK_PATHS, deskPaths, mayEnter, type RouteId, routeOf } from '../../../routes';
import { LinkButton } from '../../../ui';
import { useSignedIn } from '../../session';
import { FIGURE, LINE } from '../components/figure-link';
import { FigureScreen } from '../components/figure-page';
import { ReportScreen } from '../components/report-page';
import { sourceOf } from '../queries';

/** The screen that goes on where a report ends. */
const BESIDE: Partial<Record<ReportKind, { route: RouteId; to: () => string; label: () => string }>> = {
  agentWork: { route: 'agentLoginReports', to: () => deskPaths.agentLoginReports(), label: () => t('Times by day') },
  visits: { route: 'dailyField', to: () => deskPaths.dailyField(), label: () => t('With their proofs') },
  allocations: { route: 'workable', to: () => deskPaths.workable(), label: () => t('Workable loans') },
  calls: { route: 'exportCsv', to: () => deskPaths.exportCsv(), label: () => t('Export by model') },
};

export default function ReportPage() {
  const { profile } = useSignedIn();
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const kind = REPORTS.find(({ path }) => path === pathname)?.kind;
  const route = DESK_PATHS.find(([, path]) => path === pathname)?.[0];
  // While another page is on its way, the address is already its own.
  if (!kind || !route) return null;
  const [column, line] = [address.get(FIGURE) ?? '', address.get(LINE) ?? ''];
  const figure = figureOf(kind, column);
  const title = said(routeOf(route).title);
  if (figure && line)
    return <FigureScreen key={`${column} ${line}`} {...{ kind, column, figure, line }} report={title} />;
  const view = REPORT_VIEWS[kind];
  const beside = BESIDE[kind];
  const actions = beside && mayEnter(profile.role, routeOf(beside.route)) && (
    <LinkButton to={beside.to()}>{beside.label()}</LinkButton>
  );
  return (
    <ReportScreen
      source={sourceOf(kind)}
      title={title}
      columns={columnsOf(kind)}
      actions={actions}
      {...view}
      search={said(view.search)}
      empty={{ title: said(view.empty.title), text: said(view.empty.text) }}
    />
  );
}
