/** Cells as lenders write them, and what they are read as. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRupees, MAX_PAISE } from '../money';
import {
  bucketOfCell,
  Doubtful,
  dayOfCell,
  dayOfSerial,
  digitsOf,
  languageOf,
  mobileOf,
  moneyOf,
  percentOf,
  pincodeOf,
  plainNumber,
  type Read,
  Refused,
  wholeOf,
} from './values';

/** The value, `!kind` of a refusal, or value and `?kind` of a doubt. */
const said = (read: Read) =>
  read instanceof Refused ? `!${read.kind}` : read instanceof Doubtful ? `${read.value}?${read.kind}` : read;

const MONEY: [string, number | string][] = [
  ['0', 0],
  ['1', 100],
  ['123456.78', 12345678],
  ['1,23,456.78', 12345678],
  ['123,456.78', 12345678],
  ['₹1,23,456', 12345600],
  ['₹ 500.5', 50050],
  ['Rs. 5,000/-', 500000],
  ['Rs.5000', 500000],
  ['INR 12', 1200],
  ['12 INR', 1200],
  ['रु 12', 1200],
  ['१,२३४.५०', 123450],
  ['-45.10', -4510],
  ['45.10-', -4510],
  ['(1,234.00)', -123400],
  ['₹-5', -500],
  ['1.5 lakh', 15000000],
  ['2 L', 20000000],
  ['1.25 Lacs', 12500000],
  ['1 crore', 1000000000],
  ['12 k', 1200000],
  ['0.005', 1],
  ['0.004', 0],
  ['12.345', 1235],
  ['1.2345E+5', 12345000],
  ['5E3', 500000],
  ['.5', 50],
  ['5.', 500],
  ['+7', 700],
  ['500 Dr', 50000],
  ['  12', 1200],
  ['5 Cr', '!money'],
  ['12,5', '!money'],
  ['1.234.567,89', '!money'],
  ['abc', '!money'],
  ['1-2', '!money'],
  ['₹', '!money'],
  ['()', '!money'],
  ['99999999999', '!money'],
  ['1e99', '!money'],
  ['05/11/2026', '!money'],
];
const DAYS: [string, string][] = [
  ['2026-11-05', '2026-11-05'],
  ['2026/11/05', '2026-11-05'],
  ['2026-11-05T10:30:00.000Z', '2026-11-05'],
  ['2026-11-05 00:00:00', '2026-11-05'],
  ['25/11/2026', '2026-11-25'],
  ['25-11-2026', '2026-11-25'],
  ['25.11.2026', '2026-11-25'],
  ['25 11 2026', '2026-11-25'],
  ['11/25/2026', '2026-11-25'],
  ['5/5/2026', '2026-05-05'],
  ['05/11/2026', '2026-11-05?date-ambiguous'],
  ['5/6/26', '2026-06-05?date-ambiguous'],
  ['25/11/26', '2026-11-25'],
  ['25/11/2026 10:15', '2026-11-25'],
  ['25/11/2026 10:15:00 AM', '2026-11-25'],
  ['05-Nov-2026', '2026-11-05'],
  ['5 November 2026', '2026-11-05'],
  ['05Nov26', '2026-11-05'],
  ['5th Nov, 2026', '2026-11-05'],
  ['Nov 5, 2026', '2026-11-05'],
  ['20261105', '2026-11-05'],
  ['45234', '2023-11-04'],
  ['45234.5', '2023-11-04'],
  ['०५-११-२०२६', '2026-11-05?date-ambiguous'],
  ['31/02/2026', '!date'],
  ['2026-13-01', '!date'],
  ['29/02/2025', '!date'],
  ['00/00/0000', '!date'],
  ['soon', '!date'],
  ['5 Foo 2026', '!date'],
  ['12', '!date'],
  ['1/1/1', '!date'],
];
const MOBILES: [string, string][] = [
  ['9876543210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['+91-9876543210', '9876543210'],
  ['09876543210', '9876543210'],
  ['919876543210', '9876543210'],
  ['0091 9876543210', '9876543210'],
  ['9876543210.0', '9876543210'],
  ['9.876543215E+9', '9876543215'],
  ['(98765) 43210', '9876543210'],
  ['९८७६५४३२१०', '9876543210'],
  ['9876543210/9123456789', '9876543210?mobile-several'],
  ['9876543210, 022-1234567', '9876543210?mobile-several'],
  ['9999999999', 'null?placeholder'],
  ['0000000000', 'null?placeholder'],
  ['0', 'null?placeholder'],
  ['98765', '!mobile'],
  ['98765432101', '!mobile'],
  ['9.87654E+9', '!mangled'],
  ['call later', '!mobile'],
];
const BUCKETS: [string, string][] = [
  ['0-30', '0-30'],
  ['1-30', '0-30'],
  ['01-30 days', '0-30'],
  ['0', '0-30'],
  ['X', '0-30'],
  ['SMA-0', '0-30'],
  ['current', '0-30'],
  ['B0', '0-30'],
  ['BKT 1', '0-30'],
  ['31-60', '31-60'],
  ['30-60', '31-60'],
  ['31 to 60', '31-60'],
  ['B2', '31-60'],
  ['Bucket 2', '31-60'],
  ['SMA1', '31-60'],
  ['30+', '31-60'],
  ['>30', '31-60'],
  ['60', '31-60'],
  ['61-90', '61-90'],
  ['SMA 2', '61-90'],
  ['60+', '61-90'],
  ['60-90 DPD', '61-90'],
  ['91-120', '91-180'],
  ['B4', '91-180'],
  ['B6', '91-180'],
  ['90+', '91-180'],
  ['NPA', '91-180'],
  ['121–150', '91-180'],
  ['181-360', '180-360'],
  ['180-360', '180-360'],
  ['180+', '180-360'],
  ['B7', '180-360'],
  ['360+', '360+'],
  ['>360', '360+'],
  ['B13', '360+'],
  ['Write Off', '360+'],
  ['0-90', '!bucket'],
  ['60-31', '!bucket'],
  ['hot', '!bucket'],
  ['2026-01-30', '!mangled'],
  ['30-Jan', '!mangled'],
];

describe('a cell', () => {
  it.each(MONEY)('%s as an amount is %s', (cell, value) => expect(said(moneyOf(cell))).toBe(value));
  it.each(DAYS)('%s as a day is %s', (cell, value) => expect(said(dayOfCell(cell))).toBe(value));
  it.each(MOBILES)('%s as a mobile is %s', (cell, value) => expect(String(said(mobileOf(cell)))).toBe(value));
  it.each(BUCKETS)('%s as a bucket is %s', (cell, value) => expect(said(bucketOfCell(cell))).toBe(value));

  it.each([
    ['whole', said(wholeOf('1,200', 0, 9999)), 1200],
    ['whole', said(wholeOf('45 days', 0, 9999)), 45],
    ['whole', said(wholeOf('12.0', 0, 99)), 12],
    ['whole', said(wholeOf('12.5', 0, 99)), '!whole'],
    ['whole', said(wholeOf('-3', 0, 99)), '!range'],
    ['whole', said(wholeOf('120', 0, 99)), '!range'],
    ['percent', said(percentOf('18.5%')), 18.5],
    ['percent', said(percentOf('24')), 24],
    ['percent', said(percentOf('18.375 p.a.')), 18.375],
    ['percent', said(percentOf('101')), '!range'],
    ['pincode', said(pincodeOf('411 001')), '411001'],
    ['pincode', said(pincodeOf('411001.0')), '411001'],
    ['pincode', said(pincodeOf('0')), 'null?placeholder'],
    ['pincode', said(pincodeOf('4110')), '!pincode'],
    ['language', said(languageOf('hindi')), 'hi'],
    ['language', said(languageOf('தமிழ்')), 'ta'],
    ['language', said(languageOf('TE')), 'te'],
    ['language', said(languageOf('Elvish')), '!language'],
    ['digits', digitsOf('1.23456789E+15'), undefined],
  ])('as %s: %s', (_, read, value) => expect(read).toBe(value));

  it('in a column whose order was chosen is not ambiguous', () => {
    expect(dayOfCell('05/11/2026', 'mdy')).toBe('2026-05-11');
    expect(dayOfCell('05/11/2026', 'dmy')).toBe('2026-11-05');
    expect(dayOfCell('26/11/05', 'ymd')).toBe('2026-11-05');
    expect(dayOfCell('12/31/84', 'mdy', true)).toBe('1984-12-31');
    expect(said(dayOfCell('25/11/2026', 'mdy'))).toBe('!date');
  });

  it('of lakhs, thousands and crores is multiplied without losing a paisa', () => {
    expect([moneyOf('12.34567', 5), moneyOf('1.5', 7), moneyOf('0.01', 3)]).toEqual([123456700, 1500000000, 1000]);
  });

  it('counts days as workbooks do, from 1900 and from 1904', () => {
    expect([1, 59, 60, 61, 45234].map((serial) => dayOfSerial(serial))).toEqual([
      '1900-01-01',
      '1900-02-28',
      undefined,
      '1900-03-01',
      '2023-11-04',
    ]);
    expect([0, 43772].map((serial) => dayOfSerial(serial, true))).toEqual(['1904-01-01', '2023-11-04']);
  });

  it('whatever we show of an amount or a day is read back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: MAX_PAISE }), (paise) => moneyOf(formatRupees(paise)) === paise));
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 70_000 }), (serial) => {
        const day = dayOfSerial(serial) ?? '';
        const [year, month, date] = day.split('-');
        return dayOfCell(`${date}/${month}/${year}`, 'dmy') === day && dayOfCell(day) === day;
      }),
    );
  });

  it('of any text is read or refused, never thrown at', () => {
    const readers = [
      moneyOf,
      dayOfCell,
      mobileOf,
      bucketOfCell,
      percentOf,
      pincodeOf,
      languageOf,
      digitsOf,
      plainNumber,
    ] as ((cell: string) => unknown)[];
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (cell) => readers.every((read) => read(cell) !== null)));
  });

  it('of a number written out keeps every digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (whole) => plainNumber(String(whole)) === String(whole)),
    );
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        (value) => Number(plainNumber(String(value))) === value,
      ),
    );
  });
});
