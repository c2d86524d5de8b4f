export { findLetter, letterFactsOf, lettersOf } from './letters';
export { handlers } from './routes';
export { portfolioEditable, portfolioScope } from './scope';
export { readForeclosure, readIncentives, type StoredIncentives } from './tabs';
