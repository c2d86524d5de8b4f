/**
 * A disposition while it is being filled in, and the record it becomes. What a code asks for is the code's own list
 * (core/domain/dispositions.ts); the rules are the contract's, the same the server applies.
 */
import type { FieldError } from '../../../core/contract/errors';
import {
  type Ask,
  type AttachmentRef,
  asksOf,
  checkRecord,
  type DispositionRecord,
  MAX_INSTALMENTS,
  type PAYMENT_MODES,
  RECORD_VERSION,
  type RELATIONS,
  recordSchema,
} from '../../../core/contract/records';
import { contactHours } from '../../../core/domain/contact-hours';
import { addDays, type Day, dayOf, formatTime } from '../../../core/domain/dates';
import {
  CONTACT_SCOPES,
  type DispositionClass,
  type DispositionCode,
  type Requirement,
} from '../../../core/domain/dispositions';
import { instantAt } from '../../../core/domain/local-time';
import { parseRupees } from '../../../core/domain/money';
import { withoutEmptyForeclosure } from '../../../core/domain/validators';
import type { OfflineEngine } from '../../offline/types';
import { type Elsewhere, otherCall } from './other-phone';
import { type StartedCall, secondsOf } from './started-call';

export const BLANK = {
  /** The digit of the class, then the code. */
  group: '',
  code: '',
  subCode: '',
  reason: '',
  relation: '',
  personName: '',
  ptpAmount: '',
  ptpDueOn: '',
  ptpMode: '',
  amount: '',
  reference: '',
  paidOn: '',
  paidMode: '',
  instalments: '',
  /** `all`, or how far a "do not contact" goes. */
  contactScope: '',
  language: '',
  until: '',
  /** Local `YYYY-MM-DDTHH:mm`. */
  callbackAt: '',
  nextVisitOn: '',
  newPhone: '',
  addressLine: '',
  addressPincode: '',
  /** Of a call that was not begun here: the phone's id, and local `YYYY-MM-DDTHH:mm`. */
  otherPhone: '',
  otherAt: '',
  remarks: '',
};
export type CallAnswers = typeof BLANK;

export interface CallForm {
  answers: CallAnswers;
  call: StartedCall | null;
  files: AttachmentRef[];
}
export const newForm = (): CallForm => ({ answers: BLANK, call: null, files: [] });
export const isTouched = ({ answers, files }: CallForm): boolean =>
  // A draft of an earlier form has not all of the names.
  files.length > 0 || (Object.keys(BLANK) as (keyof CallAnswers)[]).some((name) => !!answers[name]);

/** The order on the screen. */
const ORDER: readonly (Requirement | Ask)[] = [
  'subCode',
  'ptp',
  'callbackAt',
  'amount',
  'reference',
  'claim',
  'instalments',
  'contactScope',
  'reason',
  'personMet',
  'language',
  'until',
  'nextVisitOn',
  'newAddress',
  'newPhone',
];
/** What a class offers besides what its code requires. */
const OFFERED: Partial<Record<DispositionClass, readonly Requirement[]>> = {
  SETTLE: ['amount'],
  INABILITY: ['until'],
  REFUSE: ['until'],
  INVALID: ['newPhone'],
  THIRD_PARTY: ['newPhone'],
  LEGAL: ['reason'],
};

export interface Questions {
  asked: (Requirement | Ask)[];
  required: ReadonlySet<Requirement | Ask>;
}
export function questionsOf(code: Pick<DispositionCode, 'class' | 'channel' | 'requires' | 'subCodes'>): Questions {
  const required = new Set<Requirement | Ask>([...code.requires, ...asksOf(code)]);
  const offered: readonly (Requirement | Ask)[] = OFFERED[code.class] ?? [];
  return { asked: ORDER.filter((name) => required.has(name) || offered.includes(name)), required };
}

