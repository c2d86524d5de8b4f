/** Which column of the book each field of a file is, and what stands there after a row: the same SQL for counting, writing and undoing. */
import type { LoanMapping } from '../../../core/domain/loan-import';
import { FIRST_DPD } from '../../../core/domain/loan-import';
import { ADDRESSES, type FieldId, LOAN_FIELDS, PEOPLE, PHONES } from '../../../core/domain/loan-import/fields';
import type { DuplicatePolicy } from '../../../core/domain/loan-import/mapping';

/** Name of the column of `loan_import_rows`. */
export const stagedColumn = (field: string): string =>
  field.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export interface Target {
  field: FieldId;
  table: 'loans' | 'borrowers';
  column: string;
  type: string;
  /** SQL of the row's value over `s`; null where its cell is empty. */
  given: string;
  /** Of a column that is never null: what a new row gets where the file says nothing. SQL over `s` and the portfolio `p`. */
  otherwise?: string;
  /** A cell of another field may give it, so that nothing in the row says that it is empty. */
  stays?: true;
}

const money = (field: FieldId, column: string, otherwise?: string): Target => ({
  ...plain(field, column, 'bigint'),
  ...(otherwise && { otherwise }),
});
function plain(field: FieldId, column = stagedColumn(field), type = 'text', table: Target['table'] = 'loans'): Target {
  return { field, table, column, type, given: `s.${stagedColumn(field)}` };
}
const flag = (field: FieldId, column: string): Target => ({
  ...plain(field, column, 'boolean'),
  given: `(s.${stagedColumn(field)} = 1)`,
  otherwise: 'false',
});

const firstDpd = (bucket: string) =>
  `(case ${bucket} ${Object.entries(FIRST_DPD)
    .map(([name, dpd]) => `when '${name}' then ${dpd}`)
    .join(' ')} end)`;
const borrower = (field: FieldId, column: string, type = 'text'): Target => plain(field, column, type, 'borrowers');

/** DPD and bucket are one fact; it is staged as days where the file says days. */
const DPD_NEW = `coalesce(s.dpd, ${firstDpd('s.bucket')}, 0)`;

export const TARGETS: readonly Target[] = [
  plain('batchNo'),
  { ...plain('product'), otherwise: 'p.product' },
  { ...plain('state'), otherwise: "'active'" },
  plain('sanctionedOn', 'sanctioned_on', 'date'),
  plain('disbursedOn', 'disbursed_on', 'date'),
  plain('tenureMonths', 'tenure_months', 'integer'),
  plain('rate', 'rate', 'numeric'),
  money('financedAmount', 'financed_paise'),
  money('emi', 'emi_paise', '0'),
  { ...plain('dueDay', 'due_day', 'integer'), otherwise: 'coalesce(extract(day from s.due_on)::integer, 1)' },
  plain('recallOn', 'recall_on', 'date'),
  { ...plain('dpdMonthOpen', 'dpd_month_open', 'integer'), otherwise: DPD_NEW },
  money('pos', 'pos_paise', '0'),
  money(
    'tos',
    'tos_paise',
    'coalesce(s.pos, 0) + coalesce(s.interest_overdue, 0) + coalesce(s.penal, 0) + coalesce(s.charges, 0)',
  ),
  money('overdue', 'overdue_paise', 'coalesce(s.principal_overdue, 0) + coalesce(s.interest_overdue, 0)'),
  money('principalOverdue', 'principal_overdue_paise', '0'),
  money('interestOverdue', 'interest_overdue_paise', '0'),
  money('penal', 'penal_paise', '0'),
  money('charges', 'charges_paise', '0'),
  money('foreclosureAmount', 'foreclosure_paise'),
  plain('lastPaymentOn', 'last_payment_on', 'date'),
  money('lastPayment', 'last_payment_paise'),
  plain('nachStatus'),
  plain('lastBounceReason'),
  plain('cibil', 'cibil', 'integer'),
  plain('advocate'),
  flag('legal', 'flag_legal'),
  flag('dispute', 'flag_dispute'),
  flag('deceased', 'flag_deceased'),
  flag('doNotContact', 'flag_do_not_contact'),
  flag('vulnerable', 'flag_vulnerable'),
  { ...borrower('borrowerName', 'name'), otherwise: "''" },
  { ...borrower('language', 'language'), otherwise: "'hi'" },
  borrower('bornOn', 'born_on', 'date'),
  borrower('email', 'email'),
  { ...borrower('email2', 'email2'), stays: true },
  borrower('gst', 'gst'),
  borrower('employer', 'employer'),
  { ...borrower('pan', 'pan_masked'), given: "nullif(split_part(s.pan, ' ', 1), '')" },
  { ...borrower('pan', 'pan_hash'), given: "nullif(split_part(s.pan, ' ', 2), '')" },
];

/** The DPD of a new loan, and of a known one; its bucket follows. */
export const NEW_DPD = DPD_NEW;

