/** How the tabs of a portfolio stand, and what the second to fourth hold. All SQL of it is here. */

import type { IncentiveEntry } from '../../../core/contract/incentive-tiers';
import type { ForeclosureTab, MessageTemplate, Script, ScriptTab } from '../../../core/contract/portfolio-tabs';
import type { TabState, TabStates } from '../../../core/contract/portfolios';
import type { IncentiveType, Tier } from '../../../core/domain/incentives';
import { DEFAULT_POLICY, type PortfolioTab } from '../../../core/domain/portfolio-rules';
import type { MatrixRow } from '../../../core/domain/settlement-matrix';
import { ANSWER_DAYS } from '../../../core/domain/settlements/plan';
import type { Tx } from '../../db/database';

const NEVER: TabState = { version: 0, savedAt: null, savedBy: null };

export async function tabStates(tx: Tx, portfolioId: string): Promise<TabStates> {
  const rows = await tx.query<{ tab: PortfolioTab; version: number; saved_at: string; by: string | null }>(
    `select s.tab, s.version, s.saved_at, u.full_name as by
       from portfolio_tabs s left join users u on u.tenant_id = s.tenant_id and u.id = s.saved_by
      where s.tenant_id = current_tenant() and s.portfolio_id = $1`,
    [portfolioId],
  );
  const of = (tab: PortfolioTab): TabState => {
    const row = rows.find((one) => one.tab === tab);
    return row ? { version: row.version, savedAt: row.saved_at, savedBy: row.by } : NEVER;
  };
  return { details: of('details'), script: of('script'), foreclosure: of('foreclosure'), incentive: of('incentive') };
}

/**
 * Steps a tab's version in the caller's transaction; false when the tab is not at `expected` any more. The row is the lock: of two
 * who save at once the second waits here and is then too late. Without `expected` the last one wins.
 */
export async function stepTab(
  tx: Tx,
  portfolioId: string,
  tab: PortfolioTab,
  expected: number | undefined,
  by: string,
  now: Date,
): Promise<boolean> {
  const stepped = await tx.query(
    `insert into portfolio_tabs as s (tenant_id, portfolio_id, tab, version, saved_at, saved_by)
     select current_tenant(), $1, $2, 1, $4, $5 where $3::integer is null or $3 = 0
         or exists (select 1 from portfolio_tabs where tenant_id = current_tenant() and portfolio_id = $1 and tab = $2)
     on conflict (tenant_id, portfolio_id, tab) do update
       set version = s.version + 1, saved_at = excluded.saved_at, saved_by = excluded.saved_by
       where $3::integer is null or s.version = $3
     returning 1`,
    [portfolioId, tab, expected ?? null, now, by],
  );
  return stepped.length > 0;
}

export async function readScript(tx: Tx, portfolioId: string): Promise<ScriptTab> {
  const [portfolio] = await tx.query<{
    codes: string[];
    policy: ScriptTab['contactPolicy'] | null;
    notice: string;
  }>(
    `select disposition_codes as codes, contact_policy as policy, recording_notice as notice from portfolios
      where tenant_id = current_tenant() and id = $1`,
    [portfolioId],
  );
  const scripts = await tx.query<Script>(
    `select id, bucket, language, body from portfolio_scripts where tenant_id = current_tenant() and portfolio_id = $1 order by position`,
    [portfolioId],
  );
  const templates = await tx.query<MessageTemplate>(
    `select id, channel, name, language, dlt_template_id as "dltTemplateId", header, body from portfolio_templates
      where tenant_id = current_tenant() and portfolio_id = $1 order by position`,
    [portfolioId],
  );
  return {
    scripts,
    templates,
    dispositionCodes: portfolio?.codes ?? [],
    contactPolicy: portfolio?.policy ?? { ...DEFAULT_POLICY, channels: [...DEFAULT_POLICY.channels] },
    recordingNotice: portfolio?.notice ?? '',
  };
}

