export { numbersOf } from './by-hand';
export { handlers } from './routes';
export { allocationService } from './service';
