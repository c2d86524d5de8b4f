/** What the records of the organisation have in common: versions, the audit of a change, names that are taken. */
import type { Party } from '../../../core/contract/organisation';
import { appendAudit } from '../../db/audit';
import { DatabaseError, type Tx } from '../../db/database';
import { ApiError } from '../../http/implement';

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
export function difference(before: Values, after: Values): { before: Values; after: Values } | undefined {
  const changed = Object.keys(after).filter(
    (field) => after[field] !== undefined && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return undefined;
  const of = (from: Values) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { before: of(before), after: of(after) };
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