/** Fields that the mapping gives, by a column or a fixed value. */
export function givenFields(mapping: LoanMapping): Set<string> {
  const given = new Set(Object.keys(mapping.fixed).filter((field) => mapping.fixed[field]?.trim() !== ''));
  for (const { field } of mapping.columns) if (field) given.add(field);
  // A cell may hold several.
  if (given.has('email')) given.add('email2');
  return given;
}

export interface Changed extends Target {
  old: string;
  /** SQL over `l`, `b` and `s`: what stands there afterwards. */
  next: string;
}

/** What a known loan's columns become under a policy, for the fields that are given. */
export function changesOf(given: ReadonlySet<string>, policy: DuplicatePolicy['known']): Changed[] {
  if (policy === 'skip' || policy === 'refuse') return [];
  const next = (old: string, value: string, { otherwise, stays }: Target) => {
    const never = otherwise !== undefined;
    if (policy === 'merge') return never ? old : `coalesce(${old}, ${value})`;
    return policy === 'replace' && !never && !stays ? value : `coalesce(${value}, ${old})`;
  };
  const changes = TARGETS.filter(({ field }) => given.has(field)).map((target): Changed => {
    const old = `${target.table === 'loans' ? 'l' : 'b'}.${target.column}`;
    return { ...target, old, next: next(old, target.given, target) };
  });
  if (policy !== 'merge' && ['dpd', 'bucket', 'dueOn'].some((field) => given.has(field)))
    changes.push({
      ...plain('dpd', 'dpd', 'integer'),
      old: 'l.dpd',
      // A bucket that the loan stands in already says nothing new about its days.
      next: `coalesce(s.dpd, case when s.bucket is distinct from l.bucket then ${firstDpd('s.bucket')} end, l.dpd)`,
    });
  return changes;
}

export const stagedFields = (given: ReadonlySet<string>): FieldId[] => {
  const ids = new Set<FieldId>(LOAN_FIELDS.map(({ id }) => id).filter((id) => given.has(id)));
  ids.add('dpd').add('bucket').add('portfolio');
  // A cell may hold several numbers or addresses, which become the next ones; those of a person say whose they are.
  if (hasAny(given, /^phone\d$|^person\d\.phone$/)) for (const n of PHONES) ids.add(`phone${n}`);
  if (hasAny(given, /^person\d\.phone$/)) for (const n of PHONES) ids.add(`phone${n}.owner`);
  if (hasAny(given, /^address\d\.line$/))
    for (const n of ADDRESSES) ids.add(`address${n}.line`).add(`address${n}.pincode`);
  return [...ids];
};

const values = (rows: string[]) => `(values ${rows.join(', ')})`;

/** Each phone of a row: n, number, whose. Numbers of people named in the file are phones of the borrower with their relation. */
export const PHONES_OF = `cross join lateral ${values([
  ...PHONES.map((n) => `(${n}, s.phone${n}, coalesce(s.phone${n}_owner, 'borrower'))`),
  ...PEOPLE.map((n) => `(${PHONES.length + n}, s.person${n}_phone, coalesce(s.person${n}_relation, 'reference'))`),
])} v(n, number, owner)`;
export const ADDRESSES_OF = `cross join lateral ${values(
  ADDRESSES.map(
    (n) =>
      `(${n}, coalesce(s.address${n}_kind, 'residence'), s.address${n}_line, coalesce(s.address${n}_city, ''), coalesce(s.address${n}_state, ''), coalesce(s.address${n}_pincode, ''))`,
  ),
)} v(n, kind, line, city, state, pincode)`;
export const PEOPLE_OF = `cross join lateral ${values(
  PEOPLE.map((n) => `(${n}, s.person${n}_name, coalesce(s.person${n}_relation, 'reference'))`),
)} v(n, name, relation)`;

export const hasAny = (given: ReadonlySet<string>, pattern: RegExp): boolean =>
  [...given].some((field) => pattern.test(field));
/** What a mapping gives besides columns of the loan and its borrower. */
export const partsOf = (given: ReadonlySet<string>) => ({
  phones: hasAny(given, /^phone\d$|^person\d\.phone$/),
  addresses: hasAny(given, /^address\d\.line$/),
  people: hasAny(given, /^person\d\.name$/),
});

/**
 * Rows of `table` by a key, as `name`, looked up once for each row before it. Statistics of a table that has just grown would have
 * the planner compare every row with every other; `offset 0` leaves it no choice.
 */
export const lookedUp = (name: string, table: string, key: string): string =>
  `cross join lateral (select k.* from ${table} k where ${key} offset 0) ${name}`;
export const KNOWN_LOAN = lookedUp(
  'l',
  'loans',
  'k.tenant_id = s.tenant_id and k.loan_number = s.loan_number and k.id <> s.loan_id',
);
export const ITS_BORROWER = lookedUp('b', 'borrowers', 'k.tenant_id = l.tenant_id and k.id = l.borrower_id');
