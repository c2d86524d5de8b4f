/** What was held back and what was done outside the rules, counted by rule, channel, person and day, and row by row. */
import type { blocksReport } from '../../../core/contract/contact-rules';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import { addDays, dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope, peopleScope } from '../loans';
import { NOBODY } from './ledger';

type Report = ResponseOf<typeof blocksReport>['data'];
type Query = RequestOf<typeof blocksReport>['query'];

const PAGE = 25;
/** Shown when no days are named. */
const DAYS = 7;
const ORDER: Record<NonNullable<Query['sort']>, string> = {
  lastAt: 'b.last_at',
  times: 'b.times',
  loan: 'l.loan_number',
  agent: 'lower(u.full_name)',
  rule: 'b.rule',
};
const COUNTS = `coalesce(sum(b.times) filter (where b.kind = 'refused'), 0) as refused,
  coalesce(sum(b.times) filter (where b.kind = 'outside'), 0) as outside,
  coalesce(sum(b.times) filter (where b.kind = 'warned'), 0) as warned`;

interface Counts extends Record<string, unknown> {
  key: string | null;
  name: string | null;
  refused: number;
  outside: number;
  warned: number;
}

export async function blocks(tx: Tx, actor: Actor, query: Query, now: Date, zone: string): Promise<Report> {
  const to = query.to ?? dayOf(now, zone);
  const from = query.from ?? addDays(to, 1 - DAYS);
  const parameters: unknown[] = [actor.tenantId, from, to];
  const use = (value: unknown, type = '') => `$${parameters.push(value)}${type}`;
  // What the system did for nobody in person is shown to those who see the loan.
  const conditions = [
    'b.tenant_id = $1 and b.day between $2::date and $3::date',
    `(${peopleScope(actor, parameters, 'b.tenant_id', 'b.user_id')} or (b.user_id = ${use(NOBODY, '::uuid')} and ${loanScope(actor, parameters)}))`,
  ];
  if (query.rule) conditions.push(`b.rule = ${use(query.rule)}`);
  if (query.channel) conditions.push(`b.channel = ${use(query.channel)}`);
  if (query.kind) conditions.push(`b.kind = ${use(query.kind)}`);
  if (query.userId) conditions.push(`b.user_id = ${use(query.userId, '::uuid')}`);
  if (query.q) {
    const typed = use(`%${query.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(
      `(lower(l.loan_number) like ${typed} or lower(o.name) like ${typed} or lower(u.full_name) like ${typed})`,
    );
  }
  const source = `from contact_blocks b
    join loans l on l.tenant_id = b.tenant_id and l.id = b.loan_id
    join borrowers o on o.tenant_id = l.tenant_id and o.id = l.borrower_id
    left join users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where ${conditions.join(' and ')}`;
  const by = (column: string, name = 'null::text') =>
    tx.query<Counts>(
      `select ${column} as key, ${name} as name, ${COUNTS} ${source} group by 1, 2 order by sum(b.times) desc, 1 limit 100`,
      parameters,
    );
  const [byRule, byChannel, byUser, byDay, counted] = await Promise.all([
    by('b.rule'),
    by('b.channel'),
    by('b.user_id::text', 'u.full_name'),
    by('b.day::text'),
    tx.query<Counts & { total: number }>(`select count(*) as total, ${COUNTS} ${source}`, parameters),
  ]);
  const size = query.size ?? PAGE;
  const sort = query.sort ?? 'lastAt';
  const dir = query.dir ?? (sort === 'lastAt' || sort === 'times' ? 'desc' : 'asc');
  const offset = ((query.page ?? 1) - 1) * size;
  const rows = await tx.query<Report['rows'][number] & Record<string, unknown>>(
    `select b.day, b.rule, b.channel, b.kind, b.times, b.last_at as "lastAt", b.next_lawful_at as "nextLawfulAt",
            nullif(b.user_id, ${use(NOBODY, '::uuid')}) as "userId", u.full_name as agent, b.loan_id as "loanId",
            l.loan_number as "loanNumber", o.name as borrower
       ${source} order by ${ORDER[sort]} ${dir} nulls last, b.last_at desc, b.loan_id, b.rule, b.kind
      limit ${use(size)} offset ${use(offset)}`,
    parameters,
  );
  const days = byDay
    .map(({ key, name: _, ...counts }) => ({ day: key ?? from, ...counts }))
    .sort((a, b) => a.day.localeCompare(b.day));
  const [totals] = counted;
  return {
    from,
    to,
    totals: { refused: totals?.refused ?? 0, outside: totals?.outside ?? 0, warned: totals?.warned ?? 0 },
    byRule: byRule.map(({ key, name: _, ...counts }) => ({
      rule: key as Report['byRule'][number]['rule'],
      ...counts,
    })),
    byChannel: byChannel.map(({ key, name: _, ...counts }) => ({
      channel: key as Report['byChannel'][number]['channel'],
      ...counts,
    })),
    byUser: byUser.slice(0, 50).map(({ key, ...rest }) => ({ userId: key === NOBODY ? null : key, ...rest })),
    byDay: days,
    total: totals?.total ?? 0,
    rows,
  };
}
