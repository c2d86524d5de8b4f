/** What each person brought in a month, what they cost, and corrections of it. */
import type { RequestOf } from '../../../core/contract/kit';
import {
  type correctRevenue,
  type EmployeeRevenue,
  type listRevenue,
  NOBODY_AT_WORK,
  type RevenueCorrection,
  type RevenueSort,
  type setEmployeeCost,
} from '../../../core/contract/revenue';
import { type Day, dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { type Earned, earnedBy } from '../../../core/domain/success-fees';
import { monthOf } from '../../../core/domain/working-days';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { inOrder, pageOf, type ShortList, sumOf } from '../../platform/short-list';
import { tenantRules } from '../tenants';
import { collectedIn, namesOf } from './collected';
import { feeRules } from './fees';
import { revenueFile, rupees } from './file';

type Of = RequestOf<typeof setEmployeeCost>['params'];
type Filters = Omit<RequestOf<typeof listRevenue>['query'], 'page' | 'size'>;

interface Person {
  id: string;
  name: string;
  role: string;
  agency: string | null;
}

const peopleOf = (tx: Tx, ids: readonly string[]): Promise<Person[]> =>
  tx.query<Person & Record<string, unknown>>(
    `select u.id, u.full_name as name, u.role, a.name as agency
       from users u left join agencies a on a.tenant_id = u.tenant_id and a.id = u.agency_id
      where u.tenant_id = current_tenant() and u.id = any ($1::uuid[])`,
    [ids],
  );

interface Cost {
  userId: string;
  fromMonth: Day;
  costPaise: number;
}
/** What holds in a month, by person. */
async function costsOf(tx: Tx, month: Day): Promise<Map<string, Cost>> {
  const rows = await tx.query<Cost & Record<string, unknown>>(
    `select distinct on (user_id) user_id as "userId", from_month as "fromMonth", cost_paise as "costPaise"
       from employee_costs where tenant_id = current_tenant() and from_month <= $1::date order by user_id, from_month desc`,
    [month],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

async function correctedBy(tx: Tx, month: Day): Promise<Map<string, number>> {
  const rows = await tx.query<{ userId: string; paise: number }>(
    `select user_id as "userId", sum(amount_paise)::bigint as paise from revenue_corrections
      where tenant_id = current_tenant() and month = $1::date group by user_id`,
    [month],
  );
  return new Map(rows.map(({ userId, paise }) => [userId, paise]));
}

const correctionsOf = (tx: Tx, { userId, month }: Of): Promise<RevenueCorrection[]> =>
  tx.query<RevenueCorrection & Record<string, unknown>>(
    `select c.id, c.amount_paise as "amountPaise", c.reason, c.made_at as "madeAt", u.full_name as "madeBy", c.takes_back as "takesBack",
            exists (select 1 from revenue_corrections b where b.tenant_id = c.tenant_id and b.takes_back = c.id) as "takenBack"
       from revenue_corrections c join users u on u.tenant_id = c.tenant_id and u.id = c.made_by
      where c.tenant_id = current_tenant() and c.month = $1::date and c.user_id = $2 order by c.made_at, c.id`,
    [month, userId],
  );

interface Month {
  month: Day;
  earned: Earned[];
  rows: EmployeeRevenue[];
  costs: Map<string, Cost>;
}

/** `also`: people who are shown even without anything. */
async function monthIn(tx: Tx, month: Day, zone: string, also: readonly string[] = []): Promise<Month> {
  const earned = earnedBy(await collectedIn(tx, month, zone, true), await feeRules(tx), month);
  const [costs, corrected] = [await costsOf(tx, month), await correctedBy(tx, month)];
  const of = new Map<string, Earned[]>();
  for (const one of earned) {
    const key = one.userId ?? NOBODY_AT_WORK;
    of.set(key, [...(of.get(key) ?? []), one]);
  }
  const ids = [...new Set([...of.keys(), ...costs.keys(), ...corrected.keys(), ...also])];
  const people = await peopleOf(tx, ids);
  const byItself: Person[] = of.has(NOBODY_AT_WORK)
    ? [{ id: NOBODY_AT_WORK, name: 'Without an employee', role: '', agency: null }]
    : [];
  const rows = [...people, ...byItself].map((person): EmployeeRevenue => {
    const mine = of.get(person.id) ?? [];
    const feePaise = sumOf(mine, (one) => one.feePaise);
    const correctionsPaise = corrected.get(person.id) ?? 0;
    const costPaise = costs.get(person.id)?.costPaise ?? null;
    return {
      ...person,
      role: person.role || null,
      payments: sumOf(mine, (one) => one.payments),
      collectedPaise: sumOf(mine, (one) => one.collectedPaise),
      ...{ feePaise, correctionsPaise, costPaise },
      netPaise: costPaise === null ? null : feePaise + correctionsPaise - costPaise,
    };
  });
  return { month, earned, rows, costs };
}

const LIST: ShortList<EmployeeRevenue, RevenueSort> = {
  text: ({ name, agency }) => `${name} ${agency ?? ''}`,
  values: {
    name: ({ name }) => name.toLowerCase(),
    collected: ({ collectedPaise }) => collectedPaise,
    fee: ({ feePaise }) => feePaise,
    cost: ({ costPaise }) => costPaise ?? -1,
    net: ({ netPaise }) => netPaise ?? Number.MIN_SAFE_INTEGER,
  },
  by: 'fee',
};

export function employeeRevenueService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const at = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);
  const zoneOf = async (actor: Actor) => (await rulesOf(actor.tenantId)).zone;

  async function read(actor: Actor, query: Filters) {
    const zone = await zoneOf(actor);
    const month = query.month ?? monthOf(dayOf(clock.now().getTime(), zone));
    const { rows } = await at(actor, (tx) => monthIn(tx, month, zone));
    return { month, rows: inOrder(rows, query, LIST) };
  }

  async function whole(tx: Tx, of: Of, zone: string) {
    const [person] = of.userId === NOBODY_AT_WORK ? [{ id: of.userId }] : await peopleOf(tx, [of.userId]);
    if (!person) throw new ApiError('not-found');
    const { earned, rows, costs } = await monthIn(tx, of.month, zone, [of.userId]);
    const revenue = rows.find(({ id }) => id === of.userId);
    if (!revenue) throw new ApiError('not-found');
    const mine = earned.filter(({ userId }) => (userId ?? NOBODY_AT_WORK) === of.userId);
    const clients = await namesOf(
      tx,
      'clients',
      mine.map(({ clientId }) => clientId),
    );
    const portfolios = await namesOf(
      tx,
      'portfolios',
      mine.map(({ portfolioId }) => portfolioId),
    );
    return {
      revenue,
      month: of.month,
      lines: mine
        .map(({ clientId, portfolioId, bucket, payments, collectedPaise, percent, feePaise }) => ({
          client: clients.get(clientId) ?? '',
          portfolio: portfolios.get(portfolioId) ?? '',
          ...{ bucket, payments, collectedPaise, percent, feePaise },
        }))
        .sort((a, b) => b.feePaise - a.feePaise || b.collectedPaise - a.collectedPaise),
      corrections: await correctionsOf(tx, of),
      costFrom: costs.get(of.userId)?.fromMonth ?? null,
    };
  }

  /** In one transaction with its audit entry, then as it is read. */
  async function change(
    actor: Actor,
    of: Of,
    work: (tx: Tx, now: Date) => Promise<{ action: string; detail: Record<string, unknown> } | undefined>,
  ) {
    const now = clock.now();
    const zone = await zoneOf(actor);
    return at(actor, async (tx) => {
      const [person] = await tx.query(
        'select 1 from users where tenant_id = current_tenant() and id = $1 for no key update',
        [of.userId],
      );
      if (!person) throw new ApiError('not-found');
      const done = await work(tx, now);
      if (done)
        await appendAudit(
          tx,
          [
            {
              action: done.action,
              subject: 'employee-revenue',
              subjectId: of.userId,
              actorId: actor.userId,
              detail: { month: of.month, ...done.detail },
            },
          ],
          now,
        );
      return whole(tx, of, zone);
    });
  }

  const insert = (
    tx: Tx,
    of: Of,
    row: { id: string; amountPaise: number; reason: string; takesBack: string | null; by: string; at: Date },
  ) =>
    tx.query(
      `insert into revenue_corrections (tenant_id, id, user_id, month, amount_paise, reason, takes_back, made_at, made_by)
       values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
      [row.id, of.userId, of.month, row.amountPaise, row.reason, row.takesBack, row.at, row.by],
    );
  const correction = async (tx: Tx, id: string) => {
    const [row] = await tx.query<{
      userId: string;
      month: Day;
      amountPaise: number;
      reason: string;
      takesBack: string | null;
    }>(
      `select user_id as "userId", month, amount_paise as "amountPaise", reason, takes_back as "takesBack" from revenue_corrections
        where tenant_id = current_tenant() and id = $1`,
      [id],
    );
    return row;
  };

  return {
    async list(actor: Actor, { page, size, ...query }: RequestOf<typeof listRevenue>['query']) {
      const { month, rows } = await read(actor, query);
      return {
        month,
        rows: pageOf(rows, { page, size }),
        total: rows.length,
        sums: {
          collectedPaise: sumOf(rows, (row) => row.collectedPaise),
          feePaise: sumOf(rows, (row) => row.feePaise),
          correctionsPaise: sumOf(rows, (row) => row.correctionsPaise),
          costPaise: sumOf(rows, (row) => row.costPaise ?? 0),
        },
      };
    },

    async file(actor: Actor, query: Filters) {
      const { month, rows } = await read(actor, query);
      const known = (paise: number | null) => (paise === null ? '' : rupees(paise));
      return revenueFile({ db, clock }, actor, 'employee-revenue', { ...query, month }, [
        ['Month', 'Employee', 'Role', 'Agency', 'Payments', 'Collected', 'Fee', 'Corrections', 'Cost', 'Net'],
        ...rows.map((row) => [
          ...[month.slice(0, 7), row.name, row.role ?? '', row.agency ?? '', String(row.payments)],
          ...[row.collectedPaise, row.feePaise, row.correctionsPaise, row.costPaise, row.netPaise].map(known),
        ]),
      ]);
    },

    async get(actor: Actor, of: Of) {
      const zone = await zoneOf(actor);
      return at(actor, (tx) => whole(tx, of, zone));
    },

    setCost: (actor: Actor, of: Of, costPaise: number) =>
      change(actor, of, async (tx, now) => {
        const before = (await costsOf(tx, of.month)).get(of.userId);
        if (before?.costPaise === costPaise) return;
        await tx.query(
          `insert into employee_costs (tenant_id, user_id, from_month, cost_paise, set_at, set_by)
           values (current_tenant(), $1, $2, $3, $4, $5)
           on conflict (tenant_id, user_id, from_month) do update
              set cost_paise = excluded.cost_paise, set_at = excluded.set_at, set_by = excluded.set_by`,
          [of.userId, of.month, costPaise, now, actor.userId],
        );
        return { action: 'revenue.cost', detail: { before: before?.costPaise ?? null, after: costPaise } };
      }),

    correct: (actor: Actor, of: Of, body: RequestOf<typeof correctRevenue>['body']) =>
      change(actor, of, async (tx, at) => {
        const amountPaise = body.direction === 'more' ? body.amountPaise : -body.amountPaise;
        const held = await correction(tx, body.id);
        if (held) {
          if (held.userId === of.userId && held.month === of.month && held.amountPaise === amountPaise) return;
          throw new ApiError('conflict', { message: 'Another correction has this id.' });
        }
        await insert(tx, of, { id: body.id, amountPaise, reason: body.reason, takesBack: null, by: actor.userId, at });
        return { action: 'revenue.corrected', detail: { before: null, after: { amountPaise, reason: body.reason } } };
      }),

    takeBack: (actor: Actor, { correctionId, ...of }: Of & { correctionId: string }) =>
      change(actor, of, async (tx, at) => {
        const held = await correction(tx, correctionId);
        if (!held || held.userId !== of.userId || held.month !== of.month) throw new ApiError('not-found');
        if (held.takesBack !== null)
          throw new ApiError('conflict', { message: 'This one takes another back. Add a new correction instead.' });
        const [already] = await tx.query(
          'select 1 from revenue_corrections where tenant_id = current_tenant() and takes_back = $1',
          [correctionId],
        );
        if (already) return;
        const amountPaise = -held.amountPaise;
        const reason = `Taken back: ${held.reason}`.slice(0, 300);
        await insert(tx, of, {
          id: uuidv7(at.getTime()),
          amountPaise,
          reason,
          takesBack: correctionId,
          by: actor.userId,
          at,
        });
        return {
          action: 'revenue.taken-back',
          detail: { before: { correctionId, amountPaise: held.amountPaise }, after: null },
        };
      }),
  };
}
