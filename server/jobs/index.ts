export { enqueueWithin } from './enqueue';
export { defineLook, type LookState, lookProgress } from './looks';
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
