/** Conditions of rules as SQL over a row `l` of loans: it means what `meets` of core/domain/allocation does. */
import type { AnyTerm, FactField, ListedField, NumberField } from '../../../core/domain/allocation';
import { isId } from '../../../core/domain/ids';

type RuleField = ListedField | NumberField | FactField;
export type RuleColumns = Readonly<Record<string, string>>;
/** A parameter of a statement, with its type. */
export type UseValue = (value: unknown, type: string) => string;

/** Its borrower's and its records are looked up only where a condition asks for them. */
export const LOAN_FIELDS: Readonly<Record<RuleField, string>> = {
  client: 'l.client_id',
  portfolio: 'l.portfolio_id',
  product: 'l.product',
  bucket: 'l.bucket',
  lastCode: 'l.last_code',
  language: '(select b.language from borrowers b where b.tenant_id = l.tenant_id and b.id = l.borrower_id)',
  pincode:
    '(select a.pincode from addresses a where a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id order by a.rank limit 1)',
  dpd: 'l.dpd',
  pos: 'l.pos_paise',
  overdue: 'l.overdue_paise',
  attempts: 'l.attempts',
  visits: `(select count(*)::int from dispositions v where v.tenant_id = l.tenant_id and v.loan_id = l.id
             and v.channel = 'field' and v.outcome = 'applied' and v.withdrawn_at is null)`,
  brokenPromises:
    "(select count(*)::int from ptps t where t.tenant_id = l.tenant_id and t.loan_id = l.id and t.status = 'broken')",
  propensity:
    '(select (s.chance + 5) / 10 from predictor_loans s where s.tenant_id = l.tenant_id and s.loan_id = l.id)',
  brokenPromise: "coalesce(l.ptp_status = 'broken', false)",
  legal: 'l.flag_legal',
  untouched: 'l.last_code is null',
};

const IDS: readonly string[] = ['client', 'portfolio'];

function termSql(term: AnyTerm, columns: RuleColumns, use: UseValue): string {
  const column = columns[term.field];
  if (column === undefined) throw new Error(`No column for ${term.field}`);
  let test = column;
  if ('values' in term)
    test = IDS.includes(term.field)
      ? `${column} = any(${use(term.values.filter(isId), 'uuid[]')})`
      : `${column} ${term.field === 'pincode' ? '^@' : '='} any(${use(term.values, 'text[]')})`;
  else if ('from' in term) {
    const bounds = [
      ...(term.from === null ? [] : [`${column} >= ${use(term.from, 'bigint')}`]),
      ...(term.to === null ? [] : [`${column} <= ${use(term.to, 'bigint')}`]),
    ];
    test = bounds.join(' and ') || `(${column}) is not null`;
  }
  // What is not there fits no list, and every list turned round.
  return term.not ? `(${test}) is not true` : `(${test})`;
}

export const conditionSql = (condition: readonly (readonly AnyTerm[])[], columns: RuleColumns, use: UseValue): string =>
  condition
    .map((terms) => `(${terms.map((term) => termSql(term, columns, use)).join(' and ') || 'true'})`)
    .join(' or ') || 'false';
