export { handlers } from './routes';
