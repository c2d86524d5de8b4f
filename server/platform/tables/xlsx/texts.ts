/** The texts that a workbook's cells share, packed outside the heap: some millions of short strings would be ten times their size, and the heap grows to a multiple of what it holds. */
import type { XmlPart } from './xml';
import { broken, plainText, withoutCdata } from './xml';

const BLOCK = 4096;

export class SharedTexts {
  private readonly blocks: Buffer[] = [];
  private readonly ends: Uint32Array[] = [];
  private open: string[] = [];
  size = 0;

  add(text: string) {
    this.open.push(text);
    this.size++;
    if (this.open.length === BLOCK) this.pack();
  }

  /** To be called once after the last one. */
  pack() {
    if (this.open.length === 0) return;
    let at = 0;
    this.ends.push(Uint32Array.from(this.open, (text) => (at += Buffer.byteLength(text))));
    this.blocks.push(Buffer.from(this.open.join('')));
    this.open = [];
  }

  /** Undefined for a number that the workbook has no text for. */
  get(index: number): string | undefined {
    const ends = this.ends[index >> 12];
    const nth = index & (BLOCK - 1);
    const end = ends?.[nth];
    if (ends === undefined || end === undefined) return undefined;
    return this.blocks[index >> 12]?.toString('utf8', nth === 0 ? 0 : ends[nth - 1], end);
  }
}

/** All texts of an item, whatever their looks; what only says how a word is spoken (`rPh`) is left out. */
export function itemText(xml: string, prefix: string): string {
  const spoken = xml.includes(`<${prefix}rPh`)
    ? xml.replace(new RegExp(`<${prefix}rPh[\\s>][\\s\\S]*?</${prefix}rPh>`, 'g'), '')
    : xml;
  const open = `<${prefix}t`;
  const close = `</${prefix}t>`;
  let text = '';
  for (let at = spoken.indexOf(open); at >= 0; at = spoken.indexOf(open, at + 1)) {
    const next = spoken.charCodeAt(at + open.length);
    if (next !== 62 && next !== 32 && next !== 10) continue;
    const from = spoken.indexOf('>', at) + 1;
    if (from === 0 || spoken.charCodeAt(from - 2) === 47) continue;
    const until = spoken.indexOf(close, from);
    if (until < 0) throw broken();
    text += spoken.slice(from, until);
    at = until;
  }
  return plainText(text);
}

/** Reads `sharedStrings.xml`. Throws TableError for one that breaks off. */
export async function readTexts({ prefix, text }: XmlPart): Promise<SharedTexts> {
  const texts = new SharedTexts();
  const open = `<${prefix}si`;
  const close = `</${prefix}si>`;
  const plainOpen = `<${prefix}t>`;
  const plainClose = `</${prefix}t>`;
  let rest = '';
  for await (const part of text) {
    let xml = rest + part;
    if (xml.includes('<!')) xml = withoutCdata(xml);
    let at = 0;
    for (;;) {
      const start = xml.indexOf(open, at);
      if (start < 0) break;
      const from = xml.indexOf('>', start) + 1;
      if (from === 0) break;
      // <sst> begins so too where the prefix is none.
      const next = xml.charCodeAt(start + open.length);
      if (next !== 62 && next !== 32 && next !== 47) {
        at = from;
        continue;
      }
      if (xml.charCodeAt(from - 2) === 47) {
        texts.add('');
        at = from;
        continue;
      }
      const until = xml.indexOf(close, from);
      if (until < 0) break;
      const plain = xml.startsWith(plainOpen, from) && xml.indexOf(plainClose, from) === until - plainClose.length;
      texts.add(
        plain
          ? plainText(xml.slice(from + plainOpen.length, until - plainClose.length))
          : itemText(xml.slice(from, until), prefix),
      );
      at = until + close.length;
    }
    rest = xml.slice(at);
  }
  if (rest.includes(`${open}>`)) throw broken();
  texts.pack();
  return texts;
}
