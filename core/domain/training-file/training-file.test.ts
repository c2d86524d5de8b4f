/** A made-up file reads as the import reads: nothing refused where nothing wrong was asked for, each fault as what it is. */
import { describe, expect, it } from 'vitest';
import type { TableLook } from '../../contract/loan-imports';
import { compileMapping, guessMapping, type LoanMapping } from '../loan-import';
import { trainingFile, USUAL_LAYOUT } from '.';

const LENDER = { client: 'Sahyadri Bank', portfolios: ['Two wheelers', 'Homes'] };
const made = (mapping: LoanMapping, over: { seed?: string; wrongPercent?: number } = {}) =>
  trainingFile(mapping, { seed: '1', asOf: '2026-11-28', wrongPercent: 0, lender: LENDER, ...over });
const texts = (rows: Iterable<readonly unknown[]>) => [...rows].map((cells) => cells.map((cell) => String(cell ?? '')));
const readAll = (mapping: LoanMapping, header: string[], rows: string[][]) => {
  const read = compileMapping(mapping, header);
  return rows.map((cells, at) => read({ line: at + 2, cells }));
};

describe('a usual lender’s file', () => {
  const file = made(USUAL_LAYOUT);
  const rows = texts(file.rows(2000));

  it('is mapped by the import’s own guess as it was meant', () => {
    const look: TableLook = {
      ...{ format: 'csv', packed: null, layout: { headerLine: 1 }, sheets: [], columns: file.header },
      ...{ samples: rows.slice(0, 50), lines: rows.slice(0, 50).map((_, at) => at + 2) },
    };
    const guessed = guessMapping(look);
    expect(guessed.columns.map(({ header, field }) => [header, field])).toEqual(
      USUAL_LAYOUT.columns.map(({ header, field }) => [header, field]),
    );
    const read = readAll(guessed, file.header, rows);
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('has figures that hang together, and numbers of its own', () => {
    const read = readAll(USUAL_LAYOUT, file.header, rows);
    expect(new Set(read.map(({ values }) => values.loanNumber)).size).toBe(2000);
    for (const { values } of read) {
      const amount = (
        field: 'pos' | 'tos' | 'overdue' | 'emi' | 'principalOverdue' | 'interestOverdue' | 'penal' | 'charges',
      ) => Number(values[field]);
      expect(amount('pos')).toBeGreaterThan(0);
      expect(amount('tos')).toBe(amount('pos') + amount('interestOverdue') + amount('penal') + amount('charges'));
      expect(amount('overdue')).toBe(amount('principalOverdue') + amount('interestOverdue'));
      expect(amount('principalOverdue')).toBeGreaterThanOrEqual(0);
      expect(String(values.sanctionedOn) < String(values.disbursedOn)).toBe(true);
      expect(String(values.disbursedOn) < '2026-11-28').toBe(true);
    }
    const buckets = new Set(read.map(({ values }) => values.bucket));
    expect([...buckets].sort()).toEqual(['0-30', '180-360', '31-60', '360+', '61-90', '91-180']);
  });

  it('is the same for the same seed, and shares no loan with another', () => {
    expect(texts(made(USUAL_LAYOUT).rows(300))).toEqual(rows.slice(0, 300));
    const others = texts(made(USUAL_LAYOUT, { seed: '2' }).rows(300)).map(([number]) => number);
    expect(others.filter((number) => rows.some(([own]) => own === number))).toEqual([]);
  });
});

describe('wrong rows', () => {
  it.each([
    [0, 0],
    [1, 10],
    [33, 330],
    [100, 1000],
  ])('%i percent of a thousand are %i, each refused', (wrongPercent, wrong) => {
    const file = made(USUAL_LAYOUT, { wrongPercent });
    expect(file.wrongOf(1000)).toBe(wrong);
    const rows = texts(file.rows(1000));
    const seen = new Set<string>();
    const refused = readAll(USUAL_LAYOUT, file.header, rows).filter((row, at) => {
      // What the row alone does not tell the import finds among the others.
      const number = rows[at]?.[0] ?? '';
      const doubled = number !== '' && seen.has(number);
      seen.add(number);
      return row.refused || doubled;
    });
    expect(refused).toHaveLength(wrong);
  });

  it('are of every kind that the layout can have', () => {
    const file = made(USUAL_LAYOUT, { wrongPercent: 50 });
    const kinds = new Set(
      readAll(USUAL_LAYOUT, file.header, texts(file.rows(400))).flatMap(({ problems }) =>
        problems.filter(({ warning }) => !warning).map(({ kind }) => kind),
      ),
    );
    const known = file.kinds.filter((kind) => kind !== 'duplicate-in-file');
    expect(known.filter((kind) => !kinds.has(kind))).toEqual([]);
    for (const kind of ['date', 'money', 'negative', 'mobile', 'required', 'pincode', 'bucket', 'mangled', 'formula'])
      expect(known).toContain(kind);
  });
});

describe('a client’s layout', () => {
  const mapping: LoanMapping = {
    layout: { headerLine: 3, delimiter: ';' },
    columns: [
      { header: 'Branch', field: null },
      { header: 'Agreement', field: 'loanNumber', transforms: [{ kind: 'digits' }] },
      { header: 'First', field: 'borrowerName' },
      { header: 'Last', field: 'borrowerName' },
      { header: 'POS (lakhs)', field: 'pos', transforms: [{ kind: 'lakhs' }] },
      { header: 'Bkt', field: 'bucket', transforms: [{ kind: 'replace', values: [{ from: 'L1', to: '31-60' }] }] },
      { header: 'Due', field: 'dueOn', transforms: [{ kind: 'dates', order: 'mdy' }] },
      { header: 'Since', field: 'disbursedOn' },
      { header: 'Lender', field: 'client' },
      { header: 'Book', field: 'portfolio' },
      { header: 'Mobile', field: 'phone1' },
      { header: 'Mobile', nth: 1, field: 'phone2' },
      { header: 'Line 1', field: 'address1.line' },
      { header: 'Line 2', field: 'address1.line' },
      { header: 'Stopped', field: 'doNotContact' },
    ],
    fixed: { language: 'Marathi' },
    policy: { fresh: 'insert', known: 'update' },
  };

  it('is written so that its own mapping reads it back', () => {
    const file = made(mapping);
    expect(file.problems).toEqual([]);
    const rows = texts(file.rows(500));
    const read = readAll(mapping, file.header, rows);
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    const words = new Set(rows.map((cells) => cells[5]));
    expect([words.has('L1'), words.has('31-60'), words.has('61-90')]).toEqual([true, false, true]);
    for (const { values } of read) {
      expect(String(values.borrowerName)).toMatch(/^\S+ \S+$/);
      expect(LENDER.portfolios).toContain(values.portfolio);
      expect(Number(values.pos)).toBeGreaterThan(100_000);
    }
  });

  it('has the faults that its client and portfolios can have', () => {
    expect(made(mapping, { wrongPercent: 10 }).kinds).toEqual(
      expect.arrayContaining(['other-client', 'unknown-portfolio', 'yes-no', 'ragged', 'duplicate-in-file']),
    );
  });

  it('that could not be loaded says which column', () => {
    const nonsense = {
      ...mapping,
      columns: [{ header: 'Agreement', field: 'loanNumber', transforms: [{ kind: 'before' as const, text: 'T' }] }],
    };
    expect(made(nonsense).problems).toEqual([{ header: 'Agreement', message: expect.any(String) }]);
  });
});
