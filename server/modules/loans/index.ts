export { type Assignment, assignLoans, checkRecallDay, HOLDERS, holderOf, lockLoans, undoAssignment } from './assign';
export { awaySql } from './away';
export { CALL_OF_RECORD, RECORDING, TALK_SECONDS } from './call-of-record';
export {
  attemptsIn30Days,
  HISTORY_COLUMNS,
  HISTORY_NAMES,
  type HistoryRow,
  historyPage,
  presentHistory,
  receiptNumber,
} from './history';
export { filtered, type LoanListQuery, orderOf } from './list';
export { agencyScope, belowOf, clientScope } from './party-scope';
export {
  type CertainPayment,
  confirmPayment,
  type PaymentUndo,
  type PostedPayment,
  postPayment,
  takeBackPayment,
} from './payments';
export { peopleScope } from './people-scope';
export { presentLoans } from './present';
export { recallPage, takeUpAgain } from './recall';
export { findVisibleLoan } from './repository';
export { handlers } from './routes';
export { conditionSql, LOAN_FIELDS, type RuleColumns, type UseValue } from './rule-sql';
export { type Breadth, breadthOf, holdersScope, loanScope, totalsScope, withinBreadth } from './scope';
export { WHY_IT_STAYS } from './traces';
export { checkVisitDay } from './visit-days';
