/**
 * What an agent records about a loan, exactly as it is kept on the device, hashed, queued and sent. Field visits and
 * call outcomes are one record with a `channel`, so that both go through one outbox and one server path.
 *
 * Payload versions: bump `RECORD_VERSION` when the shape changes and teach `server/modules/dispositions/versions.ts`
 * to lift the old one; the server takes every version of the last 90 days.
 */
import * as z from 'zod/mini';
import { isDay, isSaneInstant } from '../domain/dates';
import { CHANNELS, CONTACT_SCOPES, type DispositionCode, type Requirement } from '../domain/dispositions';
import { callId } from './call-id';
import type { FieldError } from './errors';
import {
  code,
  day,
  id,
  instant,
  loanNumber,
  longText,
  mobile,
  pincode,
  positivePaise,
  sha256,
  shortText,
} from './scalars';

/**
 * 1: the first. 2: says which device signs it. 3: says when the clock was measured. 4: a mended record names what it
 * replaces. 5: a call says when and how money was paid, and in how many instalments a settlement would be. 6: how far a "do not
 * contact" goes, and the third level of an outcome. 7: a settlement that is raised with it.
 */
export const RECORD_VERSION = 7;

export const PAYMENT_MODES = ['cash', 'upi', 'cheque', 'card', 'bank-transfer'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];
export const PLACES = ['residence', 'office', 'other'] as const;
export const RELATIONS = [
  'borrower',
  'co-borrower',
  'spouse',
  'parent',
  'child',
  'relative',
  'neighbour',
  'colleague',
  'security',
  'other',
] as const;
export const ATTACHMENT_KINDS = ['premises', 'receipt', 'document', 'screenshot', 'asset'] as const;
/** Face values in rupees of the notes and coins an agent counts; keys of `denominations`. */
export const NOTES = ['500', '200', '100', '50', '20', '10', '5', '2', '1'] as const;
export const MAX_ATTACHMENTS = 10;
export const MAX_INSTALMENTS = 60;
/** Mended more often, a record names the newest of its earlier forms: the others were answered long ago. */
export const MAX_MENDS = 20;

export const gpsSchema = z.strictObject({
  lat: z.number().check(z.gte(-90), z.lte(90)),
  lng: z.number().check(z.gte(-180), z.lte(180)),
  /** Radius in metres of the platform's 95 % circle. */
  accuracyM: z.number().check(z.gte(0), z.lte(100_000)),
  /** When the fix was taken, device clock, UTC. */
  at: instant,
  /** Whether the platform says the position is a mock; null where it does not tell. */
  mock: z.nullable(z.boolean()),
});
export type Gps = z.infer<typeof gpsSchema>;

export const attachmentRefSchema = z.strictObject({
  sha256,
  /** Bytes of the original, before sealing. */
  size: z.int().check(z.gte(1), z.lte(10 * 1024 * 1024)),
  mime: z.enum(['image/jpeg', 'image/png', 'image/webp', 'application/pdf']),
  kind: z.enum(ATTACHMENT_KINDS),
  takenAt: instant,
  name: z.optional(shortText),
});
export type AttachmentRef = z.infer<typeof attachmentRefSchema>;

export const ptpSchema = z.strictObject({
  amountPaise: positivePaise,
  dueOn: day,
  mode: z.enum(PAYMENT_MODES),
});

export const paymentSchema = z.strictObject({
  amountPaise: positivePaise,
  mode: z.enum(PAYMENT_MODES),
  /** UTR, UPI reference or card slip number. */
  reference: z.optional(shortText),
  cheque: z.optional(
    z.strictObject({
      number: z.string().check(z.regex(/^\d{6}$/, 'A cheque number has six digits')),
      bank: shortText,
      micr: z.optional(z.string().check(z.regex(/^\d{9}$/, 'A MICR code has nine digits'))),
      datedOn: day,
    }),
  ),
  /** Count of notes by face value; for cash the sum must equal the amount. */
  denominations: z.optional(z.partialRecord(z.enum(NOTES), z.int().check(z.gte(0), z.lte(100_000)))),
  receiptNo: z.optional(shortText),
});

/**
 * A settlement that is raised with the record and has its id; what is to be paid is the record's `amountPaise`. What is waived follows from
 * the dues of the day on which it arrives (docs/settlements.md).
 */
export const raisedSettlementSchema = z.strictObject({
  instalments: z
    .array(z.strictObject({ dueOn: day, amountPaise: positivePaise }))
    .check(z.minLength(1), z.maxLength(MAX_INSTALMENTS)),
  /** The last day on which it may be approved and accepted. */
  validTill: day,
  /** Why the borrower cannot pay more, in their words. */
  hardship: longText,
});

