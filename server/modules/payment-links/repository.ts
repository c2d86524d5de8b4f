/** SQL over payment links, the lenders' accounts and what the gateway told. */
import type { Payee, PaymentLink, PaymentOutcome } from '../../../core/contract/payment-links';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { clientScope } from '../loans';

interface LinkRow {
  id: string;
  url: string;
  amount_paise: number;
  status: 'open' | 'paid' | 'cancelled';
  by: string;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
}

const SHOWN = `p.id, p.url, p.amount_paise, p.status, coalesce(u.full_name, '') as by, p.created_at, p.expires_at, p.ended_at`;
const TABLES = 'payment_links p left join users u on u.tenant_id = p.tenant_id and u.id = p.created_by';

const present = (row: LinkRow, now: Date): PaymentLink => ({
  id: row.id,
  url: row.url,
  amountPaise: row.amount_paise,
  status: row.status === 'open' && Date.parse(row.expires_at) <= now.getTime() ? 'expired' : row.status,
  by: row.by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  paidAt: row.status === 'paid' ? row.ended_at : null,
});

export async function findLink(tx: Tx, id: string, now: Date): Promise<(PaymentLink & { loanId: string }) | undefined> {
  const [row] = await tx.query<LinkRow & { loan_id: string }>(
    `select ${SHOWN}, p.loan_id from ${TABLES} where p.tenant_id = current_tenant() and p.id = $1`,
    [id],
  );
  return row && { ...present(row, now), loanId: row.loan_id };
}

export async function linksOf(tx: Tx, loanId: string, now: Date): Promise<PaymentLink[]> {
  const rows = await tx.query<LinkRow>(
    `select ${SHOWN} from ${TABLES} where p.tenant_id = current_tenant() and p.loan_id = $1
      order by p.created_at desc, p.id desc limit 100`,
    [loanId],
  );
  return rows.map((row) => present(row, now));
}

export interface NewLink {
  id: string;
  token: string;
  reference: string;
  url: string;
  loanId: string;
  amountPaise: number;
  expiresAt: Date;
  userId: string;
  vpa: string;
  payee: string;
}

/** Where the money of this loan goes; undefined when its lender has no account yet. */
export async function payeeOfLoan(
  tx: Tx,
  loanId: string,
): Promise<{ vpa: string; payee: string; clientId: string } | undefined> {
  const [row] = await tx.query<{ vpa: string; payee: string; clientId: string }>(
    `select y.vpa, y.name as payee, y.client_id as "clientId" from loans l
       join payees y on y.tenant_id = l.tenant_id and y.client_id = l.client_id
      where l.tenant_id = current_tenant() and l.id = $1`,
    [loanId],
  );
  return row;
}

