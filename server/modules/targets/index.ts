export { workCalendar } from './calendar';
export { targetScope } from './repository';
export { handlers } from './routes';
