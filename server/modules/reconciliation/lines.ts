/** Lines of bank files beside their receipts: lists, one line with why, and figures. All reads of them are here. */
import type { RequestOf } from '../../../core/contract/kit';
import {
  type BankLineDetail,
  type BankLineRow,
  type exportBankLines,
  type LineStatus,
  type LineView,
  type listBankLines,
  MOST_RECEIPTS,
  type ReconciliationFigures,
} from '../../../core/contract/reconciliation';
import { addDays, type Day, dayOf, daysBetween } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import { type Candidate, type FOUND, type Reason, referenceKey } from '../../../core/domain/reconciliation';
import type { Tx } from '../../db/database';
import { type Counted, countOf, EXACT_COUNT, pageOfIds, type Source } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { breadthOf, findVisibleLoan, loanScope, peopleScope } from '../loans';

export interface Moment {
  now: Date;
  zone: string;
  today: Day;
}
/** Receipts are looked at for so long; what is older was never to be reconciled here. */
const UNBANKED_DAYS = 90;
const FIGURE_DAYS = 90;
const AGES = [0, 2, 8, 31];

/**
 * Lines `b` that the caller sees: of the whole tenant, of their client, or of loans of their people; and whatever they are asked about.
 */
export function lineScope(actor: Actor, parameters: unknown[]): string {
  const breadth = breadthOf(actor);
  if (breadth === 'tenant') return 'true';
  if (breadth === 'client') return `b.client_id = $${parameters.push(actor.clientId)}::uuid`;
  // Worked out once a statement, and not at each line.
  const own = `b.loan_id in (select l.id from loans l where l.tenant_id = current_tenant() and ${loanScope(actor, parameters)})`;
  return `(${own} or b.asked_of = $${parameters.push(actor.userId)}::uuid)`;
}

interface LineRow {
  id: string;
  reference: string | null;
  paid_on: Day;
  amount_paise: number;
  narration: string;
  payer: string;
  loan_id: string | null;
  number: string | null;
  borrower: string | null;
  other_loans: number;
  receipt: string | null;
  score: number;
  status: LineStatus;
  decided_at: string | null;
  owner: string | null;
  question: string | null;
  answer: string | null;
  version: number;
}
const LINES = `select b.id, b.reference, b.paid_on, b.amount_paise, b.narration, b.payer, b.loan_id, l.loan_number as number,
    o.name as borrower, greatest(0, parts.loans - 1)::int as other_loans, parts.receipt, b.score, b.status, b.decided_at,
    coalesce(a.full_name, d.full_name) as owner, b.question, b.answer, b.version
  from bank_lines b
  left join loans l on l.tenant_id = b.tenant_id and l.id = b.loan_id
  left join borrowers o on o.tenant_id = l.tenant_id and o.id = l.borrower_id
  left join users a on a.tenant_id = b.tenant_id and a.id = b.asked_of
  left join users d on d.tenant_id = b.tenant_id and d.id = b.decided_by
  left join lateral (select count(distinct p.loan_id) as loans, min(coalesce(m.reference, '–')) as receipt from bank_parts p
    left join payments m on m.tenant_id = p.tenant_id and m.id = p.payment_id
    where p.tenant_id = b.tenant_id and p.line_id = b.id and p.payment_id is not null) parts on true
  where b.tenant_id = current_tenant() and b.id = any($1::uuid[])`;
/** Payments in the form of lines. */
const RECEIPTS = `select p.id, p.reference, (p.paid_at at time zone $2)::date as paid_on, p.amount_paise, p.mode as narration,
    '' as payer, p.loan_id, l.loan_number as number, o.name as borrower, 0 as other_loans, coalesce(p.reference, '–') as receipt,
    0 as score, 'receipt-without-bank' as status, null as decided_at, u.full_name as owner, null as question, null as answer, 0 as version
  from payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id
  join borrowers o on o.tenant_id = l.tenant_id and o.id = l.borrower_id
  left join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
  where p.tenant_id = current_tenant() and p.id = any($1::uuid[])`;

const presentRow = (row: LineRow, { today, zone }: Moment): BankLineRow => ({
  id: row.id,
  reference: row.reference,
  paidOn: row.paid_on,
  amountPaise: row.amount_paise,
  narration: row.narration,
  payer: row.payer,
  loan:
    row.loan_id && row.number !== null ? { id: row.loan_id, number: row.number, borrower: row.borrower ?? '' } : null,
  otherLoans: row.other_loans,
  receipt: row.receipt,
  score: row.score,
  status: row.status,
  ageDays: Math.max(
    0,
    daysBetween(row.paid_on, row.status === 'accepted' && row.decided_at ? dayOf(row.decided_at, zone) : today),
  ),
  owner: row.owner,
  question: row.question === null ? null : row.answer === null ? 'open' : 'answered',
  version: row.version,
});

