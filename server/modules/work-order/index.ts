export { handlers } from './routes';
export { workOrderOf } from './rules';
export { workOrderSql } from './sql';
