export { csvHead, csvLines, digitsOf, type ReadFile, readCsv, writeCsv } from './csv';
export { handlers } from './routes';
