import { describe, expect, it } from 'vitest';
import { type ChartShape, chartFaults, chartSpan, dimensionsOf, LINES, measuresOf, stepsOf } from './charts';
import { REPORT_KINDS } from './report-kinds';

const shape = (over: Partial<ChartShape>): ChartShape => ({
  kind: 'bars',
  report: 'calls',
  measure: LINES,
  how: 'sum',
  by: 'agent',
  split: null,
  step: 'day',
  days: 'last-30',
  most: 10,
  ...over,
});

it.each<[Partial<ChartShape>, Partial<Record<keyof ChartShape, string>>]>([
  [{}, {}],
  [{ kind: 'number', by: null, measure: 'ptpPaise' }, {}],
  [{ kind: 'line', by: 'at', split: 'class' }, {}],
  [{ kind: 'heat', split: 'class' }, {}],
  [{ measure: 'agent' }, { measure: 'This column does not add up' }],
  [{ how: 'average' }, { how: 'Lines are counted, they have no average' }],
  [{ by: null }, { by: 'Choose by what it is told apart' }],
  [{ by: 'loanNumber' }, { by: 'Choose by what it is told apart' }],
  [{ kind: 'number' }, { by: 'A single number is told apart by nothing' }],
  [{ kind: 'line' }, { by: 'A line goes over days: choose a time' }],
  [{ kind: 'heat' }, { split: 'A heat map needs a second column' }],
  [{ kind: 'table', split: 'agent' }, { split: 'Choose another column than the first' }],
  [{ split: 'class' }, { split: 'Only lines, heat maps and tables have a second column' }],
  [{ kind: 'table', split: 'remarks' }, { split: 'This column tells no lines apart' }],
])('%o says %o', (over, faults) => {
  expect(chartFaults(shape(over))).toEqual(faults);
});

it.each([
  ['today', '2026-03-04', '2026-03-04'],
  ['yesterday', '2026-03-03', '2026-03-03'],
  ['week', '2026-03-02', '2026-03-04'],
  ['month', '2026-03-01', '2026-03-04'],
  ['last-month', '2026-02-01', '2026-02-28'],
  ['last-30', '2026-02-03', '2026-03-04'],
] as const)('%s on a Wednesday goes from %s to %s', (days, from, to) => {
  expect(chartSpan(days, '2026-03-04')).toEqual({ from, to });
});

it('leaves no day out between the first and the last', () => {
  const span = { from: '2026-02-27', to: '2026-03-10' };
  expect(stepsOf(span, 'day')).toHaveLength(12);
  expect(stepsOf(span, 'week')).toEqual(['2026-02-23', '2026-03-02', '2026-03-09']);
  expect(stepsOf(span, 'month')).toEqual(['2026-02-01', '2026-03-01']);
});

describe.each(REPORT_KINDS)('the report %s', (report) => {
  it('can be drawn by something', () => {
    expect(dimensionsOf(report).length).toBeGreaterThan(0);
    expect(dimensionsOf(report).map(({ id }) => id)).not.toContain('borrower');
    for (const { type } of measuresOf(report)) expect(['money', 'number', 'seconds']).toContain(type);
  });
});