type Filters = RequestOf<typeof exportBankLines>['query'];
/** As the index `bank_lines_open` says it. */
const WAITS = "b.status not in ('staged', 'duplicate', 'accepted')";

function linesSource(actor: Actor, { status, found, q, from, until, asked, fileId }: Filters): Source {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const all = ['b.tenant_id = current_tenant()', lineScope(actor, parameters)];
  all.push(status === 'open' ? WAITS : status === 'all' ? "b.status <> 'staged'" : `b.status = ${use(status)}`);
  if (found) all.push(`b.found = ${use(found)}`);
  if (fileId) all.push(`b.file_id = ${use(fileId)}::uuid`);
  if (from) all.push(`b.paid_on >= ${use(from)}::date`);
  if (until) all.push(`b.paid_on <= ${use(until)}::date`);
  if (asked) all.push(`b.asked_of = ${use(actor.userId)}::uuid and b.answered_at is null`);
  if (q)
    all.push(
      `(b.reference_key = ${use(referenceKey(q) ?? q)} or b.loan_id = (select n.id from loans n where n.tenant_id = current_tenant() and n.loan_number = ${use(q)} limit 1))`,
    );
  return { from: 'bank_lines b', where: all.join(' and '), parameters };
}

const A_DAY_MS = 86_400_000;
/**
 * Receipts of more than a day: of the last months those that no bank has confirmed, or all cash that nobody handed over, which stands in
 * the index `payments_cash_held` and is of a manager's people.
 */
function receiptsSource(actor: Actor, { status, q, from, until }: Filters, { now, zone }: Moment): Source {
  const parameters: unknown[] = [new Date(now.getTime() - A_DAY_MS)];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const all = ['p.tenant_id = current_tenant() and p.paid_at < $1'];
  const cash = status === 'cash-in-hand';
  if (cash) all.push("p.mode = 'cash' and p.status = 'received' and p.user_id is not null");
  else
    all.push(
      `p.status in ('received', 'deposited') and p.paid_at >= ${use(new Date(now.getTime() - UNBANKED_DAYS * A_DAY_MS))}`,
    );
  all.push(
    cash && breadthOf(actor) !== 'client'
      ? peopleScope(actor, parameters, 'p.tenant_id', 'p.user_id')
      : loanScope(actor, parameters),
  );
  if (from) all.push(`p.paid_at >= ${use(instantAt(from, '00:00', zone))}`);
  if (until) all.push(`p.paid_at < ${use(instantAt(addDays(until, 1), '00:00', zone))}`);
  if (q) all.push(`(p.reference = ${use(q)} or l.loan_number = ${use(q)})`);
  return {
    from: 'payments p join loans l on l.tenant_id = p.tenant_id and l.id = p.loan_id',
    where: all.join(' and '),
    parameters,
  };
}
const EVERYTHING = { status: 'all' } as const;
const unbanked = (actor: Actor, moment: Moment) => receiptsSource(actor, EVERYTHING, moment);
const cashInHand = (actor: Actor, moment: Moment) => receiptsSource(actor, { status: 'cash-in-hand' }, moment);

