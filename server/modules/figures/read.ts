/** The figures of the DuPont dashboard, read from what the night counted: a few rows for each holder, portfolio and bucket. */
import type { DupontSlice, dupontFigures } from '../../../core/contract/dupont';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { Day } from '../../../core/domain/dates';
import { DUPONT_SUMS, type DupontSums } from '../../../core/domain/dupont';
import { addMonths } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { holdersScope } from '../loans';
import { columnOf } from './count';

type Query = RequestOf<typeof dupontFigures>['query'];
type Answer = ResponseOf<typeof dupontFigures>['data'];
interface Run {
  month: Day;
  before_day: Day;
  finished_at: string;
}

/** Slices of one answer. */
const LIMIT = 50;
const SUMS = DUPONT_SUMS.map((name) => `coalesce(sum(s.${columnOf(name)}), 0)::bigint as "${name}"`).join(', ');
const NONE = '00000000-0000-0000-0000-000000000000';

const named = (table: string, name: string, key: string) => ({
  key: `nullif(${key}, '${NONE}'::uuid)::text`,
  label: `coalesce((select x.${name} from ${table} x where x.tenant_id = current_tenant() and x.id = ${key}), '')`,
});
/** Of two agents who hold a loan, it stands under the one in the field. */
const AGENT = `case when s.field_agent_id <> '${NONE}' then s.field_agent_id else s.collector_id end`;
const SLICES: Record<DupontSlice, { key: string; label: string }> = {
  bucket: { key: 's.bucket', label: 's.bucket' },
  portfolio: named('portfolios', 'name', 's.portfolio_id'),
  agency: named('agencies', 'name', 's.agency_id'),
  agent: named('users', 'full_name', AGENT),
};

export async function readDupont(tx: Tx, actor: Actor, query: Query): Promise<Answer> {
  const run = await newestDupont(tx, query.month);
  const empty = Object.fromEntries(DUPONT_SUMS.map((name) => [name, 0])) as DupontSums;
  if (!run) return { counted: null, sums: empty, previous: null, slices: [], more: 0 };
  const before = await newestDupont(tx, addMonths(run.month, -1));
  const sumsOf = async (of: Run): Promise<DupontSums> => {
    const { from, parameters } = within(actor, query, of);
    const [row] = await tx.query<DupontSums>(`select ${SUMS} ${from}`, parameters);
    return row ?? empty;
  };
  const { from, parameters } = within(actor, query, run);
  const slice = SLICES[query.by ?? 'bucket'];
  const rows = await tx.query<DupontSums & { key: string | null; label: string; groups: number }>(
    `select ${slice.key} as key, min(${slice.label}) as label, ${SUMS}, count(*) over () as groups ${from}
      group by 1 order by sum(s.opening_pos) desc, sum(s.allocated) desc, 1 limit ${LIMIT}`,
    parameters,
  );
  return {
    counted: { month: run.month, before: run.before_day, at: run.finished_at },
    sums: await sumsOf(run),
    previous: before ? await sumsOf(before) : null,
    slices: rows.map(({ key, label, groups: _, ...sums }) => ({ key, label, sums })),
    more: Math.max(0, (rows[0]?.groups ?? 0) - rows.length),
  };
}

/** The newest finished night, of one month or of all. */
export async function newestDupont(tx: Tx, month?: Day): Promise<Run | undefined> {
  const [run] = await tx.query<Run>(
    `select month, before_day, finished_at from dupont_runs
      where tenant_id = current_tenant() and finished_at is not null and ($1::date is null or month = $1::date)
      order by month desc, before_day desc limit 1`,
    [month ?? null],
  );
  return run;
}

function within(actor: Actor, query: Query, run: Run): { from: string; parameters: unknown[] } {
  const parameters: unknown[] = [run.month, run.before_day];
  const use = (value: string) => `$${parameters.push(value)}`;
  const conditions = [
    's.tenant_id = current_tenant() and s.month = $1::date and s.before_day = $2::date',
    holdersScope(actor, parameters, 's'),
  ];
  if (query.bucket) conditions.push(`s.bucket = ${use(query.bucket)}`);
  if (query.portfolioId) conditions.push(`s.portfolio_id = ${use(query.portfolioId)}::uuid`);
  if (query.agencyId) conditions.push(`s.agency_id = ${use(query.agencyId)}::uuid`);
  if (query.agentId) conditions.push(`${use(query.agentId)}::uuid in (s.field_agent_id, s.collector_id)`);
  return { from: `from dupont_sums s where ${conditions.join(' and ')}`, parameters };
}