export async function insertLink(tx: Tx, link: NewLink, now: Date): Promise<void> {
  await tx.query(
    `insert into payment_links (tenant_id, id, token, reference, url, loan_id, amount_paise, vpa, payee, expires_at,
       created_by, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      link.id,
      link.token,
      link.reference,
      link.url,
      link.loanId,
      link.amountPaise,
      link.vpa,
      link.payee,
      link.expiresAt,
      link.userId,
      now,
    ],
  );
}

/** Closes open links: one, or all of a loan. Answers how many. */
export async function cancelLinks(tx: Tx, which: { id: string } | { loanId: string }, now: Date): Promise<number> {
  const [column, value] = 'id' in which ? ['id', which.id] : ['loan_id', which.loanId];
  const rows = await tx.query(
    `update payment_links set status = 'cancelled', ended_at = $2
      where tenant_id = current_tenant() and ${column} = $1 and status = 'open' returning 1`,
    [value, now],
  );
  return rows.length;
}

export interface PayPageFacts {
  status: 'open' | 'paid' | 'cancelled';
  client_active: boolean;
  expires_at: string;
  amount_paise: number;
  reference: string;
  vpa: string;
  payee: string;
  lender: string;
  name: string;
  loan_number: string;
  language: string;
}

export async function pageFacts(tx: Tx, token: string): Promise<PayPageFacts | undefined> {
  const [row] = await tx.query<PayPageFacts>(
    `select p.status, c.active as client_active, p.expires_at, p.amount_paise, p.reference, p.vpa, p.payee, c.name as lender, b.name, l.loan_number,
            b.language
       from payment_links p
       join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where p.tenant_id = current_tenant() and p.token = $1`,
    [token],
  );
  return row;
}

export interface LockedLink {
  id: string;
  loan_id: string;
  amount_paise: number;
  status: 'open' | 'paid' | 'cancelled';
  client_active: boolean;
}

/** Locked until the transaction ends. */
export async function lockByReference(tx: Tx, reference: string): Promise<LockedLink | undefined> {
  const [row] = await tx.query<LockedLink>(
    `select p.id, p.loan_id, p.amount_paise, p.status, c.active as client_active
       from payment_links p
       join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
      where p.tenant_id = current_tenant() and p.reference = $1 for update of p`,
    [reference],
  );
  return row;
}

export interface NewEvent {
  gatewayRef: string;
  linkId: string;
  amountPaise: number;
  paidAt: Date;
  outcome: PaymentOutcome;
}

/** Answers whether this payment is told for the first time. */
export async function insertEvent(tx: Tx, event: NewEvent, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `insert into payment_events (tenant_id, gateway_ref, link_id, amount_paise, paid_at, outcome, received_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6) on conflict do nothing returning 1`,
    [event.gatewayRef, event.linkId, event.amountPaise, event.paidAt, event.outcome, now],
  );
  return rows.length > 0;
}

export async function outcomeOf(tx: Tx, gatewayRef: string): Promise<PaymentOutcome | undefined> {
  const [row] = await tx.query<{ outcome: PaymentOutcome }>(
    'select outcome from payment_events where tenant_id = current_tenant() and gateway_ref = $1',
    [gatewayRef],
  );
  return row?.outcome;
}

export async function setPaid(
  tx: Tx,
  link: { id: string; gatewayRef: string; paymentId: string; paidAt: Date },
): Promise<void> {
  await tx.query(
    `update payment_links set status = 'paid', ended_at = $2, payment_id = $3
      where tenant_id = current_tenant() and id = $1`,
    [link.id, link.paidAt, link.paymentId],
  );
  await tx.query('update payment_events set payment_id = $2 where tenant_id = current_tenant() and gateway_ref = $1', [
    link.gatewayRef,
    link.paymentId,
  ]);
}

/** All lenders of the tenant with their accounts, or one. */
export async function payees(tx: Tx, actor: Actor, clientId: string | null = null): Promise<Payee[]> {
  const parameters: unknown[] = [clientId];
  const rows = await tx.query<{ id: string; client: string; vpa: string | null; name: string | null }>(
    `select c.id, c.name as client, y.vpa, y.name
       from clients c left join payees y on y.tenant_id = c.tenant_id and y.client_id = c.id
      where c.tenant_id = current_tenant() and ($1::uuid is null or c.id = $1) and ${clientScope(actor, parameters)}
      order by lower(c.name), c.id limit 500`,
    parameters,
  );
  return rows.map((row) => ({ clientId: row.id, client: row.client, vpa: row.vpa, name: row.name }));
}

/** Where a lender's money goes changes one at a time, so that the audit says of each change what stood before it. */
export async function lockPayee(tx: Tx, clientId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('payee:' || current_tenant()::text || $1, 0))", [
    clientId,
  ]);
}

export async function setPayee(
  tx: Tx,
  payee: { clientId: string; vpa: string; name: string; userId: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into payees (tenant_id, client_id, vpa, name, updated_by, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5)
     on conflict (tenant_id, client_id) do update
       set vpa = excluded.vpa, name = excluded.name, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [payee.clientId, payee.vpa, payee.name, payee.userId, now],
  );
}
