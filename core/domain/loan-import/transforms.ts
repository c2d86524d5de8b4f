/** What is done to a cell before it is read (mapping.ts says when each is meant). */
import type { Transform } from './mapping';
import { digitsOf, latinDigits } from './values';

const padded = (cell: string, length: number) => (/^\d+$/.test(cell) ? cell.padStart(length, '0') : cell);

function one(transform: Transform): (cell: string) => string {
  switch (transform.kind) {
    case 'upper':
      return (cell) => cell.toUpperCase();
    case 'digits':
      return (cell) => (digitsOf(cell) ?? latinDigits(cell)).replace(/\D/g, '');
    case 'padZeros':
      return (cell) => padded(cell, transform.length);
    case 'remove':
      return (cell) => cell.replaceAll(transform.text, '').trim();
    case 'before':
    case 'after': {
      const { kind, text } = transform;
      return (cell) => {
        const at = cell.indexOf(text);
        if (at < 0) return cell;
        return (kind === 'before' ? cell.slice(0, at) : cell.slice(at + text.length)).trim();
      };
    }
    case 'replace': {
      const values = new Map(transform.values.map(({ from, to }) => [from.trim().toLowerCase(), to]));
      return (cell) => values.get(cell.toLowerCase()) ?? cell;
    }
    // The unit of an amount and the order of a date belong to its reading.
    case 'lakhs':
    case 'thousands':
    case 'crores':
    case 'dates':
      return (cell) => cell;
  }
}

const POWERS = { thousands: 3, lakhs: 5, crores: 7 } as const;

export interface Prepared {
  /** Undefined when the cell stays as it is. */
  text?: (cell: string) => string;
  /** Ten's power of the column's unit of money. */
  power: number;
  order?: 'dmy' | 'mdy' | 'ymd';
}

export function prepare(transforms: readonly Transform[] = []): Prepared {
  const prepared: Prepared = { power: 0 };
  for (const transform of transforms) {
    if (transform.kind === 'dates') prepared.order = transform.order;
    else if (transform.kind in POWERS) prepared.power += POWERS[transform.kind as keyof typeof POWERS];
    else {
      const [before, next] = [prepared.text, one(transform)];
      prepared.text = before ? (cell) => next(before(cell)) : next;
    }
  }
  return prepared;
}
