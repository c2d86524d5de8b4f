/** The plan of a rehearsal is worked out in a thread of its own (`server/start/allocation-planner.ts`): the process goes on answering. */
import { type Book, columnsOf, type HeldLoan, packer } from '../../../core/domain/allocation';
import type { Day } from '../../../core/domain/dates';
import { startThread } from '../../platform/threads';
import { packIds } from './packed-ids';
import type { Prepared, Rehearsed } from './plan';
import type { PlannedLoan } from './runs';

/** Of the thread's heap, and of the columns beside it: 100 bytes a loan. */
const MOST_MB = { heap: 1024, columns: 1024 };

/** What the thread is asked, one question at a time. */
export type Question =
  | { ask: 'add'; piece: Book; ids: Uint8Array<ArrayBuffer> }
  | { ask: 'plan'; prepared: readonly Prepared[]; today: Day; keepers: boolean }
  | { ask: 'next'; count: number };

/** The loans and people do not fit into the memory that a plan may have. */
export class PlanTooLarge extends Error {}

export interface Planner {
  /** The next loans of the book. Throws `PlanTooLarge`. */
  add(loans: readonly HeldLoan[]): Promise<void>;
  /** `keepers`: what stays with its holder by a rule is in the plan too. Throws `PlanTooLarge`. */
  plan(prepared: readonly Prepared[], today: Day, keepers?: boolean): Promise<Rehearsed>;
  /** The next loans that would change hands or find no room; none at the end. */
  next(count: number): Promise<PlannedLoan[]>;
  /** Ends the thread, whatever it does: what was asked last is refused. */
  close(): Promise<void>;
}

export function startPlanner(most = MOST_MB): Planner {
  const thread = startThread('allocation-planner', most.heap);
  let bytes = 0;
  const tooLarge = (mb: number) =>
    new PlanTooLarge(`There are too many loans and people for one plan: it needs more than ${mb} MB.`);
  let gone: Error | undefined;
  let waiting: { resolve(answer: unknown): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    gone ??= error;
    waiting?.reject(gone);
  };
  thread.on('message', (answer) => waiting?.resolve(answer));
  thread.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(most.heap) : error),
  );
  thread.on('exit', () => fail(new Error('The thread of the plan has ended')));
  const pack = packer();
  const ask = <T>(question: Question, passed: ArrayBuffer[] = []): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (gone) return reject(gone);
      waiting = { resolve: (answer) => resolve(answer as T), reject };
      thread.postMessage(question, passed);
    });
  return {
    async add(loans) {
      const [piece, ids] = [pack(loans), packIds(loans)];
      const buffers = [...columnsOf(piece), ids].map(({ buffer }) => buffer);
      for (const { byteLength } of buffers) bytes += byteLength;
      if (bytes > most.columns * 2 ** 20) throw tooLarge(most.columns);
      await ask({ ask: 'add', piece, ids }, buffers);
    },
    plan: (prepared, today, keepers = false) => ask({ ask: 'plan', prepared, today, keepers }),
    next: (count) => ask({ ask: 'next', count }),
    async close() {
      await thread.terminate();
    },
  };
}
