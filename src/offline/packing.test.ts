import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Packed, pack, unpack } from './packing';

const back = (list: unknown[]) => unpack(JSON.parse(pack(list)) as Packed);

it('gives back what it was given, whatever JSON can hold', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (list) => {
      // No record has this name, and an object made name by name cannot have it.
      fc.pre(!JSON.stringify(list).includes('__proto__'));
      // JSON itself knows no -0.
      const plain = JSON.parse(JSON.stringify(list)) as unknown[];
      expect(JSON.stringify(back(plain))).toBe(JSON.stringify(plain));
    }),
    { numRuns: 500 },
  );
});

it('keeps objects apart that have other names, another order of names, or as many', () => {
  const list = [
    { a: 1, b: [] },
    { b: 2, a: {} },
    { a: 3 },
    { c: [[-1]], d: null },
    [],
    [0],
    {},
    { a: 4, b: [{ a: 5 }] },
  ];
  expect(JSON.stringify(back(list))).toBe(JSON.stringify(list));
});

it('says each name once', () => {
  const list = Array.from({ length: 100 }, (_, at) => ({
    borrower: { fullName: `B${at}` },
    contacts: [{ phone: at }],
  }));
  const text = pack(list);
  for (const name of ['borrower', 'fullName', 'contacts', 'phone']) expect(text.split(`"${name}"`)).toHaveLength(2);
});
