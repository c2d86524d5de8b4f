export { columnOf, holderSql } from './count';
export { type PaidShares, paidShares } from './rates';
export { newestDupont } from './read';
export { resolvedSql } from './resolved';
export { rollMonths } from './rolls';
export { handlers } from './routes';