/** Said in one key. Kept in the record in English, where managers of every language read it. */
export const REASONS: Partial<Record<DispositionClass, readonly string[]>> = {
  REFUSE: ['Will not pay', 'Wants charges removed first', 'Says it is not their loan', 'Ended the call'],
  INABILITY: ['Salary is delayed', 'Lost the job', 'Illness in the family', 'Business is slow', 'Crop or season loss'],
  DISPUTE: ['The amount is wrong', 'Has paid already', 'Never took this loan', 'Insurance should pay'],
  SETTLE: ['Wants to close with one payment', 'Wants instalments', 'Wants charges waived'],
};

const rupees = (paise: number) => String(paise / 100);

const QUARTER = 15 * 60_000;
/** An instant some minutes on, on the quarter: nobody says "at 16:07". */
const later = (now: number, minutes: number) => Math.ceil((now + minutes * 60_000) / QUARTER) * QUARTER;

/** Two hours on, on the quarter; where that is outside the hours of contact, ten in the morning of the next day. */
export function usualCallback(now: number, zone: string): string {
  const at = later(now, 120);
  const hours = contactHours(at, zone);
  // Ten rather than eight: the first hours belong to promises of the day.
  return localMinute(hours.lawful ? at : instantAt(hours.until.day, '10:00', zone).getTime());
}

export interface CallbackTime {
  /** May have a `{time}`. */
  label: string;
  time: string;
  /** Local `YYYY-MM-DDTHH:mm`. */
  at: string;
}

/** The times that borrowers name, each by one key: those that are still to come and within the hours of contact. */
export function callbackTimes(now: number, zone: string): CallbackTime[] {
  const today = dayOf(now, zone);
  const tomorrow = addDays(today, 1);
  const offered: [label: string, at: number][] = [
    ['In half an hour', later(now, 30)],
    ['In an hour', later(now, 60)],
    ['In 2 hours', later(now, 120)],
    ['Today {time}', instantAt(today, '18:00', zone).getTime()],
    ['Tomorrow {time}', instantAt(tomorrow, '10:00', zone).getTime()],
    ['Tomorrow {time}', instantAt(tomorrow, '18:00', zone).getTime()],
  ];
  const seen = new Set<number>();
  return offered
    .filter(([, at]) => at > now && contactHours(at, zone).lawful && !seen.has(at) && seen.add(at))
    .map(([label, at]) => ({ label, time: formatTime(at, zone), at: localMinute(at) }));
}

