/** An offer while it is typed: amounts as text, its plan, and what is wrong with it. */
import type { OfferSent } from '../../../core/contract/settlements';
import { addDays, type Day } from '../../../core/domain/dates';
import { parseRupees } from '../../../core/domain/money';
import {
  type ByHead,
  DUE_HEADS,
  monthlyPlan,
  offerErrors,
  offerTotals,
  waiverFor,
} from '../../../core/domain/settlements/offer';

export interface TypedOffer {
  /** Rupees as typed, by head. */
  waiver: Record<keyof ByHead, string>;
  plan: { dueOn: Day | ''; amount: string }[];
  validTill: Day | '';
  hardship: string;
  staffOrFraud: boolean;
}

const formatTypedRupees = (paise: number): string => (paise === 0 ? '' : String(paise / 100));

/** Days that an offer holds unless said otherwise. */
const HOLDS_DAYS = 7;

const typedWaiver = (waiver: ByHead): TypedOffer['waiver'] => ({
  principal: formatTypedRupees(waiver.principal),
  interest: formatTypedRupees(waiver.interest),
  penal: formatTypedRupees(waiver.penal),
  charges: formatTypedRupees(waiver.charges),
});
const typedPlan = (plan: readonly { dueOn: Day; amount: number }[]): TypedOffer['plan'] =>
  plan.map(({ dueOn, amount }) => ({ dueOn, amount: formatTypedRupees(amount) }));

/** Nothing waived, all of it in a week. */
export function freshOffer(dues: ByHead, today: Day): TypedOffer {
  const { outstanding } = offerTotals({ dues, waiver: dues });
  const validTill = addDays(today, HOLDS_DAYS);
  return {
    waiver: typedWaiver({ principal: 0, interest: 0, penal: 0, charges: 0 }),
    plan: typedPlan([{ dueOn: validTill, amount: outstanding }]),
    validTill,
    hardship: '',
    staffOrFraud: false,
  };
}

export const typedFrom = (offer: Omit<OfferSent, 'dues'>): TypedOffer => ({
  waiver: typedWaiver(offer.waiver),
  plan: typedPlan(offer.instalments),
  validTill: offer.validTill,
  hardship: '',
  staffOrFraud: false,
});

const paiseOf = (typed: string): number => (typed.trim() === '' ? 0 : (parseRupees(typed) ?? Number.NaN));

export const waiverOf = ({ waiver }: TypedOffer): ByHead => ({
  principal: paiseOf(waiver.principal),
  interest: paiseOf(waiver.interest),
  penal: paiseOf(waiver.penal),
  charges: paiseOf(waiver.charges),
});

/** The amounts that are no numbers read as NaN, which is then wrong. */
export const offerOf = (typed: TypedOffer, dues: ByHead): OfferSent => ({
  dues,
  waiver: waiverOf(typed),
  instalments: typed.plan.map(({ dueOn, amount }) => ({ dueOn: dueOn || '', amount: paiseOf(amount) })),
  validTill: typed.validTill || '',
});

/** The same offer for another amount, or in other parts: the plan is spread anew from its first day on. */
export function respread(typed: TypedOffer, dues: ByHead, change: { payable?: number; parts?: number }): TypedOffer {
  const waiver = change.payable === undefined ? waiverOf(typed) : waiverFor(dues, change.payable);
  const { payable } = offerTotals({ dues, waiver });
  const first = typed.plan[0]?.dueOn || typed.validTill;
  const plan = Number.isNaN(payable) || !first ? [] : monthlyPlan(payable, change.parts ?? typed.plan.length, first);
  return {
    ...typed,
    ...(change.payable !== undefined && { waiver: typedWaiver(waiver) }),
    ...(plan.length > 0 && { plan: typedPlan(plan) }),
  };
}

const WORDS = {
  'waiver-negative': 'Enter an amount',
  'waiver-above-dues': 'No more can be waived than is due.',
  past: 'This day is over.',
  none: 'Say when it is paid.',
  order: 'Each instalment comes after the one before.',
  amount: 'Each instalment is a whole amount.',
  sum: 'The instalments do not add up to what is to be paid.',
} as const;

/** Messages by `waiver.<head>`, `instalments`, `validTill`, `hardship`; the first of each. */
export function wrongOf(typed: TypedOffer, dues: ByHead, today: Day, asksHardship: boolean): Record<string, string> {
  const offer = offerOf(typed, dues);
  const wrong: Record<string, string> = {};
  const add = (field: string, message: string) => {
    wrong[field] ??= message;
  };
  for (const head of DUE_HEADS) if (Number.isNaN(offer.waiver[head])) add(`waiver.${head}`, 'Enter an amount');
  if (offer.instalments.some(({ dueOn }) => dueOn === '')) add('instalments', 'Choose a day');
  if (offer.validTill === '') add('validTill', 'Choose a day');
  for (const { field, reason } of offerErrors(offer, today))
    add(field === 'validTill' || field === 'instalments' ? field : `waiver.${field}`, WORDS[reason]);
  if (offerTotals(offer).payable === 0) add('waiver.principal', 'Something must remain to be paid.');
  if (asksHardship && typed.hardship.trim().length < 3) add('hardship', 'Say why the borrower cannot pay more');
  return wrong;
}
