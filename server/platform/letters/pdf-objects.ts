/** The objects of any PDF, found by reading the file from its start: its table of offsets may be broken or compressed, and is not needed. */
import { inflateSync } from 'node:zlib';

export type PdfValue = number | string | boolean | null | Uint8Array | PdfName | PdfRef | PdfValue[] | PdfDict;
/** A string is bytes; an operator of a page's content, or anything else that is none of these, is a plain string. */
export class PdfName {
  constructor(readonly name: string) {}
}
export class PdfRef {
  constructor(readonly id: number) {}
}
export type PdfDict = Map<string, PdfValue>;
export interface PdfObject {
  value: PdfValue;
  stream: Buffer | undefined;
}

/** Longer than any letter; a small file may unfold to more. */
const MOST_UNFOLDED = 32 * 1024 * 1024;
const MOST_DEPTH = 40;
const SPACE = /[\0\t\n\f\r ]/;
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/;

export class PdfReader {
  at = 0;
  constructor(readonly text: string) {}

  private skipSpace(): void {
    for (; this.at < this.text.length; this.at += 1) {
      const sign = this.text[this.at] ?? '';
      if (sign === '%') {
        const end = this.text.slice(this.at).search(/[\r\n]/);
        this.at = end < 0 ? this.text.length : this.at + end;
      } else if (!SPACE.test(sign)) return;
    }
  }

  /** Undefined at the end, and at the end of an array or a dictionary. */
  next(depth = 0): PdfValue | undefined {
    this.skipSpace();
    const { text } = this;
    const sign = text[this.at];
    if (sign === undefined || depth > MOST_DEPTH) return undefined;
    if (sign === '(') return this.literal();
    if (text.startsWith('<<', this.at)) return this.dict(depth);
    if (text.startsWith('>>', this.at)) {
      this.at += 2;
      return undefined;
    }
    this.at += 1;
    if (sign === '<') return this.hex();
    if (sign === '[') {
      const items: PdfValue[] = [];
      for (let item = this.next(depth + 1); item !== undefined; item = this.next(depth + 1)) items.push(item);
      return items;
    }
    if (sign === ']') return undefined;
    if (sign === '/') return new PdfName(this.word().replace(/#([0-9a-f]{2})/gi, (_, hex) => unhex(hex)));
    if ('{})>'.includes(sign)) return sign;
    this.at -= 1;
    return this.numberOrWord();
  }

  private word(): string {
    const from = this.at;
    while (this.at < this.text.length && !DELIMITER.test(this.text[this.at] ?? '')) this.at += 1;
    return this.text.slice(from, this.at);
  }

  private numberOrWord(): PdfValue {
    const word = this.word();
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word))
      return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : word;
    const reference = /^\d+$/.test(word) && /^\s+\d+\s+R(?![A-Za-z])/.exec(this.text.slice(this.at, this.at + 24));
    if (!reference) return Number(word);
    this.at += reference[0].length;
    return new PdfRef(Number(word));
  }

  private dict(depth: number): PdfDict {
    this.at += 2;
    const found: PdfDict = new Map();
    for (let key = this.next(depth + 1); key !== undefined; key = this.next(depth + 1)) {
      if (!(key instanceof PdfName)) continue;
      const value = this.next(depth + 1);
      if (value === undefined) break;
      found.set(key.name, value);
    }
    return found;
  }

  private hex(): Uint8Array {
    const end = this.text.indexOf('>', this.at);
    const digits = this.text.slice(this.at, end < 0 ? undefined : end).replace(/[^0-9a-f]/gi, '');
    this.at = end < 0 ? this.text.length : end + 1;
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
  }

  private literal(): Uint8Array {
    let said = '';
    let open = 1;
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const sign = this.text[this.at] ?? '';
      if (sign === '\\') {
        const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.at + 1, this.at + 4))?.[0];
        const next = this.text[this.at + 1] ?? '';
        this.at += octal?.length ?? 1;
        if (octal) said += String.fromCharCode(Number.parseInt(octal, 8) & 255);
        else if (next !== '\n' && next !== '\r') said += ESCAPED[next] ?? next;
        continue;
      }
      if (sign === '(') open += 1;
      if (sign === ')') open -= 1;
      if (open === 0) {
        this.at += 1;
        break;
      }
      said += sign;
    }
    return Buffer.from(said, 'latin1');
  }
}
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unhex = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map;
export const nameIn = (dict: PdfDict | undefined, key: string): string | undefined => {
  const value = dict?.get(key);
  return value instanceof PdfName ? value.name : undefined;
};

