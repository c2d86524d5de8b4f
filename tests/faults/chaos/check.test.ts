/** A judge that finds nothing wrong with anything would pass every run. */
import { describe, expect, it } from 'vitest';
import type { DispositionRecord } from '../../../core/contract/records';
import { check, type ToldVisit } from './check';
import type { HeldRecord } from './field';

const told = (remarks: string, more: Partial<ToldVisit> = {}): ToldVisit => ({
  remarks,
  loanId: 'loan-1',
  photos: 0,
  promise: false,
  number: `0000A${remarks}`,
  receiptNo: `R-00000${remarks}`,
  ...more,
});
const held = (
  remarks: string,
  more: Partial<HeldRecord> = {},
  record: Partial<DispositionRecord> = {},
): HeldRecord => ({
  id: `01900000-0000-7000-8000-0000000000a${remarks}`,
  loanId: 'loan-1',
  receiptNo: `R-00000${remarks}`,
  outcome: 'applied',
  record: {
    loanId: 'loan-1',
    loanSeq: Number(remarks),
    remarks,
    attachments: [],
    ...record,
  } as unknown as DispositionRecord,
  files: {},
  visits: 1,
  promises: 0,
  ...more,
});
const photo = (sha256: string) => ({ attachments: [{ sha256 }] as DispositionRecord['attachments'] });

const both = { records: [held('1'), held('2')], chainIsSound: true };
const NONE = { lost: 0, doubled: 0, wrong: 0 };
const count = (visits: ToldVisit[], state = both) =>
  Object.fromEntries(Object.entries(check(visits, state)).map(([name, list]) => [name, list.length]));
const one = (record: HeldRecord) => ({ records: [record], chainIsSound: true });

describe('the judge', () => {
  it('finds nothing where all is well, and nothing in a visit that was never finished', () => {
    expect(count([told('1'), told('2')])).toEqual(NONE);
    const { receiptNo: _, ...unfinished } = told('3', { number: null });
    expect(count([told('1'), told('2'), unfinished])).toEqual(NONE);
  });

  it.each<[string, ToldVisit[], typeof both, Partial<typeof NONE>]>([
    ['a saved visit that is not there', [told('1'), told('2'), told('3')], both, { lost: 1 }],
    [
      'a visit that is there twice',
      [told('1')],
      { ...both, records: [held('1'), held('1', {}, { loanSeq: 2 })] },
      { doubled: 1, wrong: 1 },
    ],
    [
      'an unfinished visit that is there twice',
      [told('1', { number: null })],
      { ...both, records: [held('1'), held('1', {}, { loanSeq: 2 })] },
      { doubled: 1, wrong: 1 },
    ],
    ['a promise made twice', [told('1', { promise: true })], one(held('1', { promises: 2 })), { doubled: 1, wrong: 1 }],
    ['a stranger', [told('1')], { ...both, records: [held('1'), held('2', { loanId: 'loan-2' })] }, { wrong: 1 }],
    ['another receipt', [told('1', { receiptNo: 'R-9' })], one(held('1')), { wrong: 1 }],
    ['no receipt', [told('1', { receiptNo: undefined })], one(held('1')), { wrong: 1 }],
    ['another number', [told('1', { number: 'FFFFFF' })], one(held('1')), { wrong: 1 }],
    ['another loan', [told('1', { loanId: 'loan-2' })], one(held('1')), { wrong: 1 }],
    ['a record that changed nothing', [told('1')], one(held('1', { outcome: 'clock-skewed' })), { wrong: 1 }],
    ['a missing photo', [told('1', { photos: 1 })], one(held('1')), { wrong: 1 }],
    ['a photo without bytes', [told('1', { photos: 1 })], one(held('1', {}, photo('a'))), { wrong: 1 }],
    [
      'a photo of other bytes',
      [told('1', { photos: 1 })],
      one(held('1', { files: { a: 'b' } }, photo('a'))),
      { wrong: 1 },
    ],
    ['another order', [told('2'), told('1')], both, { wrong: 1 }],
    ['a broken chain', [told('1'), told('2')], { ...both, chainIsSound: false }, { wrong: 1 }],
  ])('finds %s', (_, visits, state, found) => {
    expect(count(visits, state)).toEqual({ ...NONE, ...found });
  });
});
