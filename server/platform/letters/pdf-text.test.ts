import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LETTER_LANGUAGES } from '../../../core/domain/letters/letter-words';
import { STANDING } from '../../../core/domain/letters/settlement-letter';
import { letterPdf, readPdfText } from './index';

const HEAD = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
const file = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const FONT = '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>';
const page = (more: string) => `3 0 obj\n<</Type /Page /Parent 2 0 R ${more}>>\nendobj\n`;
const TREE = '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n';
const stream = (id: number, bytes: Buffer, more = '', length = `/Length ${bytes.length}`) =>
  file(`${id} 0 obj\n<<${length}${more}>>\nstream\n`, bytes, '\nendstream\nendobj\n');
const plain = (content: string) =>
  file(HEAD, TREE, page(`/Resources <<${FONT}>> /Contents 4 0 R`), stream(4, Buffer.from(content, 'latin1')));

describe('the text of a PDF', () => {
  it.each(LETTER_LANGUAGES)('of our own letters in %s', async (language) => {
    const clause = STANDING[language].clauses.lapse_clause;
    const read = readPdfText(
      await letterPdf({
        language,
        letterhead: { name: 'Sahyadri Bank', lines: [] },
        reference: 'ST/2026/000001/SR1',
        day: '2026-11-24',
        title: STANDING[language].titles.SR,
        paragraphs: [clause, 'LN0042 ₹60,000'],
        verifyUrl: 'https://recoup.example/letters/x',
      }),
    );
    expect(read?.pages).toBe(1);
    expect(read?.text?.replace(/\s+/g, ' ')).toContain(clause);
    expect(read?.text).toContain('LN0042 ₹60,000');
  });

  it.each([
    ['a string', 'BT /F1 12 Tf (Pay 60,000) Tj ET', 'Pay 60,000'],
    ['escapes', 'BT /F1 12 Tf (a\\(b\\)\\051 \\\\ (c)) Tj ET', 'a(b)) \\ (c)'],
    ['hex', 'BT /F1 12 Tf <36302C303030> Tj ET', '60,000'],
    ['letters set one by one', 'BT /F1 12 Tf [(6) 20 (0,0) -40 (00) -250 (only)] TJ ET', '60,000 only'],
    ['lines', "BT /F1 12 Tf (one) Tj 0 -14 Td (two) Tj T* (three) Tj (four) ' ET", 'one\ntwo\nthree\nfour'],
    ['what stands for it', 'BT /F1 12 Tf /Span <</ActualText (Rs. 5)>> BDC (??) Tj EMC ( each) Tj ET', 'Rs. 5 each'],
    ['around a picture', 'BI /W 1 /H 1 ID \x00(\x01 EI BT /F1 9 Tf (after) Tj ET', 'after'],
    ['comments', '% (no)\nBT /F1 12 Tf (yes) Tj ET', 'yes'],
  ])('%s', (_, content, text) => {
    expect(readPdfText(plain(content))).toEqual({ pages: 1, text });
  });

  it('compressed, in parts, in a form, with a length that stands elsewhere and resources of the tree', () => {
    const zip = (content: string) => deflateSync(Buffer.from(content, 'latin1'));
    const form = zip('BT /F1 9 Tf (within) Tj ET');
    const first = zip('BT /F1 9 Tf (first) Tj ET');
    const read = readPdfText(
      file(
        HEAD,
        '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n',
        `2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1 /Resources <<${FONT} /XObject <</X 6 0 R>>>>>> endobj\n`,
        page('/Contents [4 0 R 5 0 R]'),
        stream(4, first, ' /Filter /FlateDecode', '/Length 7 0 R'),
        stream(5, zip('/X Do BT /F1 9 Tf (last) Tj ET'), ' /Filter [/FlateDecode]'),
        stream(6, form, ' /Subtype /Form /Filter /FlateDecode'),
        `7 0 obj ${first.length} endobj\n`,
      ),
    );
    expect(read).toEqual({ pages: 1, text: 'first\nwithin\nlast' });
  });

  it('whose objects lie in a compressed stream, as newer writers keep them', () => {
    const objects = [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /Resources 5 0 R /Contents 4 0 R>>',
      `<<${FONT.replace('/F1 <<', '/F1 6 0 R /F2 <<')}>>`,
      '<</Type /Font /Subtype /Type0 /ToUnicode 8 0 R>>',
    ];
    const ids = [1, 2, 3, 5, 6];
    let at = 0;
    const table = objects.map((one, place) => {
      const row = `${ids[place]} ${at}`;
      at += one.length + 1;
      return row;
    });
    const head = `${table.join(' ')} `;
    const packed = deflateSync(Buffer.from(head + objects.join(' '), 'latin1'));
    const map =
      'begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0001> <20B9> endbfchar ' +
      '2 beginbfrange <0010> <0019> <0030> <0020> <0021> [<002C> <002E>] endbfrange endcmap';
    const read = readPdfText(
      file(
        '%PDF-1.5\n',
        stream(
          4,
          deflateSync(Buffer.from('BT /F1 9 Tf <000100160010002000100010 0010> Tj ET')),
          ' /Filter /FlateDecode',
        ),
        stream(7, packed, ` /Type /ObjStm /N ${ids.length} /First ${head.length} /Filter /FlateDecode`),
        stream(8, Buffer.from(map)),
      ),
    );
    expect(read).toEqual({ pages: 1, text: '₹60,000' });
  });

  it.each([
    ['a scan', plain('q 100 0 0 100 0 0 cm /Scan Do Q'), { pages: 1, text: null }],
    [
      'a font that does not say what its letters are',
      file(
        HEAD,
        TREE,
        page('/Resources <</Font <</F1 <</Type /Font /Subtype /Type0>>>>>> /Contents 4 0 R'),
        stream(4, Buffer.from('BT /F1 9 Tf <0001> Tj ET')),
      ),
      { pages: 1, text: null },
    ],
    ['one that is locked', file(plain('BT /F1 9 Tf (x) Tj ET'), 'trailer <</Encrypt 9 0 R>>'), undefined],
    ['one without a page', file(HEAD, '1 0 obj <</Type /Catalog>> endobj'), undefined],
    ['a picture', file('\x89PNG\r\n\x1a\n'), undefined],
    ['nothing', file(''), undefined],
    [
      'one that breaks off',
      file(HEAD, TREE, page('/Contents 4 0 R'), '4 0 obj <</Length 99>>\nstream\nBT ('),
      { pages: 1, text: null },
    ],
  ])('%s', (_, bytes, wanted) => {
    expect(readPdfText(bytes)).toEqual(wanted);
  });

  it('bytes at random, and a small stream that unfolds to much, end nobody’s server', () => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const good = plain('BT /F1 12 Tf [(Pay) -250 <36>] TJ ET');
    for (let run = 0; run < 2_000; run += 1) {
      const broken = Buffer.from(good);
      for (let at = 0; at < 8; at += 1) broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256);
      expect(() => readPdfText(broken.subarray(0, Math.ceil(random() * broken.length)))).not.toThrow();
    }
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, 'q '));
    const read = readPdfText(file(HEAD, TREE, page('/Contents 4 0 R'), stream(4, bomb, ' /Filter /FlateDecode')));
    expect(read).toEqual({ pages: 1, text: null });
  });
});
