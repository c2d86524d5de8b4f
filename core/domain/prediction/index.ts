export * from './advanced';
export * from './forecast';
export * from './logistic';
export * from './rates';
