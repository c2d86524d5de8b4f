/** Days off of people who collect; all SQL of them is here, but for who is away (`awaySql`), which others ask beside a person. */
import type { RequestOf } from '../../../core/contract/kit';
import type { addLeave, Leave, listLeaves } from '../../../core/contract/leaves';
import { addDays, type Day, dayOf } from '../../../core/domain/dates';
import { leaveFaults, leaveState } from '../../../core/domain/leaves';
import { kindOf, type ProfileKind } from '../../../core/domain/people';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { countOf, pageOfIds } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { peopleScope } from '../loans';
import { tenantRules } from '../tenants';
import { postOf } from './repository';
import { invalid, subordinateOf } from './rules';

const COLLECT: readonly ProfileKind[] = ['teleCaller', 'collector', 'fieldAgent'];

interface Row extends Record<string, unknown> {
  id: string;
  user_id: string;
  name: string;
  from_on: Day;
  until_on: Day;
  reason: string;
  withdrawn_at: string | null;
  by: string | null;
  made_at: string;
}

const daysOf = ({ from_on: from, until_on: until, withdrawn_at }: Row) => ({
  from,
  until,
  withdrawn: withdrawn_at !== null,
});

const present = (row: Row, today: Day): Leave => ({
  id: row.id,
  person: { id: row.user_id, name: row.name },
  from: row.from_on,
  until: row.until_on,
  reason: row.reason,
  state: leaveState(daysOf(row), today),
  by: row.by,
  at: row.made_at,
});

async function rowsOf(tx: Tx, ids: readonly string[]): Promise<Row[]> {
  return tx.query<Row>(
    `select v.id, v.user_id, u.full_name as name, v.from_on, v.until_on, v.reason, v.withdrawn_at, b.full_name as by, v.made_at
       from leaves v join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
       left join users b on b.tenant_id = v.tenant_id and b.id = v.made_by
      where v.tenant_id = current_tenant() and v.id = any($1::uuid[])`,
    [ids],
  );
}

/** As `leaveState` has them, of a row `v`; DAY stands for today. */
const IN_STATE: Record<Leave['state'], string> = {
  running: 'v.withdrawn_at is null and v.from_on <= DAY and v.until_on >= DAY',
  coming: 'v.withdrawn_at is null and v.from_on > DAY',
  over: 'v.withdrawn_at is null and v.until_on < DAY',
  withdrawn: 'v.withdrawn_at is not null',
};

export function leaveService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  async function within<T>(actor: Actor, work: (tx: Tx, now: Date, today: Day) => Promise<T>): Promise<T> {
    const { zone } = await rulesOf(actor.tenantId);
    const now = clock.now();
    return db.transaction({ tenantId: actor.tenantId, userId: actor.userId, indexed: true }, (tx) =>
      work(tx, now, dayOf(now, zone)),
    );
  }
  const audit = (tx: Tx, actor: Actor, action: string, id: string, before: Row | null, after: Row, now: Date) => {
    const told = (row: Row | null) => row && { personId: row.user_id, ...daysOf(row), reason: row.reason };
    const detail = { before: told(before), after: told(after) };
    return appendAudit(tx, [{ action, subject: 'leave', subjectId: id, actorId: actor.userId, detail }], now);
  };
  const one = async (tx: Tx, id: string): Promise<Row> => {
    const [row] = await rowsOf(tx, [id]);
    if (!row) throw new ApiError('not-found');
    return row;
  };
  /** Of two who keep days off of one person, the second sees what the first one wrote. */
  const hold = (tx: Tx, userId: string) =>
    tx.query('select 1 from users where tenant_id = current_tenant() and id = $1 for no key update', [userId]);

  return {
    list: (actor: Actor, { personId, state, page, size }: RequestOf<typeof listLeaves>['query']) =>
      within(actor, async (tx, _now, today) => {
        const parameters: unknown[] = [];
        const use = (value: unknown, type: string) => `$${parameters.push(value)}::${type}`;
        const all = ['v.tenant_id = current_tenant()', peopleScope(actor, parameters, 'v.tenant_id', 'v.user_id')];
        if (personId) all.push(`v.user_id = ${use(personId, 'uuid')}`);
        if (state) all.push(IN_STATE[state].replaceAll('DAY', () => use(today, 'date')));
        const source = { from: 'leaves v', where: all.join(' and '), parameters };
        const counted = await countOf(tx, source, 'quick');
        const order = { by: 'v.until_on', dir: 'desc', indexed: 'desc', type: 'date', id: 'v.id' } as const;
        const ids = await pageOfIds(tx, source, order, { page, pageSize: size }, counted);
        const rows = new Map((await rowsOf(tx, ids)).map((row) => [row.id, present(row, today)]));
        return { rows: ids.flatMap((id) => rows.get(id) ?? []), ...counted };
      }),

    add: (actor: Actor, { id, personId, from, until, reason }: RequestOf<typeof addLeave>['body']): Promise<Leave> =>
      within(actor, async (tx, now, today) => {
        await hold(tx, personId);
        const { row: person } = await subordinateOf(tx, actor, personId);
        const [there] = await rowsOf(tx, [id]);
        if (there && there.user_id === person.id) return present(there, today);
        if (!COLLECT.includes(kindOf(postOf(person).role)))
          throw invalid({ personId: 'Not a telecaller, collector or field agent' });
        const faults = leaveFaults({ from, until }, today);
        if (Object.keys(faults).length > 0) throw invalid(faults);
        const [other] = await tx.query<{ from_on: Day; until_on: Day }>(
          `select from_on, until_on from leaves where tenant_id = current_tenant() and user_id = $1 and withdrawn_at is null
              and until_on >= $2 and from_on <= $3 order by from_on limit 1`,
          [person.id, from, until],
        );
        if (other) throw invalid({ from: `On leave already from ${other.from_on} until ${other.until_on}` });
        const made = await tx.query(
          `insert into leaves (tenant_id, id, user_id, from_on, until_on, reason, made_by, made_at)
           values (current_tenant(), $1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`,
          [id, person.id, from, until, reason, actor.userId, now],
        );
        // Somebody else's days off have this id.
        if (made.length === 0) throw new ApiError('conflict');
        const after = await one(tx, id);
        await audit(tx, actor, 'leave.added', id, null, after, now);
        return present(after, today);
      }),

    end: (actor: Actor, id: string): Promise<Leave> =>
      within(actor, async (tx, now, today) => {
        const { user_id } = await one(tx, id);
        await hold(tx, user_id);
        await subordinateOf(tx, actor, user_id);
        const before = await one(tx, id);
        const state = leaveState(daysOf(before), today);
        if (state === 'over' || state === 'withdrawn') return present(before, today);
        const worked = before.from_on < today;
        await tx.query(
          `update leaves set until_on = $2, withdrawn_at = $3 where tenant_id = current_tenant() and id = $1`,
          [id, worked ? addDays(today, -1) : before.until_on, worked ? null : now],
        );
        const after = await one(tx, id);
        await audit(tx, actor, 'leave.ended', id, before, after, now);
        return present(after, today);
      }),
  };
}
