/** What the gate must know of loans, their borrowers and an agent: read in a constant number of statements. */

import type { PreferenceKind } from '../../../core/contract/contact-parts';
import { PAUSE_REASONS } from '../../../core/contract/contact-parts';
import type { Loan } from '../../../core/contract/loans';
import {
  type AgentFacts,
  type Attempt,
  type BorrowerFacts,
  type ContactChannel,
  DEFAULT_PACK,
  type Hold,
  type PackRule,
  type PackVersion,
  type PhoneFacts,
  policyRules,
} from '../../../core/domain/contact-gate';
import type { Day } from '../../../core/domain/dates';
import type { ContactPolicy } from '../../../core/domain/portfolio-rules';
import type { Tx } from '../../db/database';

/** A week's attempts and a day on either side, because weeks are the borrower's. */
const LOOK_BACK_MS = 9 * 86_400_000;

interface PreferenceRow {
  id: string;
  /** A dispute stands as the loan's own mark. */
  kind: Exclude<PreferenceKind, 'dispute'>;
  channels: ContactChannel[] | null;
  phone: string | null;
  days: number[] | null;
  from: string | null;
  to: string | null;
  place: string | null;
  until: Day | null;
  since: string;
}
interface SuppressionRow {
  reason: string;
  class: string | null;
  from: Day;
  until: Day | null;
  since: string;
}
/** An entry of the suppression list; `phone` names the only phone it is about. */
interface ListedRow {
  reason: string;
  channels: ContactChannel[] | null;
  phone: string | null;
  from: Day;
  until: Day | null;
  since: string;
}
interface FactsRow extends Record<string, unknown> {
  id: string;
  loan_number: string;
  borrower_id: string;
  borrower: string;
  product: string;
  state: Loan['state'];
  dispute: boolean;
  legal: boolean;
  deceased: boolean;
  do_not_contact: boolean;
  asked_before: boolean;
  pause_reason: string | null;
  pause_until: Day | null;
  updated_at: string;
  zone: string | null;
  language: string;
  suppressions: SuppressionRow[];
  listed: ListedRow[];
  preferences: PreferenceRow[];
  attempts: (Omit<Attempt, 'at'> & { id: string; at: string })[];
  phones: (PhoneFacts & { number: string })[];
  portfolio: string;
  policy: ContactPolicy | null;
  policy_since: string | null;
}

export interface LoanFacts {
  loanId: string;
  loanNumber: string;
  borrowerId: string;
  borrower: string;
  facts: BorrowerFacts;
  attempts: (Attempt & { id: string })[];
  phones: (PhoneFacts & { number: string })[];
  /** The portfolio's contact policy; empty for one that has none. `policySince` (ms): when it was last saved. */
  portfolioRules: PackRule[];
  policySince: number;
  /** When anything about the loan last changed; what the flags say held no later than this. */
  changedAt: number;
  /** Since when each of `facts.holds`, `windows` and `places` is known (ms). */
  since: { holds: number[]; windows: number[]; places: number[] };
}

const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

