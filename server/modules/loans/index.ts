export { CALL_OF_RECORD, RECORDING, TALK_SECONDS } from './call-of-record';
export { HISTORY_COLUMNS, HISTORY_NAMES, type HistoryRow, historyPage, presentHistory, receiptNumber } from './history';
export { type CertainPayment, type PostedPayment, postPayment } from './payments';
export { peopleScope } from './people-scope';
export { presentLoans } from './present';
export { findVisibleLoan } from './repository';
export { handlers } from './routes';
export { type Breadth, breadthOf, loanScope, withinBreadth } from './scope';
