export {
  type Allocation,
  allocate,
  type RuleMembers,
  STAYS,
  type Stays,
} from './allocate';
export { type Book, columnsOf, type HeldLoan, joined, packer } from './book';
export { WISHES, type Wish } from './cheapest';
export {
  type BookLoan,
  type Condition,
  contradicts,
  FACT_FIELDS,
  type FactField,
  inForce,
  LISTED_FIELDS,
  type ListedField,
  MONEY_FIELDS,
  NUMBER_FIELDS,
  type NumberField,
  type Term,
  takes,
} from './conditions';
export {
  type AllocationRule,
  type Candidate,
  EVEN_WEIGHTS,
  EXCLUSIONS,
  type Exclusion,
  exclusionOf,
  givesAnew,
  METHODS,
  type Method,
  methodsOf,
  RULE_FAULTS,
  RULE_KINDS,
  type RuleFault,
  type RuleKind,
  ruleFaults,
  type Share,
  type Weights,
} from './rules';
export type { Load } from './standing';
export { type AnyTerm, meets, type TermOf } from './terms';
