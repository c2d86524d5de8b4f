import { LATE_SCHEDULES } from './late-schedules';
import type { Schedule } from './steps';
import { SWITCH_SCHEDULES } from './switch-schedules';

/**
 * Twelve bugs that offline engines are known for. Each is planted by replacing exact pieces of source while the simulation
 * is built, so that the product itself has no switch for them. Where a piece is not found any more, the build fails and
 * the bug has to be written anew.
 */
export interface Replacement {
  /** From the repository's root. */
  file: string;
  find: string;
  put: string;
}

export interface Bug {
  name: string;
  replacements: Replacement[];
  /** Schedules that show it, where drawn ones seldom get there; otherwise it is looked for from `from` on. */
  schedules?: readonly Schedule[];
  /** Where the search begins and how many schedules it may take. */
  from: number;
  within: number;
  /** What the judge must say about it. */
  shows: RegExp;
}

const DRAIN = 'src/offline/drain.ts';
const COORDINATION = 'src/offline/coordination.ts';
const READ_ITEMS = 'rows.map((row) => ({ row, verdict: readItem(results.get(row.key), row) })),';

export const BUGS: readonly Bug[] = [
  {
    name: 'check-then-insert',
    shows: /doubled/,
    from: 1,
    within: 600,
    replacements: [
      {
        // The key is looked up in a transaction of its own …
        file: 'server/modules/dispositions/service.ts',
        find: 'return submit(actor.tenantId, await prepare(actor, items));',
        put: `const held = await db.transaction(scopeOf(actor), (tx) => tx.query(
            'select key, receipt from idempotency_keys where tenant_id = $1 and user_id = $2 and key = any($3::uuid[])',
            [actor.tenantId, actor.userId, items.map(({ key }) => key)]));
          const receipts = new Map(held.map((row) => [row.key, row.receipt]));
          const fresh = items.filter(({ key }) => !receipts.has(key));
          const results = fresh.length === 0 ? [] : await submit(actor.tenantId, await prepare(actor, fresh));
          const answered = new Map(results.map((result) => [result.key, result]));
          return items.map(({ key }) => receipts.has(key) ? { key, receipt: receipts.get(key) } : answered.get(key));`,
      },
      // … and nobody looks again when it is inserted.
      {
        file: 'server/modules/dispositions/accept.ts',
        find: 'const stored = this.#keys.get(at);',
        put: 'const stored = undefined;',
      },
      {
        file: 'server/modules/dispositions/accept.ts',
        find: 'const earlier = this.#taken.get(at);',
        put: 'const earlier = undefined;',
      },
      {
        file: 'server/modules/dispositions/accept.ts',
        find: "if (this.#records.has(record.id)) return { kind: 'conflict' };",
        put: '',
      },
      {
        file: 'server/modules/dispositions/group-write.ts',
        find: 'if (row?.taken !== group.records.length + group.barred.length) {',
        put: 'if (!row) {',
      },
      {
        file: 'server/modules/dispositions/group-write.ts',
        find: 'visited_at timestamptz, place text, person_met text, lat double precision, lng double precision,\n      accuracy_m double precision, mock boolean, gps_missing text, on_site_seconds int))`,',
        put: 'visited_at timestamptz, place text, person_met text, lat double precision, lng double precision,\n      accuracy_m double precision, mock boolean, gps_missing text, on_site_seconds int) on conflict do nothing)`,',
      },
    ],
  },
  {
    name: 'deleted before the answer',
    shows: /lost/,
    from: 1,
    within: 100,
    replacements: [
      {
        file: DRAIN,
        find: 'await db.outbox.bulkPut(fresh);',
        put: 'await db.outbox.bulkDelete(fresh.map((row) => row.key));',
      },
    ],
  },
  {
    name: 'a new key at each try',
    shows: /doubled|lost/,
    from: 1,
    within: 100,
    replacements: [
      {
        file: DRAIN,
        find: "import { openJson } from './vault';",
        put: "import { openJson } from './vault';\nimport { uuidv7 } from '../../core/domain/ids';\nimport { payloadHash } from '../../core/domain/canonical';",
      },
      {
        file: DRAIN,
        find: 'const items = await Promise.all(rows.map((row) => itemOf(ctx, row)));',
        put: `const items = await Promise.all(rows.map(async (row) => {
            const item = await itemOf(ctx, row);
            if (!('record' in item)) return item;
            const record = { ...item.record, id: uuidv7() };
            return { key: record.id, hash: await payloadHash(record), record };
          }));`,
      },
      {
        file: DRAIN,
        find: READ_ITEMS,
        put: `rows.map((row, at) => {
          const verdict = readItem(results.get(items[at].key), items[at]);
          return { row, verdict: verdict.to === 'accepted' ? { ...verdict, receipt: { ...verdict.receipt, hash: row.hash } } : verdict };
        }),`,
      },
    ],
  },
  {
    name: 'no lock',
    shows: /two senders/,
    from: 1,
    within: 600,
    replacements: [
      {
        file: COORDINATION,
        find: 'if (alive && held.holder !== presence.id && held.holder !== evict) return held.holder;',
        put: '',
      },
      {
        file: COORDINATION,
        find: 'if (held?.holder !== presence.id) {\n        until = 0;\n        return;\n      }',
        put: '',
      },
    ],
  },
  {
    name: 'a lock held over the network, and no takeover',
    shows: /stuck/,
    from: 1,
    within: 600,
    replacements: [
      {
        file: COORDINATION,
        find: 'let other = await take(null);',
        put: `return locks().request('recoup-lead-' + db.name + name, { ifAvailable: true }, async (lock) => {
            if (lock) await work({ leading: () => true });
            return lock !== null;
          });
          let other = await take(null);`,
      },
    ],
  },
  {
    name: 'dropped after seven days',
    shows: /lost/,
    from: 1,
    within: 600,
    replacements: [
      {
        file: 'src/offline/housekeeping.ts',
        find: 'export async function pruneReceipts(db: UserDb, now: number): Promise<void> {',
        put: `export async function pruneReceipts(db: UserDb, now: number): Promise<void> {
  await db.outbox.filter((row) => row.createdAt <= now - KEPT_MS).delete();`,
      },
    ],
  },
  {
    name: 'any 200 is a success',
    shows: /lost|not the server's/,
    from: 70,
    within: 100,
    replacements: [
      {
        file: 'src/offline/answers.ts',
        find: "if (answer.status === 200 && typeof json === 'object' && json !== null && 'success' in json && json.success === true)",
        put: 'if (answer.status === 200)',
      },
      {
        file: DRAIN,
        find: READ_ITEMS,
        put: `rows.map((row) => ({ row, verdict: { to: 'accepted', receipt: results.get(row.key)?.receipt ?? {
          key: row.key, hash: row.hash, recordId: row.key, receiptNo: 'R-000000', outcome: 'applied',
          receivedAt: new Date(now).toISOString(), chain: { seq: 0, hash: row.hash } } } })),`,
      },
      {
        file: DRAIN,
        find: "  const verdict = readRequest(answer, ctx.now());\n  if (verdict.kind === 'answered') {",
        put: "  const now = ctx.now();\n  const verdict = readRequest(answer, now);\n  if (verdict.kind === 'answered') {",
      },
    ],
  },
  {
    name: 'a frozen token',
    shows: /nobody signed in again/,
    from: 1,
    within: 600,
    replacements: [
      {
        file: 'src/offline/page-transport.ts',
        find: '  return async (request) => {',
        put: '  let frozen: string | undefined;\n  return async (request) => {',
      },
      {
        file: 'src/offline/page-transport.ts',
        find: 'const token = await session.accessToken();',
        put: 'frozen ??= await session.accessToken();\n    const token = frozen;',
      },
      {
        file: 'src/offline/page-transport.ts',
        find: "return (await session.renew(token)) === 'renewed' ? sendWith(await session.accessToken()) : answer;",
        put: 'return answer;',
      },
    ],
  },
  {
    name: 'the outbox cleared on logout',
    shows: /lost/,
    from: 1,
    within: 300,
    replacements: [
      {
        file: 'src/offline/session.ts',
        find: 'await forgetFirstScreens().catch(() => undefined);',
        put: `await forgetFirstScreens().catch(() => undefined);
      if (reason === 'logout' && owner) {
        const own = openUserDb(owner.tenantId, owner.userId);
        await own.outbox.clear();
        own.close();
      }`,
      },
    ],
  },
  {
    name: 'a mended record bars nothing',
    shows: /doubled/,
    schedules: LATE_SCHEDULES,
    from: 1,
    within: LATE_SCHEDULES.length,
    replacements: [
      {
        file: 'server/modules/dispositions/accept.ts',
        find: 'const bars = forged ? [] : ',
        put: 'const bars = true ? [] : ',
      },
    ],
  },
  {
    name: "the last user's list from a cache, for one moment",
    shows: /leaked: agent 1 on phone 0 was shown loan/,
    schedules: SWITCH_SCHEDULES,
    from: 1,
    within: SWITCH_SCHEDULES.length,
    replacements: [
      {
        file: 'src/offline/sync.ts',
        find: 'if (parsed.data.data.owner !== ctx.owner)',
        put: 'if (parsed.data.data.owner === null)',
      },
    ],
  },
  {
    name: 'a cursor by timestamp',
    shows: /loan .* (missing|version|any more)/,
    from: 1,
    within: 600,
    replacements: [
      {
        file: 'server/modules/sync/repository.ts',
        find: 'select pg_snapshot_xmin(pg_current_snapshot()) as horizon',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands inside a template literal once it is planted.
        put: "select '${Date.now()}'::xid8 as horizon",
      },
      {
        file: 'server/modules/sync/repository.ts',
        find: '(f.changed_xid, f.loan_id) > ($3::xid8, $4::uuid)',
        put: `$4::uuid is not null and greatest(l.updated_at, (select max(greatest(a.assigned_at, a.ended_at))
            from loan_assignments a where a.tenant_id = f.tenant_id and a.loan_id = f.loan_id))
            > to_timestamp($3::text::numeric / 1000)`,
      },
      {
        file: 'server/modules/sync/service.ts',
        find: ' && !(await isAhead(tx, given))',
        put: '',
      },
      {
        // Digests would mend what the cursor skips.
        file: 'server/modules/sync/service.ts',
        find: 'digests: !more && still ? await readDigests(tx, actor) : null,',
        put: 'digests: null,',
      },
    ],
  },
];
