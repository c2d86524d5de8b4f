/**
 * From what was typed to a record, or to the fields that are wrong. The rules themselves are the contract's
 * (`checkRecord`, `recordSchema`), the same the server applies; here is only what typing adds: half amounts, half
 * cheques, uncounted notes.
 */
import type { FieldError } from '../../../../core/contract/errors';
import {
  checkRecord,
  type DispositionRecord,
  MAX_INSTALMENTS,
  type PAYMENT_MODES,
  type PLACES,
  RECORD_VERSION,
  type RELATIONS,
  recordSchema,
} from '../../../../core/contract/records';
import { dayOf } from '../../../../core/domain/dates';
import type { DispositionCode } from '../../../../core/domain/dispositions';
import { parseRupees } from '../../../../core/domain/money';
import { monthlyPlan } from '../../../../core/domain/settlements/offer';
import { t } from '../../../i18n';
import type { OfflineEngine } from '../../../offline/types';
import { notesFrom, sumNotes } from './cash';
import { type Question, questionsFor } from './questions';
import { openedQuestions, type Visit } from './visit';

export type RecordInput = Parameters<OfflineEngine['record']>[0];
export type BuiltRecord = { ok: true; input: RecordInput } | { ok: false; errors: FieldError[] };

type Mode = (typeof PAYMENT_MODES)[number];

/** Longest time on site that a record may claim; a form left open overnight says nothing about a visit. */
const MAX_ON_SITE_SECONDS = 86_400;

interface Setting {
  loanNumber: string;
  code: DispositionCode | undefined;
  policy: { maxPtpDays: number; zone: string };
  /** Device clock, ms. */
  now: number;
  /** What the server asked for beyond the code's own questions. */
  demanded?: ReadonlySet<Question>;
}

