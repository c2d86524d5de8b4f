/** A letter to a borrower as a PDF on A4 (domain: what a letter holds stands in its text; tables follow it). */
import { encode } from 'uqr';
import { formatDay } from '../../../core/domain/dates';
import { LETTER_WORDS, type LetterLanguage } from '../../../core/domain/letters/letter-words';
import { formatRupees, type Paise } from '../../../core/domain/money';
import { facesFor } from './faces';
import { type Line, type Style, Typesetter } from './lines';
import { PAGE, PdfFile } from './pdf-file';

export interface Letter {
  language: LetterLanguage;
  letterhead: { name: string; lines: readonly string[] };
  /** The letter's number, at the foot of each page. */
  reference: string;
  /** `yyyy-mm-dd`. */
  day: string;
  title: string;
  /** As filled from a template; `\n` in one begins a new line. */
  paragraphs: readonly string[];
  /** Amounts head by head; one with `total` stands below a rule. */
  dues?: readonly { label: string; amountPaise: Paise; total?: boolean }[];
  schedule?: readonly { day: string; amountPaise: Paise }[];
  /** Where the text itself does not end with the signatory. */
  signatory?: readonly string[];
  /** What the QR code says. */
  verifyUrl: string;
}

const MARGIN = 56;
const WIDTH = PAGE.width - 2 * MARGIN;
const FOOT = 52;
const BODY: Style = { weight: 'Regular', size: 10.5 };
const SMALL: Style = { weight: 'Regular', size: 8.5 };
const STRONG: Style = { weight: 'Bold', size: 10.5 };
const TITLE: Style = { weight: 'Bold', size: 13 };
const NAME: Style = { weight: 'Bold', size: 16 };
/** Height of a line as a share of its size: vowel signs of Malayalam and Kannada need the room. */
const LEADING = 1.55;
const GAP = 7;
const QR_SIZE = 78;
const MUTED = 0.35;

const heightOf = ({ size }: Style): number => size * LEADING;

class LetterPages {
  readonly file = new PdfFile();
  private y = 0;

  constructor(private readonly typesetter: Typesetter) {
    this.turn();
  }

  turn(): void {
    this.file.addPage();
    this.y = PAGE.height - MARGIN;
  }

  skip(points: number): void {
    this.y -= points;
  }

  /** Begins a page unless so many points are left on this one. */
  keep(points: number): void {
    if (this.y - points < MARGIN + FOOT / 2) this.turn();
  }

  put(line: Line, style: Style, x: number, y: number, grey = 0, page?: number): void {
    const where = { x, y, ...style, grey, ...(page !== undefined && { page }) };
    this.file.text(line, where, this.typesetter);
  }

  text(text: string, style: Style, grey = 0): void {
    for (const line of this.typesetter.lines(text, style, WIDTH)) {
      this.keep(heightOf(style));
      this.skip(heightOf(style));
      this.put(line, style, MARGIN, this.y, grey);
    }
  }

  rule(grey: number): void {
    this.file.rectangle(MARGIN, this.y, WIDTH, 0.6, grey);
  }

  /** A row of cells; the last stands at the right, the others begin at their share of the width. */
  row(cells: readonly string[], shares: readonly number[], style: Style): void {
    const columns = cells.map((cell, index) => {
      const from = shares[index] ?? 0;
      const room = ((shares[index + 1] ?? 1) - from) * WIDTH - GAP;
      return { lines: this.typesetter.lines(cell, style, room), from, right: index === cells.length - 1 };
    });
    const height = Math.max(...columns.map(({ lines }) => lines.length)) * heightOf(style);
    this.keep(height);
    for (const { lines, from, right } of columns)
      lines.forEach((line, at) => {
        const x = right ? PAGE.width - MARGIN - line.width : MARGIN + from * WIDTH;
        this.put(line, style, x, this.y - (at + 1) * heightOf(style));
      });
    this.skip(height);
  }

