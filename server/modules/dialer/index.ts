export { handlers } from './routes';
export { issueServiceToken } from './service-token';