function present(row: FactsRow, homeZone: string): LoanFacts {
  const holds: Hold[] = [];
  const since: LoanFacts['since'] = { holds: [], windows: [], places: [] };
  const hold = (one: Omit<Hold, 'channels' | 'phoneId'> & Partial<Hold>, at: number) => {
    holds.push({ channels: null, phoneId: null, ...one });
    since.holds.push(at);
  };
  const changedAt = Date.parse(row.updated_at);
  const facts: BorrowerFacts = {
    // A zone that nobody knows must not keep a record from being taken.
    zone: row.zone !== null && isZone(row.zone) ? row.zone : homeZone,
    language: row.language,
    product: row.product,
    closed: row.state === 'closed' || row.state === 'settled',
    deceased: row.deceased,
    legal: row.legal,
    dispute: row.dispute,
    holds,
    windows: [],
    places: [],
  };
  for (const one of row.suppressions) {
    const kind = one.class === 'SENSITIVE' ? 'sensitive' : 'suppressed';
    hold({ kind, label: one.reason, from: one.from, until: one.until }, Date.parse(one.since));
  }
  for (const { reason, channels, phone, from, until, since: at } of row.listed) {
    hold({ kind: 'suppressed', label: reason, from, until, channels, phoneId: phone }, Date.parse(at));
  }
  if (row.state === 'suppressed' && row.suppressions.length === 0) {
    hold({ kind: 'suppressed', label: row.pause_reason, from: null, until: row.pause_until }, changedAt);
  }
  if (row.state === 'active' && row.pause_reason === PAUSE_REASONS.settlement)
    hold({ kind: 'suppressed', label: row.pause_reason, from: null, until: row.pause_until }, changedAt);
  for (const one of row.preferences) {
    const at = Date.parse(one.since);
    const { channels, until } = one;
    if (one.kind === 'do-not-contact' || one.kind === 'complaint') {
      hold({ kind: one.kind, label: null, from: null, until, channels, phoneId: one.phone }, at);
    } else if (one.kind === 'bereavement') {
      hold({ kind: 'sensitive', label: null, from: null, until }, at);
    } else if (one.kind === 'not-at-this-place') {
      if (one.place === null) continue;
      facts.places.push({ place: one.place, until });
      since.places.push(at);
    } else if (one.from !== null && one.to !== null) {
      const kind = one.kind === 'only-at-this-time' ? 'only' : 'not';
      facts.windows.push({ kind, days: one.days, from: one.from, to: one.to, channels, until });
      since.windows.push(at);
    }
  }
  // A flag that came with the book, not from a record: there is no row that says for how long.
  if (row.do_not_contact && !row.asked_before) {
    hold({ kind: 'do-not-contact', label: row.pause_reason, from: null, until: row.pause_until }, changedAt);
  }
  return {
    loanId: row.id,
    loanNumber: row.loan_number,
    borrowerId: row.borrower_id,
    borrower: row.borrower,
    facts,
    attempts: row.attempts.map((one) => ({ ...one, at: Date.parse(one.at) })),
    phones: row.phones,
    portfolioRules: row.policy === null ? [] : policyRules(row.portfolio, row.policy),
    policySince: row.policy_since === null ? 0 : Date.parse(row.policy_since),
    changedAt,
    since,
  };
}

const listed = (what: string, from: string) => `(select coalesce(jsonb_agg(${what}), '[]') from ${from})`;

