export * from './columns';
export * from './match';