export const recordSchema = z.strictObject({
  id,
  payloadVersion: z.int().check(z.gte(1)),
  channel: z.enum(CHANNELS),
  loanId: id,
  loanNumber,
  /** 1, 2, 3 … in the order in which this device recorded on this loan. */
  loanSeq: z.int().check(z.gte(1)),
  /** A record of the same loan that the server must hold first (a follow-up of a visit). */
  afterId: z.optional(id),
  /**
   * Keys of this record's earlier forms, the newest last, each of which may still be on its way. Of them all the server
   * takes one: what arrives after this form is answered `superseded`.
   */
  mends: z.optional(z.array(id).check(z.maxLength(MAX_MENDS))),
  code,
  /** Device clock, UTC. */
  recordedAt: instant,
  /** Server time minus device time in ms at the last contact; null when never measured. */
  clockOffsetMs: z.nullable(z.int()),
  /** When that was measured, device clock; null when never. */
  clockMeasuredAt: z.optional(z.nullable(instant)),
  /**
   * The device whose key signs this record's hash (core/domain/evidence.ts). Null: this device has no key, so the record
   * is unsigned. Naming the device in here binds it: a signature that was taken away is missed.
   */
  signedBy: z.optional(z.nullable(id)),
  appVersion: shortText,
  gps: z.optional(z.nullable(gpsSchema)),
  /** Why there is no position: `denied`, `unavailable`, `timeout`. */
  gpsMissing: z.optional(z.enum(['denied', 'unavailable', 'timeout'])),
  /** Why a field record has no photo: no working camera, permission refused, taking one was unsafe, or the phone was full. */
  photoMissing: z.optional(z.enum(['no-camera', 'denied', 'unsafe', 'no-space'])),
  place: z.optional(z.enum(PLACES)),
  personMet: z.optional(z.strictObject({ relation: z.enum(RELATIONS), name: z.optional(shortText) })),
  ptp: z.optional(ptpSchema),
  payment: z.optional(paymentSchema),
  amountPaise: z.optional(positivePaise),
  reference: z.optional(shortText),
  /** The day and the mode of money that the borrower says is paid already. */
  claim: z.optional(z.strictObject({ paidOn: day, mode: z.enum(PAYMENT_MODES) })),
  /** In how many payments a settlement would be paid; 1 is all at once. */
  instalments: z.optional(z.int().check(z.gte(1), z.lte(MAX_INSTALMENTS))),
  settlement: z.optional(raisedSettlementSchema),
  /** One of the code's `subCodes`, as it was worded then. */
  subCode: z.optional(shortText),
  reason: z.optional(longText),
  /** How far a "do not contact" goes; absent, it is about everything. `number`: the phone of this record. */
  contactScope: z.optional(z.enum(CONTACT_SCOPES)),
  until: z.optional(day),
  nextVisitOn: z.optional(day),
  callbackAt: z.optional(instant),
  language: z.optional(shortText),
  newPhone: z.optional(mobile),
  newAddress: z.optional(
    z.strictObject({ line: longText, pincode: z.optional(pincode), source: z.optional(shortText) }),
  ),
  phoneId: z.optional(id),
  durationSeconds: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
  recordLink: z.optional(z.string().check(z.maxLength(500))),
  isPredictive: z.optional(z.boolean()),
  callId: z.optional(callId),
  /** From opening the visit form to saving it. */
  onSiteSeconds: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
  remarks: z.optional(longText),
  attachments: z.array(attachmentRefSchema).check(z.maxLength(MAX_ATTACHMENTS)),
});
export type DispositionRecord = z.infer<typeof recordSchema>;

const messages: Record<Requirement | 'photo' | 'gps' | 'place', string> = {
  ptp: 'Enter the promised amount and date',
  payment: 'Enter what was collected',
  nextVisitOn: 'Choose the next visit date',
  callbackAt: 'Choose when to call back',
  personMet: 'Choose who was met',
  reason: 'Enter the reason',
  until: 'Choose until when',
  newAddress: 'Enter the new address',
  newPhone: 'Enter the new number',
  amount: 'Enter the amount',
  reference: 'Enter the reference',
  proof: 'Add a photo or document as proof',
  remarks: 'Describe what happened',
  language: 'Choose the language',
  photo: 'Add a photo of the place',
  gps: 'The position is missing. Allow location, or say why there is none',
  place: 'Choose where the visit was',
};

/**
 * What an outcome is asked for besides its code's `requires` (domain.md section 2), at a desk and at a door. Only the forms ask
 * it: the server takes records without it, because those of earlier forms are still on their way, and kept apps know no other
 * name in `requires`.
 */
export type Ask = 'subCode' | 'claim' | 'instalments' | 'contactScope';
export function asksOf({
  class: kind,
  channel,
  requires,
  subCodes,
}: Pick<DispositionCode, 'class' | 'channel' | 'requires' | 'subCodes'>): Ask[] {
  const third: Ask[] = subCodes?.length ? ['subCode'] : [];
  if (kind === 'PAID') return [...third, 'claim'];
  // How far it goes is about numbers and channels, which a visit has none of.
  if (kind === 'DNC') return channel === 'call' ? [...third, 'contactScope'] : third;
  // A foreclosure, which needs no amount, is one payment.
  return kind === 'SETTLE' && requires.includes('amount') ? [...third, 'instalments'] : third;
}

