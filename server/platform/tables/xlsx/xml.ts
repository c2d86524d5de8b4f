/** The little XML that workbooks are made of. No DOCTYPE, no entity but the five of XML itself, nothing external. */
import { TableError } from '../error';
import { type Decode, decoder, inPieces } from '../text';

const BROKEN = 'The workbook is broken: a part of it cannot be read. Save it again as XLSX';
export const broken = () => new TableError('broken', BROKEN);

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entity = (whole: string, name: string): string => {
  const known = ENTITIES[name];
  if (known !== undefined) return known;
  const code = name.startsWith('#x')
    ? Number.parseInt(name.slice(2), 16)
    : name.startsWith('#')
      ? Number(name.slice(1))
      : 0;
  if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  throw new TableError('entities', `The workbook holds “${whole.slice(0, 40)}”, which no workbook has. It is not read`);
};

/** Characters for their entities, and for `_x000D_`, by which workbooks write characters that XML cannot hold. */
export function plainText(xml: string): string {
  const text = xml.includes('&') ? xml.replace(/&([^;&]*);/g, entity) : xml;
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (whole, code: string) =>
        code === '0000' ? whole : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** The same markup without comments, and with CDATA written as other texts are. */
export const withoutCdata = (xml: string): string =>
  xml
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
    .replace(/<!--[\s\S]*?-->/g, '');

const ROOT = /<([A-Za-z_][\w.-]*:)?[A-Za-z_]/;

export interface XmlPart {
  /** `x:` where the writer names its elements so. */
  prefix: string;
  text: AsyncGenerator<string>;
}

/** A part as text, chunk by chunk, once its beginning was seen to hold no DOCTYPE. Throws TableError. */
export async function xmlPart(bytes: AsyncGenerator<Buffer>): Promise<XmlPart> {
  const chunks = decoded(bytes);
  let head = '';
  let root: RegExpExecArray | null = null;
  while (!root) {
    const next = await chunks.next();
    if (next.done) throw broken();
    head += next.value;
    root = ROOT.exec(head.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, (gone) => ' '.repeat(gone.length)));
    if (/<!(doctype|entity)/i.test(head.slice(0, root?.index))) {
      await chunks.return(undefined);
      throw new TableError('entities', 'The workbook defines XML entities, which no workbook does. It is not read');
    }
    if (!root && head.length > 65_536) throw broken();
  }
  const { index, 1: prefix = '' } = root;
  return {
    prefix,
    text: (async function* () {
      yield head.slice(index);
      yield* chunks;
    })(),
  };
}

async function* decoded(bytes: AsyncGenerator<Buffer>): AsyncGenerator<string> {
  let decode: Decode | undefined;
  for await (const chunk of bytes) {
    decode ??= decoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8');
    for (const piece of inPieces(chunk)) {
      const text = decode(piece);
      if (text === undefined) throw broken();
      if (text.includes('\0')) throw new TableError('nul', 'The workbook holds a NUL character. It is broken');
      if (text !== '') yield text;
    }
  }
}

/** A small part as a whole. */
export async function wholeXml(bytes: AsyncGenerator<Buffer>): Promise<string> {
  const { text } = await xmlPart(bytes);
  let whole = '';
  for await (const part of text) whole += part;
  return withoutCdata(whole);
}

export interface XmlTag {
  /** Without its prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  attributes: Record<string, string>;
}

/** The tags of a small part in their order; names without their prefix. */
export function* xmlTags(xml: string): Generator<XmlTag> {
  for (const [, close, name = '', inner = '', empty] of xml.matchAll(
    /<(\/)?(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/)?>/g,
  )) {
    const attributes: Record<string, string> = {};
    for (const [, key = '', double, single] of inner.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
      attributes[key] = plainText(double ?? single ?? '');
    yield { name, kind: close ? 'close' : empty ? 'empty' : 'open', attributes };
  }
}
