export { handlers } from './routes';
export { portfolioEditable, portfolioScope } from './scope';
export { readIncentives, type StoredIncentives } from './tabs';
