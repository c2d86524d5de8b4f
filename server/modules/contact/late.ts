/**
 * Contacts that the server learns of after they took place: a visit saved without a network, a call noted later. They are
 * never refused, because what was saved is saved; one that was against a rule is marked with it and counted.
 *
 * Judged is what could be known then: attempts before it, and holds and flags that were there already. The flags of a loan
 * have no date of their own, so they count only where the loan has not changed since.
 */

import {
  type AgentFacts,
  type Attempt,
  type ContactChannel,
  evaluateContact,
  type PackRule,
  type PackVersion,
  type PhoneFacts,
  type RuleId,
} from '../../../core/domain/contact-gate';
import { dayOf } from '../../../core/domain/dates';
import type { DispositionClass } from '../../../core/domain/dispositions';
import type { Tx } from '../../db/database';
import { type LoanFacts, readAgents, readFacts, readPacks } from './facts';

export interface Happened {
  /** Of the started call, or of the record. */
  id: string;
  loanId: string;
  userId: string;
  channel: Extract<ContactChannel, 'call' | 'visit'>;
  /** ms, corrected by the measured clock offset. */
  at: number;
  phoneId: string | null;
  place: string | null;
  connected: boolean;
}

type Cells = Record<string, string | number | boolean | null>;

/** Nobody was reached; everything else is a contact. */
const UNREACHED: readonly DispositionClass[] = ['NON_CONTACT', 'INVALID', 'SYSTEM', 'NOT_MET', 'TRACE'];
export const wasConnected = (name: DispositionClass): boolean => !UNREACHED.includes(name);

/** Facts as they could be known at an instant that has passed. */
export const asOf = ({ facts, since, changedAt }: LoanFacts, at: number): LoanFacts['facts'] => {
  const known = <T>(rows: readonly T[], times: readonly number[]) =>
    rows.filter((_, index) => (times[index] ?? 0) <= at);
  const flags = changedAt <= at;
  return {
    ...facts,
    closed: facts.closed && flags,
    deceased: facts.deceased && flags,
    legal: facts.legal && flags,
    dispute: facts.dispute && flags,
    holds: known(facts.holds, since.holds),
    windows: known(facts.windows, since.windows),
    places: known(facts.places, since.places),
  };
};

/** The portfolio's policy, unless it was saved later: what it said before is not kept. */
export const portfolioRulesAsOf = ({ portfolioRules, policySince }: LoanFacts, at: number): PackRule[] =>
  policySince <= at ? portfolioRules : [];

/** A phone as it could be known then: that its number is wrong has no date either, and is often what the contact found out. */
export const phoneAsOf = ({ phones, changedAt }: LoanFacts, id: string | null, at: number): PhoneFacts | null => {
  const phone = phones.find((one) => one.id === id);
  return phone ? { ...phone, invalid: phone.invalid && changedAt <= at } : null;
};

export class LateContacts {
  readonly #seen = new Map<string, (Attempt & { id: string })[]>();

  private constructor(
    private readonly zone: string,
    private readonly loans: ReadonlyMap<string, LoanFacts>,
    private readonly agents: ReadonlyMap<string, AgentFacts>,
    private readonly packs: readonly PackVersion[],
  ) {
    for (const { borrowerId, attempts } of loans.values()) this.#seen.set(borrowerId, [...attempts]);
  }

  /** Reads what a group of them is judged by: facts as they are before the group itself takes effect. */
  static async of(tx: Tx, tenantId: string, zone: string, happened: readonly Happened[]): Promise<LateContacts> {
    if (happened.length === 0) return new LateContacts(zone, new Map(), new Map(), []);
    const times = happened.map(({ at }) => at);
    const from = Math.min(...times);
    const span = { from, to: Math.max(...times) };
    const [loans, agents, packs] = await Promise.all([
      readFacts(
        tx,
        tenantId,
        happened.map(({ loanId }) => loanId),
        zone,
        span,
      ),
      readAgents(
        tx,
        tenantId,
        happened.map(({ userId }) => userId),
      ),
      readPacks(tx, tenantId, dayOf(from, zone)),
    ]);
    return new LateContacts(zone, loans, agents, packs);
  }

  /** The rows to write for one; none of a call whose start the gate has judged but whether somebody answered. */
  note(one: Happened): { attempt: Cells; blocks: Cells[] } | null {
    const loan = this.loans.get(one.loanId);
    if (!loan) return null;
    const seen = this.#seen.get(loan.borrowerId) ?? [];
    const at = new Date(one.at).toISOString();
    const attempt: Cells = {
      id: one.id,
      borrower_id: loan.borrowerId,
      loan_id: one.loanId,
      channel: one.channel,
      phone_id: one.phoneId,
      user_id: one.userId,
      at,
      connected: one.connected,
      outside_rule: null,
    };
    if (seen.some(({ id }) => id === one.id)) return { attempt, blocks: [] };
    const { reasons, warnings, nextLawfulAt } = evaluateContact({
      at: one.at,
      channel: one.channel,
      facts: asOf(loan, one.at),
      attempts: seen.filter((earlier) => earlier.at <= one.at),
      agent: this.agents.get(one.userId) ?? null,
      phone: phoneAsOf(loan, one.phoneId, one.at),
      place: one.place,
      packs: this.packs,
      portfolioRules: portfolioRulesAsOf(loan, one.at),
      homeZone: this.zone,
    });
    seen.push({ id: one.id, at: one.at, channel: one.channel, connected: one.connected });
    const [reason] = reasons;
    const count = (kind: 'outside' | 'warned', rule: RuleId, next: number | null): Cells => ({
      day: dayOf(one.at, this.zone),
      rule,
      channel: one.channel,
      user_id: one.userId,
      loan_id: one.loanId,
      kind,
      at,
      next_lawful_at: next === null ? null : new Date(next).toISOString(),
    });
    if (!reason) return { attempt, blocks: warnings.map(({ rule }) => count('warned', rule, null)) };
    return {
      attempt: { ...attempt, outside_rule: reason.rule },
      blocks: [count('outside', reason.rule, nextLawfulAt)],
    };
  }
}
