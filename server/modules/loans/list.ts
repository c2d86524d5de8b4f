/** Pages of loans for lists and searches, and their SQL. */
import type { ResponseOf } from '../../../core/contract/kit';
import type { LoanSort, listLoans } from '../../../core/contract/loan-list';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Order } from '../../db/listing';
import { type Actor, ApiError, type Call } from '../../http/implement';
import { inGroup } from './breakdown';
import { LoanQuestion, pageOfLoans, readRows } from './question';

export type LoanPage = ResponseOf<typeof listLoans>['data'];
export type LoanListQuery = Call<'loans.list'>['query'];

/** Each reads an index; those that rise are read best from the small end. */
const SORTS: Record<LoanSort, Omit<Order, 'dir' | 'id'>> = {
  dpd: { by: 'l.dpd', indexed: 'desc', type: 'integer' },
  pos: { by: 'l.pos_paise', indexed: 'desc', type: 'bigint' },
  tos: { by: 'l.tos_paise', indexed: 'desc', type: 'bigint' },
  overdue: { by: 'l.overdue_paise', indexed: 'desc', type: 'bigint' },
  loanNumber: { by: 'l.loan_number', indexed: 'asc', type: 'text' },
  borrower: {
    by: 'lower(b.name)',
    indexed: 'asc',
    type: 'text',
    join: 'join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id',
  },
  lastAt: { by: 'l.last_at', indexed: 'desc', type: 'timestamptz', nullable: true },
  ptpDueOn: { by: 'l.ptp_due_on', indexed: 'asc', type: 'date', nullable: true },
};
export const sorted = (by: LoanSort, dir: 'asc' | 'desc' = SORTS[by].indexed): Order => ({
  ...SORTS[by],
  dir,
  id: 'l.id',
});

/** After every text that begins with another one, in the order of bytes. */
const LAST = '\u{10ffff}';

/**
 * What somebody typed, as a condition: each word begins the loan's number or a word of the borrower's name, or is their pincode, whole mobile
 * or its last four digits. Every part is found by a key of plain columns (migration 0028).
 */
function searchCondition(typed: string, question: LoanQuestion): string {
  const own = (table: string, column: string, digits: string) =>
    `select x.id from ${table} t join loans x on x.tenant_id = t.tenant_id and x.borrower_id = t.borrower_id
      where t.tenant_id = $1 and t.${column} = ${question.use(digits)}`;
  const words = (text: string) => {
    const from = text.toLowerCase();
    return `select w.loan_id from loan_words w
      where w.tenant_id = $1 and w.word >= ${question.use(from, '::text')} and w.word < ${question.use(from + LAST, '::text')}`;
  };
  const either = (parts: string[]) => `l.id in (${parts.join(' union ')})`;
  const digits = typed.replace(/[\s+-]/g, '');
  // A mobile may be typed with spaces between its digits.
  if (/^\d{10}$/.test(digits)) return either([words(digits), own('phones', 'number', digits)]);
  return typed
    .split(/\s+/)
    .map((word) => {
      const parts = [words(word)];
      if (/^\d{4}$/.test(word)) parts.push(own('phones', 'last_four', word));
      if (/^\d{6}$/.test(word)) parts.push(own('addresses', 'pincode', word));
      return either(parts);
    })
    .join(' and ');
}

/** Loans that a person or an agency holds, in any way or as one kind. */
export const heldBy = (profile: string, kind?: string): string =>
  `exists (select 1 from loan_assignments h where h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null
            and h.profile_id = ${profile}${kind ? ` and h.kind = '${kind}'` : ''})`;
/** Loans that a manager holds, or anybody below. */
export const heldBelow = (manager: string): string =>
  `exists (select 1 from loan_assignments h join user_tree t on t.tenant_id = $1 and t.descendant_id = h.profile_id
            where h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null and t.ancestor_id = ${manager})`;

/** What a list is filtered by, wherever it is asked for; `identity-mismatch` for another tenant. */
export function filtered(actor: Actor, query: LoanListQuery, zone: string, today: Day): LoanQuestion {
  if (query.tenantId && query.tenantId !== actor.tenantId) throw new ApiError('identity-mismatch');
  const question = new LoanQuestion(actor);
  const use = (value: unknown, type = '') => question.use(value, type);
  if (query.q) question.where(searchCondition(query.q, question));
  const { bucket, state, client, portfolio } = query;
  if (bucket?.length) question.whereKind((use) => `l.bucket = any(${use(bucket, '::text[]')})`);
  if (state?.length) question.whereKind((use) => `l.state = any(${use(state, '::text[]')})`);
  const outcome = query.disposition_class ?? query.dispositionClass;
  if (outcome?.length)
    question.where(
      `l.last_code in (select k.code from disposition_codes k where k.tenant_id = $1 and k.class = any(${use(outcome, '::text[]')}))`,
    );
  const { managerId, fieldAgentProfileId, agentId, agencyId, portfolioId, dpdFrom, dpdTo } = query;
  if (managerId) question.where(heldBelow(use(managerId, '::uuid')));
  if (fieldAgentProfileId) question.where(heldBy(use(fieldAgentProfileId, '::uuid'), 'field_agent'));
  if (agentId) question.where(heldBy(use(agentId, '::uuid')));
  if (agencyId) question.where(heldBy(use(agencyId, '::uuid'), 'agency'));
  if (portfolioId) question.whereKind((kind) => `l.portfolio_id = ${kind(portfolioId, '::uuid')}`);
  if (dpdFrom !== undefined) question.where(`l.dpd >= ${use(dpdFrom, '::int')}`);
  if (dpdTo !== undefined) question.where(`l.dpd <= ${use(dpdTo, '::int')}`);
  if (query.ptp === 'open') question.where(`l.ptp_status = 'open'`);
  if (query.ptp === 'today') question.where(`l.ptp_status = 'open' and l.ptp_due_on = ${use(today, '::date')}`);
  if (query.ptp === 'broken') question.where(`l.ptp_status = 'broken'`);
  if (client) question.whereKind((use) => ofClient(use(client)));
  if (portfolio)
    question.whereKind(
      (use) =>
        `l.portfolio_id in (select id from portfolios where tenant_id = $1 and lower(name) = lower(${use(portfolio)}))`,
    );
  if (query.by && query.key !== undefined) question.where(inGroup(query.by, use(query.key)));
  if (query.isSuppressed)
    question.whereKind((use) => `(l.state = 'suppressed') = ${use(query.isSuppressed === 'true', '::boolean')}`);
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

export function orderOf(query: Pick<LoanListQuery, 'sort' | 'dir' | 'sortPos' | 'sortTos'>): Order {
  const by: LoanSort = query.sort ?? (query.sortPos ? 'pos' : query.sortTos ? 'tos' : 'dpd');
  return sorted(by, query.sort ? query.dir : (query.sortPos ?? query.sortTos));
}

/** One page and the totals of everything that matches. */
export async function loanPage(tx: Tx, actor: Actor, query: LoanListQuery, zone: string, now: Date): Promise<LoanPage> {
  const question = filtered(actor, query, zone, dayOf(now, zone));
  const page = { page: query.curPage ?? query.page, pageSize: query.pageSize };
  const found = await pageOfLoans(tx, question, orderOf(query), page, query.count);
  return { ...found, content: await readRows(tx, actor.tenantId, found.content, dayOf(now, zone)) };
}