/** An instant as a datetime-local input wants it. */
export function localMinute(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The usual answers of a code: a promise is of all that is overdue, for tomorrow. What was typed stays. */
export function choose(
  answers: CallAnswers,
  code: DispositionCode,
  setting: { overduePaise: number; now: number; zone: string; maxPtpDays: number },
): CallAnswers {
  const { required } = questionsOf(code);
  const next = { ...answers, code: code.code, subCode: answers.code === code.code ? answers.subCode : '' };
  if (required.has('ptp')) {
    const today = dayOf(setting.now, setting.zone);
    next.ptpAmount ||= setting.overduePaise > 0 ? rupees(setting.overduePaise) : '';
    next.ptpDueOn ||= setting.maxPtpDays >= 1 ? addDays(today, 1) : today;
    next.ptpMode ||= 'upi';
  }
  if (required.has('callbackAt')) next.callbackAt ||= usualCallback(setting.now, setting.zone);
  return next;
}

type Mode = (typeof PAYMENT_MODES)[number];
type Relation = (typeof RELATIONS)[number];
export type RecordInput = Parameters<OfflineEngine['record']>[0];
export type Built = { ok: true; input: RecordInput } | { ok: false; errors: FieldError[] };

export interface BuildSetting {
  loan: { id: string; loanNumber: string };
  code: DispositionCode | undefined;
  policy: { maxPtpDays: number; zone: string };
  /** Device clock, ms. */
  now: number;
  predictive: boolean;
  /** Where no call was begun here, it was made on another phone. */
  elsewhere?: Elsewhere;
  /** Kept of the record that is being mended. */
  original?: Pick<DispositionRecord, 'recordedAt' | 'durationSeconds'> | null;
}

/** The record, or the fields to mend. What the code does not ask for is not in it. */
export function buildCall(
  form: CallForm,
  { loan, code, policy, now, predictive, elsewhere, original }: BuildSetting,
): Built {
  if (!code) return { ok: false, errors: [{ path: 'code', message: 'Choose the outcome of the call' }] };
  const { answers, call, files } = form;
  const errors: FieldError[] = [];
  const wrong = (path: string, message: string) => void errors.push({ path, message });
  const text = (value: string) => value.trim() || undefined;
  const money = (typed: string, path: string) => {
    if (!typed.trim()) return undefined;
    const paise = parseRupees(typed);
    if (!paise) wrong(path, 'Enter an amount in rupees, for example 2500');
    return paise || undefined;
  };
  const { asked } = questionsOf(code);
  const other = !elsewhere || call || original || predictive ? undefined : otherCall(answers, now, elsewhere);
  errors.push(...(other?.errors ?? []));
  const made = other && !Number.isNaN(other.call.at) ? other.call.at : now;
  const recordedAt = original?.recordedAt ?? new Date(made).toISOString();
  const duration = original ? original.durationSeconds : call ? secondsOf(call, now) : undefined;
  const input: RecordInput = {
    channel: 'call',
    loanId: loan.id,
    loanNumber: loan.loanNumber,
    code: code.code,
    recordedAt,
    attachments: files,
    ...(call && { callId: call.id }),
    ...(call?.phoneId && { phoneId: call.phoneId }),
    ...(other?.call.phoneId && { phoneId: other.call.phoneId }),
    ...(duration !== undefined && { durationSeconds: duration }),
    ...(predictive && { isPredictive: true }),
  };
  if (asked.includes('ptp')) readPromise();
  if (asked.includes('amount')) {
    // A foreclosure amount that is empty or 'null' is not sent (specification section 5).
    const { foreclosureAmount } = withoutEmptyForeclosure({ foreclosureAmount: answers.amount });
    if (typeof foreclosureAmount === 'string') input.amountPaise = money(foreclosureAmount, 'amountPaise');
  }
  if (asked.includes('claim')) {
    if (!answers.paidOn) wrong('claim.paidOn', 'Choose the day on which it was paid');
    if (!answers.paidMode) wrong('claim.mode', 'Choose how it was paid');
    if (answers.paidOn && answers.paidMode) input.claim = { paidOn: answers.paidOn, mode: answers.paidMode as Mode };
  }
  if (asked.includes('instalments')) {
    const count = Number(answers.instalments);
    if (Number.isInteger(count) && count >= 1 && count <= MAX_INSTALMENTS) input.instalments = count;
    else wrong('instalments', 'Enter the number of instalments, 1 to 60');
  }
  if (asked.includes('subCode')) {
    if (code.subCodes?.includes(answers.subCode)) input.subCode = answers.subCode;
    else wrong('subCode', 'Choose what it was more exactly');
  }
  if (asked.includes('contactScope')) {
    const scope = CONTACT_SCOPES.find((one) => one === answers.contactScope);
    if (scope) input.contactScope = scope;
  }
  if (asked.includes('callbackAt') && answers.callbackAt) {
    const at = new Date(answers.callbackAt);
    if (Number.isNaN(at.getTime())) wrong('callbackAt', 'Choose when to call back');
    else if (!original && at.getTime() <= now) wrong('callbackAt', 'Choose a time that is still to come');
    else if (!contactHours(at, policy.zone).lawful) wrong('callbackAt', 'Choose a time at which a call is allowed');
    else input.callbackAt = at.toISOString();
  }
  if (asked.includes('personMet')) {
    const name = text(answers.personName);
    if (answers.relation) input.personMet = { relation: answers.relation as Relation, ...(name && { name }) };
  }
  if (asked.includes('newAddress')) {
    const [line, pincode] = [text(answers.addressLine), text(answers.addressPincode)];
    if (line) input.newAddress = { line, ...(pincode && { pincode }) };
  }
  for (const name of ['reference', 'reason', 'language', 'until', 'nextVisitOn'] as const)
    if (asked.includes(name)) input[name] = text(answers[name]);
  // On any call somebody may give another number.
  input.newPhone = text(answers.newPhone);
  input.remarks = text(answers.remarks);

  function readPromise() {
    if (!answers.ptpAmount.trim()) return wrong('ptp.amountPaise', 'Enter the promised amount');
    if (!answers.ptpDueOn) return wrong('ptp.dueOn', 'Choose the day of the promise');
    const amountPaise = money(answers.ptpAmount, 'ptp.amountPaise');
    input.ptp = { amountPaise: amountPaise ?? 1, dueOn: answers.ptpDueOn, mode: (answers.ptpMode || 'upi') as Mode };
  }

  // The engine adds these; the checks need a whole record.
  const whole = {
    ...input,
    id: '00000000-0000-7000-8000-000000000000',
    payloadVersion: RECORD_VERSION,
    loanSeq: 1,
    clockOffsetMs: null,
    appVersion: '0',
  };
  const today = dayOf(recordedAt, policy.zone);
  errors.push(...checkRecord(whole, code, { maxPtpDays: policy.maxPtpDays, today }));
  const shape = recordSchema.safeParse(whole);
  for (const issue of shape.success ? [] : shape.error.issues) wrong(issue.path.join('.'), issue.message);
  if (errors.length === 0) return { ok: true, input: JSON.parse(JSON.stringify(input)) as RecordInput };
  // The first words for a field stay; words for a whole block give way to those for a part of it.
  const kept = new Map<string, FieldError>();
  for (const error of errors) if (!kept.has(error.path)) kept.set(error.path, error);
  return {
    ok: false,
    errors: [...kept.values()].filter(({ path }) => ![...kept.keys()].some((other) => other.startsWith(`${path}.`))),
  };
}

/** An outcome begun anew: what was heard of the borrower stays, whatever becomes of the call. */
export const anew = ({ remarks, newPhone, otherPhone, otherAt }: CallAnswers): CallAnswers => ({
  ...BLANK,
  remarks,
  newPhone,
  otherPhone,
  otherAt,
});

/** A record that the server sent back, as if it had just been typed. */
export function formOf(fields: Partial<DispositionRecord>, group: string, files: AttachmentRef[]): CallForm {
  const { ptp, personMet, newAddress, callId } = fields;
  return {
    answers: {
      ...BLANK,
      group,
      code: fields.code ?? '',
      subCode: fields.subCode ?? '',
      reason: fields.reason ?? '',
      relation: personMet?.relation ?? '',
      personName: personMet?.name ?? '',
      ptpAmount: ptp ? rupees(ptp.amountPaise) : '',
      ptpDueOn: ptp?.dueOn ?? '',
      ptpMode: ptp?.mode ?? '',
      amount: fields.amountPaise === undefined ? '' : rupees(fields.amountPaise),
      reference: fields.reference ?? '',
      paidOn: fields.claim?.paidOn ?? '',
      paidMode: fields.claim?.mode ?? '',
      instalments: fields.instalments === undefined ? '' : String(fields.instalments),
      contactScope: fields.contactScope ?? '',
      language: fields.language ?? '',
      until: fields.until ?? '',
      callbackAt: fields.callbackAt ? localMinute(Date.parse(fields.callbackAt)) : '',
      nextVisitOn: fields.nextVisitOn ?? '',
      newPhone: fields.newPhone ?? '',
      addressLine: newAddress?.line ?? '',
      addressPincode: newAddress?.pincode ?? '',
      remarks: fields.remarks ?? '',
    },
    call: callId
      ? { id: callId, phoneId: fields.phoneId ?? null, startedAt: Date.parse(fields.recordedAt ?? '') }
      : null,
    files,
  };
}

/** Days that can be promised. */
export const promiseDays = (today: Day, maxPtpDays: number): { min: Day; max: Day } => ({
  min: today,
  max: addDays(today, maxPtpDays),
});
