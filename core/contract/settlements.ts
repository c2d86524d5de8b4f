/**
 * Settlements (specification 3 "Settlement", 7 "Settlement and other"): raised on a loan, decided by one reviewer after the other,
 * answered by a letter, paid by instalments. Amounts are whole paise, days in the tenant's zone.
 */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { LETTER_LANGUAGES } from '../domain/letters/letter-words';
import { SETTLEMENT_LETTERS } from '../domain/letters/standing';
import type { Role } from '../domain/roles';
import { APPROVERS } from '../domain/settlement-matrix';
import { WISH_PLACES } from '../domain/settlements/borrower-wishes';
import { LETTER_STATES } from '../domain/settlements/letters';
import { MOST_INSTALMENTS, SETTLEMENT_VIEWS } from '../domain/settlements/lists';
import { CONFIRMERS, MONEY_DECISIONS } from '../domain/settlements/money';
import { SHOWN_STAGES } from '../domain/settlements/sight';
import { RAISERS, REVIEWERS, STEPS, type Step } from '../domain/settlements/steps';
import { MAX_DOCUMENT } from './documents';
import { defineEndpoint } from './kit';
import { day, id, instant, loanNumber, longText, paise, positivePaise, sentDay } from './scalars';

const READERS = [
  'ADMIN',
  'SUPER_ADMIN',
  'TENANT_ADMIN',
  'CRM_TENANTADMIN',
  'CRM_SUPERADMIN',
  'MANAGER',
  'CRM_MANAGER',
  'CRM_SUPERMANAGER',
  'COLLECTOR',
  'CRM_TELECALLER',
  'CRM_FIELDAGENT',
  'CLIENT',
  'CLIENT_ADMIN',
  'CUSTOMER',
] as const satisfies readonly Role[];
export const REVIEWING: readonly Role[] = [...new Set<Role>(Object.values(REVIEWERS).flat())];
const DECIDERS: readonly Role[] = [...new Set<Role>([...RAISERS, ...REVIEWING])];
/** Whoever is allowed one of these by role; `decideStep` says which. */
const readers = { kind: 'session', roles: READERS, scope: 'loan' } as const;

const heads = { principal: paise, interest: paise, penal: paise, charges: paise } as const;
const headsSent = z.strictObject(heads);
const offerSent = z.strictObject({
  /** As the screen showed them: refused as `conflict` when the loan's are others by now. */
  dues: headsSent,
  waiver: headsSent,
  instalments: z.array(z.strictObject({ dueOn: sentDay, amount: positivePaise })).check(z.maxLength(MOST_INSTALMENTS)),
  validTill: sentDay,
});
export type OfferSent = z.infer<typeof offerSent>;

const person = z.nullable(z.object({ name: z.string(), role: z.string() }));
export const settlementRowSchema = z.object({
  id,
  number: z.string(),
  loanId: id,
  loanNumber: z.string(),
  borrower: z.string(),
  client: z.string(),
  portfolio: z.string(),
  bucket: z.enum(BUCKETS),
  dpd: z.int(),
  /** `review` for whoever offers settlements: which review it is tells how far the lender would go. */
  stage: z.enum(SHOWN_STAGES),
  stageAt: instant,
  /** By when whoever has the word is to answer; null where nobody is asked, and for whoever must not know the reviews. */
  answerBy: z.nullable(day),
  round: z.int(),
  outstanding: z.int(),
  waived: z.int(),
  payable: z.int(),
  instalments: z.int(),
  validTill: day,
  /** Confirmed; `received` came in and nobody has confirmed it yet. */
  paid: z.int(),
  received: z.int(),
  nextDueOn: z.nullable(day),
  maker: person,
  /** Who works the loan: field agent, then telecaller. */
  heldBy: z.nullable(z.string()),
  /** Spread over more than three months. */
  restructuring: z.boolean(),
  staffOrFraud: z.boolean(),
  createdAt: instant,
  letter: z.boolean(),
  noDuesLetter: z.boolean(),
  /** A no-dues letter went out, and a payment was taken back after it. */
  voidLetter: z.boolean(),
  /** Whom the asker stands in for with it; null where they see it themselves. */
  inPlaceOf: z.nullable(z.string()),
  /** What the asker may do with it now. */
  steps: z.array(z.enum(Object.keys(STEPS) as [Step, ...Step[]])),
});
export type SettlementRow = z.infer<typeof settlementRowSchema>;

