export { targetScope } from './repository';
export { handlers } from './routes';
