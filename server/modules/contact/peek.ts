/** The gate's answer without a trace: nothing is noted, nothing counted, nobody waits. For showing and for looking again. */
import { type ContactChannel, evaluateContact } from '../../../core/domain/contact-gate';
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
