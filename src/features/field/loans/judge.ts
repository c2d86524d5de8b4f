/**
 * The contact gate at a door: the engine of the server, on what travelled with the loan, what was recorded and dialled on
 * this phone, and the rules of the last hour with a network. Loaded behind the first rows.
 */
import { type ContactFacts, contactFactsSchema } from '../../../../core/contract/contact-parts';
import { flagHolds } from '../../../../core/contract/flag-holds';
import type { Loan } from '../../../../core/contract/loans';
import {
  type Attempt,
  type ContactAnswer,
  type ContactChannel,
  DEFAULT_PACK,
  evaluateContact,
} from '../../../../core/domain/contact-gate';
import type { ContactFactsHere } from '../../../offline/contact-facts';
import type { OutboxState } from '../../../offline/types';

/** What of a loan's history this phone knows and the loan's own facts may not. */
export type OwnHistory = readonly (Pick<Loan['recent'][number], 'id' | 'at' | 'channel'> & {
  local: OutboxState | null;
})[];

/** Of a loan that came from a server of before: its flags and its pause. */
function factsFromFlags(loan: Loan, zone: string): ContactFacts {
  const attempts = loan.recent.map(({ id, at, channel }) => ({
    id,
    at: Date.parse(at),
    channel: channel === 'call' ? ('call' as const) : ('visit' as const),
    connected: null,
  }));
  return { zone, holds: flagHolds(loan), windows: [], places: [], attempts };
}

function attemptsOf(facts: ContactFacts, loanId: string, own: OwnHistory, calls: ContactFactsHere['calls']): Attempt[] {
  const known = new Set(facts.attempts.map(({ id }) => id));
  const visits = own
    .filter(({ id, local }) => local !== null && !known.has(id))
    .map(({ at, channel }) => ({
      at: Date.parse(at),
      channel: channel === 'call' ? ('call' as const) : ('visit' as const),
    }));
  const dialled = calls
    .filter((call) => call.loanId === loanId && !known.has(call.id))
    .map(({ at }) => ({ at, channel: 'call' as const }));
  return [...facts.attempts, ...[...visits, ...dialled].map((one) => ({ ...one, connected: null }))];
}

const read = new WeakMap<object, ContactFacts | undefined>();

/** Undefined where the server sent none, or in a form that this app does not know. */
function factsOf({ contact }: Loan): ContactFacts | undefined {
  if (typeof contact !== 'object' || contact === null) return undefined;
  if (!read.has(contact)) read.set(contact, contactFactsSchema.safeParse(contact).data);
  return read.get(contact);
}

/** `zone` is the tenant's; `rules` undefined where none came yet: those in force count. */
export function judgeLoan(
  loan: Loan,
  { rules, calls }: ContactFactsHere,
  own: OwnHistory,
  moment: { now: number; zone: string },
  channel: ContactChannel,
  phone: Loan['phones'][number] | null = null,
): ContactAnswer {
  const facts = factsOf(loan) ?? factsFromFlags(loan, moment.zone);
  const { flags, state } = loan;
  return evaluateContact({
    at: moment.now,
    channel,
    facts: {
      zone: facts.zone,
      language: loan.borrower.language,
      product: loan.product,
      closed: state === 'closed' || state === 'settled',
      deceased: flags.deceased,
      legal: flags.legal,
      dispute: flags.dispute,
      holds: facts.holds,
      windows: facts.windows,
      places: facts.places,
    },
    attempts: attemptsOf(facts, loan.id, own, calls),
    agent: rules?.agent ?? null,
    phone,
    place: null,
    packs: rules?.packs ?? [DEFAULT_PACK],
    portfolioRules: rules?.portfolios.find(({ name }) => name === loan.portfolio)?.rules ?? [],
    homeZone: rules?.zone ?? moment.zone,
  });
}
