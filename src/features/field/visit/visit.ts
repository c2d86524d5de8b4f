/**
 * A visit while it is being filled in: exactly what was typed, letter for letter, plus what the phone measured. A value
 * becomes a record only in `visit-record.ts`; until then half an amount is as good as a whole one and survives a kill.
 */
import {
  type AttachmentRef,
  type DispositionRecord,
  type Gps,
  MAX_ATTACHMENTS,
  NOTES,
  PLACES,
} from '../../../../core/contract/records';
import { addDays, type Day } from '../../../../core/domain/dates';
import type { DispositionCode } from '../../../../core/domain/dispositions';
import { wholeText } from '../../../../core/domain/whole-text';
import type { VisitDraft } from '../../../offline/types';
import type { Note } from './cash';
import { type Question, questionsFor } from './questions';

const noteAnswers = Object.fromEntries(NOTES.map((note) => [`note${note}`, ''])) as Record<`note${Note}`, string>;

const BLANK = {
  code: '',
  place: PLACES[0] as string,
  relation: '',
  personName: '',
  payMode: '',
  payAmount: '',
  payReference: '',
  payReceiptNo: '',
  chequeNumber: '',
  chequeBank: '',
  chequeMicr: '',
  chequeDatedOn: '',
  ...noteAnswers,
  ptpAmount: '',
  ptpDueOn: '',
  ptpMode: '',
  subCode: '',
  paidOn: '',
  paidMode: '',
  instalments: '',
  amount: '',
  settleParts: '1',
  settleFirst: '',
  settleTill: '',
  settleHardship: '',
  reference: '',
  reason: '',
  language: '',
  until: '',
  /** Local `YYYY-MM-DDTHH:mm`. */
  callbackAt: '',
  nextVisitOn: '',
  addressLine: '',
  addressPincode: '',
  addressSource: '',
  newPhone: '',
  remarks: '',
  photoMissing: '',
  /** Questions the agent opened, separated by commas. */
  opened: '',
};

export type Answers = typeof BLANK;
export type Answer = keyof Answers;

export interface Visit {
  loanId: string;
  /** Device clock, ms; time on site counts from here. */
  openedAt: number;
  answers: Answers;
  gps: Gps | null;
  gpsMissing: NonNullable<DispositionRecord['gpsMissing']> | null;
  files: AttachmentRef[];
  /** The needs-you record this visit mends, and what of it must not change: when it was made and how long it took. */
  mends: string | null;
  original: Pick<DispositionRecord, 'recordedAt' | 'onSiteSeconds'> | null;
}

export function newVisit(loanId: string, openedAt: number): Visit {
  return {
    loanId,
    openedAt,
    answers: { ...BLANK },
    gps: null,
    gpsMissing: null,
    files: [],
    mends: null,
    original: null,
  };
}

/** Whether the agent has put anything in; a form that was only looked at leaves no draft. */
export function isTouched(visit: Visit): boolean {
  return visit.files.length > 0 || (Object.keys(BLANK) as Answer[]).some((name) => visit.answers[name] !== BLANK[name]);
}

export const openedQuestions = (answers: Answers): ReadonlySet<Question> =>
  new Set(answers.opened.split(',').filter(Boolean) as Question[]);

export type VisitChange =
  | { type: 'answer'; name: Answer; value: string }
  | { type: 'outcome'; code: Pick<DispositionCode, 'code' | 'class' | 'requires' | 'subCodes'>; today: Day }
  | { type: 'open' | 'close'; question: Question }
  | { type: 'position'; gps: Gps }
  | { type: 'no-position'; why: NonNullable<Visit['gpsMissing']> }
  | { type: 'file-added'; file: AttachmentRef }
  | { type: 'file-kind'; sha256: string; kind: AttachmentRef['kind'] }
  | { type: 'file-removed'; sha256: string }
  /** A draft came back, the agent started over, or took that back. */
  | { type: 'replaced'; visit: Visit };

export function changeVisit(visit: Visit, change: VisitChange): Visit {
  const answers = (more: Partial<Answers>): Visit => ({ ...visit, answers: { ...visit.answers, ...more } });
  switch (change.type) {
    case 'answer':
      return answers({ [change.name]: change.value });
    case 'outcome': {
      // Nobody was met: the usual answer is to come back tomorrow. Anyone else names a day.
      const comesBack =
        change.code.class === 'NOT_MET' &&
        questionsFor(change.code).required.has('nextVisitOn') &&
        !visit.answers.nextVisitOn;
      return answers({
        code: change.code.code,
        ...(comesBack && { nextVisitOn: addDays(change.today, 1) }),
      });
    }
    case 'open':
    case 'close': {
      const opened = new Set(openedQuestions(visit.answers));
      if (change.type === 'open') opened.add(change.question);
      else opened.delete(change.question);
      return answers({ opened: [...opened].join(',') });
    }
    case 'position':
      return { ...visit, gps: change.gps, gpsMissing: null };
    case 'no-position':
      return visit.gps ? visit : { ...visit, gpsMissing: change.why };
    case 'file-added': {
      const known = visit.files.some((file) => file.sha256 === change.file.sha256);
      if (known || visit.files.length >= MAX_ATTACHMENTS) return visit;
      return { ...visit, files: [...visit.files, change.file], answers: { ...visit.answers, photoMissing: '' } };
    }
    case 'file-kind':
      return {
        ...visit,
        files: visit.files.map((file) => (file.sha256 === change.sha256 ? { ...file, kind: change.kind } : file)),
      };
    case 'file-removed':
      return { ...visit, files: visit.files.filter((file) => file.sha256 !== change.sha256) };
    case 'replaced':
      return change.visit;
  }
}

