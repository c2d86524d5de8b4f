/** The page of a letter: that it is genuine and whether it holds. Nothing about the borrower, the loan or the lender. */
import { formatDay } from '../../../core/domain/dates';
import type { SettlementLetterKind } from '../../../core/domain/letters/standing';
import { formatRupees } from '../../../core/domain/money';
import type { LetterState } from '../../../core/domain/settlements/letters';
import { escaped, publicPage } from '../../platform/public-page';
import type { LetterRow } from './letters';

const KINDS: Record<SettlementLetterKind, string> = {
  SR: 'Settlement letter',
  AL: 'Approval of a settlement',
  NL: 'No-dues letter',
};
const STATES: Record<LetterState, string> = {
  draft: 'Not issued: it was drawn and never sent',
  valid: 'Valid',
  done: 'Fulfilled: the settlement was paid',
  void: 'No longer valid',
};
const CHECKS = {
  same: 'This file is the letter as it was issued, byte by byte.',
  other: 'This file is not the letter as it was issued: something in it was changed.',
  none: 'Choose the PDF of the letter first.',
} as const;
export type FileCheck = keyof typeof CHECKS;

/** `offerUrl`: of the borrower's own page, where there is one. */
export function letterPage(letter: LetterRow, state: LetterState, check?: FileCheck, offerUrl?: string): string {
  const rows = [
    ['Number', letter.number],
    ['Date', formatDay(letter.day)],
    ['Amount', formatRupees(letter.amount_paise)],
    ['State', STATES[state]],
  ];
  const facts = rows.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('');
  return publicPage(
    KINDS[letter.kind],
    `<h1>${KINDS[letter.kind]}</h1>
${check ? `<p role="status"><b>${CHECKS[check]}</b></p>` : ''}
<dl>${facts}</dl>
${offerUrl ? `<a class="pay" href="${escaped(offerUrl)}">It is my loan: see and answer the offer</a>` : ''}
<p class="muted">Compare this with the letter in your hands. Do you have its PDF? See whether anything in it was changed:</p>
<form method="post" enctype="multipart/form-data"><input type="file" name="letter" accept="application/pdf" aria-label="PDF of the letter" required>
<button>Check this file</button></form>`,
  );
}

const CLOSED = {
  unknown: ['There is no such letter', 'Check the address under the code of your letter. It has to be complete.'],
  busy: ['Too many attempts', 'Please wait a minute and try again.'],
} as const;

export function noLetterPage(why: keyof typeof CLOSED): string {
  const [title, words] = CLOSED[why];
  return publicPage(title, `<h1>${title}</h1><p class="muted">${words}</p>`);
}
