export { enqueueWithin } from './enqueue';
export { createJobs, type QueueOptions } from './queue';
export {
  ClaimLost,
  type EnqueueOptions,
  type Job,
  type JobData,
  type JobHandler,
  type Jobs,
  type Run,
  type When,
} from './types';
