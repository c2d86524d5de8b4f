/** How many loans each condition takes, counted by the database: a condition becomes SQL that means what `takes` does. */
import { COUNT_SAMPLE, type countAllocation } from '../../../core/contract/allocation';
import type { RequestOf } from '../../../core/contract/kit';
import type { Condition } from '../../../core/domain/allocation';
import { type Database, DatabaseError, type Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { conditionSql, LOAN_FIELDS, loanScope, type RuleColumns, totalsScope } from '../loans';

/** Whoever writes a rule waits no longer for one count of the whole book. */
const COUNT_MS = 4000;
const SAMPLE_MS = 2000;
/** Of fewer loans than this, a share says too little. */
const FEWEST = 1000;
const CANCELLED = '57014';

/** Of a row `l` of totals (0028): what it says of all its loans. */
const OF_TOTALS: RuleColumns = { client: 'l.client_id', portfolio: 'l.portfolio_id', bucket: 'l.bucket' };

const inTotals = (condition: Condition) => condition.flat().every(({ field }) => field in OF_TOTALS);

const ACTIVE = `l.tenant_id = $1 and l.state = 'active'
  and exists (select 1 from clients c where c.tenant_id = l.tenant_id and c.id = l.client_id and c.active)`;

/** Counts of the whole book, or, of `share` percent of the table's pages, of the loans that lie there. */
async function counts(
  tx: Tx,
  actor: Actor,
  conditions: readonly Condition[],
  share?: number,
): Promise<{ looked: number | null; matching: number[] }> {
  const parameters: unknown[] = [actor.tenantId];
  const use = (value: unknown, type: string) => `$${parameters.push(value)}::${type}`;
  const whole = share === undefined;
  const wanted = conditions.map((condition) => whole && inTotals(condition));
  const parts: string[] = [];
  if (wanted.includes(true)) {
    const { from, condition: seen } = totalsScope(actor, parameters);
    const sums = conditions.flatMap((condition, at) =>
      wanted[at]
        ? [`coalesce(sum(l.loans) filter (where ${conditionSql(condition, OF_TOTALS, use)}), 0)::bigint as c${at}`]
        : [],
    );
    parts.push(`(select ${sums.join(', ')} from ${from} l where ${ACTIVE} and ${seen}) totals`);
  }
  if (wanted.includes(false)) {
    const tests = conditions.flatMap((condition, at) =>
      wanted[at] ? [] : [{ at, test: conditionSql(condition, LOAN_FIELDS, use) }],
    );
    const sample = whole ? '' : ` tablesample system (${use(share, 'real')})`;
    const seen = loanScope(actor, parameters);
    // Loans that no condition takes are passed over by index, where there is one.
    const any = whole ? ` and (${tests.map(({ test }) => test).join(' or ')})` : '';
    const sums = tests.map(({ at, test }) => `count(*) filter (where ${test}) as c${at}`);
    if (!whole) sums.push('count(*) as looked');
    parts.push(`(select ${sums.join(', ')} from loans l${sample} where ${ACTIVE} and ${seen}${any}) book`);
  }
  const [row] = await tx.query<Record<string, number>>(`select * from ${parts.join(' cross join ')}`, parameters);
  return { looked: row?.looked ?? null, matching: conditions.map((_, at) => row?.[`c${at}`] ?? 0) };
}

/** Active loans of active lenders that the caller sees. */
async function bookSize(tx: Tx, actor: Actor): Promise<number> {
  const parameters: unknown[] = [actor.tenantId];
  const { from, condition } = totalsScope(actor, parameters);
  const [all] = await tx.query<{ total: number }>(
    `select coalesce(sum(l.loans), 0)::bigint as total from ${from} l where ${ACTIVE} and ${condition}`,
    parameters,
  );
  return all?.total ?? 0;
}

/**
 * Exact where the database can count within `most` milliseconds; beyond that of a sample of the book, and of nothing where the sample
 * holds too few of the caller's loans. The embedded database, whose books are small, always counts to the end.
 */
export async function countLoans(
  db: Database,
  actor: Actor,
  { conditions }: RequestOf<typeof countAllocation>['body'],
  most = COUNT_MS,
) {
  const within = <T>(statementMs: number, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId, made: true, statementMs }, work).catch((error) => {
      if (error instanceof DatabaseError && error.code === CANCELLED) return undefined;
      throw error;
    });
  const none = conditions.map(() => 0);
  const total = await within(SAMPLE_MS, (tx) => bookSize(tx, actor));
  if (total === undefined) return { matching: none, lookedAt: 0, whole: false, total: 0 };
  if (total === 0 || conditions.length === 0) return { matching: none, lookedAt: total, whole: true, total };
  const exact = await within(most, (tx) => counts(tx, actor, conditions));
  if (exact) return { matching: exact.matching, lookedAt: total, whole: true, total };
  const share = Math.min(100, (COUNT_SAMPLE / total) * 100);
  const sample = await within(SAMPLE_MS, (tx) => counts(tx, actor, conditions, share));
  const looked = sample?.looked ?? 0;
  const known = looked >= FEWEST ? looked : 0;
  return { matching: known > 0 && sample ? sample.matching : none, lookedAt: known, whole: false, total };
}