export async function writeScript(tx: Tx, portfolioId: string, tab: ScriptTab): Promise<void> {
  await tx.query(
    `update portfolios set disposition_codes = $2, contact_policy = $3::jsonb, recording_notice = $4
      where tenant_id = current_tenant() and id = $1`,
    [portfolioId, tab.dispositionCodes, tab.contactPolicy, tab.recordingNotice],
  );
  await tx.query('delete from portfolio_scripts where tenant_id = current_tenant() and portfolio_id = $1', [
    portfolioId,
  ]);
  await tx.query('delete from portfolio_templates where tenant_id = current_tenant() and portfolio_id = $1', [
    portfolioId,
  ]);
  for (const [position, { id, bucket, language, body }] of tab.scripts.entries()) {
    await tx.query(
      `insert into portfolio_scripts (tenant_id, id, portfolio_id, position, bucket, language, body)
       values (current_tenant(), $1, $2, $3, $4, $5, $6)`,
      [id, portfolioId, position, bucket, language, body],
    );
  }
  for (const [position, { id, channel, name, language, dltTemplateId, header, body }] of tab.templates.entries()) {
    await tx.query(
      `insert into portfolio_templates (tenant_id, id, portfolio_id, position, channel, name, language, dlt_template_id, header, body)
       values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, portfolioId, position, channel, name, language, dltTemplateId, header, body],
    );
  }
}

/** Codes of `wanted` that the tenant does not have. */
export async function unknownCodes(tx: Tx, wanted: readonly string[]): Promise<string[]> {
  const known = await tx.query<{ code: string }>(
    'select code from disposition_codes where tenant_id = current_tenant() and code = any($1::text[])',
    [[...wanted]],
  );
  return wanted.filter((code) => !known.some((row) => row.code === code));
}

/** Whether an id in use elsewhere is named: rows of other portfolios are not taken over. */
export async function foreignRows(tx: Tx, portfolioId: string, ids: readonly string[]): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from portfolio_scripts where tenant_id = current_tenant() and id = any($2::uuid[]) and portfolio_id <> $1
     union all select 1 from portfolio_templates where tenant_id = current_tenant() and id = any($2::uuid[]) and portfolio_id <> $1`,
    [portfolioId, [...ids]],
  );
  return rows.length > 0;
}

/** What a portfolio asks for until somebody says otherwise: everything overdue, 4 % and GST on the charge, for a week. */
const DEFAULT_FORMULA: ForeclosureTab['formula'] = {
  includes: ['interest', 'penal', 'charges'],
  chargePercent: 4,
  minChargePaise: 0,
  gstPercent: 18,
  validDays: 7,
};

export async function readForeclosure(tx: Tx, portfolioId: string): Promise<ForeclosureTab> {
  const [portfolio] = await tx.query<{ foreclosure: ForeclosureTab['formula'] | null; answer_days: number | null }>(
    'select foreclosure, answer_days from portfolios where tenant_id = current_tenant() and id = $1',
    [portfolioId],
  );
  const matrix = await tx.query<MatrixRow>(
    `select bucket, min_age as "minAge", max_age as "maxAge", max_waiver_percent as "maxWaiverPercent",
            max_instalments as "maxInstalments", approver
       from settlement_matrix where tenant_id = current_tenant() and portfolio_id = $1 order by position`,
    [portfolioId],
  );
  return {
    formula: portfolio?.foreclosure ?? DEFAULT_FORMULA,
    matrix,
    answerDays: portfolio?.answer_days ?? ANSWER_DAYS,
  };
}

export async function writeForeclosure(tx: Tx, portfolioId: string, tab: ForeclosureTab): Promise<void> {
  await tx.query(
    `update portfolios set foreclosure = $2::jsonb, answer_days = coalesce($3, answer_days)
      where tenant_id = current_tenant() and id = $1`,
    [portfolioId, tab.formula, tab.answerDays ?? null],
  );
  await tx.query('delete from settlement_matrix where tenant_id = current_tenant() and portfolio_id = $1', [
    portfolioId,
  ]);
  for (const [position, row] of tab.matrix.entries()) {
    await tx.query(
      `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
       values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        portfolioId,
        position,
        row.bucket,
        row.minAge,
        row.maxAge,
        row.maxWaiverPercent,
        row.maxInstalments,
        row.approver,
      ],
    );
  }
}

export interface StoredIncentives {
  incentiveType: IncentiveType;
  taIncentives: Tier[];
  faIncentives: Tier[];
}

/** By portfolio; those without tiers are left out unless they are asked for by id. */
export async function readIncentives(tx: Tx, portfolioIds: readonly string[]): Promise<Map<string, StoredIncentives>> {
  const types = await tx.query<{ id: string; incentive_type: IncentiveType }>(
    'select id, incentive_type from portfolios where tenant_id = current_tenant() and id = any($1::uuid[])',
    [[...portfolioIds]],
  );
  const found = new Map<string, StoredIncentives>(
    types.map(({ id, incentive_type }) => [id, { incentiveType: incentive_type, taIncentives: [], faIncentives: [] }]),
  );
  const tiers = await tx.query<Tier & { portfolio_id: string; audience: 'ta' | 'fa' }>(
    `select portfolio_id, audience, min_value as min, max_value as max, amount from incentive_tiers
      where tenant_id = current_tenant() and portfolio_id = any($1::uuid[]) order by portfolio_id, audience, position`,
    [[...portfolioIds]],
  );
  for (const { portfolio_id, audience, min, max, amount } of tiers)
    found.get(portfolio_id)?.[audience === 'ta' ? 'taIncentives' : 'faIncentives'].push({ min, max, amount });
  return found;
}

/** All tiers of each portfolio in one list, telecallers' first, as portfolios carry them (specification section 3). */
export async function incentiveEntries(
  tx: Tx,
  portfolioIds: readonly string[],
): Promise<(id: string) => IncentiveEntry[]> {
  const found = await readIncentives(tx, portfolioIds);
  return (id) => {
    const { taIncentives = [], faIncentives = [] } = found.get(id) ?? {};
    return [
      ...taIncentives.map((tier) => ({ roleType: 'Collector' as const, ...tier })),
      ...faIncentives.map((tier) => ({ roleType: 'Field_Agent' as const, ...tier })),
    ];
  };
}

export async function writeIncentives(tx: Tx, portfolioId: string, tab: StoredIncentives): Promise<void> {
  await tx.query('update portfolios set incentive_type = $2 where tenant_id = current_tenant() and id = $1', [
    portfolioId,
    tab.incentiveType,
  ]);
  await tx.query('delete from incentive_tiers where tenant_id = current_tenant() and portfolio_id = $1', [portfolioId]);
  for (const [audience, tiers] of [
    ['ta', tab.taIncentives],
    ['fa', tab.faIncentives],
  ] as const) {
    for (const [position, { min, max, amount }] of tiers.entries()) {
      await tx.query(
        `insert into incentive_tiers (tenant_id, portfolio_id, audience, position, min_value, max_value, amount)
         values (current_tenant(), $1, $2, $3, $4, $5, $6)`,
        [portfolioId, audience, position, min, max, amount],
      );
    }
  }
}

/** How many people of a kind belong to a portfolio. */
export async function memberCounts(tx: Tx, portfolioId: string): Promise<{ collectors: number; fieldAgents: number }> {
  const [row] = await tx.query<{ collectors: number; field_agents: number }>(
    `select count(*) filter (where kind = 'collector') as collectors, count(*) filter (where kind = 'field_agent') as field_agents
       from portfolio_members where tenant_id = current_tenant() and portfolio_id = $1`,
    [portfolioId],
  );
  return { collectors: row?.collectors ?? 0, fieldAgents: row?.field_agents ?? 0 };
}
