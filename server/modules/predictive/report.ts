/** Calls of processes, counted by process, list, day or agent. */

import type { RequestOf } from '../../../core/contract/kit';
import {
  type exportPredictive,
  MOST_REPORT_DAYS,
  PROCESS_PAGE,
  type PredictiveFiguresOf,
  type PredictiveRow,
  type PredictiveSort,
  type predictiveReport,
} from '../../../core/contract/predictive';
import { addDays } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { writeCsv } from '../people';
import { tenantRules } from '../tenants';
import { processScope } from './scope';

type Query = RequestOf<typeof exportPredictive>['query'];

const MOST_ROWS = 100_000;

/** Key, name and what stands below the name, as SQL over the call `c`, its process `d`, list `s` and agent `u`. */
const GROUPS: Record<Query['by'], (zone: string) => [key: string, name: string, detail: string]> = {
  process: () => ['d.id::text', 'd.name', 'null::text'],
  list: () => ['s.id::text', 's.name', 'd.name'],
  day: (zone) => [
    `(c.handed_at at time zone ${zone})::date::text`,
    `(c.handed_at at time zone ${zone})::date::text`,
    'null::text',
  ],
  agent: () => ['u.id::text', 'u.full_name', 'coalesce(u.dialer_username, u.username)'],
};

const ORDER: Record<PredictiveSort, string> = {
  name: 'lower(r.name)',
  dialed: 'r.dialed',
  connected: 'r.connected',
  dropped: 'r.dropped',
  connectPercent: 'r.connected::float8 / nullif(r.dialed, 0)',
  dropPercent: 'r.dropped::float8 / nullif(r.connected + r.dropped, 0)',
  ptp: 'r.ptp',
  talk: 'r.talk_seconds',
};

interface Counted {
  dialed: number;
  connected: number;
  dropped: number;
  no_answer: number;
  busy: number;
  error: number;
  under_way: number;
  disposed: number;
  ptp: number;
  talk_seconds: number;
}
const COUNTS = `count(*) as dialed, count(*) filter (where c.result = 'connected') as connected,
  count(*) filter (where c.result = 'dropped') as dropped, count(*) filter (where c.result = 'no-answer') as no_answer,
  count(*) filter (where c.result = 'busy') as busy, count(*) filter (where c.result = 'error') as error,
  count(*) filter (where c.result is null) as under_way, count(c.code) as disposed,
  count(*) filter (where c.class = 'PTP') as ptp, coalesce(sum(c.talk_seconds), 0) as talk_seconds`;

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);
const figuresOf = (row: Counted): PredictiveFiguresOf => ({
  dialed: row.dialed,
  connected: row.connected,
  dropped: row.dropped,
  noAnswer: row.no_answer,
  busy: row.busy,
  error: row.error,
  underWay: row.under_way,
  connectPercent: share(row.connected, row.dialed),
  dropPercent: share(row.dropped, row.connected + row.dropped),
  disposed: row.disposed,
  ptp: row.ptp,
  talkSeconds: row.talk_seconds,
});
const NONE: Counted = {
  dialed: 0,
  connected: 0,
  dropped: 0,
  no_answer: 0,
  busy: 0,
  error: 0,
  under_way: 0,
  disposed: 0,
  ptp: 0,
  talk_seconds: 0,
};

