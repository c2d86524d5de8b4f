import { describe, expect, it } from 'vitest';
import { DEFAULT_CODES } from '../../../../core/domain/dispositions';
import { amountWords } from './amount-words';
import { cashWords, notesFrom, sumNotes } from './cash';
import { groupOutcomes } from './outcomes';

describe('counting cash', () => {
  const typed = (counts: Record<string, string>) => (note: string) => counts[note] ?? '';
  it.each([
    [{}, undefined, 0],
    [{ 500: '2', 100: ' 3 ', 1: '4' }, { 500: 2, 100: 3, 1: 4 }, 130_400],
    [{ 500: '0' }, undefined, 0],
    [{ 500: '2', 200: 'x' }, undefined, 0],
    [{ 10: '-1' }, undefined, 0],
    [{ 10: '1.5' }, undefined, 0],
  ])('%j', (counts, notes, sum) => {
    expect(notesFrom(typed(counts))).toEqual(notes);
    expect(sumNotes(notesFrom(typed(counts)))).toBe(sum);
  });

  it.each([
    [0, undefined, false, 'Counted ₹0'],
    [450_000, 500_000, false, 'Counted ₹4,500 of ₹5,000: ₹500 still missing'],
    [550_000, 500_000, false, 'Counted ₹5,500 of ₹5,000: ₹500 too much'],
    [500_000, 500_000, true, '₹5,000 counted, it adds up'],
    [500_000, 500_050, false, 'Counted ₹5,000 of ₹5,000.50: ₹0.50 still missing'],
  ])('%i of %s', (counted, amount, matches, text) => {
    expect(cashWords(counted, amount)).toEqual({ matches, text });
  });
});

describe('what an amount means for the loan', () => {
  const loan = { overduePaise: 14_148_700, tosPaise: 18_211_200 };
  it.each([
    [undefined, loan, undefined, undefined],
    [0, loan, undefined, undefined],
    [10_000, loan, '₹100: ₹1,41,387 stays overdue', 'muted'],
    [14_148_700, loan, '₹1,41,487: all that is overdue', 'paid'],
    [15_000_000, loan, '₹1,50,000: ₹8,513 more than is overdue', 'muted'],
    [18_211_200, loan, '₹1,82,112: ₹40,625 more than is overdue', 'muted'],
    [99_999_900, loan, '₹9,99,999 is more than all that is owed (₹1,82,112). Check it.', 'warn'],
    // A total that was never brought in hides no warning and makes none.
    [14_148_700, { ...loan, tosPaise: 0 }, '₹1,41,487: all that is overdue', 'paid'],
  ])('%s of %j', (amount, owed, text, tone) => {
    expect(amountWords(amount, owed)).toEqual(text && { text, tone });
  });
});

describe('choosing the outcome', () => {
  it('starts with what happens most at doors and never shows a call or system code', () => {
    const groups = groupOutcomes(DEFAULT_CODES);
    expect(groups.map((group) => group.key)).toEqual([
      'NOT_MET',
      'COLLECTED',
      'PTP',
      'MET',
      'TRACE',
      'SENSITIVE',
      'SAFETY',
      'ASSET',
    ]);
    expect(groups.flatMap((group) => group.codes).every((code) => code.channel === 'field' && code.selectable)).toBe(
      true,
    );
    expect(groups[0]?.codes[0]?.label).toBe('Door locked');
  });

  it('repeats on top what this agent chose at least twice, most used first, four at most', () => {
    const used = ['FPTP', 'FDL', 'FDL', 'FDL', 'FPTP', 'FNA', 'FRTP', 'FRTP', 'FCOL', 'FCOL', 'FSKP', 'FSKP', 'GONE'];
    const [first] = groupOutcomes(DEFAULT_CODES, used);
    expect(first).toMatchObject({ key: 'most-used', label: 'You use most' });
    expect(first?.codes).toHaveLength(4);
    expect(first?.codes[0]?.code).toBe('FDL');
    expect(first?.codes.map((code) => code.code)).not.toContain('FNA');
  });

  it.each([
    ['locked', ['FDL']],
    ['not met', ['FDL', 'FNA', 'FRES']],
    ['dispute', ['FDIS']],
    ['frep', ['FREP']],
    ['zzz', []],
  ])('search %j finds %j', (search, codes) => {
    expect(groupOutcomes(DEFAULT_CODES, [], search).flatMap((group) => group.codes.map((code) => code.code))).toEqual(
      codes,
    );
  });

  it('takes a class it does not know the place of', () => {
    const groups = groupOutcomes([
      { code: 'X', label: 'X', class: 'LEGAL', channel: 'field', rank: 8, requires: [], selectable: true },
      ...DEFAULT_CODES,
    ]);
    expect(groups.at(-1)?.key).toBe('LEGAL');
  });
});