const days = (ms: number) => ms / 86_400_000;

/**
 * What a code requires of a record beyond its shape, for client and server alike (domain.md section 2). Returns the
 * fields to mend, none when the record is complete. `today` is the day in the tenant's zone at which it was recorded.
 */
export function checkRecord(
  record: DispositionRecord,
  definition: Pick<DispositionCode, 'requires' | 'channel' | 'selectable'>,
  policy: { maxPtpDays: number; today: string },
): FieldError[] {
  const errors: FieldError[] = [];
  const need = (ok: boolean, path: string, message: string) => {
    if (!ok) errors.push({ path, message });
  };
  need(definition.channel === record.channel, 'code', 'This code belongs to another channel');
  need(definition.selectable, 'code', 'Only the system sets this code');
  const present: Record<Requirement, boolean> = {
    ptp: record.ptp !== undefined,
    payment: record.payment !== undefined,
    nextVisitOn: record.nextVisitOn !== undefined,
    callbackAt: record.callbackAt !== undefined,
    personMet: record.personMet !== undefined,
    reason: !!record.reason,
    until: record.until !== undefined,
    newAddress: !!record.newAddress?.line,
    newPhone: record.newPhone !== undefined,
    amount: record.amountPaise !== undefined,
    reference: !!record.reference,
    proof: record.attachments.some((file) => file.kind !== 'premises'),
    remarks: !!record.remarks,
    language: !!record.language,
  };
  const paths: Partial<Record<Requirement, string>> = { proof: 'attachments', amount: 'amountPaise' };
  for (const requirement of definition.requires)
    need(present[requirement], paths[requirement] ?? requirement, messages[requirement]);
  if (record.channel === 'field') {
    need(!!record.gps || !!record.gpsMissing, 'gps', messages.gps);
    need(!!record.place, 'place', messages.place);
    need(record.attachments.length > 0 || !!record.photoMissing, 'attachments', messages.photo);
  }
  if (record.ptp) {
    const ahead = days(Date.parse(`${record.ptp.dueOn}T00:00:00Z`) - Date.parse(`${policy.today}T00:00:00Z`));
    need(ahead >= 0, 'ptp.dueOn', 'A promise cannot be in the past');
    need(ahead <= policy.maxPtpDays, 'ptp.dueOn', `A promise may be at most ${policy.maxPtpDays} days ahead`);
  }
  if (record.payment) {
    const { mode, cheque, denominations, amountPaise, reference } = record.payment;
    if (mode === 'cheque') need(!!cheque, 'payment.cheque', 'Enter the cheque number, bank and date');
    if (mode === 'upi' || mode === 'bank-transfer')
      need(!!reference, 'payment.reference', 'Enter the UTR or reference number');
    if (mode === 'cash' && denominations) {
      const counted = Object.entries(denominations).reduce(
        (sum, [note, count]) => sum + Number(note) * (count ?? 0),
        0,
      );
      need(counted * 100 === amountPaise, 'payment.denominations', 'The notes do not add up to the amount');
    }
  }
  if (record.settlement) {
    const { instalments, validTill, hardship } = record.settlement;
    const days = instalments.map(({ dueOn }) => dueOn);
    need(record.amountPaise !== undefined, 'amountPaise', messages.amount);
    need(
      days.every((dueOn, at) => isDay(dueOn) && (at === 0 ? dueOn >= policy.today : dueOn > (days[at - 1] ?? ''))),
      'settlement.instalments',
      'Choose today or a later day',
    );
    need(
      instalments.reduce((sum, { amountPaise }) => sum + amountPaise, 0) === (record.amountPaise ?? 0),
      'settlement.instalments',
      'The instalments do not add up to what is to be paid.',
    );
    need(isDay(validTill) && validTill >= policy.today, 'settlement.validTill', 'Choose today or a later day');
    need(hardship.trim().length >= 3, 'settlement.hardship', 'Say why the borrower cannot pay more');
  }
  if (record.claim)
    need(record.claim.paidOn <= policy.today, 'claim.paidOn', 'A payment that was made cannot be on a day to come');
  if (record.contactScope === 'number')
    need(!!record.phoneId, 'contactScope', 'Choose how far it goes: this record is of no number');
  if (record.callbackAt) need(isSaneInstant(record.callbackAt), 'callbackAt', messages.callbackAt);
  if (record.nextVisitOn)
    need(record.nextVisitOn >= policy.today && isDay(record.nextVisitOn), 'nextVisitOn', 'Choose today or a later day');
  if (record.until) need(record.until >= policy.today && isDay(record.until), 'until', 'Choose today or a later day');
  return errors;
}
