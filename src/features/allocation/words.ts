/** Rules and rehearsals in the user's words; a rule reads as one sentence. */
import type { AllocationRun, GivenKind, RunLoan } from '../../../core/contract/allocation';
import {
  type AllocationRule,
  type AnyTerm,
  type Exclusion,
  type Method,
  MONEY_FIELDS,
  type RuleFault,
  type Stays,
  type Term,
} from '../../../core/domain/allocation';
import { type Day, formatDay } from '../../../core/domain/dates';
import { formatRupees } from '../../../core/domain/money';
import type { OrderBy, OrderTerm, OrderWork, SortingRule } from '../../../core/domain/work-order';
import { t, tn } from '../../i18n';
import type { Tone } from '../../ui';
import { languageName } from '../../ui/kit';

type RuleField = Term['field'] | OrderTerm['field'];
const FIELD_WORDS = (): Record<RuleField, string> => ({
  client: t('Lender'),
  portfolio: t('Portfolio'),
  product: t('Product'),
  bucket: t('Bucket'),
  language: t('Language'),
  pincode: t('Pincode'),
  lastCode: t('Last result'),
  dpd: t('Days past due'),
  pos: t('Principal outstanding'),
  overdue: t('Overdue'),
  attempts: t('Calls and visits so far'),
  visits: t('Visits so far'),
  brokenPromises: t('Promises broken so far'),
  propensity: t('Chance to pay (%)'),
  brokenPromise: t('Last promise broken'),
  legal: t('Legal case'),
  untouched: t('Never worked'),
  attempts30d: t('Attempts in 30 days'),
  promiseIn: t('Days until the promise is due'),
  brokenFor: t('Days since the promise was broken'),
  visitIn: t('Days until the planned visit'),
  contactedFor: t('Days since the last contact'),
  visitedFor: t('Days since the last visit'),
  callbackDue: t('Callback is due'),
});
/** A field of whatever rules; one that this app does not know stands as it is. */
export const fieldWords = (field: string): string => (FIELD_WORDS() as Record<string, string>)[field] ?? field;

export const kindWords = (kind: GivenKind): string =>
  ({
    collector: t('Telecallers'),
    field_agent: t('Field agents'),
    agency: t('Agencies'),
    manager: t('Managers'),
    process: t('Dialing processes'),
  })[kind];

export const methodWords = (method: Method): string =>
  ({
    'round-robin': t('taking turns'),
    'least-loaded': t('whoever has least'),
    share: t('by percentages'),
    proximity: t('nearest by pincode'),
    language: t('who speaks the language'),
    best: t('best overall'),
  })[method];

export const faultWords = (fault: RuleFault): string =>
  ({
    'takes-nothing': t('This rule takes no loan'),
    contradiction: t('Its conditions exclude each other: no loan can match'),
    'no-target': t('Choose who gets the loans'),
    shares: t('Give each of the chosen a percentage, a hundred in all or less'),
    method: t('Loans for processes are given in turns, to whoever has least, or by percentages'),
    'ends-before-it-begins': t('It ends before it begins'),
    hidden: t('An earlier rule takes every loan, so nothing is left for it'),
  })[fault];

export const exclusionWords = ({ why, until }: { why: Exclusion; until?: Day | undefined }): string =>
  ({
    unsuited: t('cannot hold such loans'),
    inactive: t('not active'),
    'agency-stopped': t('agency locked or switched off'),
    'process-stopped': t('stopped'),
    'not-yours': t('not yours to give loans to'),
    'on-leave': until ? t('on leave until {day}', { day: formatDay(until) }) : t('on leave'),
    'dra-missing': t('no DRA certificate'),
    'dra-expired': t('DRA certificate expired'),
    absent: t('not clocked in'),
  })[why];

type WishPrice = NonNullable<NonNullable<AllocationRun['summary']>['rules'][number]['prices']>[number];

const wishWords = (wish: WishPrice['wish']): string =>
  ({
    language: t('Giving loans to who speaks their language'),
    continuity: t('Leaving loans with who has them'),
    balance: t('Even loads'),
    caps: t('The most that somebody may hold'),
  })[wish];

/** `Leaving loans with who has them costs 3 % more travel`. */
export function priceWords({ wish, travel, without }: WishPrice): string {
  const words = wishWords(wish);
  if (travel <= without) return t('{wish} costs no travel', { wish: words });
  if (without === 0) return t('{wish} costs all the travel there is', { wish: words });
  const percent = Math.round((travel / without - 1) * 100);
  return percent === 0
    ? t('{wish} costs less than 1 % of travel', { wish: words })
    : t('{wish} costs {percent} % more travel', { wish: words, percent });
}

export const staysWords = (why: Stays): string =>
  ({
    'no-rule': t('No rule takes it'),
    retained: t('Retained'),
    'nobody-eligible': t('Nobody of the rule may receive loans'),
    full: t('Nobody who may receive it has room'),
  })[why];

export const becameWords = (became: NonNullable<RunLoan['became']>): string =>
  ({
    assigned: t('Given'),
    unchanged: t('They have it already'),
    renewed: t('Kept until the new last day'),
    'not-found': t('Out of sight'),
    'not-active': t('Not active any more'),
    'client-inactive': t('The lender is switched off'),
    'other-pincode': t('Another pincode'),
    'changed-hands': t('Given to somebody else since the rehearsal'),
    'holder-refused': t('Whoever should get it may get none any more'),
    held: t('The borrower may not be called'),
    'no-phone': t('The borrower has no number to call'),
    undone: t('Given back'),
  })[became];

export const stateWords = (state: AllocationRun['state']): string =>
  ({
    rehearsing: t('Being rehearsed'),
    rehearsed: t('Rehearsed'),
    committing: t('Being given'),
    committed: t('Given'),
    undoing: t('Being taken back'),
    undone: t('Taken back'),
    failed: t('Failed'),
    cancelled: t('Cancelled'),
  })[state];
