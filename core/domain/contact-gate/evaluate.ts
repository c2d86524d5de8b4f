/** The gate itself: may this borrower be contacted by this channel now, if not why, and when at the earliest. */
import { addDays } from '../dates';
import { clockChange, startOfDay, wallTime } from './local-time';
import { CHECKS, type Moment } from './rules';
import {
  type ContactAnswer,
  type ContactQuestion,
  type PackRule,
  type PackVersion,
  type Reason,
  RULE_IDS,
} from './types';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** No search takes so long; a bound all the same. */
const MOST_JUMPS = 5000;
const SEEN_AHEAD = 62 * DAY;

const order = new Map(RULE_IDS.map((id, at) => [id, at]));

/** The version that counts on a day: the last one that has begun. Versions of one day: the later in the list. */
export function packOn(packs: readonly PackVersion[], day: string): PackVersion | undefined {
  let found: PackVersion | undefined;
  for (const pack of packs) if (pack.from <= day && (!found || pack.from >= found.from)) found = pack;
  return found;
}

interface State {
  reasons: Reason[];
  warnings: Reason[];
  /** Ends of the looks: all that block, and the nearest of those that do not. */
  blockedUntil: number;
  openUntil: number;
}

function stateAt(question: ContactQuestion, at: number): State {
  const { packs, portfolioRules = [], homeZone, facts, channel } = question;
  const homeDay = wallTime(at, homeZone).day;
  const moment: Moment = { at, wall: wallTime(at, facts.zone), homeDay };
  const pack = packOn(packs, homeDay);
  const product = facts.product.toLowerCase();
  const kind = pack?.microfinance.some((name) => name.toLowerCase() === product) ? 'microfinance' : 'other';
  // Beyond the next change of the rules, or of a clock, nothing that is said here counts.
  let change = Math.min(clockChange(at, facts.zone), clockChange(at, homeZone));
  for (const { from } of packs) if (from > homeDay) change = Math.min(change, startOfDay(from, homeZone));
  const applies = (rule: PackRule): boolean => {
    if (!rule.channels.includes(channel) || (rule.loans !== 'all' && rule.loans !== kind)) return false;
    if (rule.from > homeDay) {
      change = Math.min(change, startOfDay(rule.from, homeZone));
      return false;
    }
    if (rule.until === null) return true;
    if (rule.until < homeDay) return false;
    change = Math.min(change, startOfDay(addDays(rule.until, 1), homeZone));
    return true;
  };
  const reasons: Reason[] = [];
  const warnings: Reason[] = [];
  let blockedUntil = at;
  let openUntil = Number.POSITIVE_INFINITY;
  for (const rule of [...(pack?.rules ?? []), ...portfolioRules].filter(applies)) {
    const { blocks, until } = CHECKS[rule.rule](question, rule, moment);
    if (!blocks) {
      openUntil = Math.min(openUntil, until);
      continue;
    }
    const reason: Reason = {
      rule: rule.rule,
      why: blocks.why,
      values: blocks.values ?? {},
      source: rule.source,
      liftsAt: Number.isFinite(until) ? until : null,
      lift: blocks.lift ?? null,
    };
    if (rule.values.when === 'warn') {
      warnings.push(reason);
      continue;
    }
    blockedUntil = Math.max(blockedUntil, until);
    reasons.push(reason);
  }
  reasons.sort(
    (a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0) || (b.liftsAt ?? Infinity) - (a.liftsAt ?? Infinity),
  );
  return { reasons, warnings, blockedUntil: Math.min(blockedUntil, change), openUntil: Math.min(openUntil, change) };
}

/**
 * Beyond this instant every week is like the one before it: all that has a date is over. So a search that came two weeks
 * further found a minute or there is none.
 */
function lastDated({ facts, attempts, agent, packs, portfolioRules = [] }: ContactQuestion): number {
  const days: (string | null)[] = [agent?.draValidUntil ?? null];
  for (const hold of facts.holds) days.push(hold.from, hold.until);
  for (const { until } of [...facts.windows, ...facts.places]) days.push(until);
  let last = 0;
  let gap = 0;
  for (const { from } of packs) days.push(from);
  for (const rules of [...packs.map((pack) => pack.rules), portfolioRules]) {
    for (const { from, until, values } of rules) {
      days.push(from, until);
      gap = Math.max(gap, values.minutes ?? 0);
      for (const { on } of values.days ?? []) days.push(on);
    }
  }
  for (const day of days) if (day !== null) last = Math.max(last, Date.parse(`${day}T00:00:00Z`) + 2 * DAY);
  for (const attempt of attempts) last = Math.max(last, attempt.at + 8 * DAY + gap * MINUTE);
  return last;
}

const wholeMinute = (at: number): number => Math.ceil(at / MINUTE) * MINUTE;

/**
 * The first whole minute from `from` on at which nothing blocks. Each jump goes to where the longest of the blocking rules
 * ends, so that only minutes are passed over that this rule forbids.
 */
function firstLawful(question: ContactQuestion, from: number): number | null {
  let at = wholeMinute(from);
  const horizon = Math.max(from, lastDated(question)) + 15 * DAY;
  for (let jumps = 0; jumps < MOST_JUMPS && at <= horizon; jumps += 1) {
    const { reasons, blockedUntil } = stateAt(question, at);
    if (reasons.length === 0) return at;
    if (!Number.isFinite(blockedUntil)) return null;
    at = wholeMinute(Math.max(blockedUntil, at + 1));
  }
  return null;
}

function lawfulUntil(question: ContactQuestion, from: number, first: State): number | null {
  let { openUntil } = first;
  for (let jumps = 0; jumps < MOST_JUMPS && openUntil < from + SEEN_AHEAD; jumps += 1) {
    const state = stateAt(question, openUntil);
    if (state.reasons.length > 0) return openUntil;
    openUntil = Math.max(state.openUntil, openUntil + 1);
  }
  return null;
}

/** Pure: the same question always has the same answer. Throws RangeError for a zone that nobody knows. */
export function evaluateContact(question: ContactQuestion): ContactAnswer {
  const { at } = question;
  const state = stateAt(question, at);
  if (state.reasons.length > 0) {
    return {
      allowed: false,
      reasons: state.reasons,
      warnings: state.warnings,
      nextLawfulAt: firstLawful(question, at),
      allowedUntil: null,
    };
  }
  const allowedUntil = lawfulUntil(question, at, state);
  return { allowed: true, reasons: [], warnings: state.warnings, nextLawfulAt: at, allowedUntil };
}
