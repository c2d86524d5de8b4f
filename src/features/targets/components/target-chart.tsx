/**
 * Target and achievement by month, drawn as SVG. Its vertical bounds are the specification's (section 5 "Targets chart bounds"); what
 * it shows stands beside it as a table as well, and each bar says itself what it is.
 */
import { useState } from 'react';
import { METRIC_FACTS, type Metric } from '../../../../core/domain/targets';
import { targetBounds } from '../../../../core/domain/validators/target-bounds';
import { t } from '../../../i18n';
import { Box, Button, Row, Stack, Text } from '../../../ui';
import { Table, TableScroll } from '../../../ui/kit';
import { metricWords, monthWords, valueWords } from '../target-words';

const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 86;
const BOTTOM = 30;
const TOP = 18;
/** With more months than this the figures would run into each other; they stand in the table. */
const LABELLED = 6;

/** In what people count with, which the bounds are about: rupees, percent, hours. */
const shownUnit = (metric: Metric): number =>
  ({ paise: 100, 'basis-points': 100, minutes: 60, count: 1 })[METRIC_FACTS[metric].unit];

export function TargetChart({
  metric,
  months,
  target,
  achievement,
}: {
  metric: Metric;
  months: readonly string[];
  target: readonly number[];
  achievement: readonly number[];
}) {
  const [asTable, setAsTable] = useState(false);
  const unit = shownUnit(metric);
  const bounds = targetBounds([...target, ...achievement].map((value) => value / unit));
  const empty = !bounds || [...target, ...achievement].every((value) => value === 0);
  const { min, max } = bounds ?? { min: 0, max: 1 };
  const y = (value: number) => {
    const share = (Math.max(value / unit, min) - min) / (max - min);
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  };
  const slot = (WIDTH - LEFT) / months.length;
  const bar = Math.min(34, slot / 3);
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => min + (max - min) * share);
  const words = (at: number) => ({
    month: monthWords(months[at] ?? ''),
    target: valueWords(metric, target[at] ?? 0),
    achievement: valueWords(metric, achievement[at] ?? 0),
  });

  return (
    <Stack gap="3">
      <Row apart>
        <Row gap="4">
          <Text size="small">
            <Swatch fill="var(--c-sunken)" stroke="var(--c-muted)" /> {t('Target')}
          </Text>
          <Text size="small">
            <Swatch fill="var(--c-accent)" stroke="var(--c-accent)" /> {t('Achieved')}
          </Text>
        </Row>
        <Button small aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('As a chart') : t('As a table')}
        </Button>
      </Row>
      {empty ? (
        <Text tone="muted" paddingY="8" textAlign="center">
          {t('Neither a target nor an achievement in these months.')}
        </Text>
      ) : asTable ? (
        <TableScroll>
          <Table aria-label={t('{metric} by month', { metric: metricWords(metric) })}>
            <thead>
              <tr>
                <th scope="col">{t('Month')}</th>
                <th scope="col" className="num">
                  {t('Target')}
                </th>
                <th scope="col" className="num">
                  {t('Achieved')}
                </th>
                <th scope="col" className="num">
                  %
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map((month, at) => (
                <tr key={month}>
                  <th scope="row">{words(at).month}</th>
                  <td className="num">{words(at).target}</td>
                  <td className="num">{words(at).achievement}</td>
                  <td className="num">
                    {(target[at] ?? 0) > 0
                      ? `${Math.round(((achievement[at] ?? 0) / (target[at] ?? 1)) * 100)} %`
                      : '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      ) : (
        <Box overflowX="auto">
          {min !== 0 && (
            <Text size="small" tone="muted" paddingBottom="2">
              {t('The scale goes from {least} to {most}: compare the figures, not the heights.', {
                least: axisWords(metric, min * unit),
                most: axisWords(metric, max * unit),
              })}
            </Text>
          )}
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            style={{ width: '100%', minWidth: '30rem', height: 'auto', display: 'block' }}
            role="img"
            aria-label={t('{metric} by month: {values}', {
              metric: metricWords(metric),
              values: months.map((_, at) => t('{month} {achievement} of {target}', words(at))).join('; '),
            })}
            data-min={min}
            data-max={max}
          >
            {lines.map((value) => (
              <g key={value}>
                <line
                  x1={LEFT}
                  x2={WIDTH}
                  y1={y(value * unit)}
                  y2={y(value * unit)}
                  stroke="var(--c-line)"
                  strokeWidth="1"
                />
                <text x={LEFT - 8} y={y(value * unit) + 4} textAnchor="end" fontSize="12" fill="var(--c-muted)">
                  {axisWords(metric, value * unit)}
                </text>
              </g>
            ))}
            {months.map((month, at) => {
              const middle = LEFT + slot * at + slot / 2;
              const foot = HEIGHT - BOTTOM;
              return (
                <g key={month}>
                  <title>{t('{month}: {achievement} of {target}', words(at))}</title>
                  {(target[at] ?? 0) > 0 && (
                    <rect
                      x={middle - bar - 2}
                      y={y(target[at] ?? 0)}
                      width={bar}
                      height={Math.max(1, foot - y(target[at] ?? 0))}
                      rx="3"
                      fill="var(--c-sunken)"
                      stroke="var(--c-muted)"
                      strokeDasharray="4 3"
                    />
                  )}
                  {(achievement[at] ?? 0) > 0 && (
                    <rect
                      x={middle + 2}
                      y={y(achievement[at] ?? 0)}
                      width={bar}
                      height={Math.max(1, foot - y(achievement[at] ?? 0))}
                      rx="3"
                      fill="var(--c-accent)"
                    />
                  )}
                  {months.length <= LABELLED && (target[at] ?? 0) > 0 && (
                    <text
                      x={middle - 4}
                      y={y(target[at] ?? 0) - 4}
                      textAnchor="end"
                      fontSize="11"
                      fill="var(--c-muted)"
                    >
                      {axisWords(metric, target[at] ?? 0)}
                    </text>
                  )}
                  {months.length <= LABELLED && (achievement[at] ?? 0) > 0 && (
                    <text x={middle + 4} y={y(achievement[at] ?? 0) - 4} fontSize="11" fill="var(--c-ink)">
                      {axisWords(metric, achievement[at] ?? 0)}
                    </text>
                  )}
                  <text x={middle} y={HEIGHT - 10} textAnchor="middle" fontSize="12" fill="var(--c-ink)">
                    {monthWords(month, 'short')}
                  </text>
                </g>
              );
            })}
          </svg>
        </Box>
      )}
    </Stack>
  );
}

/** Short, so that it fits beside the line. */
function axisWords(metric: Metric, value: number): string {
  if (METRIC_FACTS[metric].unit !== 'paise') return valueWords(metric, Math.round(value));
  const rupees = Math.round(value / 100);
  const sign = rupees < 0 ? '−' : '';
  const size = Math.abs(rupees);
  if (size >= 1_00_00_000) return `${sign}₹${(size / 1_00_00_000).toFixed(1)} Cr`;
  if (size >= 1_00_000) return `${sign}₹${(size / 1_00_000).toFixed(1)} L`;
  return `${sign}₹${new Intl.NumberFormat('en-IN').format(size)}`;
}

function Swatch({ fill, stroke }: { fill: string; stroke: string }) {
  return (
    <svg width="12" height="12" aria-hidden="true" style={{ display: 'inline-block', verticalAlign: '-1px' }}>
      <rect x="1" y="1" width="10" height="10" rx="2" fill={fill} stroke={stroke} />
    </svg>
  );
}
