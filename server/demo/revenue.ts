/** What the demo's clients pay for recovered money, who gets a part of it, and what people cost. */
import { Random } from '../../core/domain/random';
import type { Tx } from '../db/database';
import type { Book } from './book';
import { DAY, dayIn } from './calendar';

const PARTNERS = [
  { name: 'Deccan Sourcing', kind: 'sourcing', contact: 'Harish Rao', city: 'Hyderabad' },
  { name: 'Lex Recovery Advocates', kind: 'legal', contact: 'Nandini Iyer', city: 'Mumbai' },
  { name: 'Trace India Services', kind: 'tracing', contact: 'Sameer Gill', city: 'Delhi' },
] as const;
/** Per client; the older the debt, the more is paid for it. */
const FEES = [
  { buckets: [], percent: 6.5, partner: null, part: 0 },
  { buckets: ['91-180', '180-360'], percent: 12, partner: null, part: 0 },
  { buckets: ['360+'], percent: 18.5, partner: 1, part: 25 },
] as const;
/** Rupees a month. */
const COSTS: Readonly<Record<string, number>> = { CRM_FIELDAGENT: 24_000, CRM_TELECALLER: 21_000, COLLECTOR: 22_000 };

export async function loadRevenue(
  tx: Tx,
  { tenantId, clients, staff }: Book,
  seed: string,
  now: number,
): Promise<void> {
  const random = new Random(`${seed}/${tenantId}/revenue`);
  const made = now - 200 * DAY;
  const [by, at, month] = [staff.admin.id, new Date(made), `${dayIn(made).slice(0, 8)}01`];
  const partners: string[] = [];
  for (const { name, kind, contact, city } of PARTNERS) {
    const id = random.uuid(made);
    partners.push(id);
    await tx.query(
      `insert into partners (tenant_id, id, name, kind, contact_name, city, agreed_on, created_at, created_by, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $9)`,
      [tenantId, id, name, kind, contact, city, dayIn(made), at, by],
    );
  }
  for (const [nth, client] of clients.entries())
    for (const { buckets, percent, partner, part } of FEES)
      await tx.query(
        `insert into success_fees (tenant_id, id, client_id, buckets, percent, gst_percent, partner_id, partner_percent, from_month,
                                   created_at, created_by, updated_at, updated_by)
         values ($1, $2, $3, $4, $5, 18, $6, $7, $8, $9, $10, $9, $10)`,
        [
          ...[tenantId, random.uuid(made), client.id, [...buckets], percent + nth * 0.5],
          ...[partner === null ? null : partners[partner], part, month, at, by],
        ],
      );
  await tx.query(
    `insert into employee_costs (tenant_id, user_id, from_month, cost_paise, set_at, set_by)
     select u.tenant_id, u.id, $2::date, (c.rupees + (ascii(right(u.id::text, 1)) % 6) * 500) * 100, $3, $4
       from users u join unnest($5::text[], $6::int[]) as c(role, rupees) on c.role = u.role
      where u.tenant_id = $1 and u.active`,
    [tenantId, month, at, by, Object.keys(COSTS), Object.values(COSTS)],
  );
}
