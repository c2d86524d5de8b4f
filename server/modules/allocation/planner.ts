/** The plan of a rehearsal is worked out in a thread of its own (`server/start/allocation-planner.ts`): the process goes on answering. */
import type { HeldLoan } from '../../../core/domain/allocation';
import type { Day } from '../../../core/domain/dates';
import { startThread } from '../../platform/threads';
import type { Prepared, Rehearsed } from './plan';
import type { PlannedLoan } from './runs';

const HEAP_MB = 1024;

/** What the thread is asked, one question at a time. */
export type Question =
  | { ask: 'add'; loans: readonly HeldLoan[] }
  | { ask: 'plan'; prepared: readonly Prepared[]; today: Day }
  | { ask: 'next'; count: number };

/** The loans and people do not fit into the memory that a plan may have. */
export class PlanTooLarge extends Error {}

export interface Planner {
  /** The next loans of the book. */
  add(loans: readonly HeldLoan[]): Promise<void>;
  /** Throws `PlanTooLarge`. */
  plan(prepared: readonly Prepared[], today: Day): Promise<Rehearsed>;
  /** The next loans that would change hands or find no room; none at the end. */
  next(count: number): Promise<PlannedLoan[]>;
  /** Ends the thread, whatever it does: what was asked last is refused. */
  close(): Promise<void>;
}

export function startPlanner(heapMb = HEAP_MB): Planner {
  const thread = startThread('allocation-planner', heapMb);
  let gone: Error | undefined;
  let waiting: { resolve(answer: unknown): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    gone ??= error;
    waiting?.reject(gone);
  };
  thread.on('message', (answer) => waiting?.resolve(answer));
  thread.on('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new PlanTooLarge(`There are too many loans and people for one plan: it needs more than ${heapMb} MB.`)
        : error,
    ),
  );
  thread.on('exit', () => fail(new Error('The thread of the plan has ended')));
  const ask = <T>(question: Question): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (gone) return reject(gone);
      waiting = { resolve: (answer) => resolve(answer as T), reject };
      thread.postMessage(question);
    });
  return {
    add: (loans) => ask({ ask: 'add', loans }),
    plan: (prepared, today) => ask({ ask: 'plan', prepared, today }),
    next: (count) => ask({ ask: 'next', count }),
    async close() {
      await thread.terminate();
    },
  };
}
