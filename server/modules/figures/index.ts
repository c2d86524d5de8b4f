export { type PaidShares, paidShares } from './rates';
export { handlers } from './routes';
