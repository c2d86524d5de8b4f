/** Partners, success fees, and the revenue of clients and employees (docs/revenue.md). */
export { handlers } from './routes';