/** By loan id; `span` is the first and last instant that will be asked about. */
export async function readFacts(
  tx: Tx,
  tenantId: string,
  loanIds: readonly string[],
  homeZone: string,
  span: { from: number; to: number },
): Promise<Map<string, LoanFacts>> {
  const rows = await tx.query<FactsRow>(
    `select l.id, l.loan_number, l.borrower_id, b.name as borrower, l.product, l.state, l.flag_dispute as dispute,
            l.flag_legal as legal, l.flag_deceased as deceased, l.flag_do_not_contact as do_not_contact,
            exists (select 1 from contact_preferences p where p.tenant_id = $1 and p.borrower_id = l.borrower_id
                     and p.kind = 'do-not-contact' and p.channels is null and p.phone_id is null) as asked_before,
            l.pause_reason, l.pause_until, l.updated_at, b.zone, b.language,
            f.name as portfolio, f.contact_policy as policy, s.saved_at as policy_since,
            ${listed(
              "jsonb_build_object('reason', s.reason, 'class', s.class, 'from', s.from_on, 'until', s.until_on, 'since', s.created_at)",
              `loans o join suppressions s on s.tenant_id = $1 and s.loan_id = o.id and s.released_at is null
                where o.tenant_id = $1 and o.borrower_id = l.borrower_id and (o.id = l.id or s.class = 'SENSITIVE')`,
            )} as suppressions,
            ${listed(
              "jsonb_build_object('reason', e.reason, 'channels', e.channels, 'phone', k.phone, 'from', e.from_on, 'until', e.until_on, 'since', e.created_at)",
              `(select 'loan' as kind, l.loan_number as key, null::uuid as phone union all select 'pan', b.pan_hash, null
                 union all select 'email', lower(b.email), null union all select 'email', lower(b.email2), null
                 union all select 'phone', n.number, n.id from phones n where n.tenant_id = $1 and n.borrower_id = l.borrower_id) k
               join suppression_list e on e.tenant_id = $1 and e.kind = k.kind and e.key = k.key and e.released_at is null
                and (e.portfolio_id is null or e.portfolio_id = l.portfolio_id)`,
            )} as listed,
            ${listed(
              "jsonb_build_object('id', p.id, 'kind', p.kind, 'channels', p.channels, 'phone', p.phone_id, 'days', p.days, 'from', p.from_time, 'to', p.to_time, 'place', p.place, 'until', p.until_on, 'since', p.created_at)",
              "contact_preferences p where p.tenant_id = $1 and p.borrower_id = l.borrower_id and p.ended_at is null and p.kind <> 'dispute'",
            )} as preferences,
            ${listed(
              "jsonb_build_object('id', a.id, 'at', a.at, 'channel', a.channel, 'connected', a.connected, 'onRequest', a.on_request)",
              // By the borrower and never by the time, which is that of half the tenant's attempts: the sum keeps that index out.
              "contact_attempts a where a.tenant_id = $1 and a.borrower_id = l.borrower_id and a.at + interval '0' between $3 and $4",
            )} as attempts,
            ${listed(
              "jsonb_build_object('id', f.id, 'owner', f.owner, 'invalid', f.invalid, 'number', f.number) order by f.rank, f.id",
              'phones f where f.tenant_id = $1 and f.borrower_id = l.borrower_id',
            )} as phones
       from unnest($2::uuid[]) as wanted(id)
       join loans l on l.tenant_id = $1 and l.id = wanted.id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       join portfolios f on f.tenant_id = l.tenant_id and f.id = l.portfolio_id
       left join portfolio_tabs s on s.tenant_id = f.tenant_id and s.portfolio_id = f.id and s.tab = 'script'`,
    [tenantId, [...new Set(loanIds)], new Date(span.from - LOOK_BACK_MS), new Date(span.to + LOOK_BACK_MS)],
  );
  return new Map(rows.map((row) => [row.id, present(row, homeZone)]));
}

export async function readAgents(
  tx: Tx,
  tenantId: string,
  userIds: readonly string[],
): Promise<Map<string, AgentFacts>> {
  const rows = await tx.query<{ id: string; languages: string[]; dra_valid_until: Day | null }>(
    'select id, languages, dra_valid_until from users where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, [...new Set(userIds)]],
  );
  return new Map(rows.map((row) => [row.id, { languages: row.languages, draValidUntil: row.dra_valid_until }]));
}

export interface PackRow {
  id: string;
  version: number;
  name: string;
  base: string | null;
  effective_from: Day;
  microfinance: string[];
  rules: PackRule[];
}

/**
 * The tenant's versions that count from a day on, the newest of each day alone; before the first of their own stands the
 * product's default.
 */
export async function readPacks(tx: Tx, tenantId: string, from: Day): Promise<PackVersion[]> {
  const rows = await tx.query<PackRow & Record<string, unknown>>(
    `select distinct on (effective_from) id, version, name, base, effective_from, microfinance, rules
       from contact_rule_packs
      where tenant_id = $1 and effective_from >= coalesce(
        (select max(effective_from) from contact_rule_packs where tenant_id = $1 and effective_from <= $2), $2)
      order by effective_from, version desc`,
    [tenantId, from],
  );
  const own = rows.map((row) => ({
    name: row.name,
    from: row.effective_from,
    microfinance: row.microfinance,
    rules: row.rules,
  }));
  const [first] = own;
  return first && first.from <= from ? own : [DEFAULT_PACK, ...own];
}
