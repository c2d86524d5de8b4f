/** All that foretells what loans pay. */
export * from './logistic';
export * from './predictor';
export * from './recovery-forecast';
export * from './recovery-rates';
