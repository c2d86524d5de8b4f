/**
 * Getting the day's work: pages from the server's cursor, one transaction a page, until there are no more; then the
 * digests are compared and only what differs is fetched whole. A loan with queued work is never purged.
 */
import { allCodes } from '../../core/contract/codes';
import { type Bases, urlOf } from '../../core/contract/kit';
import type { Loan } from '../../core/contract/loans';
import { syncLoans } from '../../core/contract/sync';
import { workOrder } from '../../core/contract/work-order';
import { NOT_OURS, type RequestVerdict, readRequest } from './answers';
import { LIST_NOT_STORED } from './errors';
import { CHUNK_SIZE, type LoanShelf } from './loan-chunks';
import { retryDelay } from './retry';
import type { Transport } from './transport';
import type { CodesRow, SyncRow, UserDb } from './user-db';

export interface SyncContext {
  db: UserDb;
  /** User id: only this user's list is taken. */
  owner: string;
  shelf: LoanShelf;
  transport: Transport;
  bases: Bases;
  now: () => number;
  /** Another tab may have taken over: stop between pages. */
  leading: () => boolean;
  /** After every page that is stored; the ids that may have changed, or undefined for all. */
  onPage: (row: SyncRow, ids: Iterable<string> | undefined) => void;
  contact: () => void;
  /** Waits so many ms; a plain timer when left out. */
  pause?: (ms: number) => Promise<void>;
}

/** The first page of a first list: some screens full, so that the agent can begin while the rest comes. */
const FIRST_PAGE = 40;
/** A page that takes longer than this makes the next ones smaller: a thin line that breaks must not lose much. */
const SLOW_MS = 8_000;
const LEAST_PAGE = 50;
/** A server that is busy is waited for in the same round, as often and as long as this. */
const BUSY = { times: 3, mostMs: 60_000 };

export type SyncOutcome =
  /** `order`: the version of the sorting rules that the server has. */
  | { ok: true; asOf: number; order: number | undefined }
  | { ok: false; reason: 'unreachable' | 'login' | 'stopped' | 'refused' | 'storage'; message: string };

type Page = {
  reset: boolean;
  loans: Loan[];
  revoked: { loanId: string; reason: string }[];
  cursor: string;
  more: boolean;
  total: number;
  digests: number[] | null;
  order?: number | undefined;
};

class PullFailed extends Error {
  constructor(readonly outcome: Extract<SyncOutcome, { ok: false }>) {
    super(outcome.message);
  }
}

const plainPause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One answer of the server, after the waits that it asks for. */
async function ask(
  ctx: SyncContext,
  query: { cursor?: string; limit: number; groups?: string },
): Promise<RequestVerdict> {
  for (let times = 1; ; times += 1) {
    const answer = await ctx
      .transport({ method: 'GET', url: urlOf(ctx.bases, syncLoans, {}, query), timeoutMs: 60_000 })
      .catch(() => null);
    const verdict = readRequest(answer, ctx.now());
    const waitMs = verdict.kind === 'all' && verdict.fate === 'retry-later' && verdict.contact ? verdict.waitMs : 0;
    if (waitMs === 0 || waitMs > BUSY.mostMs || times >= BUSY.times) return verdict;
    await (ctx.pause ?? plainPause)(retryDelay(times, waitMs));
    if (!ctx.leading()) return verdict;
  }
}

async function page(ctx: SyncContext, query: { cursor?: string; limit: number; groups?: string }): Promise<Page> {
  const began = ctx.now();
  const verdict = await ask(ctx, query);
  if (verdict.kind !== 'answered') {
    if (verdict.kind === 'all' && !verdict.contact) ctx.shelf.pageSize = Math.max(LEAST_PAGE, ctx.shelf.pageSize >> 1);
    const reason =
      verdict.fate === 'waiting-for-login' ? 'login' : verdict.fate === 'retry-later' ? 'unreachable' : 'refused';
    throw new PullFailed({ ok: false, reason, message: verdict.problem.message });
  }
  const slow = ctx.now() - began > SLOW_MS;
  ctx.shelf.pageSize = slow
    ? Math.max(LEAST_PAGE, ctx.shelf.pageSize >> 1)
    : Math.min(CHUNK_SIZE, ctx.shelf.pageSize * 2);
  const parsed = syncLoans.response.safeParse(verdict.body);
  if (!parsed.success)
    throw new PullFailed({
      ok: false,
      reason: 'refused',
      message: 'The server answered in a form this app does not know.',
    });
  // A cache that asks nobody for whom it keeps an answer may hold the list of who used this phone before.
  if (parsed.data.data.owner !== ctx.owner)
    throw new PullFailed({ ok: false, reason: 'unreachable', message: NOT_OURS.message });
  ctx.contact();
  return parsed.data.data;
}

