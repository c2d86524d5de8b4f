/** A tenant's contact rules by date: read, added to, and tried out on the week that was. All SQL of versions is here. */
import type { addPack, listPacks, PackRow, previewPack } from '../../../core/contract/contact-rules';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import {
  type Attempt,
  BUILT_IN,
  type BuiltIn,
  checkPack,
  DEFAULT_PACK,
  evaluateContact,
  type PackRule,
  type PackVersion,
} from '../../../core/domain/contact-gate';
import { type Day, dayOf } from '../../../core/domain/dates';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { loanScope } from '../loans';
import { readAgents, readFacts } from './facts';
import { asOf, phoneAsOf, portfolioRulesAsOf } from './late';

type PackList = ResponseOf<typeof listPacks>['data'];
type Preview = ResponseOf<typeof previewPack>['data'];

interface StoredPack extends Record<string, unknown> {
  id: string;
  version: number;
  name: string;
  base: string | null;
  effective_from: Day;
  microfinance: string[];
  rules: PackRule[];
  reason: string;
  by: string | null;
  created_at: string;
}

const storedPacks = (tx: Tx) =>
  tx.query<StoredPack>(
    `select p.id, p.version, p.name, p.base, p.effective_from, p.microfinance, p.rules, p.reason, u.full_name as by, p.created_at
       from contact_rule_packs p left join users u on u.tenant_id = p.tenant_id and u.id = p.created_by
      where p.tenant_id = current_tenant() order by p.version desc`,
  );

/** Of `rows`, newest version first: each with whether it counts. */
function withStates(rows: readonly StoredPack[], today: Day): PackRow[] {
  const newestOf = new Map<Day, number>();
  for (const { effective_from, version } of rows) {
    newestOf.set(effective_from, Math.max(newestOf.get(effective_from) ?? 0, version));
  }
  const begun = [...newestOf.keys()].filter((day) => day <= today).sort();
  const current = begun.at(-1) ?? null;
  const stateOf = ({ effective_from, version }: StoredPack): PackRow['state'] => {
    if (newestOf.get(effective_from) !== version) return 'replaced';
    if (effective_from === current) return 'in-force';
    return effective_from > today ? 'planned' : 'past';
  };
  return [
    ...rows.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      base: row.base,
      effectiveFrom: row.effective_from,
      microfinance: row.microfinance,
      rules: row.rules,
      reason: row.reason,
      by: row.by,
      at: row.created_at,
      state: stateOf(row),
    })),
    {
      id: null,
      version: 0,
      name: DEFAULT_PACK.name,
      base: 'default',
      effectiveFrom: DEFAULT_PACK.from,
      microfinance: DEFAULT_PACK.microfinance,
      rules: DEFAULT_PACK.rules,
      reason: '',
      by: null,
      at: null,
      state: current === null ? 'in-force' : 'past',
    },
  ];
}

export async function packList(tx: Tx, now: Date, zone: string): Promise<PackList> {
  const today = dayOf(now, zone);
  return {
    today,
    zone,
    versions: withStates(await storedPacks(tx), today),
    offered: (Object.entries(BUILT_IN) as [BuiltIn, PackVersion][]).map(([base, pack]) => ({
      base,
      name: pack.name,
      inForce: base === 'default',
      microfinance: pack.microfinance,
      rules: pack.rules,
    })),
  };
}

export async function addVersion(
  tx: Tx,
  actor: Actor,
  body: RequestOf<typeof addPack>['body'],
  now: Date,
  zone: string,
): Promise<void> {
  const today = dayOf(now, zone);
  const fields = checkPack(body.rules, body.effectiveFrom);
  if (body.effectiveFrom <= today) {
    fields.unshift({ path: 'effectiveFrom', message: 'Rules can only begin on a day to come' });
  }
  if (fields.length > 0) throw new ApiError('invalid', { fields });
  // Keeps two administrators apart: the second one waits here, and then sees the first one's version.
  await tx.query(
    `insert into tenant_counters (tenant_id, name, value) values (current_tenant(), 'contact-rules', 1)
     on conflict (tenant_id, name) do update set value = tenant_counters.value + 1`,
  );
  const versions = await storedPacks(tx);
  if (versions.some(({ id }) => id === body.id)) return;
  const before = versions.filter(({ effective_from }) => effective_from <= body.effectiveFrom);
  const [stood] = before.sort((a, b) => b.effective_from.localeCompare(a.effective_from) || b.version - a.version);
  const added = await tx.query(
    `insert into contact_rule_packs (tenant_id, id, version, name, base, effective_from, microfinance, rules, reason, created_by, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6::text[], $7::jsonb, $8, $9, $10)
     on conflict (tenant_id, id) do nothing returning version`,
    [
      body.id,
      (versions[0]?.version ?? 0) + 1,
      body.name,
      body.base,
      body.effectiveFrom,
      body.microfinance,
      body.rules,
      body.reason,
      actor.userId,
      now,
    ],
  );
  if (added.length === 0) return;
  const { microfinance, rules } = stood ?? DEFAULT_PACK;
  await appendAudit(
    tx,
    [
      {
        action: 'contact.rules-changed',
        subject: 'contact-rules',
        subjectId: body.id,
        actorId: actor.userId,
        detail: {
          before: { name: stood?.name ?? DEFAULT_PACK.name, microfinance, rules },
          after: {
            name: body.name,
            effectiveFrom: body.effectiveFrom,
            microfinance: body.microfinance,
            rules: body.rules,
          },
          reason: body.reason,
        },
      },
    ],
    now,
  );
}

