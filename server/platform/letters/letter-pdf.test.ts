import { describe, expect, it } from 'vitest';
import { LETTER_LANGUAGES, type LetterLanguage } from '../../../core/domain/letters/letter-words';
import { qrOf, readPdf } from '../../../tests/support/pdf-reader';
import { facesFor } from './faces';
import { type Letter, letterPdf, UnprintableText } from './index';
import { PAGE } from './pdf-file';

/** Sentences with conjuncts, signs before and around their letters, and joiners. */
const SENTENCES: Record<LetterLanguage, string> = {
  en: 'Dear Asha Kulkarni, the offices’ final file AVAVA 12/05: ₹1,00,000.50 (fifty paise).',
  hi: 'श्री क्षितिज त्रिवेदी, ज्ञात हो कि द्वितीय किस्त ₹20,000 की है और निपटान पूर्ण तथा अंतिम है।',
  mr: 'श्री क्षीरसागर, ऱ्हस्व, तऱ्हा, आपल्या कर्जाची तडजोड पूर्ण आणि अंतिम आहे: LN0042.',
  ta: 'ஸ்ரீ கொற்றவன் அவர்களே, லட்சுமி க்ஷேமம் கௌரி நோட்டீஸ் ₹1,00,000 தவணையைச் செலுத்தவும்.',
  te: 'శ్రీ లక్ష్మణ్ గారికి, క్షమించండి, విజ్ఞానం స్త్రీ కైలాస్ ₹1,00,000 మొత్తం బకాయి.',
  kn: 'ಶ್ರೀ ಲಕ್ಷ್ಮಣ ಅವರೇ, ಕ್ಷಮಿಸಿ, ವಿಜ್ಞಾನ ಸ್ತ್ರೀ ಕೀರ್ತಿ ಕೊನೆಯ ಕಂತು ₹1,00,000.',
  ml: 'ശ്രീ കൃഷ്ണൻ, ക്ഷമിക്കുക, സ്ത്രീ കൊച്ചി കൈ കൗമാരം യഥാർത്ഥ കുടിശ്ശിക ₹1,00,000.',
  bn: 'শ্রী লক্ষ্মণ, ক্ষমা জ্ঞান স্ত্রী কৌশিক কোম্পানি মোট বকেয়া ₹1,00,000।',
  gu: 'શ્રી લક્ષ્મણ, ક્ષમા જ્ઞાન સ્ત્રી દ્વિતીય કિસ્ત કુલ બાકી ₹1,00,000 છે.',
};
const URL = 'https://recoup.example/letters/c2V0dGxlbWVudC1sZXR0ZXIAAAAAAAAAAAAAAAAAAAAAA';

const letterIn = (language: LetterLanguage, more: Partial<Letter> = {}): Letter => ({
  language,
  letterhead: { name: 'Sahyadri Bank', lines: ['12 MG Road, Pune 411001'] },
  reference: 'SR/2026/00042',
  day: '2026-11-24',
  title: SENTENCES[language].slice(0, 4),
  paragraphs: [SENTENCES[language]],
  verifyUrl: URL,
  ...more,
});

