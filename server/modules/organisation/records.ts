/** What the records of the organisation have in common: versions, the audit of a change, names that are taken. */
import type { Party } from '../../../core/contract/organisation';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import { DatabaseError, type Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';

/** Column by field; only names that are written in the sources reach SQL. */
export type Columns = Readonly<Record<string, string>>;

export const PARTY_COLUMNS = {
  contactName: 'contact_name',
  contactEmail: 'contact_email',
  contactMobile: 'contact_mobile',
  gst: 'gst',
  pan: 'pan',
  addressLine: 'address_line',
  city: 'city',
  state: 'state',
  pincode: 'pincode',
} as const satisfies Record<keyof Party, string>;

export interface PartyRow {
  contact_name: string | null;
  contact_email: string | null;
  contact_mobile: string | null;
  gst: string | null;
  pan: string | null;
  address_line: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
}

export const partyOf = (row: PartyRow): Party => ({
  contactName: row.contact_name,
  contactEmail: row.contact_email,
  contactMobile: row.contact_mobile,
  gst: row.gst,
  pan: row.pan,
  addressLine: row.address_line,
  city: row.city,
  state: row.state,
  pincode: row.pincode,
});

export type Values = Readonly<Record<string, unknown>>;

const fieldsOf = (columns: Columns, values: Values) =>
  Object.entries(columns).filter(([field]) => values[field] !== undefined);

/** Adds a row of the transaction's tenant. `more` are columns beside the record's own fields. */
export async function insertRecord(
  tx: Tx,
  table: string,
  columns: Columns,
  id: string,
  values: Values,
  more: Values = {},
): Promise<void> {
  const fields = fieldsOf(columns, values);
  const names = ['id', ...fields.map(([, column]) => column), ...Object.keys(more)];
  const parameters = [id, ...fields.map(([field]) => values[field]), ...Object.values(more)];
  await tx.query(
    `insert into ${table} (tenant_id, ${names.join(', ')})
     values (current_tenant(), ${parameters.map((_, at) => `$${at + 1}`).join(', ')})`,
    parameters,
  );
}

/**
 * Changes a row of the transaction's tenant; the caller has read it `for update`. With `values` its version is stepped;
 * a flag alone leaves it, so that switching something off disturbs nobody who is writing about it.
 */
export async function updateRecord(
  tx: Tx,
  table: string,
  columns: Columns,
  id: string,
  values: Values,
  more: Values = {},
): Promise<void> {
  const fields = fieldsOf(columns, values);
  const parameters: unknown[] = [id];
  const sets = [
    ...fields.map(([field, column]) => `${column} = $${parameters.push(values[field])}`),
    ...Object.entries(more).map(([column, value]) => `${column} = $${parameters.push(value)}`),
  ];
  if (fields.length > 0) sets.push('version = version + 1');
  await tx.query(`update ${table} set ${sets.join(', ')} where tenant_id = current_tenant() and id = $1`, parameters);
}

/** The fields that differ, as they were and as they are; undefined when none does. */
export function difference(before: object, after: Values): { before: Values; after: Values } | undefined {
  const held = before as Values;
  const changed = Object.keys(after).filter(
    (field) => after[field] !== undefined && JSON.stringify(held[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return undefined;
  const of = (from: Values) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { before: of(held), after: of(after) };
}

/** One entry about a record, in the transaction that changes it. What was not there before, or is no longer, is null. */
export async function note(
  tx: Tx,
  /** Null: a command of the installation's keeper. */
  actor: { userId: string | null },
  action: string,
  subject: { kind: string; id: string },
  detail: Values,
  now: Date,
): Promise<void> {
  await appendAudit(
    tx,
    [
      {
        action,
        subject: subject.kind,
        subjectId: subject.id,
        actorId: actor.userId,
        detail: { before: null, after: null, ...detail },
      },
    ],
    now,
  );
}

/** Refuses a change that was made from an older version than the newest. */
export function refuseStale(held: { version: number; updatedBy: string | null }, from: number): void {
  if (held.version === from) return;
  throw new ApiError('conflict', {
    message: `${held.updatedBy ?? 'Somebody else'} changed this while you were at it. Look at both and save again.`,
  });
}

/** Turns a name that is taken into the words of its field: the database decides, so that of two at once one is told. */
export async function namesAreNew<T>(
  work: () => Promise<T>,
  taken: Readonly<Record<string, { path: string; message: string }>>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const field = error instanceof DatabaseError && error.code === '23505' ? taken[error.constraint ?? ''] : undefined;
    if (!field) throw error;
    throw new ApiError('invalid', { message: field.message, fields: [field], cause: error });
  }
}

/** A search text as a LIKE pattern over lower-case text. */
export const likeOf = (q: string | undefined): string => `%${(q ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

interface Kept {
  version: number;
  updatedBy: string | null;
}

/** A kind of records that are added and changed with their versions, each change in the audit (`<table>.created`, `<table>.updated`). */
export interface RecordKind<Row extends Kept> {
  table: string;
  /** What the audit calls one. */
  subject: string;
  columns: Columns;
  /** Undefined also for one that the caller does not see. */
  find: (tx: Tx, actor: Actor, id: string, lock?: boolean) => Promise<Row | undefined>;
  /** By the index that refuses it. */
  taken: Parameters<typeof namesAreNew>[1];
  /** Throws `invalid` for what does not fit to other records. */
  fits?: (tx: Tx, actor: Actor, fields: Values, id?: string) => Promise<void>;
}

/** Throws `not-found`, `conflict` for what was changed since, and `invalid` with the field of a name that is taken. */
export function recordWrites<Row extends Kept>({ db, clock }: Pick<Deps, 'db' | 'clock'>, of: RecordKind<Row>) {
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, work);
  async function found(tx: Tx, actor: Actor, id: string, lock = false): Promise<Row> {
    const row = await of.find(tx, actor, id, lock);
    if (!row) throw new ApiError('not-found');
    return row;
  }
  const changedBy = (actor: Actor, now: Date) => ({ updated_at: now, updated_by: actor.userId });

  return {
    run,
    found,
    get: (actor: Actor, id: string) => run(actor, (tx) => found(tx, actor, id)),

    create(actor: Actor, body: Values): Promise<Row> {
      const now = clock.now();
      const id = uuidv7(now.getTime());
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            await of.fits?.(tx, actor, body);
            const by = { created_at: now, created_by: actor.userId, ...changedBy(actor, now) };
            await insertRecord(tx, of.table, of.columns, id, body, by);
            await note(tx, actor, `${of.table}.created`, { kind: of.subject, id }, { after: body }, now);
            return found(tx, actor, id);
          }),
        of.taken,
      );
    },

    update(actor: Actor, id: string, { version, ...fields }: Values & { version: number }): Promise<Row> {
      const now = clock.now();
      return namesAreNew(
        () =>
          run(actor, async (tx) => {
            const held = await found(tx, actor, id, true);
            refuseStale(held, version);
            const changed = difference(held, fields);
            if (!changed) return held;
            await of.fits?.(tx, actor, fields, id);
            await updateRecord(tx, of.table, of.columns, id, fields, changedBy(actor, now));
            await note(tx, actor, `${of.table}.updated`, { kind: of.subject, id }, changed, now);
            return found(tx, actor, id);
          }),
        of.taken,
      );
    },

    /** Switches one on or off; without a version, since it says what it shall be. */
    activate(actor: Actor, id: string, active: boolean): Promise<Row> {
      const now = clock.now();
      return run(actor, async (tx) => {
        const held = await found(tx, actor, id, true);
        const changed = difference(held, { active });
        if (!changed) return held;
        await updateRecord(tx, of.table, {}, id, {}, { active, ...changedBy(actor, now) });
        const action = `${of.table}.${active ? 'activated' : 'deactivated'}`;
        await note(tx, actor, action, { kind: of.subject, id }, changed, now);
        return found(tx, actor, id);
      });
    },
  };
}
