export { columnOf, holderSql } from './count';
export { type PaidShares, paidShares } from './rates';
export { newestDupont } from './read';
export { rollMonths } from './rolls';
export { handlers } from './routes';