export const STATE_TONES: Record<AllocationRun['state'], Tone> = {
  rehearsing: 'accent',
  rehearsed: 'warn',
  committing: 'accent',
  committed: 'paid',
  undoing: 'accent',
  undone: 'blocked',
  failed: 'danger',
  cancelled: 'blocked',
};

type Names = Readonly<Record<string, string>>;
const namesOf = (ids: readonly string[], names: Names): string => ids.map((id) => names[id] ?? id).join(', ');

function spanWords(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return t('{from} to {to}', { from, to });
  if (from !== null) return t('from {from}', { from });
  return to !== null ? t('up to {to}', { to }) : t('any');
}

function termWords(term: AnyTerm, names: Names): string {
  const words = ((): string => {
    if ('values' in term) {
      const values = {
        client: () => namesOf(term.values, names),
        portfolio: () => namesOf(term.values, names),
        language: () => term.values.map((code) => languageName(code)).join(', '),
      }[term.field as 'client' | 'portfolio' | 'language'];
      return `${fieldWords(term.field)} ${values ? values() : term.values.join(', ')}`;
    }
    if ('from' in term) {
      const shown = (value: number | null) =>
        value === null ? null : MONEY_FIELDS.includes(term.field) ? formatRupees(value) : String(value);
      return `${fieldWords(term.field)} ${spanWords(shown(term.from), shown(term.to))}`;
    }
    return fieldWords(term.field);
  })();
  return term.not ? t('not {words}', { words }) : words;
}

const conditionWords = (condition: readonly (readonly AnyTerm[])[], names: Names): string =>
  condition
    .map((terms) => (terms.length === 0 ? t('every loan') : terms.map((term) => termWords(term, names)).join(' · ')))
    .join(` ${t('or')} `);

function targetWords({ kind, target, shares }: AllocationRule, names: Names): string {
  if (target.ids.length === 0) return t('nobody yet');
  if (shares) return shares.map(({ id, percent }) => `${names[id] ?? id} ${percent} %`).join(', ');
  const who = namesOf(target.ids, names);
  if (target.of === 'chosen') return who;
  const people = kindWords(kind);
  return target.of === 'team'
    ? t('{people} of the team of {who}', { people, who })
    : t('{people} of {who}', { people, who });
}

/** `Lender HDFC · Language Tamil → Telecallers of the team of Priya, whoever has least, at most 120 loans each`. */
export function ruleSentence(rule: AllocationRule, names: Names): string {
  const parts = [
    targetWords(rule, names),
    methodWords(rule.method),
    rule.part !== undefined && t('only {n} % of these loans', { n: rule.part }),
    rule.keepPresent && rule.kind !== 'process' && t('keeping who has them'),
    rule.mostLoans !== null && tn(rule.mostLoans, 'at most {n} loan each', 'at most {n} loans each'),
    rule.mostPos !== null && t('at most {amount} each', { amount: formatRupees(rule.mostPos) }),
    rule.from !== null && t('from {from}', { from: formatDay(rule.from) }),
    rule.until !== null && t('until {day}', { day: formatDay(rule.until) }),
  ];
  return `${conditionWords(rule.condition, names)} → ${parts.filter(Boolean).join(', ')}`;
}

const KEY_WORDS = (): Record<OrderBy['key'], Record<OrderBy['dir'], string>> => ({
  pos: { desc: t('Highest principal first'), asc: t('Lowest principal first') },
  overdue: { desc: t('Highest overdue first'), asc: t('Lowest overdue first') },
  dpd: { desc: t('Most days past due first'), asc: t('Fewest days past due first') },
  promiseAmount: { desc: t('Largest promise first'), asc: t('Smallest promise first') },
  promiseOn: { desc: t('Latest promise first'), asc: t('Earliest promise first') },
  callbackAt: { desc: t('Latest callback first'), asc: t('Earliest callback first') },
  visitOn: { desc: t('Latest planned visit first'), asc: t('Earliest planned visit first') },
  lastContact: { desc: t('Newest contact first'), asc: t('Oldest contact first') },
  lastVisit: { desc: t('Newest visit first'), asc: t('Oldest visit first') },
  attempts30d: { desc: t('Most attempts first'), asc: t('Fewest attempts first') },
});
export const orderWords = ({ key, dir }: OrderBy): string => KEY_WORDS()[key][dir];

export const workWords = (work: OrderWork): string =>
  ({ both: t('Calls and visits'), calls: t('Calls'), visits: t('Visits') })[work];

/** `Days since the promise was broken up to 1 → Highest principal first, then Oldest contact first · Calls`. */
export function sortingSentence({ condition, by, work }: SortingRule): string {
  const order = by
    .map(orderWords)
    .reduce((first, next) => (first ? t('{first}, then {next}', { first, next }) : next), '');
  return `${conditionWords(condition, {})} → ${order || t('in the usual order')} · ${workWords(work)}`;
}

/** Beside a condition: how many loans it takes, as far as that was counted. */
export function countWords(
  count: number | undefined,
  looked: { lookedAt: number; whole: boolean; total: number } | undefined,
): string {
  if (count === undefined || !looked) return '';
  if (looked.whole && count === 0) return t('No loan matches now');
  if (looked.whole) return tn(count, '{n} loan', '{n} loans');
  if (looked.lookedAt === 0) return t('Too many loans to count here: the rehearsal counts them');
  return t('about {n} loans, by a sample of {looked}', {
    n: Math.round((count / looked.lookedAt) * looked.total).toLocaleString('en-IN'),
    looked: looked.lookedAt.toLocaleString('en-IN'),
  });
}
