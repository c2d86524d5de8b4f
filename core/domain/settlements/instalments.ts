/** What became of each instalment of a settlement whose letter went out. Amounts in whole paise, days in the tenant's zone. */
import type { Day } from '../dates';
import type { Plan } from './plan';
import { isOfferOpen, type Stage } from './steps';

/** As it is kept; whether an open one is late is for the day to say. `fallen`: the settlement ended and it was not paid. */
export const KEPT_STATES = ['open', 'to-confirm', 'paid', 'fallen'] as const;
export type KeptState = (typeof KEPT_STATES)[number];

export const INSTALMENT_STATES = ['late', 'due', 'to-confirm', 'paid', 'fallen'] as const;
export type InstalmentState = (typeof INSTALMENT_STATES)[number];

export interface KeptInstalment {
  dueOn: Day;
  amount: number;
  /** Confirmed; `received` came in and waits for that. */
  paid: number;
  received: number;
  state: KeptState;
}

/** `confirmed` and `all` are the plan filled with what was confirmed, and with all that came in. */
export function keptInstalments(confirmed: Plan, all: Plan, stage: Stage): KeptInstalment[] {
  return confirmed.instalments.map(({ dueOn, amount, paid }, at) => {
    const received = (all.instalments[at]?.paid ?? paid) - paid;
    const open = paid + received < amount ? 'open' : 'to-confirm';
    return { dueOn, amount, paid, received, state: paid >= amount ? 'paid' : isOfferOpen(stage) ? open : 'fallen' };
  });
}

export const instalmentState = (state: KeptState, dueOn: Day, today: Day): InstalmentState =>
  state === 'open' ? (dueOn < today ? 'late' : 'due') : state;
