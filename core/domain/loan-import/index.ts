/** Loans by file, the rules of it: fields, guess, drift, reading. Pure; browser and server use the same. */
export {
  type CellProblem,
  columnOf,
  compileMapping,
  type LoanValues,
  type MappingProblem,
  mappingProblems,
  type ReadRow,
  type RowOfTable,
} from './compile';
export { type MappingDoubt, mappingDoubts } from './doubts';
export {
  FIELD_GROUPS,
  type FieldGroup,
  type FieldId,
  type FieldType,
  type FileKind,
  fieldsOf,
  LOAN_FIELDS,
  type LoanField,
  loanField,
  STANDING_FIELDS,
} from './fields';
export { driftOf, guessMapping } from './guess';
export type { DuplicatePolicy, LoanMapping, MappedColumn, TableLayout, Transform } from './mapping';
export { WHOM } from './suppression-fields';
export { synonymsOf } from './synonyms';
export { FIRST_DPD } from './values';