async function counted(
  tx: Tx,
  actor: Actor,
  query: Query,
  zone: string,
  page: { limit: number; offset: number },
): Promise<{ rows: PredictiveRow[]; total: number; sums: PredictiveFiguresOf }> {
  const parameters: unknown[] = [];
  const use = (value: unknown, type: string) => `$${parameters.push(value)}${type}`;
  const [key, name, detail] = GROUPS[query.by](use(zone, '::text'));
  const like = use(`%${(query.q ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, '::text');
  const all = [
    'c.tenant_id = current_tenant()',
    "c.result is distinct from 'unused'",
    processScope(actor, parameters),
    `c.handed_at >= ${use(instantAt(query.from, '00:00', zone), '::timestamptz')}`,
    `c.handed_at < ${use(instantAt(addDays(query.to, 1), '00:00', zone), '::timestamptz')}`,
    `lower(${name} || ' ' || coalesce(${detail}, '')) like ${like}`,
  ];
  if (query.processId) all.push(`c.process_id = ${use(query.processId, '::uuid')}`);
  const source = `from dial_calls c
    join dial_processes d on d.tenant_id = c.tenant_id and d.id = c.process_id
    join dial_lists s on s.tenant_id = c.tenant_id and s.id = c.list_id
    join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
   where ${all.join(' and ')}`;
  const sort = query.sort ?? (query.by === 'day' ? 'name' : 'dialed');
  const dir = query.dir ?? (sort === 'name' && query.by !== 'day' ? 'asc' : 'desc');
  // `$1` is the zone, which not every grouping needs.
  const [sums] = await tx.query<Counted>(`select ${COUNTS}, $1::text as zone ${source}`, parameters);
  const { rows, total } = await pageWithTotal<Counted & { key: string; name: string; detail: string | null }>(
    tx,
    `with r as (select ${key} as key, ${name} as name, ${detail} as detail, ${COUNTS} ${source} group by 1, 2, 3)
     select r.*, count(*) over () as total, $1::text as zone from r
      order by ${ORDER[sort]} ${dir} nulls last, lower(r.name), r.key`,
    parameters,
    page,
  );
  return {
    rows: rows.map((row) => ({ key: row.key, name: row.name, detail: row.detail, ...figuresOf(row) })),
    total,
    sums: figuresOf(sums ?? NONE),
  };
}

const COLUMNS = [
  'Dialed',
  'Connected',
  'Connect %',
  'Dropped',
  'Drop %',
  'No answer',
  'Busy',
  'Error',
  'Under way',
  'Disposed',
  'Promises',
  'Talk seconds',
];
const HEADS: Record<Query['by'], string[]> = {
  process: ['Process'],
  list: ['List', 'Process'],
  day: ['Day'],
  agent: ['Agent', 'Dialer user name'],
};

export function reportService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  function check({ from, to }: Query): void {
    const wrong = (message: string) => new ApiError('invalid', { message, fields: [{ path: 'to', message }] });
    if (to < from) throw wrong('The last day comes before the first');
    if (to > addDays(from, MOST_REPORT_DAYS - 1)) throw wrong(`At most ${MOST_REPORT_DAYS} days at a time`);
  }

  return {
    async page(actor: Actor, query: RequestOf<typeof predictiveReport>['query']) {
      check(query);
      const { zone } = await rulesOf(actor.tenantId);
      const limit = query.size ?? PROCESS_PAGE;
      return db.transaction(scopeOf(actor), (tx) =>
        counted(tx, actor, query, zone, { limit, offset: ((query.page ?? 1) - 1) * limit }),
      );
    },

    async file(actor: Actor, query: Query): Promise<{ fileName: string; csv: string }> {
      check(query);
      const { zone } = await rulesOf(actor.tenantId);
      const { by, from, to } = query;
      return db.transaction(scopeOf(actor), async (tx) => {
        const { rows } = await counted(tx, actor, query, zone, { limit: MOST_ROWS, offset: 0 });
        await appendAudit(
          tx,
          [
            {
              action: 'export.predictive-report',
              subject: 'report',
              subjectId: 'predictive',
              actorId: actor.userId,
              detail: { filter: query, rows: rows.length },
            },
          ],
          clock.now(),
        );
        const csv = writeCsv(
          [...HEADS[by], ...COLUMNS],
          rows.map((row) => [
            row.name,
            ...(HEADS[by].length > 1 ? [row.detail ?? ''] : []),
            ...[
              row.dialed,
              row.connected,
              row.connectPercent ?? '',
              row.dropped,
              row.dropPercent ?? '',
              row.noAnswer,
              row.busy,
              row.error,
              row.underWay,
              row.disposed,
              row.ptp,
              row.talkSeconds,
            ].map(String),
          ]),
        );
        return { fileName: `predictive_${by}_${from}_${to}.csv`, csv };
      });
    },
  };
}
