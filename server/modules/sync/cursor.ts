/**
 * Where a device stands in its feed, as an opaque text: base64url of JSON.
 *
 * Rows are ordered by the transaction that wrote them and the loan's id. A transaction below the horizon (the oldest
 * one still running) has ended, so nothing can appear there any more. Rows at or above it are delivered as well, but
 * the position that is kept stays at the horizon: whatever commits late is found the next time.
 */
import * as z from 'zod/mini';
import { xid } from '../../../core/contract/scalars';

const cursorSchema = z.strictObject({
  /** Names the life of the database; another one after a restore. */
  epoch: z.string().check(z.maxLength(64)),
  xid,
  loanId: z.uuid(),
  /** During the first snapshot: revocations older than its beginning mean nothing to the device. */
  from: z.optional(xid),
  /** While reading above the horizon: the horizon to come back to once everything is read. */
  safe: z.optional(xid),
  /** A walk through digest groups; `loanId` is where it is. */
  repair: z.optional(z.literal(true)),
});
export type Cursor = z.infer<typeof cursorSchema>;

export const NO_LOAN = '00000000-0000-0000-0000-000000000000';

export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Undefined when the text is not one of ours. */
export function readCursor(text: string): Cursor | undefined {
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export interface FeedRow {
  loan_id: string;
  changed_xid: string;
  /** Written by a transaction below the horizon. */
  settled: boolean;
}

/**
 * The cursor after a page that began at `at` and was read under `horizon`. `last` is the page's last row when there may
 * be more behind it, undefined when the feed is read to its end.
 */
export function cursorAfter(at: Cursor, horizon: string, last: FeedRow | undefined): Cursor {
  const { epoch } = at;
  if (!last) return { epoch, xid: at.safe ?? horizon, loanId: NO_LOAN };
  const position = { epoch, xid: last.changed_xid, loanId: last.loan_id, ...(at.from && { from: at.from }) };
  return last.settled && !at.safe ? position : { ...position, safe: at.safe ?? horizon };
}
