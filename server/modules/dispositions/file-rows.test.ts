import { describe, expect, it } from 'vitest';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { fileColumns, missingColumns, readFileRow, recordOfRow, timeOf } from './file-rows';

const HEADER = ['LAN', 'Outcome', 'Call date', 'Time', 'PTP amount', 'PTP date', 'PTP mode', 'Foreclosure amount'];
const codes = new Map(DEFAULT_CODES.map((code) => [code.code, code]));
const read = (...cells: string[]) => readFileRow(cells, fileColumns(HEADER), { codes, zone: 'Asia/Kolkata' });

describe('a row of a file of outcomes', () => {
  it.each([
    ['05/11/2026 14:05', '14:05'],
    ['2026-11-05T09:30:00', '09:30'],
    ['2:05 pm', '14:05'],
    ['12:10 am', '00:10'],
    ['0.75', '18:00'],
    ['46331.5', '12:00'],
    ['25:00', undefined],
    ['05/11/2026', undefined],
  ])('finds the time of %s', (text, time) => expect(timeOf(text)).toBe(time));

  it.each([
    [['L1', 'rnr', '05/11/2026 14:05'], { code: 'RNR', recordedAt: '2026-11-05T08:35:00.000Z' }],
    [['L1', 'Busy', '5-Nov-2026', '2:05 pm'], { code: 'BSY', recordedAt: '2026-11-05T08:35:00.000Z' }],
    [['L1', 'RNR', '2026-11-05'], { recordedAt: '2026-11-05T06:30:00.000Z' }],
    [
      ['L1', 'PTP', '2026-11-05', '', '₹ 1,500.50', '10/11/2026', 'UPI'],
      { ptp: { amountPaise: 150_050, dueOn: '2026-11-10', mode: 'upi' } },
    ],
    [['L1', 'FCL', '2026-11-05', '', '', '', '', '2500'], { amountPaise: 250_000 }],
  ])('reads %j', (cells, said) => expect(read(...cells).said).toMatchObject(said));

  it.each(['', 'null', '  '])('drops a foreclosure amount of “%s”', (amount) =>
    expect(read('L1', 'FCL', '2026-11-05', '', '', '', '', amount).said).not.toHaveProperty('amountPaise'),
  );

  it.each([
    [['', 'RNR', '2026-11-05'], 'The loan number is missing'],
    [['L1', 'XYZ', '2026-11-05'], 'This disposition code is not in use'],
    [['L1', '', '2026-11-05'], 'This disposition code is not in use'],
    [['L1', 'FPTP', '2026-11-05'], 'A visit is recorded in the app of the field, with place and photo'],
    [['L1', 'RNR', ''], 'The date is missing'],
    [['L1', 'RNR', '31/02/2026'], 'Date: Not a date: write DD/MM/YYYY'],
    [['L1', 'PTP', '2026-11-05', '', '100', '2026-11-06', 'barter'], /^PTP mode: one of cash/],
  ])('says why %j cannot be read', (cells, words) => expect(read(...cells).said).toEqual(expect.stringMatching(words)));

  it('is the same record whenever it comes, and another one when it says something else', () => {
    const made = (code: string) => {
      const { said } = read('L1', code, '2026-11-05');
      if (typeof said === 'string') throw new Error(said);
      return recordOfRow('t', '01930000-0000-7000-8000-000000000001', '', said);
    };
    expect(made('RNR')).toEqual(made('RNR'));
    expect(made('RNR').key).not.toBe(made('BSY').key);
  });

  it('names the columns that a file lacks', () => {
    expect(missingColumns(HEADER)).toEqual([]);
    expect(missingColumns(['Loan No.', 'Remarks'])).toEqual(['Disposition code', 'Date']);
  });
});
