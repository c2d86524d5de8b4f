/** Allocation rules, and who may receive loans under one (specification 2.3, 7). */
import type { Day } from '../dates';
import { draState } from '../people';
import { type Condition, contradicts } from './conditions';

/** In which capacity a rule gives loans. A loan has at most one holder of each; `process`: the dialing process that still has to call it. */
export const RULE_KINDS = ['collector', 'field_agent', 'agency', 'process'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export const METHODS = ['round-robin', 'least-loaded', 'share', 'proximity', 'language', 'best'] as const;
export type Method = (typeof METHODS)[number];

/** How much each part of the cost counts, 0 to 10. */
export interface Weights {
  travel: number;
  language: number;
  continuity: number;
  balance: number;
}

export const EVEN_WEIGHTS: Weights = { travel: 3, language: 3, continuity: 2, balance: 2 };

/** Of what a rule takes, whole percents; what all together leave of a hundred stays where it is. Caps count what they have already. */
export interface Share {
  id: string;
  percent: number;
  mostLoans: number | null;
  /** Principal outstanding in paise. */
  mostPos: number | null;
}

/** Whether a loan is in the part of the loans that a rule takes, by the random end of its id (`lot`). */
export function inPart({ id, part }: Pick<AllocationRule, 'id' | 'part'>, lot: number): boolean {
  if (part === undefined) return true;
  // Each rule draws anew: what one has left is not all that another one draws.
  let drawn = lot ^ Number.parseInt(id.slice(-8), 16);
  drawn = Math.imul(drawn ^ (drawn >>> 16), 0x21f0aaad);
  drawn = Math.imul(drawn ^ (drawn >>> 15), 0x735a2d97);
  return ((drawn ^ (drawn >>> 15)) >>> 0) % 100 < part;
}

/** A process speaks no language and travels to nobody. */
export const methodsOf = (kind: RuleKind): readonly Method[] => (kind === 'process' ? METHODS.slice(0, 3) : METHODS);

export interface AllocationRule {
  id: string;
  name: string;
  active: boolean;
  condition: Condition;
  kind: RuleKind;
  /** A manager's people, an agency's people, or the people (for `agency` and `process` those) themselves. */
  target: { of: 'team' | 'agency' | 'chosen'; ids: string[] };
  method: Method;
  /**
   * Percent of the loans that meet the condition, for trying one way beside another (champion and challenger): always the same ones,
   * the others are left to the rules that follow.
   */
  part?: number | undefined;
  /** Of the method `best`; the others have their own. */
  weights: Weights;
  /** Of the method `share`: of everybody in a chosen target. */
  shares?: Share[] | undefined;
  /** Whoever has a loan and may receive it keeps it, while there is room. */
  keepPresent: boolean;
  /** At most this many loans, and this principal outstanding in paise, for each holder, what they have already included. */
  mostLoans: number | null;
  mostPos: number | null;
  /** Only people with a valid DRA certificate; only those who have clocked in today. */
  needsDra: boolean;
  needsPresence: boolean;
  from: Day | null;
  until: Day | null;
}

/** Somebody (or an agency, or a process) to whom a rule could give loans. */
export interface Candidate {
  id: string;
  active: boolean;
  /** Of a kind who can hold such loans. */
  suited: boolean;
  /** Their agency (or they, an agency) gets nothing now. */
  agencyStopped: boolean;
  draUntil: Day | null;
  clockedIn: boolean;
  /** The last day off, of who is on leave on the day of the run. */
  awayUntil?: Day | null;
  languages: readonly string[];
  pincodes: readonly string[];
  /** Of a process: it dials loans of this portfolio alone. */
  portfolioId?: string;
}

export const EXCLUSIONS = [
  'unsuited',
  'inactive',
  'agency-stopped',
  'process-stopped',
  'not-yours',
  'on-leave',
  'dra-missing',
  'dra-expired',
  'absent',
] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Why a candidate gets nothing under a rule on a day (in the tenant's zone); undefined for one who may. */
export function exclusionOf(rule: AllocationRule, who: Candidate, today: Day): Exclusion | undefined {
  if (rule.kind === 'process') return who.suited ? (who.active ? undefined : 'process-stopped') : 'not-yours';
  if (!who.suited) return 'unsuited';
  if (!who.active) return 'inactive';
  if (who.agencyStopped) return 'agency-stopped';
  if (rule.kind === 'agency') return undefined;
  if (who.awayUntil) return 'on-leave';
  const dra = draState(who.draUntil, today);
  if (rule.needsDra && dra === 'none') return 'dra-missing';
  if (dra === 'expired') return 'dra-expired';
  if (rule.needsPresence && !who.clockedIn) return 'absent';
  return undefined;
}

export const RULE_FAULTS = [
  'takes-nothing',
  'contradiction',
  'no-target',
  'shares',
  'method',
  'ends-before-it-begins',
  'hidden',
] as const;
export type RuleFault = (typeof RULE_FAULTS)[number];

/** Shares are of chosen ones, each of some, and of a hundred percent in all or less. */
const dealsWell = ({ target, shares = [] }: AllocationRule): boolean =>
  target.of === 'chosen' &&
  shares.length === target.ids.length &&
  target.ids.every((id) => shares.some((share) => share.id === id && share.percent > 0)) &&
  shares.reduce((sum, { percent }) => sum + percent, 0) <= 100;

/**
 * Whether every run may move the loans of a rule again: who has them does not keep them, and nothing in how they are dealt looks at it, so
 * that one new loan shifts all others.
 */
export const givesAnew = ({
  keepPresent,
  kind,
  method,
}: Pick<AllocationRule, 'keepPresent' | 'kind' | 'method'>): boolean =>
  !keepPresent && kind !== 'process' && (method === 'round-robin' || method === 'least-loaded' || method === 'share');

const takesAll = (rule: AllocationRule) => rule.condition.some((terms) => terms.length === 0);

/**
 * What is wrong with each rule of a list while it is written, by rule id. A rule is hidden by an earlier one of its kind that takes
 * every loan without a cap, at every time: nothing is left for it. Those of a process take loans of its portfolio alone.
 */
export function ruleFaults(rules: readonly AllocationRule[]): Map<string, RuleFault> {
  const faults = new Map<string, RuleFault>();
  rules.forEach((rule, at) => {
    const fault = ((): RuleFault | undefined => {
      if (rule.condition.length === 0) return 'takes-nothing';
      if (rule.condition.every(contradicts)) return 'contradiction';
      if (rule.target.ids.length === 0) return 'no-target';
      if (rule.method === 'share' && !dealsWell(rule)) return 'shares';
      if (!methodsOf(rule.kind).includes(rule.method)) return 'method';
      if (rule.from !== null && rule.until !== null && rule.from > rule.until) return 'ends-before-it-begins';
      const hides = (earlier: AllocationRule) =>
        earlier.active &&
        earlier.kind === rule.kind &&
        earlier.kind !== 'process' &&
        takesAll(earlier) &&
        earlier.part === undefined &&
        earlier.method !== 'share' &&
        earlier.mostLoans === null &&
        earlier.mostPos === null &&
        earlier.from === null &&
        earlier.until === null;
      return rules.slice(0, at).some(hides) ? 'hidden' : undefined;
    })();
    if (fault) faults.set(rule.id, fault);
  });
  return faults;
}
