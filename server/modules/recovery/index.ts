export { newestRun } from './count';
export { portfoliosOf } from './read';
export { handlers } from './routes';
