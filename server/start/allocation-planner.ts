/** The thread of a plan: takes the book in pieces, works the plan out, and hands it over in pieces (`modules/allocation/planner.ts`). */
import { parentPort } from 'node:worker_threads';
import { type Book, joined } from '../../core/domain/allocation';
import { idAt } from '../modules/allocation/packed-ids';
import { type PlannedRow, rehearse } from '../modules/allocation/plan';
import type { Question } from '../modules/allocation/planner';
import type { PlannedLoan } from '../modules/allocation/runs';

const pieces: Book[] = [];
const ids: Uint8Array[] = [];
/** The first row of each piece. */
const firsts: number[] = [];
let rows = 0;
let planned: Iterator<PlannedRow> | undefined;

function loanIdOf(row: number): string {
  const piece = firsts.findLastIndex((first) => first <= row);
  return idAt(ids[piece] as Uint8Array, row - (firsts[piece] ?? 0));
}

function answer(question: Question): unknown {
  switch (question.ask) {
    case 'add':
      pieces.push(question.piece);
      ids.push(question.ids);
      firsts.push(rows);
      rows += question.piece.pos.length;
      return undefined;
    case 'plan': {
      const book = joined(pieces);
      pieces.length = 0;
      const made = rehearse(question.prepared, book, question.today, question.keepers);
      planned = made.planned;
      return made.found;
    }
    case 'next': {
      const loans: PlannedLoan[] = [];
      while (loans.length < question.count) {
        const next = planned?.next();
        if (!next || next.done) break;
        const { row, ...loan } = next.value;
        loans.push({ ...loan, loanId: loanIdOf(row) });
      }
      return loans;
    }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)));
