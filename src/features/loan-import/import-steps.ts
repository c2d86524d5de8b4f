/** On which step of the wizard an import stands: its state on the server says it, wherever the page was opened. */
import type { LoanImport } from '../../../core/contract/loan-imports';

export const IMPORT_STEPS = ['file', 'columns', 'check', 'load'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

const STEP_OF: Record<LoanImport['state'], ImportStep> = {
  uploading: 'file',
  reading: 'file',
  mapping: 'columns',
  verifying: 'check',
  verified: 'check',
  committing: 'load',
  done: 'load',
  cancelled: 'load',
  failed: 'load',
  undoing: 'load',
  undone: 'load',
};
export const stepOf = (state: LoanImport['state']): ImportStep => STEP_OF[state];

/** The server is at work, so that the row changes without anybody's doing. */
export const isAtWork = (state: LoanImport['state']): boolean =>
  state === 'reading' || state === 'verifying' || state === 'committing' || state === 'undoing';

/** A person's turn: the file is there and has not been loaded. */
export const isOpen = (state: LoanImport['state']): boolean => STEP_OF[state] !== 'load' || state === 'committing';

/** It may still be given up without anything having been loaded. */
export const mayGiveUp = (state: LoanImport['state']): boolean => STEP_OF[state] !== 'load';
