export { type Founding, foundTenant } from './found';
export { handlers } from './routes';
