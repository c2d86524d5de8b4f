/** Rules of success fees: what a client pays for money that was recovered. */

import type { RequestOf } from '../../../core/contract/kit';
import type { FeeState, listSuccessFees, SuccessFee } from '../../../core/contract/partners';
import type { Bucket } from '../../../core/domain/buckets';
import { type Day, dayOf } from '../../../core/domain/dates';
import { type FeeRule, rivalOf } from '../../../core/domain/success-fees';
import { monthOf } from '../../../core/domain/working-days';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { likeOf, recordWrites } from '../organisation';
import { tenantRules } from '../tenants';

const COLUMNS = {
  clientId: 'client_id',
  portfolioId: 'portfolio_id',
  buckets: 'buckets',
  percent: 'percent',
  gstPercent: 'gst_percent',
  partnerId: 'partner_id',
  partnerPercent: 'partner_percent',
  fromMonth: 'from_month',
  toMonth: 'to_month',
  remarks: 'remarks',
} as const;

interface Stored {
  id: string;
  client_id: string;
  client: string;
  portfolio_id: string | null;
  portfolio: string | null;
  buckets: Bucket[];
  percent: number;
  gst_percent: number;
  partner_id: string | null;
  partner: string | null;
  partner_percent: number;
  from_month: Day;
  to_month: Day | null;
  remarks: string | null;
  version: number;
  updated_at: string;
  changed_by: string | null;
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const stateOf = (row: Pick<Stored, 'from_month' | 'to_month'>, month: Day): FeeState =>
  row.from_month > month ? 'coming' : row.to_month !== null && row.to_month < month ? 'over' : 'now';

const ruleOf = (row: Stored): FeeRule => ({
  id: row.id,
  clientId: row.client_id,
  portfolioId: row.portfolio_id,
  buckets: row.buckets,
  percent: row.percent,
  gstPercent: row.gst_percent,
  partnerId: row.partner_id,
  partnerPercent: row.partner_percent,
  fromMonth: row.from_month,
  toMonth: row.to_month,
});

/** What is compared for changes stands beside what is shown. */
type Held = SuccessFee & Omit<FeeRule, 'id' | 'buckets'>;
const present = (row: Stored, month: Day): Held => ({
  ...ruleOf(row),
  buckets: row.buckets,
  client: { id: row.client_id, name: row.client },
  portfolio: named(row.portfolio_id, row.portfolio),
  partner: named(row.partner_id, row.partner),
  remarks: row.remarks,
  state: stateOf(row, month),
  version: row.version,
  updatedAt: row.updated_at,
  updatedBy: row.changed_by,
});
const shown = ({ clientId: _, portfolioId: _p, partnerId: _r, ...fee }: Held): SuccessFee => fee;

const ROWS = `select f.id, f.client_id, c.name as client, f.portfolio_id, b.name as portfolio, f.buckets, f.percent::float8 as percent,
    f.gst_percent::float8 as gst_percent, f.partner_id, p.name as partner, f.partner_percent::float8 as partner_percent,
    f.from_month, f.to_month, f.remarks, f.version, f.updated_at, u.full_name as changed_by
  from success_fees f
  join clients c on c.tenant_id = f.tenant_id and c.id = f.client_id
  left join portfolios b on b.tenant_id = f.tenant_id and b.id = f.portfolio_id
  left join partners p on p.tenant_id = f.tenant_id and p.id = f.partner_id
  left join users u on u.tenant_id = f.tenant_id and u.id = f.updated_by
 where f.tenant_id = current_tenant()`;
const ORDER = { client: 'lower(x.client)', percent: 'x.percent', fromMonth: 'x.from_month' } as const;

/** Those of some clients, or all. */
export async function feeRules(tx: Tx, clientIds: readonly string[] | null = null): Promise<FeeRule[]> {
  const rows = await tx.query<Stored & Record<string, unknown>>(
    `${ROWS} and ($1::uuid[] is null or f.client_id = any ($1)) order by f.from_month, f.id`,
    [clientIds],
  );
  return rows.map(ruleOf);
}

const wrong = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });

