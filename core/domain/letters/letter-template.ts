/**
 * Templates of settlement (SR), approval (AL), no-dues (NL) and foreclosure (FR) letters: text with variables as `{{name}}`. Which
 * variables there are, which a letter of a kind must hold (domain 1.14), and what a template becomes when it is filled.
 */
import { ENGLISH } from './standing';

export const LETTER_KINDS = ['SR', 'AL', 'NL', 'FR'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/** Every variable, in words, with what a preview shows in its place. */
export const LETTER_VARIABLES = {
  letter_date: { label: 'Date of the letter', sample: '21/11/2026' },
  reference_no: { label: 'Reference number', sample: 'SR/2026/00042' },
  client_name: { label: 'Lender', sample: 'Sahyadri Bank' },
  borrower_name: { label: 'Borrower', sample: 'Asha Kulkarni' },
  borrower_address: { label: 'Address', sample: '12 MG Road, Pune 411001' },
  loan_number: { label: 'Loan number', sample: 'LN0042' },
  product: { label: 'Product', sample: 'Two-wheeler loan' },
  total_outstanding: { label: 'Total outstanding', sample: '₹1,00,000' },
  principal_outstanding: { label: 'Principal outstanding', sample: '₹80,000' },
  interest: { label: 'Interest', sample: '₹15,000' },
  penal_charges: { label: 'Penal charges', sample: '₹5,000' },
  settlement_amount: { label: 'Settlement amount', sample: '₹60,000' },
  amount_in_words: { label: 'Settlement amount in words', sample: 'Rupees Sixty Thousand Only' },
  waiver_amount: { label: 'Amount waived', sample: '₹40,000' },
  instalments: { label: 'Instalments', sample: '3' },
  schedule: { label: 'Schedule of payments', sample: '₹20,000 by 30/11/2026, 31/12/2026 and 31/01/2027' },
  last_date: { label: 'Last date of payment', sample: '31/01/2027' },
  approved_on: { label: 'Approved on', sample: '20/11/2026' },
  paid_amount: { label: 'Amount paid', sample: '₹60,000' },
  settled_on: { label: 'Paid in full on', sample: '31/01/2027' },
  full_and_final: { label: 'Clause: full and final', sample: ENGLISH.clauses.full_and_final },
  lapse_clause: { label: 'Clause: when it lapses', sample: ENGLISH.clauses.lapse_clause },
  bureau_clause: { label: 'Clause: credit bureaus', sample: ENGLISH.clauses.bureau_clause },
  no_dues_promise: { label: 'Clause: no-dues letter', sample: ENGLISH.clauses.no_dues_promise },
  foreclosure_charge: { label: 'Foreclosure charge', sample: '₹3,200' },
  gst: { label: 'GST', sample: '₹576' },
  foreclosure_amount: { label: 'Foreclosure amount', sample: '₹1,03,776' },
  per_day_interest: { label: 'Interest for each further day', sample: '₹42' },
  valid_till: { label: 'Valid till', sample: '28/11/2026' },
  payment_account: { label: 'Account for the payment', sample: 'A/c 1234567890, SAHY0000001' },
  grievance_contact: { label: 'Grievance contact', sample: '1800 123 4567, grievance@sahyadri.example' },
  signatory: { label: 'Signatory', sample: 'R. Joshi, Authorised signatory' },
} as const;
export type LetterVariable = keyof typeof LETTER_VARIABLES;

/** Without these a letter says too little to be relied on. */
export const REQUIRED_VARIABLES: Record<LetterKind, readonly LetterVariable[]> = {
  SR: [
    'letter_date',
    'reference_no',
    'borrower_name',
    'loan_number',
    'total_outstanding',
    'settlement_amount',
    'amount_in_words',
    'waiver_amount',
    'last_date',
    'payment_account',
    'full_and_final',
    'lapse_clause',
    'bureau_clause',
    'no_dues_promise',
    'grievance_contact',
    'signatory',
  ],
  AL: [
    'letter_date',
    'reference_no',
    'borrower_name',
    'loan_number',
    'settlement_amount',
    'amount_in_words',
    'last_date',
    'payment_account',
    'lapse_clause',
    'grievance_contact',
    'signatory',
  ],
  NL: [
    'letter_date',
    'reference_no',
    'borrower_name',
    'loan_number',
    'paid_amount',
    'settled_on',
    'full_and_final',
    'bureau_clause',
    'grievance_contact',
    'signatory',
  ],
  FR: [
    'letter_date',
    'borrower_name',
    'loan_number',
    'principal_outstanding',
    'foreclosure_charge',
    'foreclosure_amount',
    'valid_till',
    'payment_account',
    'grievance_contact',
    'signatory',
  ],
};

export interface LetterProblem {
  kind: 'unknown' | 'missing' | 'braces';
  /** The variable's name, or the text around a brace that stands alone. */
  name: string;
  /** In a sentence, for the form. */
  message: string;
}

const TAKEN = /\{\{\s*([A-Za-z0-9_]*)\s*\}\}/g;

/** Everything that is wrong, in the order of the text and then what is missing; empty for a template that can be used. */
export function letterProblems(kind: LetterKind, body: string): LetterProblem[] {
  const problems: LetterProblem[] = [];
  const used = new Set<string>();
  for (const [whole, name = ''] of body.matchAll(TAKEN)) {
    if (Object.hasOwn(LETTER_VARIABLES, name)) used.add(name);
    else if (!problems.some((one) => one.name === (name || whole)))
      problems.push({
        kind: 'unknown',
        name: name || whole,
        message: `There is no variable called “${name || whole}”.`,
      });
  }
  const rest = body.replace(TAKEN, '');
  const loose = /.{0,12}(\{\{|\}\})[^\n]{0,12}/.exec(rest);
  if (loose)
    problems.push({
      kind: 'braces',
      name: loose[0].trim(),
      message: `A variable is not closed near “${loose[0].trim()}”.`,
    });
  for (const name of REQUIRED_VARIABLES[kind])
    if (!used.has(name))
      problems.push({
        kind: 'missing',
        name,
        message: `The letter must hold {{${name}}} (${LETTER_VARIABLES[name].label}).`,
      });
  return problems;
}

/** The text with its variables filled; one without a value stays as it stands. */
export const fillLetter = (body: string, values: Partial<Record<LetterVariable, string>>): string =>
  body.replace(TAKEN, (whole, name: string) =>
    Object.hasOwn(values, name) ? ((values as Record<string, string | undefined>)[name] ?? whole) : whole,
  );

/** As `fillLetter` with a made-up loan, for a preview. */
export const sampleLetter = (body: string): string =>
  fillLetter(
    body,
    Object.fromEntries(Object.entries(LETTER_VARIABLES).map(([name, { sample }]) => [name, sample])) as Record<
      LetterVariable,
      string
    >,
  );
