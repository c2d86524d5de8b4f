/** Loans as screens and devices see them. */
import * as z from 'zod/mini';
import { BUCKETS } from '../domain/buckets';
import { CHANNELS, DISPOSITION_CLASSES } from '../domain/dispositions';
import { day, id, instant } from './first-scalars';
import { defineEndpoint } from './kit';

const paise = z.int();

export const historyEntrySchema = z.object({
  id,
  at: instant,
  channel: z.enum(CHANNELS),
  code: z.string(),
  codeLabel: z.string(),
  class: z.enum(DISPOSITION_CLASSES as ['PAID', ...typeof DISPOSITION_CLASSES]),
  by: z.string(),
  remarks: z.nullable(z.string()),
  ptp: z.nullable(z.object({ amountPaise: paise, dueOn: day })),
  paidPaise: z.nullable(paise),
  nextVisitOn: z.nullable(day),
  photos: z.int(),
  receiptNo: z.nullable(z.string()),
  /** Its entry in the tenant's audit chain, as the receipt says; absent where nothing was received (brought-in history). */
  chainSeq: z.optional(z.int()),
  /** When and how the borrower says that it is paid; in how many payments a settlement would be. */
  claim: z.optional(z.object({ paidOn: day, mode: z.string() })),
  instalments: z.optional(z.int()),
  /** The predictive process that brought the call. */
  process: z.optional(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const LOAN_STATES = ['active', 'closed', 'settled', 'suppressed'] as const;

/** One loan with everything its worker needs at the door. The phone keeps it sealed; screens mask the phones. */
export const loanSchema = z.object({
  id,
  _id: id,
  /** Shown to people; the specification calls it Loan_ID and loanId as well. */
  loanNumber: z.string(),
  /** Rises with every change of the loan. */
  version: z.int(),
  state: z.enum(LOAN_STATES),
  client: z.string(),
  portfolio: z.string(),
  product: z.string(),
  bucket: z.enum(BUCKETS),
  dpd: z.int(),
  /** The day for which `dpd` is true, and what the lender's newest file said, where one did. */
  dpdAsOf: z.optional(day),
  dpdReported: z.optional(z.nullable(z.object({ dpd: z.int(), on: day }))),
  posPaise: paise,
  tosPaise: paise,
  overduePaise: paise,
  overdueSplit: z.object({ principalPaise: paise, interestPaise: paise, penalPaise: paise, chargesPaise: paise }),
  emiPaise: paise,
  dueDay: z.int(),
  disbursedOn: z.nullable(day),
  lastPayment: z.nullable(z.object({ on: day, amountPaise: paise })),
  borrower: z.object({
    id,
    name: z.string(),
    language: z.string(),
    panMasked: z.nullable(z.string()),
    email: z.optional(z.nullable(z.string())),
  }),
  /** Co-borrowers, guarantors, references. */
  relatedPeople: z.array(z.object({ name: z.string(), relation: z.string() })),
  phones: z.array(
    z.object({
      id,
      number: z.string(),
      owner: z.string(),
      lastResult: z.nullable(z.string()),
      invalid: z.boolean(),
    }),
  ),
  addresses: z.array(
    z.object({
      id,
      kind: z.string(),
      line: z.string(),
      city: z.string(),
      state: z.string(),
      pincode: z.string(),
      lat: z.nullable(z.number()),
      lng: z.nullable(z.number()),
    }),
  ),
  flags: z.object({
    dispute: z.boolean(),
    deceased: z.boolean(),
    legal: z.boolean(),
    doNotContact: z.boolean(),
    vulnerable: z.boolean(),
  }),
  /** Kept with who works it for the next cycle; absent in what a phone holds from before. */
  retained: z.optional(z.boolean()),
  /** Contact is paused until then (dispute, bereavement, suppression), with the reason. */
  contactPause: z.nullable(z.object({ reason: z.string(), until: z.nullable(day) })),
  ptp: z.nullable(z.object({ amountPaise: paise, dueOn: day, status: z.enum(['open', 'kept', 'broken']) })),
  nextVisitOn: z.nullable(day),
  /** When the borrower asked to be called again; null once somebody has called since. */
  callbackAt: z.optional(z.nullable(instant)),
  lastVisit: z.nullable(z.object({ at: instant, code: z.string(), label: z.string() })),
  attempts30d: z.int(),
  /**
   * What a phone judges contact by, besides the flags; only in a phone's own list. Who judges reads it by `contactFactsSchema`
   * (contact-parts.ts), so that no list is lost over a form that a phone does not know yet.
   */
  contact: z.optional(z.unknown()),
  /** The newest entries, newest first; the whole list is `call-disposition/caseHistory`. */
  recent: z.array(historyEntrySchema),
});
export type Loan = z.infer<typeof loanSchema>;

export const loanById = defineEndpoint({
  id: 'loans.byLoanId',
  method: 'GET',
  service: 'main',
  path: 'loans/loanByLoanId/{id}',
  summary: 'One loan, by its id or its loan number',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: z.object({ success: z.literal(true), data: loanSchema }),
});