const offerSchema = z.object({
  round: z.int(),
  by: person,
  at: instant,
  dues: z.object(heads),
  waiver: z.object(heads),
  instalments: z.array(z.object({ dueOn: day, amount: z.int() })),
  validTill: day,
});
export const settlementSchema = z.extend(settlementRowSchema, {
  hardship: z.string(),
  /** As the loan stands today. */
  dues: z.object(heads),
  /** The plan of the offer in force with what was paid of each part. */
  plan: z.array(z.object({ dueOn: day, amount: z.int(), paid: z.int() })),
  offers: z.array(offerSchema),
  history: z.array(
    z.object({
      step: z.enum(Object.keys(STEPS) as [Step, ...Step[]]),
      to: z.enum(SHOWN_STAGES),
      round: z.int(),
      by: person,
      /** Who was away, where `by` stood in for somebody. */
      for: z.nullable(z.string()),
      /** What the borrower asked for on their own page: when, where and in which language they are spoken with. */
      asked: z.nullable(
        z.object({
          from: z.nullable(z.string()),
          to: z.nullable(z.string()),
          notAt: z.nullable(z.enum(WISH_PLACES)),
          language: z.nullable(z.enum(LETTER_LANGUAGES)),
        }),
      ),
      remarks: z.string(),
      at: instant,
    }),
  ),
  /** On the loan since the offer in force, newest first; those made before it and posted after it wait for a decision. */
  payments: z.array(
    z.object({
      id,
      amount: z.int(),
      mode: z.string(),
      paidAt: instant,
      state: z.enum(['received', 'confirmed', 'taken-back']),
      late: z.boolean(),
      /** Null: nobody has decided about a late one. */
      counts: z.nullable(z.boolean()),
      by: z.nullable(z.string()),
      /** What the asker may say of it. */
      decisions: z.array(z.enum(MONEY_DECISIONS)),
    }),
  ),
  /** What the portfolio's matrix says of the offer; null for whoever raises offers and must not know the floor. */
  authority: z.nullable(
    z.object({
      /** Null: beyond what the matrix allows anybody, so that everybody is asked. */
      approver: z.nullable(z.enum(APPROVERS)),
      maxWaiverPercent: z.nullable(z.number()),
      maxInstalments: z.nullable(z.int()),
    }),
  ),
  /** Beside the offer in force; null for whoever must not know how far the lender would go. */
  worth: z.nullable(
    z.object({
      /** Of its instalments today, in paise at the loan's own rate; null where the lender did not say the rate. */
      presentValue: z.nullable(z.int()),
      ratePercent: z.nullable(z.number()),
      /** How the portfolio's loans of this bucket moved in the last months that were counted; null where none was. */
      rolls: z.nullable(z.object({ months: z.int(), resolvedPercent: z.number(), forwardPercent: z.number() })),
    }),
  ),
  settledOn: z.nullable(day),
  /** Drawn by the product, oldest first; those that were not sent only for whoever may send them. */
  letters: z.array(
    z.object({
      id,
      kind: z.enum(SETTLEMENT_LETTERS),
      number: z.string(),
      language: z.string(),
      day,
      state: z.enum(LETTER_STATES),
      by: z.nullable(z.string()),
      sentAt: z.nullable(instant),
    }),
  ),
  /** What was found in the uploaded letters that it hands out now. */
  checks: z.array(
    z.object({
      letter: z.enum(['settlement', 'no-dues']),
      /** Null for a picture, and for what cannot be opened. */
      pages: z.nullable(z.int()),
      /** Its text could be read; otherwise nothing was compared. */
      read: z.boolean(),
      /** Of what was approved it does not say these. */
      loanNumber: z.boolean(),
      amounts: z.array(z.int()),
    }),
  ),
});
export type Settlement = z.infer<typeof settlementSchema>;

export const oneSettlement = z.object({
  success: z.literal(true),
  message: z.optional(z.string()),
  data: settlementSchema,
});
/** Section 8. */
export const UPDATED = 'updated successfully';
export const updatedSettlement = z.object({
  success: z.literal(true),
  message: z.literal(UPDATED),
  data: settlementSchema,
});

export const raiseSettlement = defineEndpoint({
  id: 'settlements.raise',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/settlement',
  summary: 'Raise a settlement on a loan; its id comes from the caller, so that a repeat makes no second one',
  access: { kind: 'session', roles: RAISERS, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({
    id,
    loanId: id,
    offer: offerSent,
    /** Why the borrower cannot pay more, in their words. */
    hardship: longText.check(z.minLength(3, 'Say why the borrower cannot pay more')),
    staffOrFraud: z._default(z.boolean(), false),
  }),
  response: oneSettlement,
});

export const listSettlements = defineEndpoint({
  id: 'settlements.list',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement',
  summary:
    "Settlements on the caller's loans: those whose next word is theirs (`turn`), the open ones – what lapses first comes first –, those with money that nobody has confirmed (`money`), the ended ones or all, newest first",
  access: { kind: 'session', roles: READERS, scope: 'loans' },
  idempotency: 'safe',
  query: z.strictObject({
    view: z._default(z.enum(SETTLEMENT_VIEWS), 'open'),
    stage: z.optional(z.enum(SHOWN_STAGES)),
    loanId: z.optional(id),
    /** The beginning of a loan's or a settlement's number, or a part of the borrower's name. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(settlementRowSchema), total: z.int(), exact: z.boolean() }),
  }),
});

export const settlementRoom = defineEndpoint({
  id: 'settlements.room',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/room',
  summary:
    'What a new offer on a loan starts from: its dues by head today, the settlement that is open, when the borrower may settle again',
  access: { kind: 'session', roles: READERS, scope: 'loan' },
  idempotency: 'safe',
  query: z.strictObject({ loanId: id }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      loanId: id,
      loanNumber: z.string(),
      borrower: z.string(),
      dues: z.object(heads),
      today: day,
      openId: z.nullable(id),
      /** The first day on which the borrower may settle again; null when that is now. */
      coolingUntil: z.nullable(day),
    }),
  }),
});
export type SettlementRoom = z.infer<(typeof settlementRoom)['response']>['data'];

