export * from './forecast';
export * from './rates';
