/**
 * The fonts of letters (Noto Sans, SIL Open Font License, see `fonts/OFL.txt`) and what HarfBuzz makes of a word in them.
 * Each of them has Latin letters, digits and ₹ beside its own script.
 */
import { readFileSync } from 'node:fs';
import type { Font, Buffer as HarfBuzzBuffer } from 'harfbuzzjs';
import { locate } from '../locate';

/** Scripts in the order in which a face is looked for, each with its block of Unicode. */
const SCRIPTS = {
  Devanagari: [0x0900, 0x097f],
  Tamil: [0x0b80, 0x0bff],
  Telugu: [0x0c00, 0x0c7f],
  Kannada: [0x0c80, 0x0cff],
  Malayalam: [0x0d00, 0x0d7f],
  Bengali: [0x0980, 0x09ff],
  Gujarati: [0x0a80, 0x0aff],
} as const;
type Script = keyof typeof SCRIPTS;
export type Weight = 'Regular' | 'Bold';

/** One glyph where it stands; lengths in thousandths of the font size. */
export interface Glyph {
  id: number;
  /** How far the pen moves after it. */
  advance: number;
  /** How far the font itself would move the pen. */
  width: number;
  dx: number;
  dy: number;
}

export interface Shaped {
  glyphs: readonly Glyph[];
  width: number;
  /** Each glyph shows exactly one character, in the order of the text. */
  plain: boolean;
}

export interface Face {
  name: string;
  file: Buffer;
  ascender: number;
  descender: number;
  has(character: string): boolean;
  /** Text of one script without spaces. `language` is ISO 639: Marathi has letters of its own. */
  shape(text: string, language: string): Shaped;
  /** What a glyph stands for where nothing else says so; undefined for one that is made of several characters. */
  textOf(glyph: number): string | undefined;
  /** Of a glyph alone, in thousandths of the size. */
  widthOf(glyph: number): number;
}

/** Dandas and joiners belong to every script of India. */
const isShared = (code: number) => code === 0x0964 || code === 0x0965 || code === 0x200c || code === 0x200d;

/** The script that a character asks for; undefined for punctuation, digits and marks that go with any. */
export function scriptOf(character: string): Script | 'Latin' | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (isShared(code)) return undefined;
  for (const [script, [from, to]] of Object.entries(SCRIPTS)) if (code >= from && code <= to) return script as Script;
  return /\p{Script=Latin}/u.test(character) ? 'Latin' : undefined;
}

const OF_LANGUAGE: Record<string, Script> = {
  ta: 'Tamil',
  te: 'Telugu',
  kn: 'Kannada',
  ml: 'Malayalam',
  bn: 'Bengali',
  gu: 'Gujarati',
};

/** Shaped words that a face remembers before it forgets all of them: letters repeat their words. */
const REMEMBERED = 20_000;

type HarfBuzz = typeof import('harfbuzzjs');

function shapeWith(hb: HarfBuzz, font: Font, buffer: HarfBuzzBuffer, text: string, language: string) {
  buffer.reset();
  buffer.addText(text);
  buffer.setLanguage(language);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  return buffer.getGlyphInfosAndPositions();
}

function openFace(hb: HarfBuzz, script: Script, weight: Weight): Face {
  const name = `NotoSans${script}-${weight}`;
  const file = readFileSync(locate(`server/platform/letters/fonts/${name}.ttf`));
  const face = new hb.Face(new hb.Blob(new Uint8Array(file)));
  if (face.upem !== 1000) throw new Error(`${name} counts ${face.upem} units, not 1000`);
  const font = new hb.Font(face);
  const buffer = new hb.Buffer();
  const codes = new Set(face.collectUnicodes());
  const { ascender, descender } = font.hExtents();
  const widths = new Map<number, number>();
  const texts = new Map<number, string>();
  const shaped = new Map<string, Shaped>();
  const widthOf = (id: number): number => {
    const known = widths.get(id);
    if (known !== undefined) return known;
    const width = font.glyphHAdvance(id);
    widths.set(id, width);
    return width;
  };
  for (const code of codes) {
    const glyph = font.nominalGlyph(code);
    if (glyph !== undefined && !texts.has(glyph)) texts.set(glyph, String.fromCodePoint(code));
  }
  const shape = (text: string, language: string): Shaped => {
    const key = `${language} ${text}`;
    const known = shaped.get(key);
    if (known) return known;
    const found = shapeWith(hb, font, buffer, text, language);
    const glyphs = found.map(({ codepoint: id, xAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
      id,
      advance: xAdvance,
      width: widthOf(id),
      dx: xOffset,
      dy: yOffset,
    }));
    const characters = [...text];
    const result: Shaped = {
      glyphs,
      width: glyphs.reduce((sum, { advance }) => sum + advance, 0),
      plain: glyphs.length === characters.length && glyphs.every(({ id }, at) => texts.get(id) === characters[at]),
    };
    if (shaped.size >= REMEMBERED) shaped.clear();
    shaped.set(key, result);
    return result;
  };
  return {
    name,
    file,
    ascender,
    descender,
    has: (character) => codes.has(character.codePointAt(0) ?? 0),
    shape,
    textOf: (glyph) => texts.get(glyph),
    widthOf,
  };
}

export interface Faces {
  /** The face for a character: the one of `preferred` if it has it, then the letter's own, then any; undefined if none has it. */
  faceFor(character: string, weight: Weight, preferred?: Face): Face | undefined;
}

let harfbuzz: Promise<HarfBuzz> | undefined;
const opened = new Map<string, Face>();

/** The faces for letters in a language (ISO 639); a font is read when it is first needed and kept. */
export async function facesFor(language: string): Promise<Faces> {
  harfbuzz ??= import('harfbuzzjs');
  const hb = await harfbuzz;
  const own = OF_LANGUAGE[language] ?? 'Devanagari';
  const face = (script: Script, weight: Weight): Face => {
    const name = `${script}-${weight}`;
    const known = opened.get(name);
    if (known) return known;
    const fresh = openFace(hb, script, weight);
    opened.set(name, fresh);
    return fresh;
  };
  return {
    faceFor(character, weight, preferred) {
      if (preferred?.has(character)) return preferred;
      const script = scriptOf(character);
      const wanted = script && script !== 'Latin' ? script : own;
      const first = face(wanted, weight);
      return first.has(character) ? first : undefined;
    },
  };
}