export const getSettlement = defineEndpoint({
  id: 'settlements.get',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/settlement/{id}',
  summary: 'One settlement with its offers side by side, its history and its plan',
  access: readers,
  idempotency: 'safe',
  params: z.object({ id }),
  response: oneSettlement,
});

/** Must be the settlement's own: a mix-up of two screens is refused. */
const loanBlock = z.optional(z.strictObject({ id: z.optional(id), loanNumber: z.optional(loanNumber) }));
const decision = {
  settlementId: id,
  collectorId: z.optional(id),
  remarks: z._default(longText, ''),
  loan: loanBlock,
};
/** What the caller saw when they decided: refused as `conflict` when somebody was faster. */
const seen = { stage: z.enum(SHOWN_STAGES), round: z.int().check(z.gte(1), z.lte(1000)) };

export const updateSettlement = defineEndpoint({
  id: 'settlements.update',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/settlement',
  summary: 'Take a step of a settlement: submit, approve, counter, reject, withdraw, acknowledge',
  access: { kind: 'session', roles: DECIDERS, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({
    ...decision,
    data: z.strictObject({
      ...seen,
      step: z.enum(['submit', 'approve', 'counter', 'reject', 'withdraw', 'acknowledge']),
      offer: z.optional(offerSent),
    }),
  }),
  response: updatedSettlement,
});

export const MOST_DECIDED = 50;
export const decideMany = defineEndpoint({
  id: 'settlements.decideMany',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/settlement/many',
  summary: 'Approve or reject several settlements that wait for the caller; each by itself, with an answer for each',
  access: { kind: 'session', roles: REVIEWING, scope: 'loans' },
  idempotency: 'natural',
  heavy: true,
  body: z.strictObject({
    step: z.enum(['approve', 'reject']),
    remarks: z._default(longText, ''),
    chosen: z.array(z.strictObject({ settlementId: id, ...seen })).check(z.minLength(1), z.maxLength(MOST_DECIDED)),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** In the order of the request. */
      rows: z.array(
        z.object({
          settlementId: id,
          /** Where it stands now; null where nothing was decided. */
          stage: z.nullable(z.enum(SHOWN_STAGES)),
          /** Why nothing was decided; null where it was. */
          refused: z.nullable(z.string()),
        }),
      ),
    }),
  }),
});
export type Decided = z.infer<(typeof decideMany)['response']>['data'];

export const clientApproved = defineEndpoint({
  id: 'settlements.clientApproved',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/settlement/client-Approved',
  summary: "The client's word on a settlement that awaits it",
  access: { kind: 'session', roles: REVIEWERS.client, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({
    ...decision,
    data: z.strictObject({
      round: seen.round,
      step: z._default(z.enum(['approve', 'counter', 'reject']), 'approve'),
      offer: z.optional(offerSent),
    }),
  }),
  response: updatedSettlement,
});

export const decideMoney = defineEndpoint({
  id: 'settlements.decideMoney',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/settlement/payment',
  summary:
    'Say of a payment on a settlement that it arrived, or whether one counts that was made before the offer and posted after it',
  access: { kind: 'session', roles: CONFIRMERS, scope: 'loan' },
  idempotency: 'natural',
  body: z.strictObject({
    settlementId: id,
    paymentId: id,
    decision: z.enum(MONEY_DECISIONS),
    remarks: z._default(longText, ''),
  }),
  response: updatedSettlement,
});

export const uploadLetter = defineEndpoint({
  id: 'settlements.uploadLetter',
  method: 'PUT',
  service: 'main',
  path: 'settlement/settlement/letter-uploading',
  summary:
    'The letter of an approved settlement, or the no-dues letter of a completed one (PDF, JPEG or PNG), as `letter`',
  access: { kind: 'session', roles: STEPS['send-letter'].by, scope: 'loan' },
  idempotency: 'natural',
  bodyKind: 'multipart',
  bodyLimit: MAX_DOCUMENT,
  files: ['letter'],
  heavy: true,
  body: z.strictObject({
    settlementId: id,
    remarks: z._default(longText, ''),
    /** Sent although it does not say what was approved; without it such a letter is refused with what it lacks. */
    despite: z._default(z.boolean(), false),
  }),
  response: updatedSettlement,
});

export const downloadLetter = defineEndpoint({
  id: 'settlements.downloadLetter',
  method: 'GET',
  service: 'main',
  path: 'settlement/downloadLetter',
  summary: "A settlement's letter as a download; `kind=no-dues` for the last one. Each is in the audit",
  access: readers,
  idempotency: 'none',
  query: z.strictObject({
    id,
    kind: z._default(z.enum(['settlement', 'no-dues']), 'settlement'),
    /** One that the product drew, instead. */
    letterId: z.optional(id),
  }),
  response: z.unknown(),
});
