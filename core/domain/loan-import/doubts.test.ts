/** What is said of a file that could be loaded as it is, and would surprise. */
import { expect, it } from 'vitest';
import type { TableLook } from '../../contract/loan-imports';
import { mappingDoubts } from './doubts';
import { guessMapping } from './guess';

const look = (columns: string[], samples: string[][]): TableLook => ({
  format: 'csv',
  packed: null,
  layout: { headerLine: 1, delimiter: ',' },
  sheets: [],
  columns,
  samples,
  lines: samples.map((_, at) => at + 2),
});
const doubtsOf = (header: string, cells: string[], more = 'Overdue') => {
  const file = look(
    ['Loan No', 'Name', 'POS', 'DPD', more, header],
    cells.map((cell) => ['L1', 'Asha', '100', '45', '7', cell]),
  );
  return mappingDoubts(guessMapping(file), file);
};

it.each([
  ['Zonal Figure', ['12,34,567', '1,234.50'], [{ kind: 'left-out', header: 'Zonal Figure', what: 'amounts' }]],
  ['Rural Dues Figure', ['1200', '900'], [{ kind: 'left-out', header: 'Rural Dues Figure', what: 'amounts' }]],
  ['Visit Day', ['21/11/2026', '02-12-2026'], [{ kind: 'left-out', header: 'Visit Day', what: 'days' }]],
  ['Xref', ['1.23457E+15', '1.23457E+15'], [{ kind: 'ruined', header: 'Xref', lines: [2, 3] }]],
  ['Branch', ['Pune', 'Nagpur'], []],
  ['Serial', ['1', '2'], []],
])('of a column %s that nobody mapped', (header, cells, doubts) => expect(doubtsOf(header, cells)).toEqual(doubts));

it('says where loans past due would come in with nothing overdue', () => {
  expect(doubtsOf('Branch', ['Pune', 'Nagpur'], 'Zone')).toEqual([{ kind: 'no-dues' }]);
  expect(doubtsOf('Branch', ['Pune', 'Nagpur'], 'Interest Overdue')).toEqual([]);
});
