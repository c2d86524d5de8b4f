import { expect, it } from 'vitest';
import { columnsOf, EXPORT_KINDS } from './export-kinds';
import { columnNote, isFigure, notedColumns, policyNotes } from './report-notes';

it.each(EXPORT_KINDS)('each figure of %s says how it is reckoned', (kind) => {
  const silent = columnsOf(kind).filter((column) => isFigure(column) && !columnNote(kind, column.id));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

it('a figure that means something else in one report says so there', () => {
  expect(columnNote('visits', 'collectedPaise')).not.toBe(columnNote('agentWork', 'collectedPaise'));
  expect(columnNote('best', 'attempts')).not.toBe(columnNote('loan', 'attempts'));
  expect(columnNote('processes', 'rpc')).not.toBe(columnNote('agentWork', 'rpc'));
  expect(columnNote('calls', 'talkSeconds')).not.toBe(columnNote('agentDays', 'talkSeconds'));
  expect(columnNote('calls', 'borrower')).toBeUndefined();
});

it('columns stand in the order of the report, under the headings that they have there', () => {
  const columns = columnsOf('best').map((one) => (one.id === 'attempts' ? { ...one, label: 'Tries' } : one));
  expect(notedColumns('best', columns).map(({ id }) => id)).toEqual(['bucket', 'dpd', 'posPaise', 'attempts']);
  expect(notedColumns('best', columns).at(-1)?.label).toBe('Tries');
});

it('DPD and bucket are reckoned as each portfolio says, those that do alike together; other columns as ever', () => {
  const portfolios = [
    { name: 'Two wheelers', ageing: 'file', paymentEffect: 'clears' },
    { name: 'Gold', ageing: 'calendar', paymentEffect: 'instalments' },
    { name: 'Tractors', ageing: 'file', paymentEffect: 'clears' },
  ] as const;
  expect(policyNotes(columnsOf('calls'), portfolios)).toEqual([
    {
      portfolios: ['Two wheelers', 'Tractors'],
      notes: [
        'Days past due are those of the lender’s file',
        'A payment changes them when nothing is overdue any more',
      ],
    },
    {
      portfolios: ['Gold'],
      notes: [
        'A day past due more each day while something is overdue',
        'Each whole instalment paid takes 30 of them away',
      ],
    },
  ]);
  expect(policyNotes(columnsOf('agentWork'), portfolios)).toEqual([]);
});
