/** What a demo tenant's contact gate has to tell: the attempts behind the history, wishes of some borrowers, and blocks. */

import { Random } from '../../core/domain/random';
import type { Tx } from '../db/database';
import type { Book } from './book';
import { DAY, dayIn } from './calendar';

/** The ledger counts weeks; a bit more makes the preview of another pack interesting. */
const ATTEMPT_DAYS = 14;
/** Records of the last day are left out, so that the demo's own calls of today are not held back by made-up ones. */
const UNTIL = DAY;

const WISHES = [
  { kind: 'not-at-this-time', from: '13:00', to: '14:30', place: null, note: 'At prayer and lunch then' },
  { kind: 'only-at-this-time', from: '17:00', to: '19:00', place: null, note: 'Works a day shift, asked for evenings' },
  { kind: 'not-at-this-place', from: null, to: null, place: 'office', note: 'Employer does not know of the loan' },
  { kind: 'not-at-this-time', from: '08:00', to: '10:00', place: null, note: 'Takes the children to school' },
] as const;

export async function loadContact(tx: Tx, book: Book, seed: string, now: number): Promise<void> {
  const { tenantId } = book;
  const random = new Random(`${seed}/${tenantId}/contact`);
  await tx.query(
    `insert into contact_attempts (tenant_id, id, borrower_id, loan_id, channel, phone_id, user_id, at, connected)
     select d.tenant_id, d.id, l.borrower_id, d.loan_id, case d.channel when 'call' then 'call' else 'visit' end,
            (d.record ->> 'phoneId')::uuid, d.user_id, d.recorded_at,
            d.class not in ('NON_CONTACT', 'INVALID', 'SYSTEM', 'NOT_MET', 'TRACE')
       from dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
      where d.tenant_id = $1 and d.received_at >= $2 and d.recorded_at between $2 and $3`,
    [tenantId, new Date(now - ATTEMPT_DAYS * DAY), new Date(now - UNTIL)],
  );
  // Old loans, so that the demo's first queues are free to be called.
  const loans = await tx.query<{ id: string; borrower_id: string; holder: string }>(
    `select l.id, l.borrower_id, a.profile_id as holder
       from loans l join loan_assignments a on a.tenant_id = l.tenant_id and a.loan_id = l.id and a.kind = 'collector' and a.ended_at is null
      where l.tenant_id = $1 and l.state = 'active' and l.pause_reason is null order by l.dpd desc, l.id limit 24`,
    [tenantId],
  );
  for (const [at, wish] of WISHES.entries()) {
    const loan = loans[at];
    if (!loan) return;
    const made = now - (3 + at) * DAY;
    await tx.query(
      `insert into contact_preferences (tenant_id, id, borrower_id, loan_id, kind, from_time, to_time, place, note, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        tenantId,
        random.uuid(made),
        loan.borrower_id,
        loan.id,
        wish.kind,
        wish.from,
        wish.to,
        wish.place,
        wish.note,
        loan.holder,
        new Date(made),
      ],
    );
  }
  const rules = ['hours', 'per-day', 'gap', 'not-at-this-time', 'dispute'] as const;
  for (const [at, loan] of loans.slice(WISHES.length).entries()) {
    const when = now - (1 + (at % 6)) * DAY;
    await tx.query(
      `insert into contact_blocks (tenant_id, day, rule, channel, user_id, loan_id, kind, times, last_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tenantId,
        dayIn(when),
        rules[at % rules.length],
        at % 3 === 0 ? 'sms' : 'call',
        loan.holder,
        loan.id,
        'refused',
        random.between(1, 3),
        new Date(when),
      ],
    );
  }
}
