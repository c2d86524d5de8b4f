/** What a number of a workbook says with its format: a day, a time, a percentage, leading zeros. As text, with no digit added. */
import { dayOfSerial, plainNumber } from '../../../../core/domain/loan-import/values';
import { xmlTags } from './xml';

/** `zeros`: as many digits as the format has (`000000`). */
export type NumberFormat = { kind: 'plain' | 'day' | 'time' | 'percent' } | { kind: 'zeros'; length: number };

const PLAIN: NumberFormat = { kind: 'plain' };
const DAY: NumberFormat = { kind: 'day' };
const TIME: NumberFormat = { kind: 'time' };
const PERCENT: NumberFormat = { kind: 'percent' };

/** Formats that every workbook has without saying so (ECMA-376, 18.8.30; 27 to 36 and 50 to 58 are days of other languages). */
function builtIn(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DAY;
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return TIME;
  return id === 9 || id === 10 ? PERCENT : PLAIN;
}

export function numberFormat(code: string): NumberFormat {
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const elapsed = /\[(h+|m+|s+)\]/i.test(first);
  const bare = first.replace(/\[[^\]]*\]/g, '').toLowerCase();
  if (bare.includes('general') || bare.includes('@')) return PLAIN;
  if (elapsed) return TIME;
  if (/[yd]/.test(bare)) return DAY;
  if (/[hs]/.test(bare)) return TIME;
  if (/m/.test(bare)) return DAY;
  if (bare.includes('%')) return PERCENT;
  const zeros = /^0{2,}$/.exec(bare);
  return zeros ? { kind: 'zeros', length: zeros[0].length } : PLAIN;
}

/** The format of each style of cells, by the number that cells name it with. */
export function cellFormats(styles: string): NumberFormat[] {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inside = false;
  for (const { name, kind, attributes } of xmlTags(styles)) {
    if (name === 'numFmt') own.set(Number(attributes.numFmtId), numberFormat(attributes.formatCode ?? ''));
    else if (name === 'cellXfs') inside = kind === 'open';
    else if (name === 'xf' && inside && kind !== 'close') {
      const id = Number(attributes.numFmtId ?? 0);
      formats.push(own.get(id) ?? builtIn(id));
    }
  }
  return formats;
}

/** Digits written out. Of a fraction more than 15 are noise of the workbook's arithmetic: 12.300000000000001 is 12.3. */
function writtenOut(raw: string): string {
  const text = plainNumber(raw) ?? raw;
  return text.length > 16 && text.includes('.')
    ? (plainNumber(String(Number(Number(text).toPrecision(15)))) ?? raw)
    : text;
}

const two = (value: number) => String(value).padStart(2, '0');

/** The number as the workbook's user knows it; days as `YYYY-MM-DD`. */
export function numberText(raw: string, format: NumberFormat, since1904: boolean): string {
  switch (format.kind) {
    case 'day': {
      const serial = Number(raw);
      // A time of day under a format that shows a day too.
      if (serial > 0 && serial < 1) return timeText(serial);
      return dayOfSerial(serial, since1904) ?? raw;
    }
    case 'time': {
      const serial = Number(raw);
      return serial >= 1 ? (dayOfSerial(serial, since1904) ?? raw) : timeText(serial);
    }
    case 'percent':
      return `${plainNumber(String(Number((Number(raw) * 100).toPrecision(13)))) ?? raw}%`;
    case 'zeros': {
      const text = writtenOut(raw);
      return /^\d+$/.test(text) ? text.padStart(format.length, '0') : text;
    }
    default:
      return writtenOut(raw);
  }
}

function timeText(part: number): string {
  const seconds = Math.round(part * 86_400);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
