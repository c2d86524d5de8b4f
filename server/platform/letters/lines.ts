/** Text as lines that fit a width: words shaped in the faces of their scripts, broken at spaces. */
import { type Face, type Faces, type Glyph, scriptOf, type Weight } from './faces';

/** A letter may not be sent with boxes in place of a name. */
export class UnprintableText extends Error {
  constructor(readonly characters: string) {
    super(`The fonts of letters have no “${characters}”`);
    this.name = 'UnprintableText';
  }
}

/** A piece of a word in one face and one script. */
export interface Piece {
  text: string;
  face: Face;
  glyphs: readonly Glyph[];
  /** Its text can be read from its glyphs one by one. */
  plain: boolean;
}

export interface Word {
  pieces: readonly Piece[];
  /** In points. */
  width: number;
}

export interface Line {
  words: readonly Word[];
  /** In points, spaces included. */
  width: number;
}

export interface Style {
  weight: Weight;
  /** Points. */
  size: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export class Typesetter {
  constructor(
    private readonly faces: Faces,
    private readonly language: string,
  ) {}

  /** Of a space between words, in points. */
  space({ weight, size }: Style): number {
    return (this.spaceOf(weight).width * size) / 1000;
  }

  /** The space's face and glyph. */
  spaceOf(weight: Weight): { face: Face; id: number; width: number } {
    const face = this.faces.faceFor(' ', weight);
    const [glyph] = face?.shape(' ', this.language).glyphs ?? [];
    if (!face || !glyph) throw new UnprintableText(' ');
    return { face, id: glyph.id, width: glyph.advance };
  }

  /** Throws `UnprintableText` for a character that no face has. */
  word(text: string, { weight, size }: Style): Word {
    const parts: { text: string; face: Face; script: string | undefined }[] = [];
    for (const character of text) {
      const last = parts.at(-1);
      const script = scriptOf(character);
      const face = this.faces.faceFor(character, weight, script ? undefined : last?.face);
      if (!face) throw new UnprintableText(character);
      // HarfBuzz shapes one script at a time; signs without one go with what stands before them.
      if (last && last.face === face && (!script || !last.script || script === last.script)) {
        last.text += character;
        last.script ??= script;
      } else parts.push({ text: character, face, script });
    }
    const pieces = parts.map(({ text: part, face }) => ({ text: part, face, ...face.shape(part, this.language) }));
    return { pieces, width: pieces.reduce((sum, { width }) => sum + (width * size) / 1000, 0) };
  }

  /** The lines of a text, none wider than `width` points; `\n` begins a new one. */
  lines(text: string, style: Style, width: number): Line[] {
    const lines: Line[] = [];
    const space = this.space(style);
    for (const paragraph of text.split('\n')) {
      let words: Word[] = [];
      let used = 0;
      const close = () => {
        lines.push({ words, width: used });
        words = [];
        used = 0;
      };
      for (const written of paragraph.split(/[\s\u00a0]+/u).filter(Boolean))
        for (const word of this.fitting(written, style, width)) {
          const wider = used + (words.length ? space : 0) + word.width;
          if (words.length && wider > width) {
            close();
            used = word.width;
          } else used = wider;
          words.push(word);
        }
      close();
    }
    return lines;
  }

  /** A word, or the parts of one that is wider than a line. */
  private fitting(text: string, style: Style, width: number): Word[] {
    const whole = this.word(text, style);
    if (whole.width <= width) return [whole];
    const parts: Word[] = [];
    let part = '';
    for (const { segment } of graphemes.segment(text)) {
      if (part && this.word(part + segment, style).width > width) {
        parts.push(this.word(part, style));
        part = '';
      }
      part += segment;
    }
    return part ? [...parts, this.word(part, style)] : parts;
  }
}
