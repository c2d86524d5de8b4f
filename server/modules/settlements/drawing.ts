/** A letter of a settlement as a PDF: the portfolio's own template with its variables filled, and the installation's signature over it. */
import type { LetterFacts, Letter as Template } from '../../../core/contract/portfolio-letters';
import { type Day, dayOf, formatDay } from '../../../core/domain/dates';
import { amountSpelled } from '../../../core/domain/letters/amount-spelled';
import {
  fillLetter,
  type LETTER_KINDS,
  type LetterVariable,
  letterProblems,
} from '../../../core/domain/letters/letter-template';
import { isLetterLanguage } from '../../../core/domain/letters/letter-words';
import { STANDING } from '../../../core/domain/letters/settlement-letter';
import type { SettlementLetterKind } from '../../../core/domain/letters/standing';
import { formatRupees } from '../../../core/domain/money';
import { DUE_HEADS } from '../../../core/domain/settlements/offer';
import { ApiError } from '../../http/implement';
import type { Keys } from '../../platform/keys';
import { letterPdf, UnprintableText } from '../../platform/letters';
import type { LetterRow, LetterSubject } from './letters';
import type { ListedRecord, OfferRow } from './repository';

export interface ToDraw {
  kind: SettlementLetterKind;
  template: Template;
  facts: LetterFacts;
  record: ListedRecord;
  offer: OfferRow;
  subject: LetterSubject;
  number: string;
  day: Day;
  zone: string;
  verifyUrl: string;
}

/** What a letter is about, in paise: what is to be paid, or what was. */
export const letterAmount = (kind: SettlementLetterKind, record: ListedRecord): number =>
  kind === 'NL' ? record.paid_paise : record.payable_paise;

function valuesOf({ template, facts, record, offer, subject, number, day, zone }: ToDraw) {
  const language = isLetterLanguage(template.language) ? template.language : 'en';
  const last = offer.instalments.at(-1)?.dueOn;
  const values: Partial<Record<LetterVariable, string>> = {
    letter_date: formatDay(day),
    reference_no: number,
    client_name: record.client,
    borrower_name: record.borrower,
    borrower_address: subject.address,
    loan_number: record.loan_number,
    product: subject.product,
    total_outstanding: formatRupees(record.outstanding_paise),
    principal_outstanding: formatRupees(offer.dues.principal),
    interest: formatRupees(offer.dues.interest),
    penal_charges: formatRupees(offer.dues.penal),
    settlement_amount: formatRupees(record.payable_paise),
    amount_in_words: amountSpelled(record.payable_paise, language),
    waiver_amount: formatRupees(record.waived_paise),
    instalments: String(record.instalments),
    schedule: offer.instalments.map(({ dueOn, amount }) => `${formatRupees(amount)} – ${formatDay(dueOn)}`).join('; '),
    valid_till: formatDay(record.valid_till),
    paid_amount: formatRupees(record.paid_paise),
    payment_account: facts.paymentAccount,
    grievance_contact: facts.grievanceContact,
    signatory: facts.signatory,
    ...STANDING[language].clauses,
  };
  if (last) values.last_date = formatDay(last);
  if (subject.approved_at) values.approved_on = formatDay(dayOf(new Date(subject.approved_at), zone));
  if (record.settled_on) values.settled_on = formatDay(record.settled_on);
  return values;
}

const refused = (message: string) => new ApiError('invalid', { message, fields: [{ path: 'templateId', message }] });

/** Throws `invalid` at `templateId` for a template of before that lacks what a letter must hold, or asks for what this one has not. */
export async function drawPdf(asked: ToDraw): Promise<Buffer> {
  const { kind, template, facts, record, offer } = asked;
  const { language } = template;
  if (!isLetterLanguage(language)) throw refused('Letters are not drawn in this language.');
  const [problem] = letterProblems(kind, template.body);
  if (problem) throw refused(problem.message);
  const body = fillLetter(template.body, valuesOf(asked));
  const [, left] = /\{\{\s*(\w+)\s*\}\}/.exec(body) ?? [];
  if (left) throw refused(`Of this settlement there is no “${left}”.`);
  const { titles, heads } = STANDING[language];
  const terms = kind !== 'NL';
  const dues = [
    ...DUE_HEADS.filter((head) => offer.dues[head] > 0).map((head) => ({
      label: heads[head],
      amountPaise: offer.dues[head],
    })),
    { label: heads.total, amountPaise: record.outstanding_paise, total: true },
    { label: heads.waived, amountPaise: record.waived_paise },
    { label: heads.payable, amountPaise: record.payable_paise, total: true },
  ];
  try {
    return await letterPdf({
      language,
      letterhead: { name: record.client, lines: facts.address.split('\n') },
      reference: asked.number,
      day: asked.day,
      title: titles[kind],
      paragraphs: body.split(/\n\s*\n/),
      ...(terms && {
        dues,
        schedule: offer.instalments.map(({ dueOn, amount }) => ({ day: dueOn, amountPaise: amount })),
      }),
      verifyUrl: asked.verifyUrl,
    });
  } catch (error) {
    if (error instanceof UnprintableText) throw refused(`No font of letters has “${error.characters}”.`);
    throw error;
  }
}

/** Of the kinds that templates have, those of settlements. */
export const isSettlementKind = (kind: (typeof LETTER_KINDS)[number]): kind is SettlementLetterKind => kind !== 'FR';

type Sealed = Pick<LetterRow, 'token' | 'number' | 'day' | 'amount_paise' | 'sha256'>;
/** What the page of a letter says of it stands under the signature as well, so that a changed row is no genuine letter. */
const sealedText = ({ token, number, day, amount_paise, sha256 }: Sealed) =>
  new TextEncoder().encode(['recoup-letter', token, number, day, amount_paise, sha256].join('\n'));

export async function signLetter({ signing }: Keys, letter: Sealed): Promise<string> {
  const signature = await crypto.subtle.sign('Ed25519', signing.key, sealedText(letter));
  return `${signing.kid}.${Buffer.from(signature).toString('base64url')}`;
}

export async function isSignedLetter({ verifying }: Keys, letter: Sealed & { signature: string }): Promise<boolean> {
  const at = letter.signature.lastIndexOf('.');
  const key = verifying.get(letter.signature.slice(0, at));
  const signature = Buffer.from(letter.signature.slice(at + 1), 'base64url');
  return key !== undefined && crypto.subtle.verify('Ed25519', key, signature, sealedText(letter));
}
