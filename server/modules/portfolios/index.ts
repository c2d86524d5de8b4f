export { handlers } from './routes';
export { portfolioEditable, portfolioScope } from './scope';
