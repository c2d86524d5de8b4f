/**
 * Reads what our own PDFs say, as a reader of PDFs does: text by ToUnicode and ActualText in the order of the page, one line
 * for each BT … ET, and the filled rectangles. Only what `server/platform/letters` writes is understood.
 */
import { inflateSync } from 'node:zlib';
import jsqr from 'jsqr';

export interface PdfPage {
  lines: string[];
  /** `[x, y, width, height]` in points. */
  rectangles: [number, number, number, number][];
  /** How far left and right the pen came, by line, in points. */
  reach: [number, number][];
}

const OBJECT = /(\d+) 0 obj\n/g;

/** Objects by number, found through the table of offsets at the end as every reader does; throws where it does not point at one. */
function objectsOf(file: Buffer): Map<number, Buffer> {
  const text = file.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  if (text.slice(start, start + 4) !== 'xref') throw new Error('There is no table of objects');
  const rows = [...text.slice(start).matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset));
  return new Map(
    rows.map((offset, index) => {
      OBJECT.lastIndex = offset;
      const head = OBJECT.exec(text);
      if (head?.index !== offset || Number(head[1]) !== index + 1) throw new Error(`Object ${index + 1} is not there`);
      return [index + 1, file.subarray(OBJECT.lastIndex, text.indexOf('\nendobj\n', offset))];
    }),
  );
}

function streamOf(object: Buffer | undefined): Buffer {
  if (!object) throw new Error('An object is missing');
  const at = object.indexOf('stream\n');
  const length = Number(/\/Length (\d+)/.exec(object.toString('latin1', 0, at))?.[1]);
  return inflateSync(object.subarray(at + 7, at + 7 + length));
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** Throws where the file is not one of ours or is broken. */
export function readPdf(file: Buffer): PdfPage[] {
  const objects = objectsOf(file);
  const text = (id: number) => objects.get(id)?.toString('latin1') ?? '';
  const reference = (body: string, name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1]);
  const trailer = file.toString('latin1', file.lastIndexOf('trailer'));
  const tree = text(reference(text(reference(trailer, 'Root')), 'Pages'));
  const kids = [...(/\/Kids \[(.*?)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
  return kids.map((kid) => {
    const page = text(kid);
    const fonts = new Map(
      [...text(reference(page, 'Resources')).matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const map = streamOf(objects.get(reference(text(Number(id)), 'ToUnicode'))).toString('latin1');
        const rows = [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)];
        const texts = new Map(rows.map(([, glyph = '', to = '']) => [glyph, utf16(to)]));
        const descendant = text(Number(/\/DescendantFonts \[(\d+)/.exec(text(Number(id)))?.[1]));
        const widths = [...(/\/W \[(.*\])\]/.exec(descendant)?.[1] ?? '').matchAll(/(\d+) \[(\d+)\]/g)];
        return [
          name,
          { texts, widths: new Map(widths.map(([, glyph, width]) => [Number(glyph), Number(width)])) },
        ] as const;
      }),
    );
    return readContent(streamOf(objects.get(reference(page, 'Contents'))).toString('latin1'), fonts);
  });
}

interface Font {
  texts: ReadonlyMap<string, string>;
  /** In thousandths of the size. */
  widths: ReadonlyMap<number, number>;
}

const OPERATOR =
  /\/(F\d+) ([\d.]+) Tf|ActualText <feff([0-9a-f]*)>>> BDC|EMC|\[([^\]]*)\] TJ|<([0-9a-f]+)> Tj|1 0 0 1 ([\d.]+) [\d.]+ Tm/g;

function readContent(content: string, fonts: ReadonlyMap<string, Font>): PdfPage {
  const lines: string[] = [];
  const reach: PdfPage['reach'] = [];
  for (const [, block = ''] of content.matchAll(/BT (.*?) ET$/gms)) {
    let line = '';
    let font: Font | undefined;
    let size = 0;
    let inSpan = false;
    let pen = 0;
    let left = Number.POSITIVE_INFINITY;
    let right = 0;
    const show = (hex: string) => {
      for (const glyph of hex.match(/.{4}/g) ?? []) {
        left = Math.min(left, pen);
        pen += ((font?.widths.get(Number.parseInt(glyph, 16)) ?? Number.NaN) * size) / 1000;
        right = Math.max(right, pen);
        if (!inSpan) line += font?.texts.get(glyph) ?? '\ufffd';
      }
    };
    for (const [whole, name, points, actual, row, hex, x] of block.matchAll(OPERATOR)) {
      if (name) {
        font = fonts.get(name);
        size = Number(points);
      } else if (actual !== undefined) {
        line += utf16(actual);
        inSpan = true;
      } else if (whole === 'EMC') inSpan = false;
      else if (x) pen = Number(x);
      else if (hex) show(hex);
      else
        for (const [item, shown] of row?.matchAll(/<([0-9a-f]+)>|[^\s<]+/g) ?? []) {
          if (shown) show(shown);
          else if (!/^-?[\d.]+$/.test(item)) throw new Error(`${item} is no number`);
          else pen -= (Number(item) * size) / 1000;
        }
    }
    lines.push(line);
    reach.push([left, right]);
  }
  const drawings = content.replace(/BT .*? ET$/gms, '');
  const rectangles = [...drawings.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map(
    ([, x, y, width, height]): [number, number, number, number] => [
      Number(x),
      Number(y),
      Number(width),
      Number(height),
    ],
  );
  return { lines, rectangles, reach };
}

/** What the QR code of a page says, drawn in pixels and read as a camera would; undefined where it has none. */
export function qrOf({ rectangles }: PdfPage): string | undefined {
  const modules = rectangles.filter(([, , width, height]) => width === height);
  if (modules.length === 0) return undefined;
  const left = Math.min(...modules.map(([x]) => x));
  const bottom = Math.min(...modules.map(([, y]) => y));
  const [, , unit = 1] = modules[0] ?? [];
  const count = Math.round((Math.max(...modules.map(([x]) => x)) - left) / unit) + 1;
  // Four pixels a module, and the quiet zone of four modules around.
  const side = (count + 8) * 4;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [x, y] of modules) {
    const column = Math.round((x - left) / unit) + 4;
    const row = count - 1 - Math.round((y - bottom) / unit) + 4;
    for (let at = 0; at < 16; at += 1) {
      const pixel = ((row * 4 + (at >> 2)) * side + column * 4 + (at & 3)) * 4;
      pixels.fill(0, pixel, pixel + 3);
    }
  }
  return jsqr(pixels, side, side)?.data;
}
