/** The form of one loan by hand: the fields of a file, in the order of a loan agreement, read by the same rules. */
import {
  compileMapping,
  FIELD_GROUPS,
  LOAN_FIELDS,
  type LoanField,
  type LoanMapping,
  type LoanValues,
} from '../../../core/domain/loan-import';
import type { FormErrors } from '../../../core/domain/validators';

export type EntryValues = Readonly<Record<string, string>>;

/** Chosen by their own selects, or given by the way the loan came in. */
const ELSEWHERE: readonly string[] = ['client', 'portfolio', 'state', 'dpdMonthOpen'];
export const ENTRY_FIELDS: readonly LoanField[] = LOAN_FIELDS.filter(({ id }) => !ELSEWHERE.includes(id));

export const blankEntry = (): EntryValues => ({
  clientId: '',
  portfolioId: '',
  ...Object.fromEntries(ENTRY_FIELDS.map(({ id }) => [id, ''])),
});

/** The number of a phone, an address or a person: `address2.city` is of 2. Undefined for what there is one of. */
const numberOf = (id: string): number | undefined => {
  const found = /^(?:phone|address|person)(\d)/.exec(id);
  return found ? Number(found[1]) : undefined;
};

/** Fields by group. Of phones, addresses and people as many as hold something, at least `shown` of them. */
export function entryParts(values: EntryValues, shown: Readonly<Record<string, number>>) {
  return FIELD_GROUPS.filter(({ id }) => ENTRY_FIELDS.some(({ group }) => group === id)).map((group) => {
    const fields = ENTRY_FIELDS.filter((field) => field.group === group.id);
    const numbers = fields.map(({ id }) => numberOf(id) ?? 0);
    const filled = fields.filter(({ id }) => values[id]?.trim()).map(({ id }) => numberOf(id) ?? 0);
    const upTo = Math.max(shown[group.id] ?? (group.id === 'people' ? 0 : 1), ...filled);
    return {
      ...group,
      fields: fields.filter(({ id }) => (numberOf(id) ?? 0) <= upTo),
      /** How many of its kind are shown, where there may be several. */
      upTo: numbers.some((n) => n > 0) ? upTo : undefined,
      most: Math.max(0, ...numbers),
    };
  });
}

const MAPPING: LoanMapping = {
  layout: { headerLine: 1 },
  columns: ENTRY_FIELDS.map(({ id }) => ({ header: id, field: id })),
  fixed: {},
  policy: { fresh: 'insert', known: 'refuse' },
};
const readEntry = compileMapping(
  MAPPING,
  ENTRY_FIELDS.map(({ id }) => id),
);

/** Messages by field, in the words of section 5; with them the values as they are stored. */
export function checkedEntry(values: EntryValues): { errors: FormErrors; read: LoanValues } {
  const cells = ENTRY_FIELDS.map(({ id }) => values[id] ?? '');
  const { problems, values: read } = readEntry({ line: 1, cells });
  const errors: FormErrors = {};
  for (const { column, message, warning } of problems) if (!warning) errors[column] ??= message;
  for (const name of ['clientId', 'portfolioId']) if (!values[name]) errors[name] = 'This Field Is Required';
  return { errors, read };
}

/** What is wrong with one field's value alone; an empty one is judged by the server, which knows the loan. */
export function cellProblem(field: string, value: string): string | undefined {
  const cells = ENTRY_FIELDS.map(({ id }) => (id === field ? value : ''));
  return value.trim() === ''
    ? undefined
    : readEntry({ line: 1, cells }).problems.find((one) => one.column === field && !one.warning)?.message;
}