describe('a letter as a PDF', () => {
  it.each(LETTER_LANGUAGES)('gives back the text that went in: %s', async (language) => {
    const pages = readPdf(await letterPdf(letterIn(language, { paragraphs: [SENTENCES[language], 'A\nB'] })));
    const lines = pages.flatMap((page) => page.lines);
    expect(lines.join(' ')).toContain(SENTENCES[language]);
    expect(lines).toEqual(expect.arrayContaining(['Sahyadri Bank', '12 MG Road, Pune 411001', 'A', 'B', URL]));
    expect(lines.join(' ')).not.toContain('\ufffd');
    // Signs above and below move the pen back and forth, but never out of the text.
    for (const [left, right] of pages.flatMap((page) => page.reach)) {
      expect(left).toBeGreaterThan(50);
      expect(right).toBeLessThan(PAGE.width - 50);
    }
  });

  it.each([
    ['hi', 'क्ष', 1],
    ['gu', 'ક્ષ', 1],
    ['bn', 'ক্ষ', 1],
    ['ta', 'ஸ்ரீ', 1],
    ['kn', 'ಕ್ಷ', 1],
    ['te', 'క్ష', 1],
    ['ml', 'ക്ഷ', 1],
    // The sign after the letter is drawn before it, or on both of its sides.
    ['hi', 'कि', 2],
    ['ta', 'கொ', 3],
    ['ml', 'കൊ', 3],
  ] as const)('joins letters as their script does: %s %s', async (language, text, glyphs) => {
    const face = (await facesFor(language)).faceFor(text.charAt(0), 'Regular');
    const shaped = face?.shape(text, language);
    expect(shaped?.glyphs).toHaveLength(glyphs);
    expect(shaped?.glyphs.every(({ id }) => id !== 0)).toBe(true);
    const letter = face?.shape(text.charAt(0), language).glyphs[0]?.id;
    if (glyphs > 1) expect(shaped?.glyphs[1]?.id).toBe(letter);
  });

  it('prints a name in another script than the letter, and refuses one that no font has', async () => {
    const letter = letterIn('ta', { paragraphs: ['क्षितिज ಲಕ್ಷ್ಮಣ Asha'] });
    expect(readPdf(await letterPdf(letter))[0]?.lines).toContain('क्षितिज ಲಕ್ಷ್ಮಣ Asha');
    await expect(letterPdf({ ...letter, paragraphs: ['عائشہ'] })).rejects.toThrow(UnprintableText);
  });

  it('gives the same bytes for the same letter, and others for another', async () => {
    const letter = letterIn('mr');
    const first = await letterPdf(letter);
    // What was shaped in between must not show.
    await letterPdf(letterIn('hi'));
    expect((await letterPdf(letter)).equals(first)).toBe(true);
    expect((await letterPdf({ ...letter, reference: 'SR/2026/00043' })).equals(first)).toBe(false);
  });

  it('turns pages, numbers them, and loses no line', async () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `${index} ${SENTENCES.hi}`);
    const pages = readPdf(await letterPdf(letterIn('hi', { paragraphs, title: 'निपटान पत्र' })));
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach(({ lines }, index) => {
      expect(lines).toContain(`पृष्ठ ${index + 1} / ${pages.length}`);
      expect(lines).toContain('संदर्भ SR/2026/00042 · 24/11/2026');
    });
    const all = pages.flatMap(({ lines }) => lines.slice(0, -2)).join(' ');
    for (const paragraph of paragraphs) expect(all).toContain(paragraph);
  });

  it('shows dues and schedule in tables', async () => {
    const pages = readPdf(
      await letterPdf(
        letterIn('en', {
          dues: [
            { label: 'Principal', amountPaise: 80_000_00 },
            { label: 'Total', amountPaise: 1_00_000_50, total: true },
          ],
          schedule: [{ day: '2026-11-30', amountPaise: 20_000_00 }],
          signatory: ['R. Joshi', 'Authorised signatory'],
        }),
      ),
    );
    const lines = pages.flatMap((page) => page.lines).join('|');
    expect(lines).toContain('Break-up of dues|Principal|₹80,000|Total|₹1,00,000.50|Schedule of payments|');
    expect(lines).toContain('Instalment|Pay by|Amount|1|30/11/2026|₹20,000|R. Joshi|Authorised signatory|');
  });

  it('breaks a word that is wider than a line', async () => {
    const word = 'x'.repeat(300);
    const lines = readPdf(await letterPdf(letterIn('en', { paragraphs: [word] })))[0]?.lines ?? [];
    expect(lines.filter((line) => /^x+$/.test(line)).join('')).toBe(word);
    expect(lines).not.toContain(word);
  });

  it('has a QR code that leads to its page', async () => {
    const page = readPdf(await letterPdf(letterIn('en')))[0];
    expect(page && qrOf(page)).toBe(URL);
  });
});
