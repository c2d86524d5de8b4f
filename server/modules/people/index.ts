export { readCsv } from './csv';
export { handlers } from './routes';
