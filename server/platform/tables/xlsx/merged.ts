/** Merged cells: what stands in several rows at once is meant for each of them, but the file holds it in the first alone. */
import type { TableRow } from '../csv-rows';
import { TableError } from '../error';
import { columnAt } from './sheet-rows';
import { broken, xmlTags } from './xml';

export interface MergedCells {
  column: number;
  from: number;
  until: number;
}

const MOST = 100_000;

/** Cells over several rows, by their first row. They stand behind the last row, so the sheet is unpacked once for them. */
export async function mergedCells(bytes: AsyncGenerator<Buffer>): Promise<MergedCells[]> {
  const merged: MergedCells[] = [];
  let found = false;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all = held.length ? Buffer.concat([held, chunk]) : chunk;
    let from = 0;
    if (!found) {
      from = all.indexOf('mergeCells');
      found = from >= 0;
    }
    if (!found) {
      held = Buffer.from(all.subarray(-16));
      continue;
    }
    const last = all.lastIndexOf('>');
    for (const { name, attributes } of xmlTags(all.toString('latin1', from, last + 1))) {
      if (name !== 'mergeCell') continue;
      const range = /^[A-Z]{1,3}(\d+):[A-Z]{1,3}(\d+)$/.exec(attributes.ref ?? '');
      if (!range) throw broken();
      const [top, bottom] = [Number(range[1]), Number(range[2])];
      if (bottom > top) merged.push({ column: columnAt(attributes.ref ?? '', 0), from: top, until: bottom });
      if (merged.length > MOST) throw new TableError('bomb', `The sheet has more than ${MOST} merged cells`);
    }
    held = Buffer.from(all.subarray(last + 1));
  }
  return merged.sort((a, b) => a.from - b.from);
}

/** Fills the rows below the first of a merged cell with its value. Rows come in their order. */
export function fillDown(merged: readonly MergedCells[]): (row: TableRow) => void {
  let next = 0;
  const open = new Map<number, { until: number; value: string }>();
  return ({ line, cells }) => {
    for (const [column, { until, value }] of open) {
      if (line > until) open.delete(column);
      else if (!cells[column]) {
        while (cells.length < column) cells.push('');
        cells[column] = value;
      }
    }
    for (; next < merged.length; next++) {
      const range = merged[next];
      if (!range || range.from > line) break;
      if (range.from === line && cells[range.column])
        open.set(range.column, { until: range.until, value: cells[range.column] ?? '' });
    }
  };
}
