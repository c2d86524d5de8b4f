export { handlers } from './routes';
export { allocationService } from './service';
