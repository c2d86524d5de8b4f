/** Whether an uploaded letter says what was approved. Amounts in whole paise. */

export interface LetterExpected {
  loanNumber: string;
  /** What is to be paid, and its parts; none of a no-dues letter. */
  amounts: readonly number[];
}

/** What the letter was expected to say and does not: in the order of what was expected. */
export interface LetterMissing {
  loanNumber: boolean;
  amounts: number[];
}

/** The scripts of letters have digits of their own, in a row that begins at the seventh place of its block. */
const INDIAN_DIGIT =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;
const plainDigits = (text: string): string =>
  text.replace(INDIAN_DIGIT, (digit) => String((digit.charCodeAt(0) & 15) - 6));

const AMOUNT = /\d[\d,]*(?:\.\d{1,2})?/g;
/** Every amount that the text names, in paise. */
function amountsIn(text: string): Set<number> {
  const found = new Set<number>();
  for (const [amount] of text.matchAll(AMOUNT)) {
    const [whole = '', part = ''] = amount.replaceAll(',', '').split('.');
    if (whole.length <= 13) found.add(Number(whole) * 100 + Number(part.padEnd(2, '0')));
  }
  return found;
}

/** As a letter may write them where its spaces are no help: "1,00,000", "100,000". */
function writings(paise: number): string[] {
  const rupees = Math.floor(paise / 100);
  const part = paise % 100 ? `.${String(paise % 100).padStart(2, '0')}` : '';
  return ['en-IN', 'en-US'].map((how) => rupees.toLocaleString(how) + part);
}

export function missingIn(text: string, { loanNumber, amounts }: LetterExpected): LetterMissing {
  const read = plainDigits(text);
  const found = amountsIn(read);
  const close = read.replace(/\s+/g, '');
  const alone = (one: string) => new RegExp(`(?<![\\d,])${one.replace('.', '\\.')}(?!,?\\d|\\.\\d?[1-9])`).test(close);
  const said = (paise: number) => found.has(paise) || writings(paise).some(alone);
  return {
    loanNumber: !close.toLowerCase().includes(loanNumber.replace(/\s+/g, '').toLowerCase()),
    amounts: [...new Set(amounts)].filter((paise) => !said(paise)),
  };
}
