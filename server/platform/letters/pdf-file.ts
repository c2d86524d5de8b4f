/**
 * A PDF 1.7 with embedded subsets of fonts. The same calls give the same bytes: no clock, no random ids. Text that glyphs
 * cannot be read back from one by one carries its characters as ActualText, so that copying and searching find what was written.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Face, Glyph, Weight } from './faces';
import type { Line, Typesetter } from './lines';
import { subsetOf } from './subset';

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

const number = (value: number): string => String(Math.round(value * 100) / 100);
const hex4 = (value: number): string => value.toString(16).padStart(4, '0');
/** A text string of a PDF: UTF-16, big end first. */
const textString = (text: string): string => {
  let out = '<feff';
  for (let at = 0; at < text.length; at += 1) out += hex4(text.charCodeAt(at));
  return `${out}>`;
};

export interface PdfInfo {
  title: string;
  author: string;
  /** `yyyy-mm-dd`. */
  day: string;
  /** ISO 639. */
  language: string;
}

export class PdfFile {
  private readonly pages: string[][] = [];
  private readonly faces = new Map<Face, { resource: string; glyphs: Map<number, string> }>();

  get pageCount(): number {
    return this.pages.length;
  }

  addPage(): void {
    this.pages.push([]);
  }

  /** Operators of PDF on the last page, or on the one with that index. */
  draw(operators: string, page = this.pages.length - 1): void {
    this.pages[page]?.push(operators);
  }

  /** A filled rectangle; points from the lower left corner. */
  rectangle(x: number, y: number, width: number, height: number, grey = 0): void {
    this.draw(`${number(grey)} g ${number(x)} ${number(y)} ${number(width)} ${number(height)} re f 0 g`);
  }

  /** A line of text with its baseline at `y`. */
  text(
    line: Line,
    at: { x: number; y: number; size: number; weight: Weight; grey?: number; page?: number },
    typesetter: Typesetter,
  ): void {
    const space = typesetter.spaceOf(at.weight);
    const out = [`BT ${number(at.grey ?? 0)} g 1 0 0 1 ${number(at.x)} ${number(at.y)} Tm`];
    let current = '';
    const use = (face: Face) => {
      const { resource } = this.used(face);
      if (resource !== current) out.push(`/${resource} ${number(at.size)} Tf`);
      current = resource;
    };
    line.words.forEach((word, index) => {
      if (index > 0) {
        use(space.face);
        this.used(space.face).glyphs.set(space.id, ' ');
        out.push(`<${hex4(space.id)}> Tj`);
      }
      for (const piece of word.pieces) {
        use(piece.face);
        const { glyphs } = this.used(piece.face);
        for (const { id } of piece.glyphs) if (!glyphs.has(id)) glyphs.set(id, piece.face.textOf(id) ?? '');
        const shown = glyphOperators(piece.glyphs, at.size);
        out.push(piece.plain ? shown : `/Span <</ActualText ${textString(piece.text)}>> BDC ${shown} EMC`);
      }
    });
    out.push('ET');
    this.draw(out.join(' '), at.page);
  }

  private used(face: Face) {
    let entry = this.faces.get(face);
    if (!entry) {
      entry = { resource: `F${this.faces.size + 1}`, glyphs: new Map() };
      this.faces.set(face, entry);
    }
    return entry;
  }

  async bytes(info: PdfInfo): Promise<Buffer> {
    const objects: Buffer[] = [];
    const add = (body: string | Buffer): number => objects.push(Buffer.from(body));
    const stream = (data: Buffer, more = ''): Buffer => {
      const packed = deflateSync(data);
      return Buffer.concat([
        Buffer.from(`<</Length ${packed.length} /Filter /FlateDecode ${more}>>\nstream\n`),
        packed,
        Buffer.from('\nendstream'),
      ]);
    };
    // The first three are known by number before they can be written.
    const [catalog, tree, about] = [add(''), add(''), add('')];
    const fonts: string[] = [];
    for (const [face, { resource, glyphs }] of this.faces)
      fonts.push(`/${resource} ${await addFont(face, glyphs, add, stream)} 0 R`);
    const resources = add(`<</Font <<${fonts.join(' ')}>>>>`);
    const kids = this.pages.map((operators) => {
      const content = add(stream(Buffer.from(operators.join('\n'), 'latin1')));
      return add(
        `<</Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${resources} 0 R /Contents ${content} 0 R>>`,
      );
    });
    objects[catalog - 1] = Buffer.from(
      `<</Type /Catalog /Pages ${tree} 0 R /Lang (${info.language}-IN) /ViewerPreferences <</DisplayDocTitle true>>>>`,
    );
    objects[tree - 1] = Buffer.from(
      `<</Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
    );
    const date = `(D:${info.day.replaceAll('-', '')}000000+05'30')`;
    objects[about - 1] = Buffer.from(
      `<</Title ${textString(info.title)} /Author ${textString(info.author)} /Producer (Recoup) /CreationDate ${date}>>`,
    );
    return fileOf(objects, catalog, about);
  }
}

/** Shows glyphs from where the pen is. */
function glyphOperators(glyphs: readonly Glyph[], size: number): string {
  const out: string[] = [];
  let row = '';
  let rise = 0;
  const flush = () => {
    if (row) out.push(`[${row.replaceAll('><', '')}] TJ`);
    row = '';
  };
  for (const { id, advance, width, dx, dy } of glyphs) {
    if (dy !== rise) {
      flush();
      out.push(`${number((dy * size) / 1000)} Ts`);
      rise = dy;
    }
    // A number in TJ moves the pen back by thousandths of the size.
    const after = dx + width - advance;
    row += `${dx ? `${-dx} ` : ''}<${hex4(id)}>${after ? ` ${after} ` : ''}`;
  }
  flush();
  if (rise !== 0) out.push('0 Ts');
  return out.join(' ');
}

async function addFont(
  face: Face,
  glyphs: ReadonlyMap<number, string>,
  add: (body: string | Buffer) => number,
  stream: (data: Buffer, more?: string) => Buffer,
): Promise<number> {
  const ids = [...glyphs.keys()].sort((a, b) => a - b);
  const file = await subsetOf(face, ids);
  const letters = createHash('sha256').update(ids.join(' ')).digest().subarray(0, 6);
  const name = `${[...letters].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')}+${face.name}`;
  const program = add(stream(file, `/Length1 ${file.length}`));
  const descriptor = add(
    `<</Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [-500 ${face.descender} 3000 ${face.ascender}] /ItalicAngle 0 /Ascent ${face.ascender} /Descent ${face.descender} /CapHeight 714 /StemV 80 /FontFile2 ${program} 0 R>>`,
  );
  const widths = ids.map((id) => `${id} [${face.widthOf(id)}]`).join(' ');
  const descendant = add(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor ${descriptor} 0 R /DW 0 /W [${widths}] /CIDToGIDMap /Identity>>`,
  );
  const unicode = add(stream(Buffer.from(toUnicode(glyphs, ids))));
  return add(
    `<</Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R>>`,
  );
}

function toUnicode(glyphs: ReadonlyMap<number, string>, ids: readonly number[]): string {
  const rows = ids.flatMap((id) => {
    const text = glyphs.get(id);
    return text ? [`<${hex4(id)}> <${textString(text).slice(5, -1)}>`] : [];
  });
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

function fileOf(objects: readonly Buffer[], catalog: number, about: number): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((body, index) => {
    const at = length;
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
    return at;
  });
  const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32);
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${about} 0 R /ID [<${id}> <${id}>]>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
