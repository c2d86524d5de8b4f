export { handlers } from './routes';
export { panKey } from './staging';
