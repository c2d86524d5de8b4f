import { describe, expect, it } from 'vitest';
import { IMPORT_STATES } from '../../../core/contract/loan-imports';
import type { LoanMapping } from '../../../core/domain/loan-import';
import { isAtWork, isOpen, mayGiveUp, stepOf } from './import-steps';
import { chooseField, repairDrift, setFixed } from './mapping-edit';
import { previewOf } from './preview';

const mapping = (fields: (string | null)[], fixed: Record<string, string> = {}): LoanMapping => ({
  layout: { headerLine: 1 },
  columns: fields.map((field, at) => ({ header: `C${at}`, field })),
  fixed,
  policy: { fresh: 'insert', known: 'update' },
});
const fields = ({ columns }: LoanMapping) => columns.map(({ field }) => field);

describe('choosing what a column becomes', () => {
  const CASES: [string, LoanMapping, number, string | null, (string | null)[]][] = [
    ['a free field', mapping([null, null]), 1, 'pos', [null, 'pos']],
    ['a field that another column was', mapping(['pos', null]), 1, 'pos', [null, 'pos']],
    [
      'a part of a name that is joined',
      mapping(['borrowerName', null]),
      1,
      'borrowerName',
      ['borrowerName', 'borrowerName'],
    ],
    ['nothing', mapping(['pos', 'dpd']), 0, null, [null, 'dpd']],
  ];
  it.each(CASES)('%s', (_, before, at, field, after) => {
    expect(fields(chooseField(before, at, field as 'pos'))).toEqual(after);
  });

  it('takes the place of a fixed value', () => {
    const fixed = setFixed(mapping([null]), 'product', 'Gold');
    expect(chooseField(fixed, 0, 'product').fixed).toEqual({});
    expect(setFixed(fixed, 'product', undefined).fixed).toEqual({});
  });
});

it('a renamed header takes over what the old one was', () => {
  const before: LoanMapping = {
    ...mapping([]),
    columns: [{ header: 'Principal', field: 'pos', transforms: [{ kind: 'lakhs' }] }],
  };
  const now = { ...mapping([]), columns: [{ header: 'Princ. o/s', field: null }] };
  const repaired = repairDrift(now, before, { expected: 'Principal', proposed: 'Princ. o/s' });
  expect(repaired.columns).toEqual([{ header: 'Princ. o/s', field: 'pos', transforms: [{ kind: 'lakhs' }] }]);
  expect(repairDrift(now, before, { expected: 'Principal', proposed: null })).toBe(now);
});

it('every state stands on a step, and only what is not loaded may be given up', () => {
  const table = IMPORT_STATES.map((state) =>
    [state, stepOf(state), isAtWork(state) && 'at work', isOpen(state) && 'open', mayGiveUp(state) && 'may be given up']
      .filter(Boolean)
      .join(' · '),
  );
  expect(table).toEqual([
    'uploading · file · open · may be given up',
    'reading · file · at work · open · may be given up',
    'mapping · columns · open · may be given up',
    'verifying · check · at work · open · may be given up',
    'verified · check · open · may be given up',
    'committing · load · at work · open',
    'done · load',
    'cancelled · load',
    'failed · load',
    'undoing · load · at work',
    'undone · load',
  ]);
});

describe('what a value becomes', () => {
  const CASES: [string, string, string, Partial<LoanMapping['columns'][number]>, string, string][] = [
    ['an amount', 'pos', '1,23,456.5', {}, '₹1,23,456.50', 'ok'],
    ['an amount in lakhs', 'pos', '12.5', { transforms: [{ kind: 'lakhs' }] }, '₹12,50,000', 'ok'],
    ['a date that may be read both ways', 'disbursedOn', '03/04/2026', {}, '03/04/2026', 'warning'],
    [
      'a date that somebody has said how to read',
      'disbursedOn',
      '03/04/2026',
      { transforms: [{ kind: 'dates', order: 'mdy' }] },
      '04/03/2026',
      'ok',
    ],
    ['what cannot be read', 'pos', 'plenty', {}, '', 'wrong'],
    ['an empty cell', 'pos', '', {}, '', 'wrong'],
    ['an empty cell that may be', 'email', '', {}, '', 'empty'],
  ];
  it.each(CASES)('%s', (_, field, cell, part, words, tone) => {
    const held: LoanMapping = { ...mapping([]), columns: [{ header: 'C0', field, ...part }] };
    const became = previewOf(held, ['C0'], [[cell]])(0, 0);
    expect(became?.tone).toBe(tone);
    expect(became?.words).toBe(words);
  });

  it('says nothing of a column that is left out', () => {
    expect(previewOf(mapping([null]), ['C0'], [['x']])(0, 0)).toBeUndefined();
  });
});