export class PdfFile {
  private readonly objects = new Map<number, PdfObject>();
  private unfolded = 0;
  readonly encrypted: boolean;

  constructor(file: Buffer) {
    const text = file.toString('latin1');
    const head = /(\d{1,9})\s+\d{1,5}\s+obj\b/g;
    for (let found = head.exec(text); found; found = head.exec(text)) {
      const reader = new PdfReader(text);
      reader.at = head.lastIndex;
      const value = reader.next() ?? null;
      const begins = /^\s*stream\r?\n/.exec(text.slice(reader.at, reader.at + 40));
      let stream: Buffer | undefined;
      head.lastIndex = Math.max(reader.at, head.lastIndex);
      if (isDict(value) && begins) {
        const from = reader.at + begins[0].length;
        const length = value.get('Length');
        const told =
          typeof length === 'number' && text.startsWith('endstream', skip(text, from + length)) ? length : -1;
        const end = told >= 0 ? from + told : text.indexOf('endstream', from);
        stream = file.subarray(from, end < 0 ? undefined : end);
        head.lastIndex = end < 0 ? text.length : end;
      }
      // What was changed later stands later.
      this.objects.set(Number(found[1]), { value, stream });
    }
    this.encrypted = /\/Encrypt\s+\d+\s+\d+\s+R/.test(text);
    for (const { value, stream } of [...this.objects.values()])
      if (isDict(value) && stream && nameIn(value, 'Type') === 'ObjStm') this.unpack(value, { value, stream });
  }

  /** Objects within a compressed stream. */
  private unpack(dict: PdfDict, object: PdfObject): void {
    const text = this.bytes(object)?.toString('latin1');
    const [count, first] = [dict.get('N'), dict.get('First')];
    if (text === undefined || typeof count !== 'number' || typeof first !== 'number') return;
    const table = text.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at < Math.min(count, table.length / 2); at += 1) {
      const [id = Number.NaN, offset = 0] = table.slice(at * 2, at * 2 + 2);
      const reader = new PdfReader(text);
      reader.at = first + offset;
      if (Number.isInteger(id) && !this.objects.has(id))
        this.objects.set(id, { value: reader.next() ?? null, stream: undefined });
    }
  }

  all(): Iterable<PdfObject> {
    return this.objects.values();
  }
  object(value: PdfValue | undefined): PdfObject | undefined {
    return value instanceof PdfRef ? this.objects.get(value.id) : undefined;
  }
  /** The value itself, whether it stands here or elsewhere. */
  value(value: PdfValue | undefined): PdfValue | undefined {
    return value instanceof PdfRef ? this.objects.get(value.id)?.value : value;
  }
  dict(value: PdfValue | undefined): PdfDict | undefined {
    const found = this.value(value);
    return isDict(found) ? found : undefined;
  }

  /** What a stream holds; undefined for a filter that is none of texts, and for more than a letter has. */
  bytes({ value, stream }: PdfObject): Buffer | undefined {
    if (!stream || !isDict(value)) return undefined;
    const told = this.value(value.get('Filter'));
    const filters = (Array.isArray(told) ? told : [told]).flatMap((one) => (one instanceof PdfName ? one.name : []));
    if (filters.length === 0) return stream;
    if (filters.length > 1 || (filters[0] !== 'FlateDecode' && filters[0] !== 'Fl')) return undefined;
    try {
      const bytes = inflateSync(stream, { maxOutputLength: MOST_UNFOLDED - this.unfolded });
      this.unfolded += bytes.length;
      return bytes;
    } catch {
      return undefined;
    }
  }
}
const skip = (text: string, at: number) => at + (/^\s*/.exec(text.slice(at, at + 4))?.[0].length ?? 0);