async function pageOfLines(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  page: { page: number; pageSize: number },
  moment: Moment,
  /** How many there are, where that is not to be counted. */
  known?: Counted,
) {
  const receipts = filters.status === 'receipt-without-bank' || filters.status === 'cash-in-hand';
  const source = receipts ? receiptsSource(actor, filters, moment) : linesSource(actor, filters);
  const counted = known ?? (await countOf(tx, source, 'quick'));
  const by = receipts
    ? { by: 'p.paid_at', type: 'timestamptz', id: 'p.id' }
    : { by: 'b.paid_on', type: 'date', id: 'b.id' };
  const ids = await pageOfIds(tx, source, { ...by, dir: 'desc', indexed: 'desc' }, page, counted);
  if (ids.length === 0) return { rows: [], ...counted };
  const found = await tx.query<LineRow & Record<string, unknown>>(
    receipts ? RECEIPTS : LINES,
    receipts ? [ids, moment.zone] : [ids],
  );
  const byId = new Map(found.map((row) => [row.id, presentRow(row, moment)]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...counted };
}

/** Sums of what the caller sees: kept ones, or of a manager's people those of so many lines of the last months. */
function sumsSource(actor: Actor, { today }: Moment, parameters: unknown[]): string {
  const breadth = breadthOf(actor);
  const scope = lineScope(actor, parameters);
  if (breadth === 'tenant' || breadth === 'client')
    return `(select b.* from bank_line_sums b where b.tenant_id = current_tenant() and ${scope} and b.status <> 'staged')`;
  const since = `$${parameters.push(addDays(today, -FIGURE_DAYS))}::date`;
  return `(select b.paid_on, b.status, b.found, 1 as lines, b.amount_paise from bank_lines b
    where b.tenant_id = current_tenant() and ${scope} and b.status <> 'staged' and b.paid_on >= ${since}
    order by b.paid_on desc, b.id limit ${EXACT_COUNT})`;
}

async function countsOf(tx: Tx, actor: Actor, moment: Moment): Promise<Partial<Record<LineView, number>>> {
  const parameters: unknown[] = [];
  const rows = await tx.query<{ status: LineStatus; lines: number }>(
    `select s.status, sum(s.lines)::bigint as lines from ${sumsSource(actor, moment, parameters)} s group by s.status`,
    parameters,
  );
  const sum = (of: (status: LineStatus) => boolean) =>
    rows.reduce((all, { status, lines }) => all + (of(status) ? lines : 0), 0);
  return {
    ...Object.fromEntries(rows.map(({ status, lines }) => [status, lines])),
    open: sum((status) => status !== 'duplicate' && status !== 'accepted'),
    all: sum(() => true),
    'receipt-without-bank': (await countOf(tx, unbanked(actor, moment), 'quick')).total,
    'cash-in-hand': (await countOf(tx, cashInHand(actor, moment), 'quick')).total,
  };
}

export async function linePage(tx: Tx, actor: Actor, query: RequestOf<typeof listBankLines>['query'], moment: Moment) {
  const { page, size, ...filters } = query;
  const found = await pageOfLines(tx, actor, filters, { page, pageSize: size }, moment);
  return { ...found, counts: await countsOf(tx, actor, moment) };
}

export const linesOut = async (
  tx: Tx,
  actor: Actor,
  filters: Filters,
  most: number,
  moment: Moment,
): Promise<BankLineRow[]> =>
  (await pageOfLines(tx, actor, filters, { page: 1, pageSize: most }, moment, { total: most, exact: false })).rows;

/** Of receipts, without counting more than a page needs. */
async function receiptSums(tx: Tx, { from, where, parameters }: Source) {
  const [row] = await tx.query<{ receipts: number; amount: number }>(
    `select count(*) as receipts, coalesce(sum(f.amount_paise), 0)::bigint as amount
       from (select p.amount_paise from ${from} where ${where} limit ${EXACT_COUNT + 1}) f`,
    parameters,
  );
  const receipts = row?.receipts ?? 0;
  return { receipts: Math.min(receipts, EXACT_COUNT), amountPaise: row?.amount ?? 0, exact: receipts <= EXACT_COUNT };
}

export async function figuresOf(tx: Tx, actor: Actor, moment: Moment): Promise<ReconciliationFigures> {
  const since = addDays(moment.today, -FIGURE_DAYS);
  const parameters: unknown[] = [since, moment.today];
  const sums = sumsSource(actor, moment, parameters);
  const ages = AGES.map((from, at) => ({ from, until: at + 1 < AGES.length ? (AGES[at + 1] ?? 1) - 1 : null }));
  const aged = ages
    .map(({ from, until }, at) => {
      const open = `s.status not in ('accepted', 'duplicate') and $2::date - s.paid_on >= ${at === 0 ? -10_000 : from}${until === null ? '' : ` and $2::date - s.paid_on <= ${until}`}`;
      return `, coalesce(sum(s.lines) filter (where ${open}), 0)::bigint as n${at}, coalesce(sum(s.amount_paise) filter (where ${open}), 0)::bigint as p${at}`;
    })
    .join('');
  const [row] = await tx.query<Record<string, number>>(
    `select coalesce(sum(s.lines) filter (where s.paid_on >= $1::date), 0)::bigint as lines,
            coalesce(sum(s.lines) filter (where s.paid_on >= $1::date and s.found = 'matched'), 0)::bigint as auto ${aged}
       from ${sums} s`,
    parameters,
  );
  const { total: asked } = await countOf(tx, linesSource(actor, { ...EVERYTHING, asked: 'me' }), 'quick');
  return {
    lines: row?.lines ?? 0,
    autoMatched: row?.auto ?? 0,
    since,
    exact: breadthOf(actor) !== 'team' || (row?.lines ?? 0) < EXACT_COUNT,
    asked,
    open: ages.map((age, at) => ({ ...age, lines: row?.[`n${at}`] ?? 0, amountPaise: row?.[`p${at}`] ?? 0 })),
    unbanked: await receiptSums(tx, unbanked(actor, moment)),
    cash: await receiptSums(tx, cashInHand(actor, moment)),
  };
}

export interface LockedLine {
  id: string;
  client_id: string;
  reference: string | null;
  paid_on: Day;
  amount_paise: number;
  status: LineStatus;
  found: (typeof FOUND)[number];
  score: number;
  version: number;
  decided_by: string | null;
  asked_of: string | null;
  asked_by: string | null;
  question: string | null;
  answer: string | null;
}

/** A line that the caller sees, locked until the end of the transaction. Throws `not-found`. */
export async function lockLine(tx: Tx, actor: Actor, id: string): Promise<LockedLine> {
  const parameters: unknown[] = [id];
  const scope = lineScope(actor, parameters);
  const [line] = await tx.query<LockedLine & Record<string, unknown>>(
    `select b.id, b.client_id, b.reference, b.paid_on, b.amount_paise, b.status, b.found, b.score, b.version, b.decided_by,
            b.asked_of, b.asked_by, b.question, b.answer from bank_lines b
      where b.tenant_id = current_tenant() and b.id = $1 and b.status <> 'staged' and ${scope} for update of b`,
    parameters,
  );
  if (!line) throw new ApiError('not-found');
  return line;
}

interface MoreRow {
  reasons: Reason[];
  candidates: Candidate[];
  reference_key: string | null;
  file_name: string;
  line: number;
  asked_of: string | null;
  asked_at: string | null;
  answered_at: string | null;
  asked_name: string | null;
  asker: string | null;
}

export async function lineDetail(tx: Tx, actor: Actor, id: string, moment: Moment): Promise<BankLineDetail> {
  const parameters: unknown[] = [id];
  const scope = lineScope(actor, parameters);
  const [more] = await tx.query<MoreRow & Record<string, unknown>>(
    `select b.reasons, b.candidates, b.reference_key, b.line, b.asked_of, b.asked_at, b.answered_at, a.full_name as asked_name,
            y.full_name as asker, f.file_name
       from bank_lines b join bank_files f on f.tenant_id = b.tenant_id and f.id = b.file_id
       left join users a on a.tenant_id = b.tenant_id and a.id = b.asked_of
       left join users y on y.tenant_id = b.tenant_id and y.id = b.asked_by
      where b.tenant_id = current_tenant() and b.id = $1 and b.status <> 'staged' and ${scope}`,
    parameters,
  );
  const [row] = more ? await tx.query<LineRow & Record<string, unknown>>(LINES, [[id]]) : [];
  if (!more || !row) throw new ApiError('not-found');
  const parts = await tx.query<{ loan_id: string; payment_id: string | null; amount_paise: number }>(
    'select loan_id, payment_id, amount_paise from bank_parts where tenant_id = current_tenant() and line_id = $1 order by place',
    [id],
  );
  const { loans, payments } = await namesOf(tx, actor, [
    ...parts.map(({ loan_id, payment_id }) => ({ loanId: loan_id, paymentId: payment_id })),
    ...more.candidates,
  ]);
  const receiptOf = (paymentId: string | null) =>
    paymentId === null ? null : (payments.get(paymentId)?.reference ?? '–');
  const duplicate = row.status === 'duplicate' ? await firstOf(tx, actor, id, more.reference_key) : undefined;
  return {
    ...presentRow(row, moment),
    reasons: more.reasons,
    parts: parts.flatMap(({ loan_id, payment_id, amount_paise }) => {
      const loan = loans.get(loan_id);
      return loan ? [{ loan, paymentId: payment_id, receipt: receiptOf(payment_id), amountPaise: amount_paise }] : [];
    }),
    candidates: more.candidates.flatMap(({ loanId, paymentId, score, reasons }) => {
      const loan = loans.get(loanId);
      const receiptPaise = paymentId === null ? null : (payments.get(paymentId)?.amount ?? null);
      return loan ? [{ loan, paymentId, receipt: receiptOf(paymentId), receiptPaise, score, reasons }] : [];
    }),
    duplicateOf: duplicate ?? null,
    asked:
      row.question !== null && more.asked_at
        ? {
            of: more.asked_name ?? '',
            by: more.asker ?? '',
            question: row.question,
            at: new Date(more.asked_at).toISOString(),
            answer: row.answer,
            answeredAt: more.answered_at && new Date(more.answered_at).toISOString(),
            mine: more.asked_of === actor.userId && row.answer === null,
          }
        : null,
    fileName: more.file_name,
    line: more.line,
    decidedAt: row.decided_at && new Date(row.decided_at).toISOString(),
  };
}

/** Of loans that the caller does not see nothing is said, though a line may be for one of theirs and for others'. */
async function namesOf(tx: Tx, actor: Actor, named: readonly { loanId: string; paymentId: string | null }[]) {
  const parameters: unknown[] = [[...new Set(named.map(({ loanId }) => loanId))]];
  const loans = await tx.query<{ id: string; number: string; borrower: string }>(
    `select l.id, l.loan_number as number, o.name as borrower from loans l
       join borrowers o on o.tenant_id = l.tenant_id and o.id = l.borrower_id
      where l.tenant_id = current_tenant() and l.id = any($1::uuid[]) and ${loanScope(actor, parameters)}`,
    parameters,
  );
  const payments = await tx.query<{ id: string; reference: string | null; amount: number }>(
    'select id, reference, amount_paise as amount from payments where tenant_id = current_tenant() and id = any($1::uuid[])',
    [named.flatMap(({ paymentId }) => paymentId ?? [])],
  );
  return {
    loans: new Map(loans.map((loan) => [loan.id, loan])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  };
}

interface ReceiptRow {
  id: string;
  reference: string | null;
  paid_on: Day;
  mode: string;
  amount_paise: number;
  open_paise: number;
}

/** Receipts of a loan that a line may be for; `undefined` where the caller has no such loan of the line's client. */
export async function receiptsOf(
  tx: Tx,
  actor: Actor,
  { id, client_id }: Pick<LockedLine, 'id' | 'client_id'>,
  loanNumber: string,
  zone: string,
) {
  const loanId = await findVisibleLoan(tx, actor, loanNumber);
  const [loan] = await tx.query<{ id: string; number: string; borrower: string }>(
    `select l.id, l.loan_number as number, o.name as borrower from loans l
       join borrowers o on o.tenant_id = l.tenant_id and o.id = l.borrower_id
      where l.tenant_id = current_tenant() and l.id = $1 and l.client_id = $2`,
    [loanId ?? null, client_id],
  );
  if (!loan) return undefined;
  const rows = await tx.query<ReceiptRow & Record<string, unknown>>(
    `select * from (
       select p.id, p.reference, (p.paid_at at time zone $2)::date as paid_on, p.mode, p.amount_paise, p.paid_at,
              (p.amount_paise - coalesce((select sum(c.amount_paise) from bank_parts c where c.tenant_id = p.tenant_id
                 and c.payment_id = p.id and c.accepted and c.line_id <> $3), 0))::bigint as open_paise
         from payments p where p.tenant_id = current_tenant() and p.loan_id = $1 and p.status in ('received', 'deposited', 'verified')
     ) r where r.open_paise > 0 order by r.paid_at desc, r.id limit ${MOST_RECEIPTS}`,
    [loan.id, zone, id],
  );
  return {
    loan,
    rows: rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      paidOn: row.paid_on,
      mode: row.mode,
      amountPaise: row.amount_paise,
      openPaise: row.open_paise,
    })),
  };
}

/** The line that had the reference first, if the caller sees it. */
async function firstOf(tx: Tx, actor: Actor, id: string, key: string | null) {
  const parameters: unknown[] = [key, id];
  const scope = lineScope(actor, parameters);
  const [first] = await tx.query<{ id: string; paid_on: Day; file_name: string }>(
    `select b.id, b.paid_on, f.file_name from bank_lines b join bank_files f on f.tenant_id = b.tenant_id and f.id = b.file_id
      where b.tenant_id = current_tenant() and b.reference_key = $1 and b.id <> $2 and ${scope} order by b.id limit 1`,
    parameters,
  );
  return first && { id: first.id, paidOn: first.paid_on, fileName: first.file_name };
}