const NOTHING: SyncRow = { key: 'loans', cursor: null, asOf: null, progress: null };

/** One round: everything since the last cursor, then drift. Never rejects. */
export async function pull(ctx: SyncContext): Promise<SyncOutcome> {
  try {
    let row: SyncRow = (await ctx.db.sync.get('loans')) ?? NOTHING;
    let digests: number[] | null = null;
    let order: number | undefined;
    const fetchAfter = (cursor: string | null): Promise<Page> => {
      const fetched = page(ctx, cursor === null ? { limit: FIRST_PAGE } : { limit: ctx.shelf.pageSize, cursor });
      // Its failure is heard when its turn comes, or never when this round ends before.
      fetched.catch(() => {});
      return fetched;
    };
    let coming = fetchAfter(row.cursor);
    for (let more = true; more; ) {
      if (!ctx.leading()) return { ok: false, reason: 'stopped', message: 'Another window is syncing.' };
      const next = await coming;
      // The next page travels while this one is sealed and stored.
      if (next.more) coming = fetchAfter(next.cursor);
      const first = row.asOf === null || next.reset;
      const done = (next.reset ? 0 : (row.progress?.done ?? 0)) + next.loans.length;
      row = {
        key: 'loans',
        cursor: next.cursor,
        asOf: next.more ? (next.reset ? null : row.asOf) : ctx.now(),
        progress: next.more && first ? { done: Math.min(done, next.total), total: next.total } : null,
      };
      await ctx.shelf.apply({ reset: next.reset, loans: next.loans, revoked: next.revoked, sync: row });
      ctx.onPage(row, next.reset ? undefined : changed(next));
      ({ more, digests, order } = next);
    }
    if (digests) await repair(ctx, row, digests);
    const released = await ctx.shelf.release();
    if (released.length) ctx.onPage(row, released);
    return { ok: true, asOf: row.asOf ?? ctx.now(), order };
  } catch (error) {
    if (error instanceof PullFailed) return error.outcome;
    return { ok: false, reason: 'storage', message: LIST_NOT_STORED };
  }
}

const changed = ({ loans, revoked }: Pick<Page, 'loans' | 'revoked'>): string[] => [
  ...loans.map((loan) => loan.id),
  ...revoked.map(({ loanId }) => loanId),
];

/** Compares what is held with the server's digests, and takes what differs. */
async function repair(ctx: SyncContext, row: SyncRow, theirs: readonly number[]): Promise<void> {
  const { differences } = await import('./loan-repair');
  const found = await differences(ctx.shelf, theirs, (query) => page(ctx, query));
  if (!found) return;
  await ctx.shelf.apply({ reset: false, ...found, sync: row });
  ctx.onPage(row, changed(found));
}

/** The tenant's codes and policy; the last known ones stay when there is no answer. Without room for them they serve until the app is closed. */
export async function pullCodes(
  ctx: Pick<SyncContext, 'db' | 'transport' | 'bases' | 'now'>,
): Promise<CodesRow | undefined> {
  const answer = await ctx.transport({ method: 'GET', url: urlOf(ctx.bases, allCodes) }).catch(() => null);
  const verdict = readRequest(answer, ctx.now());
  const parsed = verdict.kind === 'answered' ? allCodes.response.safeParse(verdict.body) : undefined;
  if (!parsed?.success) return undefined;
  const { codes, policy } = parsed.data.data;
  const order = workOrder.safeParse(policy.order);
  const row: CodesRow = {
    key: 'codes',
    codes,
    policy: { maxPtpDays: policy.maxPtpDays, zone: policy.zone, ...(order.success && { order: order.data }) },
    at: ctx.now(),
  };
  await ctx.db.codes.put(row).catch(() => undefined);
  return row;
}
