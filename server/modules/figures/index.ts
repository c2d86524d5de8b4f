export { columnOf } from './count';
export { type PaidShares, paidShares } from './rates';
export { newestDupont } from './read';
export { handlers } from './routes';
