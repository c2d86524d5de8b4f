/**
 * How often something may be tried. Counted in the database by one statement each, so that all doors and all server
 * processes share one memory; a key is kept as its hash only.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database, Tx } from '../../db/database';
import { ApiError } from '../../http/implement';
import type { Clock } from '../../platform/clock';
import { lockSeconds } from './lockout';

const MINUTE_MS = 60_000;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Whoever has one IPv6 address has the 2^64 beside it. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = address.includes('::')
    ? Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
    : [];
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

/** Takes one of `most` tries in a window that begins with the first; answers the seconds to wait when none is left, else 0. */
export async function takeTry(tx: Tx, key: string, most: number, windowMs: number, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: number; until: string }>(
    `insert into attempts (key, count, until, touched_at) values ($1, 1, $2, $3)
     on conflict (key) do update set
       count = case when attempts.until <= $3 then 1 else least(attempts.count + 1, $4::integer + 1) end,
       until = case when attempts.until <= $3 then excluded.until else attempts.until end,
       touched_at = $3
     returning count, until`,
    [hashOf(key), new Date(now.getTime() + windowMs), now, most],
  );
  return row && row.count > most ? Math.max(1, (Date.parse(row.until) - now.getTime()) / 1000) : 0;
}

export interface Limiter {
  /** Takes a try of an address; throws `too-many` when there is none left. The answer gives it back. */
  take(address: string): Promise<() => Promise<void>>;
}

/**
 * A number of wrong tries a minute and address. A right one gives its try back, so that an agency behind one address can
 * start its day, while guessing stays slow.
 */
export function addressLimiter(
  door: string,
  perMinute: number,
  { db, clock }: { db: Database; clock: Clock },
): Limiter {
  return {
    async take(address) {
      const key = `${door} from ${networkOf(address)}`;
      const retryAfterSeconds = await db.platform((tx) => takeTry(tx, key, perMinute, MINUTE_MS, clock.now()));
      if (retryAfterSeconds > 0) throw new ApiError('too-many', { retryAfterSeconds });
      return async () => {
        await db.platform((tx) =>
          tx.query('update attempts set count = greatest(count - 1, 0) where key = $1', [hashOf(key)]),
        );
      };
    },
  };
}

/** Whose password is tried: a user by whichever name, or a name that nobody has. */
export type Tried = { tenantId: string; userId: string } | { name: string };

const lockKey = (of: Tried): string => ('name' in of ? `name ${of.name}` : `user ${of.tenantId} ${of.userId}`);

export interface PasswordTry {
  /** Failures in a row, this try among them. */
  failures: number;
  /** Seconds for which the name is locked; the try does not count then. */
  lockedFor: number;
}

const TRIES_WAITING = 20;
const turns = new WeakMap<Database, Map<string, { last: Promise<unknown>; waiting: number }>>();

/**
 * One password of a person is looked at after the other: a try counts as wrong until it is seen to be right, so several right
 * ones at once would lock whoever signs in on all their devices in one moment. Throws `busy` when many wait.
 */
export async function inTurn<T>(db: Database, of: Tried, work: () => Promise<T>): Promise<T> {
  const lines = turns.get(db) ?? new Map<string, { last: Promise<unknown>; waiting: number }>();
  turns.set(db, lines);
  const key = lockKey(of);
  const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
  if (line.waiting >= TRIES_WAITING) throw new ApiError('busy', { retryAfterSeconds: 3 });
  lines.set(key, line);
  line.waiting += 1;
  const mine = line.last.then(work);
  line.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(key);
  }
}

/**
 * Counts a try as failed before the password is looked at (a right one takes it back), so that many tries at once cannot
 * slip past the lock. Names that nobody has are counted by the same statements.
 */
export async function beginPasswordTry(tx: Tx, of: Tried, now: Date): Promise<PasswordTry> {
  const key = hashOf(lockKey(of));
  const [row] = await tx.query<{ count: number; until: string }>(
    `insert into attempts (key, count, until, touched_at) values ($1, 0, $2, $2)
     on conflict (key) do update set touched_at = $2 returning count, until`,
    [key, now],
  );
  const failures = (row?.count ?? 0) + 1;
  const lockedFor = row ? (Date.parse(row.until) - now.getTime()) / 1000 : 0;
  if (lockedFor > 0) return { failures: failures - 1, lockedFor };
  await tx.query('update attempts set count = $2, until = $3 where key = $1', [
    key,
    failures,
    new Date(now.getTime() + lockSeconds(failures) * 1000),
  ]);
  return { failures, lockedFor: 0 };
}

/** Whoever has just proved who they are is not kept out by somebody else's wrong tries. */
export async function clearPasswordTries(db: Database, of: Tried): Promise<void> {
  await db.platform((tx) => tx.query('delete from attempts where key = $1', [hashOf(lockKey(of))]));
}

const PAGE = 5000;

/** Forgets counts that nothing has touched since; answers whether there may be more. */
export async function forgetAttempts(db: Database, before: Date): Promise<boolean> {
  const gone = await db.platform((tx) =>
    tx.query(
      `delete from attempts where key in (
         select key from attempts where touched_at < $1 and until < $1 limit ${PAGE}) returning 1`,
      [before],
    ),
  );
  return gone.length === PAGE;
}
