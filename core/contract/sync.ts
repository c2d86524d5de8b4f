/**
 * The day's work on a device: a first snapshot in pages, then deltas, revocations explicit, drift found by digests.
 *
 * The cursor is the server's alone (opaque; epoch, transaction horizon and loan id inside), so that commits that become
 * visible out of order are never skipped. A cursor from another epoch (the database was restored) answers `reset: true`.
 */
import * as z from 'zod/mini';
import { id, instant } from './first-scalars';
import { defineEndpoint } from './kit';
import { loanSchema } from './loans';

export const REVOCATION_REASONS = ['unassigned', 'closed', 'suppressed', 'wiped'] as const;
/** Loans are digested in this many groups: hex digits 24–25 of the id string (random in a UUIDv7) modulo it. */
export const DIGEST_GROUPS = 16;

export const syncLoans = defineEndpoint({
  id: 'sync.loans',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/sync/loans',
  summary: "Changes of the caller's assigned loans since a cursor",
  access: { kind: 'session', roles: ['CRM_FIELDAGENT', 'CRM_TELECALLER', 'COLLECTOR'], scope: 'self' },
  idempotency: 'safe',
  query: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** Rows a page, 1 to 1000. */
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
    /** Ask for these digest groups whole (comma separated), to repair drift. */
    groups: z.optional(z.string().check(z.regex(/^\d{1,2}(,\d{1,2})*$/))),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Whose list this is (user id): a device takes nobody else's, whatever a cache on the way hands it. */
      owner: id,
      /** True when the device must drop what it holds and start over (its queued work excepted). */
      reset: z.boolean(),
      loans: z.array(loanSchema),
      revoked: z.array(z.object({ loanId: id, reason: z.enum(REVOCATION_REASONS) })),
      cursor: z.string(),
      more: z.boolean(),
      /** How many loans the caller has in all; for the progress bar. */
      total: z.int(),
      /** Only on the last page: one digest a group (`digestLoans`). */
      digests: z.nullable(z.array(z.int())),
      /** The version of the tenant's sorting rules: a phone that holds another asks for the codes and their policy again. */
      order: z.optional(z.int()),
      serverTime: instant,
    }),
  }),
});

/**
 * Digest of a set of loans: XOR over the group of `low32(last 32 bits of id × (2·version + 1))`, unsigned. The server
 * computes the same in SQL (server/modules/sync/repository.ts); a test compares both.
 */
export function digestLoans(loans: Iterable<{ id: string; version: number }>): number[] {
  const groups = new Array<number>(DIGEST_GROUPS).fill(0);
  for (const loan of loans) {
    const group = Number.parseInt(loan.id.slice(24, 26), 16) % DIGEST_GROUPS;
    const tail = Number.parseInt(loan.id.slice(28), 16);
    groups[group] = ((groups[group] ?? 0) ^ Math.imul(tail | 0, (2 * loan.version + 1) | 0)) >>> 0;
  }
  return groups;
}
