/** One chart drawn from its figures: every value stands beside its mark, and all of it can be read as a table. */
import type { Chart, ChartFigures } from '../../../../core/contract/charts';
import { chartColumn } from '../../../../core/domain/charts';
import { t, tn } from '../../../i18n';
import { Box, Row, Stack, Text } from '../../../ui';
import { Curves, SmallTable, Tint } from '../../../ui/kit';
import { columnLabel } from '../../reports';
import { figureWords, keyWords, measureWords, summaryOf } from '../words';

export interface DrawingProps {
  chart: Chart;
  figures: ChartFigures;
}

const sumOf = (row: readonly (number | null)[] | undefined): number | null =>
  row?.some((one) => one !== null) ? row.reduce<number>((sum, one) => sum + (one ?? 0), 0) : null;

function Bars({ chart, figures: { keys, values } }: DrawingProps) {
  const sums = values.map(sumOf);
  const most = Math.max(1, ...sums.map((one) => one ?? 0));
  const first = sums[0] ?? 0;
  return (
    <Stack as="ul" gap="2" margin="0" padding="0" listStyleType="none">
      {keys.map((key, at) => (
        <li key={key}>
          <Row apart gap="3">
            <Text as="span" size="small" truncate>
              {keyWords(chart.report, chart.by, key)}
            </Text>
            <Text as="span" size="small" strong className="figure">
              {figureWords(chart, sums[at] ?? null)}
              {chart.kind === 'funnel' && at > 0 && first > 0 && ` · ${Math.round(((sums[at] ?? 0) / first) * 100)} %`}
            </Text>
          </Row>
          <Box
            height="2"
            borderRadius="full"
            background="accent"
            width={`${Math.max(0.5, ((sums[at] ?? 0) / most) * 100)}%`}
            {...(chart.kind === 'funnel' && { marginInline: 'auto' })}
            aria-hidden
          />
        </li>
      ))}
    </Stack>
  );
}

function Lines({ chart, figures }: DrawingProps) {
  const { keys, splits, values } = figures;
  return (
    <Curves
      label={summaryOf(chart, figures)}
      ends={[keys[0], keys.at(-1)].map((key) => keyWords(chart.report, chart.by, key ?? ''))}
      curves={splits.map((split, at) => {
        const points = values.map((row) => row[at] ?? 0);
        return {
          key: split,
          name:
            split === '' && chart.split === null
              ? measureWords(chart.report, chart.measure)
              : keyWords(chart.report, chart.split, split),
          value: figureWords(chart, sumOf(values.map((row) => row[at] ?? null))),
          points,
        };
      })}
    />
  );
}

/** All figures as rows; a heat map is the same with its cells tinted. */
export function FigureTable({ chart, figures: { keys, splits, values, total } }: DrawingProps) {
  const most = Math.max(1, ...values.flatMap((row) => row.map((one) => one ?? 0)));
  const by = chartColumn(chart.report, chart.by);
  const cell = (value: number | null) =>
    chart.kind === 'heat' && value !== null ? (
      <Tint share={value / most}>{figureWords(chart, value)}</Tint>
    ) : (
      figureWords(chart, value)
    );
  if (keys.length === 0 || chart.by === null)
    return <Text strong>{`${measureWords(chart.report, chart.measure)}: ${figureWords(chart, total)}`}</Text>;
  return (
    <SmallTable
      label={chart.name}
      rows={keys.map((key, at) => ({ key, row: values[at] ?? [] }))}
      keyOf={({ key }) => key}
      columns={[
        { label: by ? columnLabel(by.id) : '', cell: ({ key }) => keyWords(chart.report, chart.by, key) },
        ...splits.map((split, at) => ({
          label:
            chart.split === null
              ? measureWords(chart.report, chart.measure)
              : keyWords(chart.report, chart.split, split),
          num: true,
          cell: ({ row }: { row: readonly (number | null)[] }) => cell(row[at] ?? null),
        })),
      ]}
    />
  );
}

const DRAWN = { bars: Bars, funnel: Bars, line: Lines, heat: FigureTable, table: FigureTable } as const;

export function Drawing({ chart, figures }: DrawingProps) {
  const { kind } = chart;
  if (figures.tooMany) return <Text tone="muted">{t('More than 2,00,000 lines match. Choose fewer days.')}</Text>;
  if (figures.total === null) return <Text tone="muted">{t('Nothing in these days.')}</Text>;
  if (kind === 'number')
    return (
      <Text as="p" size="lead" strong fontSize="2.25rem">
        {figureWords(chart, figures.total)}
      </Text>
    );
  const Kind = DRAWN[kind];
  return (
    <Stack gap="2" minWidth="0">
      <Kind chart={chart} figures={figures} />
      {figures.others && (
        <Text size="small" tone="muted">
          {[
            tn(figures.others.keys, '{n} more', '{n} more'),
            figures.others.value !== null && figureWords(chart, figures.others.value),
          ]
            .filter(Boolean)
            .join(': ')}
        </Text>
      )}
    </Stack>
  );
}
