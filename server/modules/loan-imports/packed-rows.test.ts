/** Rows packed for COPY come out as they went in, chunk after chunk, whatever their letters. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyLine } from '../../db/values';
import { PackedRows } from './packed-rows';

const problem = (line: number, kind: string) => ({ line, column: 'A', value: '', kind, message: kind, warning: false });
const text = (pieces: Iterable<Uint8Array>) => Buffer.concat([...pieces]).toString();

it('gives each chunk its lines in whole pieces, and tells the rows with problems', () => {
  const rows = new PackedRows();
  const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('नमस्ते\t\\N'), fc.constant('x'.repeat(9000)));
  fc.assert(
    fc.property(fc.array(fc.array(fc.option(cell), { maxLength: 6 }), { maxLength: 80 }), (chunk) => {
      rows.clear();
      for (const [at, values] of chunk.entries())
        rows.add({ line: at * 2, cells: values.map(String), problems: at % 3 ? [] : [problem(at * 2, 'own')] }, values);
      const pieces = [...rows.pieces()];
      expect(text(pieces)).toBe(chunk.map(copyLine).join(''));
      for (const piece of pieces) expect(piece.at(-1)).toBe('\n'.charCodeAt(0));
      expect(rows).toMatchObject({ size: chunk.length, last: chunk.length ? (chunk.length - 1) * 2 : undefined });
      const told = rows.told(new Map([[2, [problem(2, 'book')]]]));
      expect(told).toEqual(
        chunk.flatMap((values, at) =>
          at % 3 === 0 || at === 1
            ? [{ line: at * 2, cells: values.map(String), problems: [problem(at * 2, at === 1 ? 'book' : 'own')] }]
            : [],
        ),
      );
    }),
  );
});
