export * from '../bank-lines';
export * from './columns';
export * from './match';
