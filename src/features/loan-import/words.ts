/** States, kinds and problems of an import in the user's words. */
import type { LoanImport } from '../../../core/contract/loan-imports';
import type { Tone } from '../../ui';

export const STATE_WORDS: Record<LoanImport['state'], string> = {
  uploading: 'Uploading',
  reading: 'Being read',
  mapping: 'Waits for its columns',
  verifying: 'Being checked',
  verified: 'Checked',
  committing: 'Being loaded',
  done: 'Loaded',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Being taken back',
  undone: 'Taken back',
};
export const STATE_TONES: Record<LoanImport['state'], Tone> = {
  uploading: 'accent',
  reading: 'accent',
  mapping: 'warn',
  verifying: 'accent',
  verified: 'warn',
  committing: 'accent',
  done: 'paid',
  cancelled: 'blocked',
  failed: 'danger',
  undoing: 'accent',
  undone: 'blocked',
};
export const KIND_WORDS: Record<LoanImport['kind'], string> = {
  loans: 'Loans',
  changes: 'Changes of loans',
  suppressions: 'Suppressions',
};

/** Kinds of problems; another one is shown by the message of its example. */
export const PROBLEM_WORDS: Readonly<Record<string, string>> = {
  required: 'Something required is empty',
  date: 'Not a date',
  'date-ambiguous': 'Dates that may be read both ways',
  money: 'Not an amount',
  negative: 'Below zero',
  mobile: 'Not a mobile number',
  'mobile-several': 'Several numbers in one cell',
  'email-several': 'Several e-mails in one cell',
  mangled: 'Shortened by a spreadsheet',
  rounded: 'Perhaps cut to 15 digits by a spreadsheet',
  pincode: 'Not a pincode',
  whole: 'Not a whole number',
  range: 'Out of range',
  percent: 'Not a percentage',
  length: 'Too long',
  email: 'Not an e-mail',
  pan: 'Not a PAN',
  gst: 'Not a GST number',
  cibil: 'Not a CIBIL score',
  bucket: 'Not a bucket',
  'bucket-differs': 'Bucket and DPD differ',
  'yes-no': 'Neither yes nor no',
  language: 'Not a language',
  'special-character': 'Special characters',
  placeholder: 'Nobody’s number',
  formula: 'Formulas',
  'sheet-error': 'Errors of the spreadsheet',
  ragged: 'More or fewer cells than headers',
  'loan-status': 'Not a status',
  'duplicate-in-file': 'The same loan number twice',
  known: 'Loan numbers that you have',
  'duplicate-row': 'The same row twice',
  'unknown-portfolio': 'Not a portfolio',
  channels: 'Not channels',
  reason: 'Not a reason of the list',
};
