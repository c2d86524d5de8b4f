/** What a PDF says, whoever made it: its pages, and their text where it has a layer of text that can be read. */
import { isDict, nameIn, type PdfDict, PdfFile, PdfName, PdfReader, type PdfValue } from './pdf-objects';

export interface PdfText {
  pages: number;
  /** Lines of all pages; null where there is no text, or none that says which letters it shows (a scan, a font without a map). */
  text: string | null;
}

const MOST_PAGES = 200;
/** Forms within forms. */
const MOST_NESTED = 4;
/** In thousandths of the font's size: a gap as wide as a space. */
const GAP = -180;

type Decode = (bytes: Uint8Array) => string;

const utf16 = (bytes: Uint8Array): string => {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le');
};
const bytesOf = (value: PdfValue | undefined): Uint8Array | undefined =>
  value instanceof Uint8Array ? value : undefined;
const numberOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/** Codes of a font's ToUnicode map, and how many bytes one has. */
function mapOf(text: string): { width: number; letters: Map<number, string> } {
  const letters = new Map<number, string>();
  let width = 1;
  const reader = new PdfReader(text);
  let row: PdfValue[] = [];
  // The map is a program; what stands before its operators is all that is read.
  for (let tokens = 0; reader.at < text.length && tokens < 500_000; tokens += 1) {
    const item = reader.next();
    if (item === undefined) continue;
    if (typeof item !== 'string') {
      row.push(item);
      continue;
    }
    if (item === 'endcodespacerange') width = bytesOf(row[0])?.length ?? width;
    if (item === 'endbfchar')
      for (let at = 0; at + 1 < row.length; at += 2) {
        const [code, to] = [bytesOf(row[at]), bytesOf(row[at + 1])];
        if (code && to) letters.set(numberOf(code), utf16(to));
      }
    if (item === 'endbfrange') for (let at = 0; at + 2 < row.length; at += 3) addRange(letters, row.slice(at, at + 3));
    row = [];
  }
  return { width, letters };
}

function addRange(letters: Map<number, string>, [low, high, to]: PdfValue[]): void {
  const [from, until] = [bytesOf(low), bytesOf(high)];
  if (!from || !until) return;
  const first = numberOf(from);
  for (let code = first; code <= Math.min(numberOf(until), first + 65_535); code += 1) {
    const at = code - first;
    const bytes = Array.isArray(to) ? bytesOf(to[at]) : bytesOf(to);
    if (!bytes) continue;
    const text = utf16(bytes);
    const last = text.charCodeAt(text.length - 1);
    letters.set(code, Array.isArray(to) ? text : text.slice(0, -1) + String.fromCharCode(last + at));
  }
}

/** Undefined where nothing says which letters a font's codes are. */
function decoderOf(file: PdfFile, font: PdfDict | undefined): Decode | undefined {
  const map = file.object(font?.get('ToUnicode'));
  const bytes = map && file.bytes(map);
  if (bytes) {
    const { width, letters } = mapOf(bytes.toString('latin1'));
    return (codes) => {
      let said = '';
      for (let at = 0; at + width <= codes.length; at += width)
        said += letters.get(numberOf(codes.subarray(at, at + width))) ?? '';
      return said;
    };
  }
  // Of a font with codes of one byte and no map of its own, they are those of Latin letters.
  const own = file.value(font?.get('Encoding'));
  const plain = !isDict(own) || !own.has('Differences');
  return nameIn(font, 'Subtype') !== 'Type0' && plain ? (codes) => Buffer.from(codes).toString('latin1') : undefined;
}

class PageText {
  private readonly decoders = new Map<PdfDict, Decode | undefined>();
  said = '';
  unknown = false;
  constructor(private readonly file: PdfFile) {}

  private decoder(font: PdfDict | undefined): Decode | undefined {
    if (!font) return undefined;
    if (!this.decoders.has(font)) this.decoders.set(font, decoderOf(this.file, font));
    return this.decoders.get(font);
  }