/** What the engine keeps. `fields` carries what no one types; `typed` carries the rest. */
export function draftOf(visit: Visit): VisitDraft {
  return {
    loanId: visit.loanId,
    openedAt: visit.openedAt,
    fields: {
      ...(visit.gps && { gps: visit.gps }),
      ...(visit.gpsMissing && { gpsMissing: visit.gpsMissing }),
      ...visit.original,
    },
    files: visit.files,
    typed: wholeText(
      Object.fromEntries(Object.entries(visit.answers).filter(([name, value]) => value !== BLANK[name as Answer])),
    ),
    ...(visit.mends && { mends: visit.mends }),
  };
}

const rupees = (paise: number | undefined) => (paise === undefined ? '' : String(paise / 100));

/** What a saved record says, as if it had just been typed. */
function answersOf(fields: Partial<DispositionRecord>): Answers {
  const { payment, ptp, newAddress, personMet, claim, settlement } = fields;
  const opened: Question[] = [];
  for (const name of ['personMet', 'payment', 'ptp', 'reference', 'reason', 'until', 'nextVisitOn'] as const)
    if (fields[name] !== undefined) opened.push(name);
  if (fields.newAddress) opened.push('newAddress');
  if (fields.newPhone) opened.push('newPhone');
  if (fields.amountPaise !== undefined) opened.push('amount');
  if (settlement) opened.push('settlement');
  const answers: Answers = {
    ...BLANK,
    code: fields.code ?? '',
    place: fields.place ?? BLANK.place,
    relation: personMet?.relation ?? '',
    personName: personMet?.name ?? '',
    payMode: payment?.mode ?? '',
    payAmount: rupees(payment?.amountPaise),
    payReference: payment?.reference ?? '',
    payReceiptNo: payment?.receiptNo ?? '',
    chequeNumber: payment?.cheque?.number ?? '',
    chequeBank: payment?.cheque?.bank ?? '',
    chequeMicr: payment?.cheque?.micr ?? '',
    chequeDatedOn: payment?.cheque?.datedOn ?? '',
    ptpAmount: rupees(ptp?.amountPaise),
    ptpDueOn: ptp?.dueOn ?? '',
    ptpMode: ptp?.mode ?? '',
    subCode: fields.subCode ?? '',
    paidOn: claim?.paidOn ?? '',
    paidMode: claim?.mode ?? '',
    instalments: fields.instalments === undefined ? '' : String(fields.instalments),
    amount: rupees(fields.amountPaise),
    ...(settlement && {
      settleParts: String(settlement.instalments.length),
      settleFirst: settlement.instalments[0]?.dueOn ?? '',
      settleTill: settlement.validTill,
      settleHardship: settlement.hardship,
    }),
    reference: fields.reference ?? '',
    reason: fields.reason ?? '',
    language: fields.language ?? '',
    until: fields.until ?? '',
    callbackAt: fields.callbackAt ? localMinute(fields.callbackAt) : '',
    nextVisitOn: fields.nextVisitOn ?? '',
    addressLine: newAddress?.line ?? '',
    addressPincode: newAddress?.pincode ?? '',
    addressSource: newAddress?.source ?? '',
    newPhone: fields.newPhone ?? '',
    remarks: fields.remarks ?? '',
    photoMissing: fields.photoMissing ?? '',
    opened: opened.join(','),
  };
  for (const note of NOTES) {
    const count = payment?.denominations?.[note];
    if (count) answers[`note${note}`] = String(count);
  }
  return answers;
}

/** An instant as a datetime-local input wants it. */
function localMinute(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A draft of the form, or a record opened for mending (which has no `typed`). */
export function visitOf(draft: VisitDraft): Visit {
  const { fields, typed } = draft;
  const known = typed && Object.fromEntries(Object.entries(typed).filter(([name]) => name in BLANK));
  const { recordedAt, onSiteSeconds } = fields;
  return {
    loanId: draft.loanId,
    openedAt: draft.openedAt,
    answers: known ? { ...BLANK, ...known } : answersOf(fields),
    gps: fields.gps ?? null,
    gpsMissing: fields.gpsMissing ?? null,
    files: draft.files,
    mends: draft.mends ?? null,
    original: draft.mends && recordedAt ? { recordedAt, ...(onSiteSeconds !== undefined && { onSiteSeconds }) } : null,
  };
}
