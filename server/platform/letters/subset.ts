/** A font with only the glyphs that a letter shows, by HarfBuzz; their numbers stay as they were. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The functions of hb-subset that are used here; addresses and sizes are numbers in the module's memory. */
interface HarfBuzzSubset {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  malloc(size: number): number;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
}

// Values of hb-subset.h.
const NO_HINTING = 0x1;
const RETAIN_GLYPH_NUMBERS = 0x2;
const NO_LAYOUT_CLOSURE = 0x200;
const DROPPED_TABLES = 3;
const READ_ONLY = 1;

const tag = (name: string): number => name.split('').reduce((sum, sign) => sum * 256 + sign.charCodeAt(0), 0);
/** A PDF shows glyphs by number: it needs neither shaping rules nor names. */
const UNUSED = ['GSUB', 'GPOS', 'GDEF', 'name', 'OS/2', 'post', 'cmap', 'STAT', 'DSIG', 'gasp'].map(tag);

let loading: Promise<HarfBuzzSubset> | undefined;
const faces = new Map<string, number>();

async function load(): Promise<HarfBuzzSubset> {
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(path));
  const hb = instance.exports as unknown as HarfBuzzSubset;
  hb._initialize?.();
  return hb;
}

/** The face of a font in the module's memory; each font is copied there once. */
function faceOf(hb: HarfBuzzSubset, name: string, file: Uint8Array): number {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const address = hb.malloc(file.length);
  new Uint8Array(hb.memory.buffer).set(file, address);
  const blob = hb.hb_blob_create(address, file.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  faces.set(name, face);
  return face;
}

/** The TrueType file of `font` that draws `glyphs` and .notdef, and nothing else. */
export async function subsetOf(font: { name: string; file: Uint8Array }, glyphs: Iterable<number>): Promise<Buffer> {
  loading ??= load();
  const hb = await loading;
  const face = faceOf(hb, font.name, font.file);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, NO_HINTING | RETAIN_GLYPH_NUMBERS | NO_LAYOUT_CLOSURE);
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
  for (const table of UNUSED) hb.hb_set_add(dropped, table);
  const shown = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(shown, glyph);
  const result = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  if (!result) throw new Error(`HarfBuzz could not take glyphs out of ${font.name}`);
  const blob = hb.hb_face_reference_blob(result);
  const from = hb.hb_blob_get_data(blob, 0);
  const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, from, hb.hb_blob_get_length(blob)));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(result);
  return bytes;
}
