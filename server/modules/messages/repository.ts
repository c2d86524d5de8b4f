/** SQL over messages and what a text takes from a loan. */

import type { Message, MessageState } from '../../../core/contract/messages';
import { maskMobile } from '../../../core/domain/masking';
import type { MessageChannel } from '../../../core/domain/message-templates';
import { OFFER_OPEN } from '../../../core/domain/settlements/steps';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';

export interface LoanFacts {
  name: string;
  loan_number: string;
  lender: string;
  product: string;
  overdue_paise: number;
  emi_paise: number;
  due_day: number;
  ptp_due_on: string | null;
  ptp_paise: number | null;
  ptp_status: string | null;
}

export async function loanFacts(tx: Tx, loanId: string): Promise<LoanFacts | undefined> {
  const [row] = await tx.query<LoanFacts>(
    `select b.name, l.loan_number, c.name as lender, l.product, l.overdue_paise, l.emi_paise, l.due_day, l.ptp_due_on,
            l.ptp_paise, l.ptp_status
       from loans l
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
      where l.tenant_id = current_tenant() and l.id = $1`,
    [loanId],
  );
  return row;
}

/** The newest payment link of the loan that can still be paid. Its address is kept with it, see payment-links. */
export async function latestLink(
  tx: Tx,
  loanId: string,
  now: Date,
): Promise<{ url: string; amountPaise: number; expiresAt: Date } | undefined> {
  const [row] = await tx.query<{ url: string; amount_paise: number; expires_at: string }>(
    `select url, amount_paise, expires_at from payment_links
      where tenant_id = current_tenant() and loan_id = $1 and status = 'open' and expires_at > $2
      order by created_at desc limit 1`,
    [loanId, now],
  );
  return row && { url: row.url, amountPaise: row.amount_paise, expiresAt: new Date(row.expires_at) };
}

/** The borrower's own page of the offer that is open on the loan. Its address is kept with it, see settlements. */
export async function offerLink(tx: Tx, loanId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ url: string }>(
    `select k.url from settlements s join settlement_links k on k.tenant_id = s.tenant_id and k.settlement_id = s.id
      where s.tenant_id = current_tenant() and s.loan_id = $1 and s.ended_at is null and s.stage = any($2::text[])`,
    [loanId, OFFER_OPEN],
  );
  return row?.url;
}

/** The number or address behind a phone of the borrower, or their e-mail; undefined when it is none of theirs. */
export async function findRecipient(
  tx: Tx,
  loanId: string,
  channel: MessageChannel,
  phoneId: string | null,
): Promise<string | undefined> {
  const [row] =
    channel === 'email'
      ? await tx.query<{ to: string | null }>(
          `select b.email as to from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
            where l.tenant_id = current_tenant() and l.id = $1`,
          [loanId],
        )
      : await tx.query<{ to: string | null }>(
          `select p.number as to from loans l join phones p on p.tenant_id = l.tenant_id and p.borrower_id = l.borrower_id
            where l.tenant_id = current_tenant() and l.id = $1 and p.id = $2::uuid and not p.invalid`,
          [loanId, phoneId],
        );
  return row?.to ?? undefined;
}

