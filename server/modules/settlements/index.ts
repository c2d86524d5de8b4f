export { registerJobs } from './jobs';
export { handlers } from './routes';
