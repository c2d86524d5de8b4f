export { historyPage, receiptNumber } from './history';
export { presentLoans } from './present';
export { findVisibleLoan } from './repository';
export { handlers } from './routes';
export { type Breadth, breadthOf, loanScope, withinBreadth } from './scope';
