/** The order in which loans are worked, as SQL over a row `l` of loans: it means what `placing` of core/domain/work-order.ts does. */
import type { OrderBy, OrderDay, OrderKey, OrderTerm, SortingRule } from '../../../core/domain/work-order';
import { attemptsIn30Days, conditionSql, LOAN_FIELDS, type UseValue } from '../loans';

const OWED = "l.ptp_status in ('open', 'broken')";

/** Of a row `asked`, in which every statement has them, whatever the rules ask. */
const TODAY = 'asked.today';
const ZONE = 'asked.zone';

const KEYS: Readonly<Record<OrderKey, string>> = {
  pos: 'l.pos_paise',
  overdue: 'l.overdue_paise',
  dpd: 'l.dpd',
  attempts30d: attemptsIn30Days(TODAY),
  promiseAmount: `case when ${OWED} then l.ptp_paise end`,
  promiseOn: `case when ${OWED} then l.ptp_due_on - date '1970-01-01' end`,
  callbackAt: 'extract(epoch from l.callback_at)',
  visitOn: "l.next_visit_on - date '1970-01-01'",
  // Nobody has waited longer than who was never reached.
  lastContact: "coalesce(extract(epoch from l.last_at), '-Infinity')",
  lastVisit: "coalesce(extract(epoch from l.last_visit_at), '-Infinity')",
};

const since = (at: string) => `(${TODAY} - (${at} at time zone ${ZONE})::date)`;
const { product, bucket, language, pincode, lastCode, dpd, pos, overdue, legal } = LOAN_FIELDS;
const COLUMNS: Readonly<Record<OrderTerm['field'], string>> = {
  ...{ product, bucket, language, pincode, lastCode, dpd, pos, overdue, legal },
  attempts30d: attemptsIn30Days(TODAY),
  promiseIn: `(case when l.ptp_status = 'open' then l.ptp_due_on - ${TODAY} end)`,
  brokenFor: `(case when l.ptp_status = 'broken' or (l.ptp_status = 'open' and l.ptp_due_on < ${TODAY}) then ${TODAY} - l.ptp_due_on end)`,
  visitIn: `(l.next_visit_on - ${TODAY})`,
  contactedFor: since('l.last_at'),
  visitedFor: since('l.last_visit_at'),
  callbackDue: `coalesce((l.callback_at at time zone ${ZONE})::date <= ${TODAY}, false)`,
  untouched: 'l.last_at is null',
};

export interface WorkOrderSql {
  /** Joins `asked` and `place`, whose `rule` counts the rules from 0; their number where none takes the loan. */
  join: string;
  /** After ORDER BY. Loans that nothing tells apart stand in no order: the caller ends with their ids. */
  order: string;
}

export function workOrderSql(
  rules: readonly Pick<SortingRule, 'condition' | 'by'>[],
  otherwise: readonly OrderBy[],
  day: OrderDay,
  use: UseValue,
): WorkOrderSql {
  const orders = [...rules.map(({ by }) => [...by, ...otherwise]), otherwise];
  const cases = rules.map(({ condition }, at) => `when ${conditionSql(condition, COLUMNS, use)} then ${at}`);
  const rule = cases.length > 0 ? `case ${cases.join(' ')} else ${rules.length} end` : '0';
  const most = Math.max(...orders.map(({ length }) => length));
  const key = (at: number) => {
    const whens = orders.flatMap((by, index) => {
      const one = by[at];
      if (!one) return [];
      const value = `(${KEYS[one.key]})::double precision`;
      return [`when ${index} then coalesce(${one.dir === 'desc' ? `-${value}` : value}, 'Infinity')`];
    });
    return `case place.rule ${whens.join(' ')} end`;
  };
  return {
    join: `cross join (select ${use(day.today, 'date')} as today, ${use(day.zone, 'text')} as zone) asked
      cross join lateral (select ${rule} as rule) place`,
    order: ['place.rule', ...Array.from({ length: most }, (_, at) => key(at))].join(', '),
  };
}