export interface NewMessage {
  id: string;
  userId: string;
  key: string;
  fingerprint: string;
  loanId: string;
  templateId: string;
  paymentLinkId: string | null;
  channel: MessageChannel;
  recipient: string;
  language: string;
  subject: string | null;
  body: string;
  dltTemplateId: string | null;
  dltHeader: string | null;
  createdAt: Date;
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.query(
    `insert into messages (tenant_id, id, user_id, key, fingerprint, loan_id, template_id, payment_link_id, channel,
       recipient, language, subject, body, dlt_template_id, dlt_header, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      message.id,
      message.userId,
      message.key,
      message.fingerprint,
      message.loanId,
      message.templateId,
      message.paymentLinkId,
      message.channel,
      message.recipient,
      message.language,
      message.subject,
      message.body,
      message.dltTemplateId,
      message.dltHeader,
      message.createdAt,
    ],
  );
}

export async function findStored(tx: Tx, userId: string, key: string) {
  const [row] = await tx.query<{ id: string; fingerprint: string; payment_link_id: string | null }>(
    'select id, fingerprint, payment_link_id from messages where tenant_id = current_tenant() and user_id = $1 and key = $2',
    [userId, key],
  );
  return row;
}

interface MessageRow {
  id: string;
  channel: MessageChannel;
  recipient: string;
  template: string | null;
  subject: string | null;
  body: string;
  status: MessageState;
  reason: string | null;
  by: string;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  read_at: string | null;
}

const SHOWN = `m.id, m.channel, m.recipient, coalesce(t.name, pt.name) as template, m.subject, m.body, m.status, m.reason,
    coalesce(u.full_name, '') as by, m.created_at, m.sent_at, m.delivered_at, m.read_at`;
const TABLES = `messages m
    left join message_templates t on t.tenant_id = m.tenant_id and t.id = m.template_id
    left join portfolio_templates pt on pt.tenant_id = m.tenant_id and pt.id = m.template_id
    left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id`;

/** First two and last two signs, as with numbers: `as••••••in`. */
const masked = (recipient: string): string =>
  recipient.includes('@') ? `${recipient.slice(0, 2)}••••••${recipient.slice(-2)}` : maskMobile(recipient);

const present = (row: MessageRow): Message => ({
  id: row.id,
  channel: row.channel,
  to: masked(row.recipient),
  template: row.template,
  subject: row.subject,
  text: row.body,
  status: row.status,
  reason: row.reason,
  by: row.by,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  deliveredAt: row.delivered_at,
  readAt: row.read_at,
});

export async function findMessage(tx: Tx, id: string): Promise<Message | undefined> {
  const [row] = await tx.query<MessageRow>(
    `select ${SHOWN} from ${TABLES} where m.tenant_id = current_tenant() and m.id = $1`,
    [id],
  );
  return row && present(row);
}

export async function messagePage(
  tx: Tx,
  loanId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: Message[]; total: number }> {
  const { rows, total } = await pageWithTotal<MessageRow>(
    tx,
    `select ${SHOWN}, count(*) over () as total from ${TABLES}
      where m.tenant_id = current_tenant() and m.loan_id = $1
      order by m.created_at desc, m.id desc`,
    [loanId],
    page,
  );
  return { rows: rows.map(present), total };
}

export interface Sending {
  id: string;
  user_id: string;
  loan_id: string;
  channel: MessageChannel;
  recipient: string;
  name: string;
  language: string;
  subject: string | null;
  body: string;
  dlt_template_id: string | null;
  dlt_header: string | null;
  status: MessageState;
}

/** Locked until the transaction ends. */
export async function lockMessage(tx: Tx, id: string): Promise<Sending | undefined> {
  const [row] = await tx.query<Sending>(
    `select m.id, m.user_id, m.loan_id, m.channel, m.recipient, b.name, m.language, m.subject, m.body,
            m.dlt_template_id, m.dlt_header, m.status
       from messages m
       join loans l on l.tenant_id = m.tenant_id and l.id = m.loan_id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where m.tenant_id = current_tenant() and m.id = $1 for update of m`,
    [id],
  );
  return row;
}

export async function setSending(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update messages set status = 'sending', reason = null, attempts = attempts + 1
      where tenant_id = current_tenant() and id = $1`,
    [id],
  );
}

/** It waits once more; why, in words. What the gateway has told meanwhile stands: it had the message after all. */
export async function setWaiting(tx: Tx, id: string, reason: string | null): Promise<void> {
  await tx.query(
    `update messages set status = 'queued', reason = $2
      where tenant_id = current_tenant() and id = $1 and status in ('queued', 'sending')`,
    [id, reason],
  );
}

/** The gateway has it. What the gateway has told since then stands. */
export async function setSent(tx: Tx, id: string, ref: string | null, now: Date): Promise<void> {
  await tx.query(
    `update messages set sent_at = coalesce(sent_at, $3), gateway_ref = coalesce($2, gateway_ref), reason = null,
            status = case when status in ('queued', 'sending') then 'sent' else status end
      where tenant_id = current_tenant() and id = $1`,
    [id, ref, now],
  );
}

/** Answers whether it did: what the gateway has told meanwhile stands. */
export async function setEnded(
  tx: Tx,
  id: string,
  status: 'failed' | 'blocked',
  reason: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update messages set status = $2, reason = $3, ended_at = $4
      where tenant_id = current_tenant() and id = $1 and status in ('queued', 'sending') returning 1`,
    [id, status, reason.slice(0, 300), now],
  );
  return rows.length > 0;
}
