/** The English words of a record's values, on screens through the catalogue of words and in files as they stand here. */
import type { PAYMENT_MODES, PLACES, RELATIONS } from '../contract/records';

export const RELATION_WORDS: Readonly<Record<(typeof RELATIONS)[number], string>> = {
  borrower: 'Borrower',
  'co-borrower': 'Co-borrower',
  spouse: 'Spouse',
  parent: 'Parent',
  child: 'Son or daughter',
  relative: 'Relative',
  neighbour: 'Neighbour',
  colleague: 'Colleague',
  security: 'Security',
  other: 'Other',
};

export const PAYMENT_MODE_WORDS: Readonly<Record<(typeof PAYMENT_MODES)[number], string>> = {
  cash: 'Cash',
  upi: 'UPI',
  cheque: 'Cheque',
  card: 'Card',
  'bank-transfer': 'Bank transfer',
};

/** A mode of an older or newer version stands as it is. */
export const paymentModeWord = (mode: string): string => PAYMENT_MODE_WORDS[mode as 'upi'] ?? mode;

export const PLACE_WORDS: Readonly<Record<(typeof PLACES)[number], string>> = {
  residence: 'Residence',
  office: 'Office',
  other: 'Other',
};
