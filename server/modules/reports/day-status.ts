/** How the records of some days ended, by class and by agent (`activity/daily-call/status`, `activity/daily-field-agent/status`). */
import type { RequestOf } from '../../../core/contract/kit';
import type { DayStatus, dailyCallStatus } from '../../../core/contract/reports';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { MOST_TOTALLED, type Question } from './question';
import type { ReportService } from './service';

/** Agents by name; more are in nobody's team. */
const MOST_AGENTS = 1000;

interface Group {
  user_id: string | null;
  name: string | null;
  class: string | null;
  records: number;
  loans: number;
  last_at: string;
}

/** Counts at most `MOST_TOTALLED` records; throws `too-large` for more. `question` is one to a report of records. */
async function readStatus(tx: Tx, { source }: Question): Promise<Omit<DayStatus, 'gte' | 'lte'>> {
  const [all, ...groups] = await tx.query<Group & Record<string, unknown>>(
    `select f.user_id, max(f.name) as name, f.class, count(*)::int as records, count(distinct f.loan_id)::int as loans, max(f.recorded_at) as last_at
       from (select d.user_id, u.full_name as name, d.class, d.loan_id, d.recorded_at
               from ${source.from} where ${source.where} limit ${MOST_TOTALLED + 1}) f
      group by grouping sets ((), (f.class), (f.user_id), (f.user_id, f.class))
      order by grouping(f.user_id, f.class) desc, records desc, name, f.user_id, f.class`,
    [...source.parameters],
  );
  if (!all || all.records > MOST_TOTALLED)
    throw new ApiError('too-large', { message: `More than ${MOST_TOTALLED} records. Choose fewer days.` });
  const ofAgents = groups.filter(({ user_id, class: of }) => user_id !== null && of !== null);
  return {
    records: all.records,
    loans: all.loans,
    statuses: groups.flatMap(({ user_id, class: of, records, loans }) =>
      user_id === null && of !== null ? [{ disposition_class: of, records, loans }] : [],
    ),
    agents: groups
      .filter(({ user_id, class: of }) => user_id !== null && of === null)
      .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))
      .slice(0, MOST_AGENTS)
      .map(({ user_id, name, records, loans, last_at }) => ({
        id: String(user_id),
        name: name ?? '',
        records,
        loans,
        lastAt: last_at,
        statuses: Object.fromEntries(
          ofAgents.flatMap((one) => (one.user_id === user_id && one.class ? [[one.class, one.records]] : [])),
        ),
      })),
  };
}

type Asked = RequestOf<typeof dailyCallStatus>['query'];

export const dayStatusService = ({ db }: Pick<Deps, 'db'>, reports: ReportService) => ({
  /** Throws as the report itself, and as `readStatus`. */
  async of(kind: 'calls' | 'visits', actor: Actor, { gte, lte, disposition_class }: Asked): Promise<DayStatus> {
    const { span, question } = await reports.asked(kind, actor, { from: gte, to: lte, disposition: disposition_class });
    const { tenantId, userId } = actor;
    const found = await db.transaction({ tenantId, userId, indexed: true }, (tx) => readStatus(tx, question));
    return { gte: span.from, lte: span.to, ...found };
  },
});
