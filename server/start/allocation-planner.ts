/** The thread of a plan: takes the book in pieces, works the plan out, and hands it over in pieces (`modules/allocation/planner.ts`). */
import { parentPort } from 'node:worker_threads';
import type { HeldLoan } from '../../core/domain/allocation';
import { rehearse } from '../modules/allocation/plan';
import type { Question } from '../modules/allocation/planner';
import type { PlannedLoan } from '../modules/allocation/runs';

const book: HeldLoan[] = [];
let planned: PlannedLoan[] = [];
let handed = 0;

function answer(question: Question): unknown {
  switch (question.ask) {
    case 'add':
      book.push(...question.loans);
      return undefined;
    case 'plan': {
      const { planned: all, ...found } = rehearse(question.prepared, book, question.today);
      planned = all;
      return found;
    }
    case 'next':
      handed += question.count;
      return planned.slice(handed - question.count, handed);
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)));
