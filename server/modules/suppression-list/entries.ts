/** Entries of the suppression list as they are made and released, some hundred at a time in the caller's transaction. */
import type { Suppression, SuppressionKind } from '../../../core/contract/suppression-list';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import type { Tx } from '../../db/database';
import { touchLoans, turnsOn } from './covered';

/** Entries of one transaction: whoever saves on one of their loans waits a fraction of a second. */
const PAGE = 500;

export interface NewEntry {
  kind: SuppressionKind;
  key: string;
  value: string;
  portfolioId: string | null;
  channels: readonly string[] | null;
  reason: Suppression['reason'];
  note: string | null;
  fromOn: Day;
  untilOn: Day | null;
}

const WANTED = `jsonb_to_recordset($1::jsonb) as n(id uuid, kind text, key text, value text, "portfolioId" uuid, channels text[],
  reason text, note text, "fromOn" date, "untilOn" date)`;
/** What says the same as an entry that holds stays one. */
const THERE = `exists (select 1 from suppression_list o where o.tenant_id = current_tenant() and o.kind = n.kind and o.key = n.key
  and o.released_at is null and o.portfolio_id is not distinct from n."portfolioId" and o.channels is not distinct from n.channels
  and o.reason = n.reason and o.from_on = n."fromOn" and o.until_on is not distinct from n."untilOn")`;

/** Of these entries those that the list lacks, by their place. */
export async function missingEntries(tx: Tx, entries: readonly NewEntry[]): Promise<Set<number>> {
  const rows = await tx.query<{ place: number }>(
    `select n.place::integer from ${WANTED.replace('n(id uuid', 'n(place integer, id uuid')} where not ${THERE}`,
    [JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))],
  );
  return new Set(rows.map(({ place }) => place));
}

/** Adds what the list lacks, and tells phones; answers the made ones with their place among those that were given. */
export async function addEntries(
  tx: Tx,
  entries: readonly NewEntry[],
  by: { userId: string; importId: string | null; today: Day; now: Date },
): Promise<{ id: string; place: number }[]> {
  const ids = entries.map(() => uuidv7(by.now.getTime()));
  const places = new Map(ids.map((id, place) => [id, place]));
  // Of those that say the same the first counts.
  const wanted = new Map(
    entries.map((entry, place) => [JSON.stringify(entry), { ...entry, id: ids[place] }] as const).reverse(),
  );
  const made = await tx.query<{ id: string }>(
    `insert into suppression_list (tenant_id, id, kind, key, value, portfolio_id, channels, reason, note, from_on, until_on, turns_on,
                                   import_id, created_by, created_at)
     select current_tenant(), n.id, n.kind, n.key, n.value, n."portfolioId", n.channels, n.reason, nullif(n.note, ''), n."fromOn", n."untilOn",
            ${turnsOn('n."fromOn"', 'n."untilOn"', '$2::date')}, $3::uuid, $4::uuid, $5
       from ${WANTED} where not ${THERE}
     returning id`,
    [JSON.stringify([...wanted.values()]), by.today, by.importId, by.userId, by.now],
  );
  await touchLoans(
    tx,
    made.map(({ id }) => id),
    by.now,
  );
  return made.map(({ id }) => ({ id, place: places.get(id) ?? 0 }));
}

export interface Released {
  id: string;
  kind: SuppressionKind;
  value: string;
}

/** Ends entries from now on, and tells phones; answers those that had not ended. */
export async function releaseEntries(
  tx: Tx,
  ids: readonly string[],
  by: { userId: string | null; reason: string; now: Date },
): Promise<Released[]> {
  await touchLoans(tx, ids, by.now);
  return tx.query<Released & Record<string, unknown>>(
    `update suppression_list set released_at = $2, released_by = $3, release_reason = $4
      where tenant_id = current_tenant() and id = any($1::uuid[]) and released_at is null returning id, kind, value`,
    [ids, by.now, by.userId, by.reason],
  );
}

/** Of a list's filter what a job keeps: the keys that were searched for, and the kind. */
export interface Match {
  keys?: readonly string[] | undefined;
  kind?: SuppressionKind | undefined;
}

/** Conditions over `e`, whose values `use` takes. */
export const matching = ({ keys, kind }: Match, use: (value: unknown) => string): string[] => [
  ...(keys ? [`e.key = any(${use(keys)}::text[])`] : []),
  ...(kind ? [`e.kind = ${use(kind)}`] : []),
];
/** No longer holding on the day: released, or past its last one. */
export const isOver = (today: string): string =>
  `(e.released_at is not null or coalesce(e.until_on < ${today}::date, false))`;

/** Releases a page of the entries that match and were there before; answers the last that was looked at, or undefined when all were. */
export async function releasePage(
  tx: Tx,
  {
    match,
    except,
    before,
    after,
    today,
  }: { match: Match; except: readonly string[]; before: Date; after: string; today: Day },
  by: { userId: string | null; reason: string; now: Date },
): Promise<{ last: string; released: number } | undefined> {
  const parameters: unknown[] = [before, after, except];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const where = [...matching(match, use), `not ${isOver(use(today))}`].join(' and ');
  const rows = await tx.query<{ id: string }>(
    `select e.id from suppression_list e where e.tenant_id = current_tenant() and e.created_at <= $1 and e.id > $2::uuid
        and e.id <> all($3::uuid[]) and ${where} order by e.id limit ${PAGE}`,
    parameters,
  );
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  const released = await releaseEntries(
    tx,
    rows.map(({ id }) => id),
    by,
  );
  return { last, released: released.length };
}

/** How many entries of a file hold, counted to their end: a file is no larger than an import. */
export async function heldOfImport(tx: Tx, importId: string): Promise<number> {
  const [row] = await tx.query<{ held: number }>(
    'select count(*) as held from suppression_list where tenant_id = current_tenant() and import_id = $1 and released_at is null',
    [importId],
  );
  return row?.held ?? 0;
}

/** Releases up to `most` entries of a file; answers how many. */
export async function releaseOfImport(
  tx: Tx,
  importId: string,
  most: number,
  by: { userId: string | null; reason: string; now: Date },
): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    'select id from suppression_list where tenant_id = current_tenant() and import_id = $1 and released_at is null order by id limit $2',
    [importId, most],
  );
  await releaseEntries(
    tx,
    rows.map(({ id }) => id),
    by,
  );
  return rows.length;
}
