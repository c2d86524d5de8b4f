export { registerJobs } from './deliver';