const WEEK_MS = 7 * 86_400_000;
/** One replay takes so many attempts, the newest; it runs while somebody waits. */
const MOST_REPLAYED = 3000;
const EXAMPLES = 20;

/**
 * Plays the attempts of the last seven days on the caller's loans again under other rules, in their order: what these would have held back does not
 * count against what came after it. Rules of the pack that begin later are taken as if they had begun.
 */
export async function replay(
  tx: Tx,
  actor: Actor,
  pack: { microfinance: string[]; rules: PackRule[] },
  now: Date,
  zone: string,
): Promise<Preview> {
  const { tenantId } = actor;
  const from = new Date(now.getTime() - WEEK_MS);
  const parameters: unknown[] = [from, now];
  const scope = loanScope(actor, parameters);
  const made = await tx.query<{
    id: string;
    loan_id: string;
    borrower_id: string;
    channel: Attempt['channel'];
    phone_id: string | null;
    user_id: string | null;
    at: string;
    on_request: boolean;
    all_made: number;
  }>(
    `select a.id, a.loan_id, a.borrower_id, a.channel, a.phone_id, a.user_id, a.at, a.on_request, count(*) over () as all_made
       from contact_attempts a join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id
      where a.tenant_id = current_tenant() and a.at >= $1 and a.at <= $2 and ${scope}
      order by a.at desc, a.id limit ${MOST_REPLAYED}`,
    parameters,
  );
  const first = made.at(-1);
  const users = made.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]));
  const [loans, agents] = await Promise.all([
    readFacts(
      tx,
      tenantId,
      made.map(({ loan_id }) => loan_id),
      zone,
      { from: from.getTime(), to: now.getTime() },
    ),
    readAgents(tx, tenantId, users),
  ]);
  const begun = pack.rules.map((rule) => ({ ...rule, from: DEFAULT_PACK.from }));
  const packs: PackVersion[] = [
    { name: 'Preview', from: DEFAULT_PACK.from, microfinance: pack.microfinance, rules: begun },
  ];
  const kept = new Map<string, Attempt[]>();
  for (const { borrowerId, attempts } of loans.values()) {
    kept.set(
      borrowerId,
      attempts.filter(({ at }) => first !== undefined && at < Date.parse(first.at)),
    );
  }
  const byRule = new Map<Preview['byRule'][number]['rule'], number>();
  const byChannel = new Map<Attempt['channel'], number>();
  const examples: Preview['examples'] = [];
  let blocked = 0;
  for (const one of [...made].reverse()) {
    const loan = loans.get(one.loan_id);
    if (!loan) continue;
    const at = Date.parse(one.at);
    const before = kept.get(one.borrower_id) ?? [];
    const [reason] = evaluateContact({
      at,
      channel: one.channel,
      facts: asOf(loan, at),
      attempts: before,
      agent: (one.user_id !== null && agents.get(one.user_id)) || null,
      phone: phoneAsOf(loan, one.phone_id, at),
      place: null,
      onRequest: one.on_request,
      packs,
      portfolioRules: portfolioRulesAsOf(loan, at),
      homeZone: zone,
    }).reasons;
    if (!reason) {
      before.push({ at, channel: one.channel, connected: null, onRequest: one.on_request });
      continue;
    }
    blocked += 1;
    byRule.set(reason.rule, (byRule.get(reason.rule) ?? 0) + 1);
    byChannel.set(one.channel, (byChannel.get(one.channel) ?? 0) + 1);
    const { rule, why, values } = reason;
    examples.unshift({
      loanId: one.loan_id,
      loanNumber: loan.loanNumber,
      at: one.at,
      channel: one.channel,
      rule,
      why,
      values,
    });
    examples.length = Math.min(examples.length, EXAMPLES);
  }
  const counted = <Key>(counts: Map<Key, number>) => [...counts].sort(([, a], [, b]) => b - a);
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    attempts: made.length,
    left: (made[0]?.all_made ?? 0) - made.length,
    blocked,
    byRule: counted(byRule).map(([rule, count]) => ({ rule, count })),
    byChannel: counted(byChannel).map(([channel, count]) => ({ channel, count })),
    examples,
  };
}
