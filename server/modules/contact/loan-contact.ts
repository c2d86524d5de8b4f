/** What may be done about a loan now: every phone and channel with its answer, and what the answers rest on. */
import type { LoanContact } from '../../../core/contract/contact';
import type { Preference } from '../../../core/contract/contact-parts';
import { callStarted } from '../../../core/contract/dispositions';
import { type ContactChannel, type ContactQuestion, evaluateContact } from '../../../core/domain/contact-gate';
import { dayOf } from '../../../core/domain/dates';
import { maskMobile } from '../../../core/domain/masking';
import type { Role } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { readAgents, readFacts, readPacks } from './facts';

const CALLERS: readonly Role[] = callStarted.access.roles;

interface PreferenceRow extends Record<string, unknown> {
  borrower_id: string;
  loan_id: string;
  id: string;
  kind: Preference['kind'];
  channels: ContactChannel[] | null;
  phone_id: string | null;
  days: number[] | null;
  from_time: string | null;
  to_time: string | null;
  place: string | null;
  until_on: string | null;
  note: string | null;
  by: string | null;
  created_at: string;
}

async function readPreferences(tx: Tx, tenantId: string, borrowerIds: string[]): Promise<PreferenceRow[]> {
  return tx.query<PreferenceRow>(
    `select p.borrower_id, p.loan_id, p.id, p.kind, p.channels, p.phone_id, p.days, p.from_time, p.to_time, p.place, p.until_on, p.note,
            u.full_name as by, p.created_at
       from contact_preferences p left join users u on u.tenant_id = p.tenant_id and u.id = p.created_by
      where p.tenant_id = $1 and p.borrower_id = any($2::uuid[]) and p.ended_at is null
      order by p.created_at desc, p.id`,
    [tenantId, borrowerIds],
  );
}

const present = (row: PreferenceRow): Preference => ({
  id: row.id,
  kind: row.kind,
  channels: row.channels,
  phoneId: row.phone_id,
  days: row.days,
  fromTime: row.from_time,
  toTime: row.to_time,
  place: row.place,
  until: row.until_on,
  note: row.note,
  by: row.by,
  at: row.created_at,
});

/** In the order of `loanIds`; the caller has checked that they may be seen. */
export async function loanContacts(
  tx: Tx,
  actor: Actor,
  loanIds: readonly string[],
  now: Date,
  zone: string,
): Promise<LoanContact[]> {
  const at = now.getTime();
  const { tenantId, userId } = actor;
  const [loans, agents, packs] = await Promise.all([
    readFacts(tx, tenantId, loanIds, zone, { from: at, to: at }),
    readAgents(tx, tenantId, [userId]),
    readPacks(tx, tenantId, dayOf(at, zone)),
  ]);
  const borrowers = [...loans.values()].map(({ borrowerId }) => borrowerId);
  const preferences = await readPreferences(tx, tenantId, borrowers);
  // Somebody who only looks is not the one who would call.
  const agent = (CALLERS.includes(actor.role) && agents.get(userId)) || null;
  return loanIds.flatMap((loanId): LoanContact[] => {
    const loan = loans.get(loanId);
    if (!loan) return [];
    const attempts = loan.attempts.map(({ at: when, channel, connected, onRequest }) => ({
      at: when,
      channel,
      connected,
      onRequest: onRequest ?? false,
    }));
    const { portfolioRules } = loan;
    const question = { facts: loan.facts, attempts, agent, packs, portfolioRules, homeZone: zone };
    const ask = (channel: ContactChannel, phone: ContactQuestion['phone'] = null) =>
      evaluateContact({ ...question, at, channel, phone, place: null });
    return [
      {
        asOf: now.toISOString(),
        loanId,
        loanNumber: loan.loanNumber,
        borrower: loan.borrower,
        question,
        phones: loan.phones.map((phone) => ({
          id: phone.id,
          owner: phone.owner,
          invalid: phone.invalid,
          masked: maskMobile(phone.number),
          call: ask('call', phone),
          sms: ask('sms', phone),
          whatsapp: ask('whatsapp', phone),
        })),
        visit: ask('visit'),
        letter: ask('letter'),
        // What is disputed is one loan; everything else is the borrower's.
        preferences: preferences
          .filter((row) => row.borrower_id === loan.borrowerId && (row.kind !== 'dispute' || row.loan_id === loanId))
          .map(present),
      },
    ];
  });
}