export function buildRecord(visit: Visit, { loanNumber, code, policy, now, demanded }: Setting): BuiltRecord {
  if (!code) return { ok: false, errors: [{ path: 'code', message: t('Choose the outcome of the visit') }] };
  const { answers } = visit;
  const errors: FieldError[] = [];
  const wrong = (path: string, message: string) => {
    errors.push({ path, message });
  };
  const text = (value: string) => value.trim() || undefined;
  const money = (typed: string, path: string) => {
    if (!typed.trim()) return undefined;
    const paise = parseRupees(typed);
    if (!paise) wrong(path, t('Enter an amount in rupees, for example 2500'));
    return paise || undefined;
  };
  const { asked } = questionsFor(code, openedQuestions(answers), demanded);
  const isAsked = (question: Question) => asked.includes(question);

  const recordedAt = visit.original?.recordedAt ?? new Date(now).toISOString();
  const onSite = visit.original
    ? visit.original.onSiteSeconds
    : Math.min(MAX_ON_SITE_SECONDS, Math.max(0, Math.round((now - visit.openedAt) / 1000)));

  const input: RecordInput = {
    channel: 'field',
    loanId: visit.loanId,
    loanNumber,
    code: code.code,
    recordedAt,
    ...(onSite !== undefined && { onSiteSeconds: onSite }),
    ...(visit.gps ? { gps: visit.gps } : visit.gpsMissing && { gpsMissing: visit.gpsMissing }),
    place: answers.place as (typeof PLACES)[number],
    attachments: visit.files,
    ...(visit.files.length === 0 &&
      answers.photoMissing && { photoMissing: answers.photoMissing as DispositionRecord['photoMissing'] }),
  };

  if (isAsked('personMet') && answers.relation) {
    const name = text(answers.personName);
    input.personMet = { relation: answers.relation as (typeof RELATIONS)[number], ...(name && { name }) };
  } else if (isAsked('personMet') && text(answers.personName)) {
    wrong('personMet', t('Choose who was met'));
  }
  if (isAsked('payment')) readPayment();
  if (isAsked('ptp')) readPromise();
  if (isAsked('subCode')) {
    if (code.subCodes?.includes(answers.subCode)) input.subCode = answers.subCode;
    else wrong('subCode', t('Choose what it was more exactly'));
  }
  if (isAsked('claim')) {
    if (!answers.paidOn) wrong('claim.paidOn', t('Choose the day on which it was paid'));
    if (!answers.paidMode) wrong('claim.mode', t('Choose how it was paid'));
    if (answers.paidOn && answers.paidMode) input.claim = { paidOn: answers.paidOn, mode: answers.paidMode as Mode };
  }
  if (isAsked('instalments')) {
    const count = Number(answers.instalments);
    if (Number.isInteger(count) && count >= 1 && count <= MAX_INSTALMENTS) input.instalments = count;
    else wrong('instalments', t('Enter the number of instalments, 1 to 60'));
  }
  if (isAsked('amount')) input.amountPaise = money(answers.amount, 'amountPaise');
  if (isAsked('settlement')) readSettlement();
  for (const name of ['reference', 'reason', 'language', 'until', 'nextVisitOn', 'newPhone', 'remarks'] as const)
    if (isAsked(name)) input[name] = text(answers[name]);
  if (isAsked('callbackAt') && answers.callbackAt) input.callbackAt = new Date(answers.callbackAt).toISOString();
  if (isAsked('newAddress')) {
    const [line, pincode, source] = [answers.addressLine, answers.addressPincode, answers.addressSource].map(text);
    if (line) input.newAddress = { line, ...(pincode && { pincode }), ...(source && { source }) };
    else if (pincode || source) wrong('newAddress', t('Enter the new address'));
  }

  function readPayment() {
    const mode = answers.payMode as Mode | '';
    const amountPaise = money(answers.payAmount, 'payment.amountPaise');
    if (!mode && !answers.payAmount.trim()) return;
    if (!mode) wrong('payment.mode', t('Choose how it was paid'));
    if (!answers.payAmount.trim()) wrong('payment.amountPaise', t('Enter the amount collected'));
    if (!mode) return;
    const reference = mode === 'cash' || mode === 'cheque' ? undefined : text(answers.payReference);
    const receiptNo = text(answers.payReceiptNo);
    // A wrong amount has its own words already; one paisa only keeps the other checks going.
    const payment: NonNullable<RecordInput['payment']> = {
      amountPaise: amountPaise ?? 1,
      mode,
      ...(reference && { reference }),
      ...(receiptNo && { receiptNo }),
    };
    if (mode === 'cheque') {
      const number = answers.chequeNumber.trim();
      const bank = answers.chequeBank.trim();
      const micr = text(answers.chequeMicr);
      const datedOn = answers.chequeDatedOn;
      if (!/^\d{6}$/.test(number)) wrong('payment.cheque.number', t('A cheque number has six digits'));
      if (!bank) wrong('payment.cheque.bank', t('Enter the bank on the cheque'));
      if (micr && !/^\d{9}$/.test(micr)) wrong('payment.cheque.micr', t('A MICR code has nine digits'));
      if (!datedOn) wrong('payment.cheque.datedOn', t('Enter the date on the cheque'));
      payment.cheque = { number, bank, ...(micr && { micr }), datedOn };
    }
    if (mode === 'cash') {
      const denominations = notesFrom((note) => answers[`note${note}`]);
      if (!denominations) wrong('payment.denominations', t('Count the notes and coins'));
      else if (amountPaise && sumNotes(denominations) !== amountPaise)
        wrong('payment.denominations', t('The notes do not add up to the amount'));
      else payment.denominations = denominations;
    }
    input.payment = payment;
  }

  function readPromise() {
    const amountPaise = money(answers.ptpAmount, 'ptp.amountPaise');
    const started = [answers.ptpAmount, answers.ptpDueOn, answers.ptpMode].some((typed) => typed.trim());
    if (!started) return;
    if (!answers.ptpAmount.trim()) wrong('ptp.amountPaise', t('Enter the promised amount'));
    if (!answers.ptpDueOn) wrong('ptp.dueOn', t('Choose the day of the promise'));
    if (!answers.ptpMode) wrong('ptp.mode', t('Choose how it will be paid'));
    if (!answers.ptpDueOn || !answers.ptpMode) {
      input.ptp = undefined;
      return;
    }
    input.ptp = { amountPaise: amountPaise ?? 1, dueOn: answers.ptpDueOn, mode: answers.ptpMode as Mode };
  }

  function readSettlement() {
    const { settleFirst: first, settleTill: validTill } = answers;
    const parts = Number(answers.settleParts);
    if (!first) wrong('settlement.instalments', t('Choose the day of the first payment'));
    if (!validTill) wrong('settlement.validTill', t('Choose until when the offer holds'));
    if (!first || !validTill || !input.amountPaise) return;
    const plan = monthlyPlan(input.amountPaise, parts, first);
    if (plan.length === 0) wrong('settlement.instalments', t('The amount is too small for so many payments'));
    input.instalments = parts;
    input.settlement = {
      instalments: plan.map(({ dueOn, amount }) => ({ dueOn, amountPaise: amount })),
      validTill,
      hardship: answers.settleHardship.trim(),
    };
  }

  // The engine adds these four; the checks need a whole record.
  const whole = {
    ...input,
    id: '00000000-0000-7000-8000-000000000000',
    payloadVersion: RECORD_VERSION,
    loanSeq: 1,
    clockOffsetMs: null,
    appVersion: '0',
  };
  const today = dayOf(recordedAt, policy.zone);
  for (const error of checkRecord(whole, code, { maxPtpDays: policy.maxPtpDays, today })) errors.push(error);
  const shape = recordSchema.safeParse(whole);
  for (const issue of shape.success ? [] : shape.error.issues)
    errors.push({ path: issue.path.join('.'), message: issue.message });
  if (errors.length) return { ok: false, errors: onePerField(errors) };
  return { ok: true, input: JSON.parse(JSON.stringify(input)) as RecordInput };
}

/** The first words for a path stay; words for a whole block give way to those for a part of it. */
function onePerField(errors: FieldError[]): FieldError[] {
  const kept = new Map<string, FieldError>();
  for (const error of errors) if (!kept.has(error.path)) kept.set(error.path, error);
  const paths = [...kept.keys()];
  return [...kept.values()].filter(({ path }) => !paths.some((other) => other.startsWith(`${path}.`)));
}