  read(content: string, resources: PdfDict | undefined, depth = 0): void {
    const fonts = this.file.dict(resources?.get('Font'));
    const forms = this.file.dict(resources?.get('XObject'));
    const reader = new PdfReader(content);
    let row: PdfValue[] = [];
    let decode: Decode | undefined;
    let spans = 0;
    const show = (bytes: Uint8Array) => {
      if (spans > 0) return;
      if (decode) this.said += decode(bytes);
      else this.unknown = true;
    };
    while (reader.at < content.length) {
      const item = reader.next();
      if (item === undefined) continue;
      if (typeof item !== 'string') {
        row.push(item);
        continue;
      }
      const [first, second] = row;
      const last = row.at(-1);
      if (item === 'Tf')
        decode = this.decoder(first instanceof PdfName ? this.file.dict(fonts?.get(first.name)) : undefined);
      // What a stretch of glyphs stands for may be said beside it.
      else if (item === 'BDC' || item === 'BMC') {
        const actual = isDict(second) ? bytesOf(second.get('ActualText')) : undefined;
        if (spans > 0 || actual) spans += 1;
        if (spans === 1 && actual)
          this.said += actual[0] === 0xfe ? utf16(actual.subarray(2)) : Buffer.from(actual).toString('latin1');
      } else if (item === 'EMC') spans = Math.max(0, spans - 1);
      else if (item === 'Tj' && last instanceof Uint8Array) show(last);
      else if ((item === "'" || item === '"') && last instanceof Uint8Array) {
        this.said += '\n';
        show(last);
      } else if (item === 'TJ' && Array.isArray(last)) {
        for (const part of last) {
          if (part instanceof Uint8Array) show(part);
          else if (typeof part === 'number' && part < GAP && spans === 0) this.said += ' ';
        }
      } else if (item === 'Td' || item === 'TD') this.said += second === 0 ? ' ' : '\n';
      else if (item === 'T*' || item === 'Tm' || item === 'ET') this.said += '\n';
      else if (item === 'Do' && first instanceof PdfName && depth < MOST_NESTED)
        this.form(forms?.get(first.name), resources, depth);
      else if (item === 'ID') {
        // A picture within the content.
        const end = content.slice(reader.at).search(/\sEI\s/);
        reader.at = end < 0 ? content.length : reader.at + end + 3;
      }
      row = [];
    }
  }

  private form(value: PdfValue | undefined, resources: PdfDict | undefined, depth: number): void {
    const object = this.file.object(value);
    const dict = object && isDict(object.value) ? object.value : undefined;
    if (!object || nameIn(dict, 'Subtype') !== 'Form') return;
    const bytes = this.file.bytes(object);
    if (bytes) this.read(bytes.toString('latin1'), this.file.dict(dict?.get('Resources')) ?? resources, depth + 1);
  }
}

/** A page's own, or that of what it lies in. */
function inherited(file: PdfFile, page: PdfDict, key: string): PdfDict | undefined {
  let at: PdfDict | undefined = page;
  for (let depth = 0; at && depth < 20; depth += 1) {
    const found = file.dict(at.get(key));
    if (found) return found;
    at = file.dict(at.get('Parent'));
  }
  return undefined;
}

/** Undefined for what cannot be read: it is no PDF, it is broken or locked, or has no page. */
export function readPdfText(bytes: Buffer): PdfText | undefined {
  if (bytes.indexOf('%PDF-') < 0) return undefined;
  const file = new PdfFile(bytes);
  if (file.encrypted) return undefined;
  const pages = [...file.all()].flatMap(({ value }) =>
    isDict(value) && nameIn(value, 'Type') === 'Page' ? [value] : [],
  );
  if (pages.length === 0) return undefined;
  const reading = new PageText(file);
  for (const page of pages.slice(0, MOST_PAGES)) {
    const told = page.get('Contents');
    const parts = Array.isArray(file.value(told)) ? (file.value(told) as PdfValue[]) : [told];
    const streams = parts.map((part) => file.object(part)).filter((one) => one !== undefined);
    const content = streams.map((one) => file.bytes(one)?.toString('latin1') ?? '').join('\n');
    reading.read(content, inherited(file, page, 'Resources'));
  }
  const text = reading.said.replace(/[ \t]+/g, ' ').trim();
  // Letters of which some are not known are as good as none: what is missing would be called missing in the letter.
  return { pages: pages.length, text: reading.unknown || text === '' ? null : text };
}
