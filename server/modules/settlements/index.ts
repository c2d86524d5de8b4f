export { raiseFromRecords } from './from-record';
export { registerJobs } from './jobs';
export { handlers } from './routes';
