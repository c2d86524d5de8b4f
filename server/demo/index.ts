/** Demo data: what others may use. */
export { DEFAULT_SCALE, DEFAULT_SEED, type DemoOptions, type DemoSummary, loadDemo } from './load';
export { unfinishedLoad } from './progress';
export { endDemoSessions } from './shut';
export { DEMO_AGENCY_CODES, DEMO_PASSWORD, type DemoSignIn, demoSignIns } from './tenants';
