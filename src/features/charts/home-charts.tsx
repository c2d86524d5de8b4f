/** The charts that the administrator shows to somebody's role, as part of their home. */
import { Box } from '../../ui';
import { ChartCard } from './components/chart-card';
import { useFigures, useOwnCharts } from './queries';

type Own = NonNullable<ReturnType<typeof useOwnCharts>['data']>[number];

function OwnChart({ chart }: { chart: Own }) {
  return <ChartCard chart={chart} asked={useFigures(chart)} />;
}

export function HomeCharts() {
  const { data = [] } = useOwnCharts();
  if (data.length === 0) return null;
  return (
    <Box display="grid" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 22rem), 1fr))">
      {data.map((chart) => (
        <OwnChart key={chart.id} chart={chart} />
      ))}
    </Box>
  );
}
