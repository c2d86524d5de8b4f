/** /data-insights, the explorer (domain 1.13); a tenant with the other subscription has the files in its place. */
import { Navigate } from 'react-router-dom';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton } from '../../../ui';
import { FigureCard } from '../components/figure-card';
import { InsightsScreen } from '../components/insights-screen';
import { useInsights } from '../queries';

export default function DataInsightsPage() {
  const { data } = useInsights({});
  if (data?.subscription === 'secondry') return <Navigate to={deskPaths.dataInsightsFile()} replace />;
  return (
    <InsightsScreen
      title={t('Data Insights')}
      actions={() => <LinkButton to={deskPaths.dataInsightsFile()}>{t('Data Insights Files')}</LinkButton>}
    >
      {({ data: { figures: all }, figures, from, to }) =>
        all
          .filter(({ figure }) => figures.includes(figure))
          .map(({ figure, cells }) => <FigureCard key={figure} {...{ figure, cells, from, to }} />)
      }
    </InsightsScreen>
  );
}
