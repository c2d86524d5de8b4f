/**
 * The gate on the server: asked before somebody is contacted, it answers and notes the attempt, or counts the block, in one
 * transaction. Whoever contacts a borrower (calls, messages, payment links, the dialer) goes through `mayContact`.
 */

import {
  type ContactAnswer,
  type ContactChannel,
  evaluateContact,
  LIFTED_BY,
  type Reason,
  readable,
  sentence,
  WHY,
} from '../../../core/domain/contact-gate';
import { dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import { ApiError } from '../../http/implement';
import { readAgents, readFacts, readPacks } from './facts';
import { countBlock, noteAttempt } from './ledger';

/** For whom: a person, or with `userId: null` the system itself (a message, a predictive dialer): then no agent's rules count. */
export interface Contacting {
  tenantId: string;
  userId: string | null;
}

export interface ContactAsk {
  loanId: string;
  channel: ContactChannel;
  phoneId?: string | null | undefined;
  /** Of a visit. */
  place?: string | null | undefined;
  /**
   * UUID of the call, message or record. The attempt is noted under it, once: asking again with the same id (a job that is
   * tried again) answers as the first time and counts nothing more.
   */
  attemptId: string;
  now: Date;
  /** The tenant's zone: `tenantRules(db)(tenantId)` of the tenants module, looked up before the transaction. */
  zone: string;
  /** Sent because the borrower asked for it just now (a payment link during a call): attempts are neither counted nor a bar. */
  onRequest?: boolean | undefined;
  /** It has happened already: it is noted in any case, marked when it was against a rule. */
  happened?: boolean | undefined;
}

export type ContactVerdict =
  | { allowed: true; answer: ContactAnswer | null }
  | { allowed: false; answer: ContactAnswer; reason: Reason; nextLawfulAt: string | null };

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** What an answer comes to: allowed, or the deciding reason. */
export function verdictOf(answer: ContactAnswer): ContactVerdict {
  const [reason] = answer.reasons;
  return reason
    ? { allowed: false, answer, reason, nextLawfulAt: iso(answer.nextLawfulAt) }
    : { allowed: true, answer };
}

/**
 * Answers whether the contact may take place now, and notes it when it may. The borrower's row is locked until the end of the
 * transaction, so of two who ask at once the second sees the first one's attempt. A refused contact is counted in the same
 * transaction: **let it commit, and refuse afterwards** (`refusalOf`), or the count is lost with it.
 *
 * The caller has checked that the loan may be seen. Throws `not-found` for a loan or phone that does not exist.
 */
export async function mayContact(tx: Tx, by: Contacting, ask: ContactAsk): Promise<ContactVerdict> {
  const { tenantId, userId } = by;
  const { loanId, channel, now, zone } = ask;
  const locked = await tx.query(
    `select b.id from borrowers b
      where b.tenant_id = $1 and b.id = (select l.borrower_id from loans l where l.tenant_id = $1 and l.id = $2)
      for no key update`,
    [tenantId, loanId],
  );
  if (locked.length === 0) throw new ApiError('not-found');
  const at = now.getTime();
  const [facts, agents, packs, noted] = await Promise.all([
    readFacts(tx, tenantId, [loanId], zone, { from: at, to: at }),
    userId === null ? null : readAgents(tx, tenantId, [userId]),
    readPacks(tx, tenantId, dayOf(at, zone)),
    tx.query('select 1 from contact_attempts where tenant_id = $1 and id = $2', [tenantId, ask.attemptId]),
  ]);
  const loan = facts.get(loanId);
  if (!loan) throw new ApiError('not-found');
  if (noted.length > 0) return { allowed: true, answer: null };
  const phone = ask.phoneId ? loan.phones.find(({ id }) => id === ask.phoneId) : null;
  if (phone === undefined) {
    throw new ApiError('invalid', { fields: [{ path: 'phoneId', message: 'Not a phone of this borrower' }] });
  }
  const verdict = verdictOf(
    evaluateContact({
      at,
      channel,
      facts: loan.facts,
      attempts: loan.attempts,
      agent: (userId !== null && agents?.get(userId)) || null,
      phone,
      place: ask.place ?? null,
      onRequest: ask.onRequest,
      packs,
      portfolioRules: loan.portfolioRules,
      homeZone: zone,
    }),
  );
  const count = { day: dayOf(at, zone), channel, userId, loanId, at: now };
  // A contact that is held back warns nobody.
  if (verdict.allowed) {
    for (const { rule } of verdict.answer?.warnings ?? []) {
      await countBlock(tx, tenantId, { ...count, rule, kind: 'warned', nextLawfulAt: null });
    }
  }
  if (!verdict.allowed) {
    await countBlock(tx, tenantId, {
      ...count,
      rule: verdict.reason.rule,
      kind: ask.happened ? 'outside' : 'refused',
      nextLawfulAt: verdict.answer.nextLawfulAt,
    });
    if (!ask.happened) return verdict;
  }
  await noteAttempt(tx, tenantId, {
    id: ask.attemptId,
    borrowerId: loan.borrowerId,
    loanId,
    channel,
    phoneId: ask.phoneId ?? null,
    userId,
    at: now,
    onRequest: ask.onRequest ?? false,
    outsideRule: verdict.allowed ? null : verdict.reason.rule,
  });
  return verdict;
}

/** The error that a refused contact is answered with. */
export function refusalOf({ reason, nextLawfulAt }: Extract<ContactVerdict, { allowed: false }>): ApiError {
  const lift = nextLawfulAt === null && reason.lift ? ` ${LIFTED_BY[reason.lift]}` : '';
  return new ApiError('contact-blocked', {
    message: `${sentence(WHY[reason.why], readable(reason.values))}${lift}`,
    contact: { rule: reason.rule, nextLawfulAt },
  });
}

/** The same for callers that send in the background and only note why. */
export const refusalWords = ({ reason }: Extract<ContactVerdict, { allowed: false }>): string =>
  sentence(WHY[reason.why], readable(reason.values));
