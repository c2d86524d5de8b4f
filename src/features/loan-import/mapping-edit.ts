/** What a person changes of a mapping, one step at a time. Each answers a new mapping and leaves the given one alone. */
import {
  type FieldId,
  type LoanMapping,
  loanField,
  type MappedColumn,
  type Transform,
} from '../../../core/domain/loan-import';

const withColumn = (mapping: LoanMapping, at: number, part: Partial<MappedColumn>): LoanMapping => ({
  ...mapping,
  columns: mapping.columns.map((column, index) => (index === at ? { ...column, ...part } : column)),
});

/** Whether several columns may become this field, joined. */
const joins = (field: string): boolean => loanField(field)?.join !== undefined;

/** Column `at` becomes `field`; the column that was it before is left out, unless the field is made of several. */
export function chooseField(mapping: LoanMapping, at: number, field: FieldId | null): LoanMapping {
  const taken = field !== null && !joins(field);
  const { [field ?? '']: _, ...fixed } = mapping.fixed;
  return {
    ...mapping,
    fixed,
    columns: mapping.columns.map((column, index) => {
      if (index === at) return { ...column, field };
      return taken && column.field === field ? { ...column, field: null } : column;
    }),
  };
}

export const setTransforms = (mapping: LoanMapping, at: number, transforms: readonly Transform[]): LoanMapping =>
  withColumn(mapping, at, { transforms });

/** The same value for every row; undefined takes it away. */
export function setFixed(mapping: LoanMapping, field: string, value: string | undefined): LoanMapping {
  const { [field]: _, ...fixed } = mapping.fixed;
  return { ...mapping, fixed: value === undefined ? fixed : { ...fixed, [field]: value } };
}

/** Takes over another name for a column of the last mapping: column `proposed` becomes what `expected` was. */
export function repairDrift(
  mapping: LoanMapping,
  before: LoanMapping,
  drift: { expected: string; proposed: string | null },
): LoanMapping {
  const old = before.columns.find(({ header }) => header === drift.expected);
  const at = mapping.columns.findIndex(({ header }) => header === drift.proposed);
  if (!old || at < 0) return mapping;
  const chosen = chooseField(mapping, at, old.field as FieldId | null);
  return old.transforms ? setTransforms(chosen, at, old.transforms) : chosen;
}
