/** Formats learnt from examples: headings as lenders write them, looks of days and amounts, and what is no report. */
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../export-kinds';
import { FORMAT_KINDS } from '../report-kinds';
import { type FormatExample, learnFormat } from './learn';

const example = (columns: string[], ...samples: string[][]): FormatExample => ({ columns, samples });

describe('an example of a bank', () => {
  it('of calls gives its columns in their order, under its headings, and how it writes days and amounts', () => {
    expect(
      learnFormat(
        example(
          [
            'Sr No',
            'A/C NO',
            'CUST NAME',
            'O/S Principal',
            'Call Date',
            'TC Name',
            'Disposition',
            'PTP DT',
            'PTP AMT',
            'Remarks',
          ],
          ['1', 'TW-1', 'Asha', '1,23,456.00', '21-Nov-2026 10:00', 'Ravi', 'PTP', '25-Nov-2026', '1,500.00', ''],
        ),
      ),
    ).toEqual({
      kind: 'calls',
      columns: [
        { id: 'loanNumber', label: 'A/C NO' },
        { id: 'borrower', label: 'CUST NAME' },
        { id: 'posPaise', label: 'O/S Principal' },
        { id: 'at', label: 'Call Date' },
        { id: 'agent', label: 'TC Name' },
        { id: 'codeLabel', label: 'Disposition' },
        { id: 'ptpOn', label: 'PTP DT' },
        { id: 'ptpPaise', label: 'PTP AMT' },
        { id: 'remarks', label: 'Remarks' },
      ],
      unknown: ['Sr No'],
      dayStyle: 'DD-MMM-YYYY',
      amountStyle: 'lakh',
      sheetName: undefined,
    });
  });

  it.each([
    ['visits', ['Loan Account Number', 'Visit Date', 'Person met', 'Amount collected', 'Receipt Number', 'Lat Long']],
    ['best', ['Loan No', 'Best Disposition', 'Number of attempts', 'Last disposition', 'POS']],
    ['settlements', ['Loan Number', 'Settlement', 'Offer', 'Waived', 'Waiver %', 'Approved by']],
    ['agentDays', ['Date', 'Agent', 'First login', 'Last logout', 'Break', 'Occupancy %']],
    ['recordings', ['Time', 'Agent', 'Loan number', 'Direction', 'Talk time', 'Kept until']],
  ])('of %s is known by its headings', (kind, columns) => {
    expect(learnFormat(example(columns))?.kind).toBe(kind);
  });

  it('is of the report that was chosen, whichever knows more', () => {
    const file = example(['Loan number', 'Person met', 'Receipt']);
    expect(learnFormat(file)?.kind).toBe('visits');
    const { columns = [], unknown = [] } = learnFormat(file, ['calls']) ?? {};
    expect([columns.map(({ id }) => id), unknown]).toEqual([['loanNumber'], ['Person met', 'Receipt']]);
  });

  it('names a heading that comes again, and takes each column once', () => {
    const { columns = [], unknown } = learnFormat(example(['Loan No', 'Loan Number', 'DPD'])) ?? {};
    expect(columns.map(({ id }) => id)).toEqual(['loanNumber', 'dpd']);
    expect(unknown).toEqual(['Loan Number']);
  });

  it('that has no column of a report is none', () => {
    expect(learnFormat(example(['Invoice', 'GSTIN', 'HSN']))).toBeUndefined();
    expect(learnFormat(example([]))).toBeUndefined();
  });
});

it.each([
  ['21-11-2026', 'DD-MM-YYYY'],
  ['21/11/2026 16:30', 'DD/MM/YYYY'],
  ['2026-11-21', 'YYYY-MM-DD'],
  ['21-NOV-2026', 'DD-MMM-YYYY'],
  ['21.11.26', undefined],
  ['', undefined],
])('a day written %s is %s', (cell, style) => {
  expect(learnFormat(example(['Loan No', 'Call Date'], ['1', cell]))?.dayStyle).toBe(style);
});

it.each([
  ['12,34,567.50', 'lakh'],
  ['₹ 1,23,456', 'lakh'],
  ['1234567.50', 'plain'],
  ['1,234,567', undefined],
  ['500', undefined],
])('an amount written %s is %s', (cell, style) => {
  expect(learnFormat(example(['Loan No', 'POS'], ['1', cell]))?.amountStyle).toBe(style);
});

it('a workbook gives its sheet’s name; what Excel stores of its days and amounts says nothing of their looks', () => {
  const { dayStyle, amountStyle, sheetName } =
    learnFormat({ ...example(['Loan No', 'Call Date', 'POS'], ['1', '2026-11-21', '123456']), sheet: 'Daily MIS' }) ??
    {};
  expect([dayStyle, amountStyle, sheetName]).toEqual([undefined, undefined, 'Daily MIS']);
});

it.each(FORMAT_KINDS)('a file of ours of %s gives that report with every column', (kind) => {
  const columns = columnsOf(kind);
  const learnt = learnFormat(example(columns.map(({ label }) => label)), [kind]);
  // Where two columns have one heading, the second is not told apart.
  const headings = new Set(columns.map(({ label }) => label));
  expect(learnt?.columns.length).toBe(headings.size);
  for (const { id, label } of learnt?.columns ?? []) expect(columns.find((one) => one.id === id)?.label).toBe(label);
});
