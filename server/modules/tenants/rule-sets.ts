/** Ordered lists of rules that a tenant keeps in versions: the newest is in force, none is ever changed. All SQL of them is here. */
import { appendAudit } from '../../db/audit';
import { DatabaseError, type Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';

interface Kept {
  table: 'allocation_rule_sets' | 'sorting_rule_sets' | 'leaderboard_settings';
  /** What saving is in the audit chain, and of what. */
  action: string;
  subject: string;
}

export interface RuleSetRow<Rule> {
  version: number;
  rules: Rule[];
  saved_by: string;
  saved_at: string;
  saver: string | null;
}

const SAVER = '(select u.full_name from users u where u.tenant_id = s.tenant_id and u.id = s.saved_by)';

export function ruleSets<Rule>({ table, action, subject }: Kept) {
  /** A version of the rules, the newest when none is named; undefined before anything was saved. */
  async function find(tx: Tx, tenantId: string, version?: number): Promise<RuleSetRow<Rule> | undefined> {
    const [row] = await tx.query<RuleSetRow<Rule> & Record<string, unknown>>(
      `select s.version, s.rules, s.saved_by, s.saved_at, ${SAVER} as saver from ${table} s
        where s.tenant_id = $1 and ($2::int is null or s.version = $2) order by s.version desc limit 1`,
      [tenantId, version ?? null],
    );
    return row;
  }
  return {
    find,
    /** Throws `not-found` for a version that nobody saved. */
    async present(tx: Tx, tenantId: string, version?: number) {
      const row = await find(tx, tenantId, version);
      if (!row && version !== undefined) throw new ApiError('not-found');
      return row
        ? { version: row.version, rules: row.rules, savedBy: row.saver, savedAt: row.saved_at }
        : { version: 0, rules: [], savedBy: null, savedAt: null };
    },
    /** Throws `conflict` when somebody saved a version since the one these were made from. */
    async save(
      tx: Tx,
      actor: Actor,
      { version, rules }: { version: number; rules: readonly Rule[] },
      now: Date,
    ): Promise<void> {
      const before = await find(tx, actor.tenantId);
      if ((before?.version ?? 0) !== version) throw new ApiError('conflict');
      try {
        await tx.query(
          `insert into ${table} (tenant_id, version, rules, saved_by, saved_at) values ($1, $2, $3, $4, $5)`,
          [actor.tenantId, version + 1, JSON.stringify(rules), actor.userId, now],
        );
      } catch (error) {
        if (error instanceof DatabaseError && error.constraint === `${table}_pkey`) throw new ApiError('conflict');
        throw error;
      }
      const detail = { before: before?.rules ?? [], after: rules };
      await appendAudit(tx, [{ action, subject, subjectId: String(version + 1), actorId: actor.userId, detail }], now);
    },
    /** The newest 20, each whole. */
    newest: (tx: Tx, tenantId: string) =>
      tx.query<RuleSetRow<Rule> & Record<string, unknown>>(
        `select s.version, s.rules, s.saved_by, s.saved_at, ${SAVER} as saver from ${table} s
          where s.tenant_id = $1 order by s.version desc limit 20`,
        [tenantId],
      ),
    /** The newest 20. */
    async versions(tx: Tx, tenantId: string) {
      const rows = await tx.query<{ version: number; rules: number; saver: string | null; saved_at: string }>(
        `select s.version, jsonb_array_length(s.rules) as rules, s.saved_at, ${SAVER} as saver
           from ${table} s where s.tenant_id = $1 order by s.version desc limit 20`,
        [tenantId],
      );
      return rows.map(({ version, rules, saver, saved_at }) => ({ version, rules, savedBy: saver, savedAt: saved_at }));
    },
  };
}
