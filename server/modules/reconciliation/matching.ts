/** What the lines of a chunk are matched with, read by keys alone, and the proposals as they are kept. */
import { addDays, type Day } from '../../../core/domain/dates';
import {
  type BankLine,
  type LoanOfLine,
  type Match,
  matchLines,
  numbersIn,
  type Receipt,
  referenceKey,
} from '../../../core/domain/reconciliation';
import type { Tx } from '../../db/database';

/** Receipts of one amount within days of a line that are looked at. */
const ALIKE = 200;
const DAYS_ALIKE = 3;
/** A receipt of a loan is looked at this many days before its line. */
const DAYS_BEFORE = 60;
const OPEN = `status in ('received', 'deposited', 'verified')`;

interface StagedLine {
  id: string;
  line: number;
  reference: string | null;
  paid_on: Day;
  amount_paise: number;
  narration: string;
  payer: string;
  loan_number: string | null;
}

const lineOf = (row: StagedLine): BankLine => ({
  id: row.id,
  reference: row.reference,
  paidOn: row.paid_on,
  amountPaise: row.amount_paise,
  narration: row.narration,
  payer: row.payer,
  loanNumber: row.loan_number,
});

async function receiptIds(
  tx: Tx,
  lines: readonly BankLine[],
  loanIds: readonly string[],
  zone: string,
): Promise<string[]> {
  // As people write it; what is written otherwise still is alike by its loan and its amount.
  const references = lines.flatMap(({ reference }) =>
    [reference, referenceKey(reference)].flatMap((one) =>
      one === null ? [] : [one, one.toUpperCase(), one.toLowerCase()],
    ),
  );
  const amounts = new Map(
    lines.map(({ amountPaise, paidOn }) => [`${amountPaise} ${paidOn}`, [amountPaise, paidOn] as const]),
  );
  const [first = ''] = lines.map(({ paidOn }) => paidOn).sort();
  const rows = await tx.query<{ id: string }>(
    `select p.id from payments p where p.tenant_id = current_tenant() and p.reference = any($1::text[]) and ${OPEN}
     union select p.id from payments p
      where p.tenant_id = current_tenant() and p.loan_id = any($2::uuid[]) and ${OPEN} and p.paid_at >= $3::date
     union select found.id from unnest($4::bigint[], $5::date[]) w (amount, on_day) cross join lateral (
       select p.id from payments p where p.tenant_id = current_tenant() and p.amount_paise = w.amount and ${OPEN}
          and p.paid_at >= (w.on_day - ${DAYS_ALIKE})::timestamp at time zone $6
          and p.paid_at < (w.on_day + ${DAYS_ALIKE + 1})::timestamp at time zone $6 order by p.paid_at limit ${ALIKE}) found`,
    [
      [...new Set(references)],
      loanIds,
      addDays(first, -DAYS_BEFORE),
      [...amounts.values()].map(([amount]) => amount),
      [...amounts.values()].map(([, day]) => day),
      zone,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Of one client: nobody's money is taken for another lender's. */
async function around(tx: Tx, clientId: string, lines: readonly BankLine[], zone: string) {
  const named = await tx.query<{ id: string }>(
    'select id from loans where tenant_id = current_tenant() and loan_number = any($1::text[]) and client_id = $2',
    [[...new Set(lines.flatMap(numbersIn))], clientId],
  );
  const ids = await receiptIds(
    tx,
    lines,
    named.map(({ id }) => id),
    zone,
  );
  const receipts = await tx.query<{
    id: string;
    loan_id: string;
    reference: string | null;
    paid_on: Day;
    amount_paise: number;
    open_paise: number;
  }>(
    `select p.id, p.loan_id, p.reference, (p.paid_at at time zone $3)::date as paid_on, p.amount_paise,
            greatest(0, p.amount_paise - coalesce((select sum(b.amount_paise) from bank_parts b
              where b.tenant_id = p.tenant_id and b.payment_id = p.id), 0))::bigint as open_paise
       from payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
      where p.tenant_id = current_tenant() and p.id = any($1::uuid[]) and l.client_id = $2`,
    [ids, clientId, zone],
  );
  const loans = await tx.query<{
    id: string;
    loan_number: string;
    name: string;
    emi_paise: number;
    overdue_paise: number;
  }>(
    `select l.id, l.loan_number, b.name, l.emi_paise, l.overdue_paise from loans l
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
      where l.tenant_id = current_tenant() and l.id = any($1::uuid[])`,
    [[...new Set([...named.map(({ id }) => id), ...receipts.map(({ loan_id }) => loan_id)])]],
  );
  return {
    receipts: receipts.map(
      (row): Receipt => ({
        id: row.id,
        loanId: row.loan_id,
        reference: row.reference,
        paidOn: row.paid_on,
        amountPaise: row.amount_paise,
        openPaise: row.open_paise,
      }),
    ),
    loans: loans.map(
      (row): LoanOfLine => ({
        id: row.id,
        loanNumber: row.loan_number,
        borrower: row.name,
        emiPaise: row.emi_paise,
        overduePaise: row.overdue_paise,
      }),
    ),
  };
}

async function keep(tx: Tx, matches: readonly Match[]): Promise<void> {
  await tx.query(
    `update bank_lines b set status = m.found, found = m.found, score = m.score, candidates = m.candidates, loan_id = m.loan_id,
            reasons = array(select jsonb_array_elements_text(m.reasons))
       from jsonb_to_recordset($1::jsonb) as m (id uuid, found text, score integer, reasons jsonb, candidates jsonb, loan_id uuid)
      where b.tenant_id = current_tenant() and b.id = m.id and b.status = 'staged'`,
    [
      matches.map(({ lineId, found, score, reasons, candidates, parts }) => ({
        id: lineId,
        found,
        score,
        reasons,
        candidates,
        loan_id: parts[0]?.loanId ?? null,
      })),
    ],
  );
  const parts = matches.flatMap(({ lineId, parts }) =>
    parts.map((part, place) => ({
      line_id: lineId,
      place,
      loan_id: part.loanId,
      payment_id: part.paymentId,
      amount_paise: part.amountPaise,
    })),
  );
  if (parts.length === 0) return;
  await tx.query(
    `insert into bank_parts (tenant_id, line_id, place, loan_id, payment_id, amount_paise)
     select current_tenant(), m.line_id, m.place, m.loan_id, m.payment_id, m.amount_paise
       from jsonb_to_recordset($1::jsonb) as m (line_id uuid, place integer, loan_id uuid, payment_id uuid, amount_paise bigint)`,
    [parts],
  );
}

/**
 * Lines of before that were each less than their receipts, and with these are all of them, are matched. One that somebody acts on just
 * now stays as they see it.
 */
async function coverEarlier(tx: Tx, matches: readonly Match[]): Promise<void> {
  const payments = matches.flatMap(({ parts }) => parts.flatMap(({ paymentId }) => paymentId ?? []));
  if (payments.length === 0) return;
  await tx.query(
    `with open as (
       select b.id from bank_lines b where b.tenant_id = current_tenant() and b.status = 'partial' and b.id in (
         select p.line_id from bank_parts p where p.tenant_id = current_tenant() and p.payment_id = any($1::uuid[]))
       for update skip locked
     ), covered as (
       update bank_lines b set status = 'matched', found = 'matched' from open
        where b.tenant_id = current_tenant() and b.id = open.id and not exists (
          select 1 from bank_parts q left join payments m on m.tenant_id = q.tenant_id and m.id = q.payment_id
           where q.tenant_id = b.tenant_id and q.line_id = b.id and coalesce(m.amount_paise > (
             select sum(r.amount_paise) from bank_parts r where r.tenant_id = m.tenant_id and r.payment_id = m.id), true))
       returning b.file_id
     )
     update bank_files f set matched = f.matched + c.n from (select file_id, count(*)::int as n from covered group by 1) c
      where f.tenant_id = current_tenant() and f.id = c.file_id`,
    [payments],
  );
}

/**
 * Matches up to `most` staged lines of the file after line `after`; answers the last of them, how many they are and how many
 * found all of their money, undefined when none is left. One chunk of a tenant at a time, so that no receipt is proposed to two.
 */
export async function matchChunk(
  tx: Tx,
  file: { id: string; clientId: string },
  { after, most, zone }: { after: number; most: number; zone: string },
): Promise<{ last: number; compared: number; matched: number } | undefined> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('reconciliation:' || current_tenant()::text, 0))");
  const staged = await tx.query<StagedLine & Record<string, unknown>>(
    `select id, line, reference, paid_on, amount_paise, narration, payer, loan_number from bank_lines
      where tenant_id = current_tenant() and file_id = $1 and line > $2 order by line limit $3`,
    [file.id, after, most],
  );
  const last = staged.at(-1)?.line;
  if (last === undefined) return undefined;
  const lines = staged.map(lineOf);
  const keys = lines.flatMap(({ reference }) => referenceKey(reference) ?? []);
  const before = await tx.query<{ key: string }>(
    `select distinct reference_key as key from bank_lines
      where tenant_id = current_tenant() and reference_key = any($1::text[]) and status <> 'staged'`,
    [keys],
  );
  const { receipts, loans } = await around(tx, file.clientId, lines, zone);
  const matches = matchLines(lines, receipts, loans, new Set(before.map(({ key }) => key)));
  await keep(tx, matches);
  await coverEarlier(tx, matches);
  return { last, compared: lines.length, matched: matches.filter(({ found }) => found === 'matched').length };
}
