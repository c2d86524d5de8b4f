/** The gate's answer without a trace: nothing is noted, nothing counted, nobody waits. For showing and for looking again. */
import { type ContactChannel, evaluateContact, type RuleId } from '../../../core/domain/contact-gate';
import { dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import { ApiError } from '../../http/implement';
import { readAgents, readFacts, readPacks } from './facts';
import { type Contacting, type ContactVerdict, verdictOf } from './gate';

export interface ContactPeek {
  loanId: string;
  channel: ContactChannel;
  now: Date;
  /** The tenant's zone. */
  zone: string;
  /**
   * The attempt itself is noted already (a message that waits for the worker): whether there were too many was judged then, and
   * only everything else is looked at again.
   */
  noted?: boolean;
}

/** Throws `not-found` for a loan that does not exist. The caller has checked that it may be seen. */
export async function peekContact(tx: Tx, { tenantId, userId }: Contacting, ask: ContactPeek): Promise<ContactVerdict> {
  const at = ask.now.getTime();
  const [facts, agents, packs] = await Promise.all([
    readFacts(tx, tenantId, [ask.loanId], ask.zone, { from: at, to: at }),
    userId === null ? null : readAgents(tx, tenantId, [userId]),
    readPacks(tx, tenantId, dayOf(at, ask.zone)),
  ]);
  const loan = facts.get(ask.loanId);
  if (!loan) throw new ApiError('not-found');
  return verdictOf(
    evaluateContact({
      at,
      channel: ask.channel,
      facts: loan.facts,
      attempts: loan.attempts,
      agent: (userId !== null && agents?.get(userId)) || null,
      phone: null,
      place: null,
      onRequest: ask.noted ?? false,
      packs,
      portfolioRules: loan.portfolioRules,
      homeZone: ask.zone,
    }),
  );
}

/**
 * Of many loans at once: the rule that keeps each from ever being contacted by a channel on that phone, as things stand now. A
 * loan that some later minute is lawful for, or that does not exist, has no entry.
 */
export async function lastingHolds(
  tx: Tx,
  tenantId: string,
  asks: readonly { loanId: string; phoneId: string }[],
  { channel, now, zone }: Pick<ContactPeek, 'channel' | 'now' | 'zone'>,
): Promise<Map<string, RuleId>> {
  const at = now.getTime();
  const [facts, packs] = await Promise.all([
    readFacts(
      tx,
      tenantId,
      asks.map(({ loanId }) => loanId),
      zone,
      { from: at, to: at },
    ),
    readPacks(tx, tenantId, dayOf(at, zone)),
  ]);
  const holds = new Map<string, RuleId>();
  for (const { loanId, phoneId } of asks) {
    const loan = facts.get(loanId);
    if (!loan) continue;
    const verdict = verdictOf(
      evaluateContact({
        at,
        channel,
        facts: loan.facts,
        attempts: loan.attempts,
        agent: null,
        phone: loan.phones.find(({ id }) => id === phoneId) ?? null,
        place: null,
        onRequest: false,
        packs,
        portfolioRules: loan.portfolioRules,
        homeZone: zone,
      }),
    );
    if (!verdict.allowed && verdict.nextLawfulAt === null) holds.set(loanId, verdict.reason.rule);
  }
  return holds;
}