/** Of two at once for a client the second waits, and then sees the first. */
async function fits(tx: Tx, fields: Readonly<Record<string, unknown>>, except?: string): Promise<void> {
  const rule = fields as unknown as Omit<FeeRule, 'id'>;
  const [client] = await tx.query(
    'select 1 from clients where tenant_id = current_tenant() and id = $1 for no key update',
    [rule.clientId],
  );
  if (!client) throw wrong('clientId', 'There is no such client.');
  if (rule.portfolioId !== null) {
    const own = await tx.query(
      'select 1 from portfolios where tenant_id = current_tenant() and id = $1 and client_id = $2',
      [rule.portfolioId, rule.clientId],
    );
    if (own.length === 0) throw wrong('portfolioId', 'This portfolio belongs to another client.');
  }
  if (rule.partnerId !== null) {
    const [partner] = await tx.query<{ active: boolean }>(
      'select active from partners where tenant_id = current_tenant() and id = $1',
      [rule.partnerId],
    );
    if (!partner) throw wrong('partnerId', 'There is no such partner.');
    const [held] = await tx.query(
      'select 1 from success_fees where tenant_id = current_tenant() and id = $1 and partner_id = $2',
      [except ?? null, rule.partnerId],
    );
    if (!partner.active && !held) throw wrong('partnerId', 'This partner is switched off.');
    if (!(rule.partnerPercent > 0)) throw wrong('partnerPercent', 'Say what part of the fee the partner gets.');
  } else if (rule.partnerPercent > 0) throw wrong('partnerId', 'Say which partner gets this part.');
  if (rule.toMonth !== null && rule.toMonth < rule.fromMonth) throw wrong('toMonth', 'It ends before it begins.');
  const rival = rivalOf(await feeRules(tx, [rule.clientId]), rule, except);
  if (rival) {
    const from = [rival.fromMonth, rival.toMonth ?? ''].map((one) => one.slice(0, 7)).join(' – ');
    throw wrong('fromMonth', `Another rule says ${rival.percent} % for the same from ${from}. End that one first.`);
  }
}

export function feeService(deps: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(deps.db);
  const monthNow = async (actor: Actor) =>
    monthOf(dayOf(deps.clock.now().getTime(), (await rulesOf(actor.tenantId)).zone));
  const { run, ...records } = recordWrites<Held>(deps, {
    table: 'success_fees',
    subject: 'success-fee',
    columns: COLUMNS,
    async find(tx, actor, id, lock = false) {
      const [row] = await tx.query<Stored & Record<string, unknown>>(
        `${ROWS} and f.id = $1${lock ? ' for update of f' : ''}`,
        [id],
      );
      return row && present(row, await monthNow(actor));
    },
    taken: {},
    fits: (tx, _, fields, id) => fits(tx, fields, id),
  });

  return {
    get: async (actor: Actor, id: string) => shown(await records.get(actor, id)),
    create: async (actor: Actor, body: Parameters<typeof records.create>[1]) =>
      shown(await records.create(actor, body)),
    update: async (actor: Actor, id: string, body: Parameters<typeof records.update>[2]) =>
      shown(await records.update(actor, id, body)),

    async list(actor: Actor, query: RequestOf<typeof listSuccessFees>['query']) {
      const { q, state, clientId, sort = 'client', dir, page, size } = query;
      const month = await monthNow(actor);
      const { rows, total } = await run(actor, (tx) =>
        pageWithTotal<Stored & Record<string, unknown>>(
          tx,
          `select x.*, count(*) over () as total from (${ROWS}
              and lower(concat_ws(' ', c.name, b.name, p.name)) like $1 and ($2::uuid is null or f.client_id = $2)
              and ($3::text[] is null or case when f.from_month > $4::date then 'coming' when f.to_month < $4::date then 'over' else 'now' end = any ($3))) x
            order by ${ORDER[sort]} ${dir ?? 'asc'}, lower(x.client), x.portfolio nulls first, x.from_month, x.id`,
          [likeOf(q), clientId ?? null, state?.length ? state : null, month],
          { limit: size, offset: (page - 1) * size },
        ),
      );
      return { rows: rows.map((row) => shown(present(row, month))), total };
    },
  };
}