  /** A QR code with its words at the right, above one another. */
  code(url: string, words: string): void {
    this.keep(QR_SIZE + GAP);
    this.skip(QR_SIZE);
    const { data, size } = encode(url, { ecc: 'M', border: 0 });
    const module = QR_SIZE / size;
    const cells: string[] = [];
    data.forEach((row, line) => {
      row.forEach((dark, column) => {
        const x = MARGIN + column * module;
        const y = this.y + (size - 1 - line) * module;
        if (dark) cells.push(`${x.toFixed(3)} ${y.toFixed(3)} ${module.toFixed(3)} ${module.toFixed(3)} re`);
      });
    });
    this.file.draw(`0 g ${cells.join(' ')} f`);
    let y = this.y + QR_SIZE;
    for (const text of [words, url])
      for (const line of this.typesetter.lines(text, SMALL, WIDTH - QR_SIZE - 2 * GAP)) {
        y -= heightOf(SMALL);
        this.put(line, SMALL, MARGIN + QR_SIZE + 2 * GAP, y, MUTED);
      }
  }

  /** The foot of every page, once all are there. */
  foot(left: string, right: (page: number, pages: number) => string): void {
    const pages = this.file.pageCount;
    const lineOf = (text: string): Line => this.typesetter.lines(text, SMALL, WIDTH)[0] ?? { words: [], width: 0 };
    for (let page = 0; page < pages; page += 1) {
      this.put(lineOf(left), SMALL, MARGIN, MARGIN - 20, MUTED, page);
      const line = lineOf(right(page + 1, pages));
      this.put(line, SMALL, PAGE.width - MARGIN - line.width, MARGIN - 20, MUTED, page);
    }
  }
}

/** The tables below the text: amounts by head, then what is to be paid when. */
function tables(pages: LetterPages, letter: Letter): void {
  const words = LETTER_WORDS[letter.language];
  const heading = (text: string) => {
    pages.skip(GAP);
    pages.keep(3 * heightOf(STRONG));
    pages.text(text, STRONG);
    pages.skip(GAP / 2);
    pages.rule(0.6);
  };
  if (letter.dues?.length) {
    heading(words.dues);
    for (const { label, amountPaise, total } of letter.dues) {
      if (total) {
        pages.skip(GAP / 2);
        pages.rule(0.6);
      }
      pages.row([label, formatRupees(amountPaise)], [0, 0.65], total ? STRONG : BODY);
    }
  }
  if (letter.schedule?.length) {
    heading(words.schedule);
    const shares = [0, 0.3, 0.65];
    pages.row([words.instalment, words.dueDay, words.amount], shares, STRONG);
    letter.schedule.forEach(({ day, amountPaise }, index) => {
      pages.row([String(index + 1), formatDay(day), formatRupees(amountPaise)], shares, BODY);
    });
  }
}

/**
 * The letter as a PDF, with its fonts in it; the same letter gives the same bytes (with the same Node), so that their
 * SHA-256 can be kept. Throws `UnprintableText` when a name is in a script that the fonts do not have.
 */
export async function letterPdf(letter: Letter): Promise<Buffer> {
  const words = LETTER_WORDS[letter.language];
  const pages = new LetterPages(new Typesetter(await facesFor(letter.language), letter.language));
  pages.text(letter.letterhead.name, NAME);
  for (const line of letter.letterhead.lines) pages.text(line, SMALL, MUTED);
  pages.skip(GAP);
  pages.rule(0.2);
  pages.skip(2 * GAP);
  pages.text(letter.title, TITLE);
  pages.skip(GAP);
  for (const paragraph of letter.paragraphs) {
    pages.text(paragraph, BODY);
    pages.skip(GAP);
  }
  tables(pages, letter);
  if (letter.signatory?.length) {
    pages.skip(4 * GAP);
    pages.keep(letter.signatory.length * heightOf(BODY));
    for (const line of letter.signatory) pages.text(line, BODY);
  }
  pages.skip(2 * GAP);
  pages.code(letter.verifyUrl, words.verify);
  pages.foot(`${words.reference} ${letter.reference} · ${formatDay(letter.day)}`, (page, count) =>
    words.page.replace('{page}', String(page)).replace('{pages}', String(count)),
  );
  return pages.file.bytes({
    title: `${letter.title} ${letter.reference}`,
    author: letter.letterhead.name,
    day: letter.day,
    language: letter.language,
  });
}
