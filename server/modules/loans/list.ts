/** Pages of loans for lists and searches, and their SQL. */
import type { ResponseOf } from '../../../core/contract/kit';
import type { LoanSort, listLoans } from '../../../core/contract/loan-list';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor, Call } from '../../http/implement';
import { inGroup } from './breakdown';
import { LoanQuestion, pageOfIds, readRows } from './question';

export type LoanPage = ResponseOf<typeof listLoans>['data'];
export type LoanListQuery = Call<'loans.list'>['query'];

const SORTS: Record<LoanSort, string> = {
  dpd: 'l.dpd',
  pos: 'l.pos_paise',
  tos: 'l.tos_paise',
  overdue: 'l.overdue_paise',
  loanNumber: 'l.loan_number',
  borrower: 'lower(b.name)',
  lastAt: 'l.last_at',
  ptpDueOn: 'l.ptp_due_on',
};
/** Read best from the small end. */
const RISING: readonly LoanSort[] = ['loanNumber', 'borrower', 'ptpDueOn'];

/** Literal text inside a LIKE pattern. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** What somebody typed, as a condition: loan number, name or a word of it, pincode, mobile or its last four digits. */
function searchCondition(typed: string, parameters: unknown[]): string {
  const text = typed.toLowerCase();
  const start = `$${parameters.push(`${literal(text)}%`)}`;
  const word = `$${parameters.push(`% ${literal(text)}%`)}`;
  const either = [
    `lower(l.loan_number) like ${start}`,
    `l.borrower_id in (select n.id from borrowers n where n.tenant_id = $1 and (lower(n.name) like ${start} or lower(n.name) like ${word}))`,
  ];
  const digits = typed.replace(/[\s+-]/g, '');
  const exactly = (table: string, column: string) =>
    `l.borrower_id in (select t.borrower_id from ${table} t where t.tenant_id = $1 and ${column} = $${parameters.push(digits)})`;
  if (/^\d{4}$/.test(digits)) either.push(exactly('phones', 'right(t.number, 4)'));
  if (/^\d{10}$/.test(digits)) either.push(exactly('phones', 't.number'));
  if (/^\d{6}$/.test(digits)) either.push(exactly('addresses', 't.pincode'));
  return `(${either.join(' or ')})`;
}

/** What a list is filtered by, wherever it is asked for. */
export function filtered(actor: Actor, query: LoanListQuery, zone: string, today: Day): LoanQuestion {
  const question = new LoanQuestion(actor);
  const { parameters } = question;
  const use = (value: unknown, type = '') => question.use(value, type);
  if (query.q) question.where(searchCondition(query.q, parameters));
  if (query.bucket?.length) question.where(`l.bucket = any(${use(query.bucket, '::text[]')})`);
  if (query.state?.length) question.where(`l.state = any(${use(query.state, '::text[]')})`);
  if (query.disposition_class?.length)
    question.where(
      `l.last_code in (select k.code from disposition_codes k where k.tenant_id = $1 and k.class = any(${use(query.disposition_class, '::text[]')}))`,
    );
  if (query.ptp === 'open') question.where(`l.ptp_status = 'open'`);
  if (query.ptp === 'today') question.where(`l.ptp_status = 'open' and l.ptp_due_on = ${use(today, '::date')}`);
  if (query.ptp === 'broken') question.where(`l.ptp_status = 'broken'`);
  if (query.client) question.where(ofClient(use(query.client)));
  if (query.portfolio)
    question.where(
      `l.portfolio_id in (select id from portfolios where tenant_id = $1 and lower(name) = lower(${use(query.portfolio)}))`,
    );
  if (query.by && query.key !== undefined) question.where(inGroup(query.by, use(query.key)));
  if (query.isSuppressed)
    question.where(`(l.state = 'suppressed') = ${use(query.isSuppressed === 'true', '::boolean')}`);
  between(question, 'l.last_at', query.dateFrom, query.dateTo, zone);
  return question;
}

/** Loans of the client with this name. */
export const ofClient = (name: string): string =>
  `l.client_id in (select id from clients where tenant_id = $1 and lower(name) = lower(${name}))`;

/** An instant within days of the tenant's zone, both ends included. */
export function between(
  question: LoanQuestion,
  column: string,
  from: Day | undefined,
  to: Day | undefined,
  zone: string,
) {
  const startOf = (day: Day) => `(${question.use(day)}::date::timestamp at time zone ${question.use(zone)})`;
  if (from) question.where(`${column} >= ${startOf(from)}`);
  if (to) question.where(`${column} < ${startOf(addDays(to, 1))}`);
}

export function orderOf(query: Pick<LoanListQuery, 'sort' | 'dir' | 'sortPos' | 'sortTos'>): string {
  const by: LoanSort = query.sort ?? (query.sortPos ? 'pos' : query.sortTos ? 'tos' : 'dpd');
  const chosen = query.sort ? query.dir : (query.sortPos ?? query.sortTos);
  return `${SORTS[by]} ${(chosen ?? (RISING.includes(by) ? 'asc' : 'desc')) === 'asc' ? 'asc' : 'desc'} nulls last, l.id`;
}

/** One page and the totals of everything that matches. */
export async function loanPage(tx: Tx, actor: Actor, query: LoanListQuery, zone: string, now: Date): Promise<LoanPage> {
  const found = await pageOfIds(tx, filtered(actor, query, zone, dayOf(now, zone)), orderOf(query), query);
  return { ...found, content: await readRows(tx, actor.tenantId, found.content) };
}
