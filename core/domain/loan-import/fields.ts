/**
 * What a column of a lender's file may become. One list for the screen that maps, the guess, the reading and the error file.
 * Units after reading: money in paise, days as `YYYY-MM-DD`, rates in percent, yes/no as 1 and 0.
 */
import { SUPPRESSION_FIELDS, type SuppressionFieldId } from './suppression-fields';

export const PHONES = [1, 2, 3, 4, 5] as const;
export const ADDRESSES = [1, 2, 3] as const;
export const PEOPLE = [1, 2, 3, 4] as const;

export type FieldType =
  | 'text'
  /** A number that is a name: its zeros and letters stay. */
  | 'key'
  /** Letters of any script, digits and spaces (section 5). */
  | 'plainName'
  | 'money'
  | 'day'
  | 'whole'
  | 'percent'
  | 'yesNo'
  | 'mobile'
  | 'email'
  | 'pincode'
  | 'pan'
  | 'gst'
  | 'cibil'
  | 'language'
  | 'bucket'
  | 'addressKind'
  | 'relation'
  | 'loanState'
  | 'suppressionReason'
  | 'channels';

/** In the order of a loan agreement; labels are the sections of the mapping screen. */
export const FIELD_GROUPS = [
  { id: 'loan', label: 'Loan' },
  { id: 'dues', label: 'What is owed' },
  { id: 'payment', label: 'Payments' },
  { id: 'borrower', label: 'Borrower' },
  { id: 'phones', label: 'Phones' },
  { id: 'addresses', label: 'Addresses' },
  { id: 'people', label: 'Co-borrowers, guarantors and references' },
  { id: 'legal', label: 'Legal and flags' },
  { id: 'whom', label: 'Who is not contacted' },
  { id: 'terms', label: 'Why, where and how long' },
] as const;
export type FieldGroup = (typeof FIELD_GROUPS)[number]['id'];

interface Shape {
  label: string;
  group: FieldGroup;
  type: FieldType;
  /** A new loan cannot be made without it; a file of changes needs the loan number alone. */
  required?: true;
  /** Of text: most characters. Of whole numbers: the largest. */
  max?: number;
  min?: number;
  /** What is owed may be a credit, so that the amount is below zero. */
  credit?: true;
  /** Several columns may be one field; they are joined by this. */
  join?: ' ' | ', ';
  /** Two-digit years are a birth's, so 04 is 1904 only when 2004 would be too young. */
  birth?: true;
}

const PLAIN = {
  loanNumber: { label: 'Loan number', group: 'loan', type: 'key', required: true, max: 64 },
  client: { label: 'Client', group: 'loan', type: 'text', max: 120 },
  portfolio: { label: 'Portfolio', group: 'loan', type: 'text', max: 120 },
  batchNo: { label: 'Batch number', group: 'loan', type: 'key', max: 64 },
  // A portfolio has a product, which counts where the file names none.
  product: { label: 'Product', group: 'loan', type: 'text', max: 80 },
  state: { label: 'Loan status', group: 'loan', type: 'loanState' },
  sanctionedOn: { label: 'Sanction date', group: 'loan', type: 'day' },
  disbursedOn: { label: 'Disbursal date', group: 'loan', type: 'day' },
  tenureMonths: { label: 'Tenure in months', group: 'loan', type: 'whole', max: 600 },
  financedAmount: { label: 'Amount financed', group: 'loan', type: 'money' },
  rate: { label: 'Interest rate %', group: 'loan', type: 'percent' },
  emi: { label: 'EMI', group: 'loan', type: 'money' },
  dueDay: { label: 'Due day of the month', group: 'loan', type: 'whole', min: 1, max: 31 },
  recallOn: { label: 'Recall date', group: 'loan', type: 'day' },

  dpd: { label: 'DPD', group: 'dues', type: 'whole', max: 9999 },
  dpdMonthOpen: { label: 'DPD at month open', group: 'dues', type: 'whole', max: 9999 },
  bucket: { label: 'Bucket', group: 'dues', type: 'bucket' },
  dueOn: { label: 'Due since (oldest unpaid due date)', group: 'dues', type: 'day' },
  pos: { label: 'POS (principal outstanding)', group: 'dues', type: 'money', required: true },
  tos: { label: 'TOS (total outstanding)', group: 'dues', type: 'money', credit: true },
  overdue: { label: 'Overdue amount', group: 'dues', type: 'money', credit: true },
  principalOverdue: { label: 'Principal overdue', group: 'dues', type: 'money', credit: true },
  interestOverdue: { label: 'Interest overdue', group: 'dues', type: 'money', credit: true },
  penal: { label: 'Penal charges', group: 'dues', type: 'money', credit: true },
  charges: { label: 'Other charges', group: 'dues', type: 'money', credit: true },
  foreclosureAmount: { label: 'Foreclosure amount', group: 'dues', type: 'money' },

  lastPaymentOn: { label: 'Last payment date', group: 'payment', type: 'day' },
  lastPayment: { label: 'Last payment amount', group: 'payment', type: 'money' },
  nachStatus: { label: 'NACH status', group: 'payment', type: 'text', max: 60 },
  lastBounceReason: { label: 'Last bounce reason', group: 'payment', type: 'text', max: 200 },

  borrowerName: { label: 'Borrower name', group: 'borrower', type: 'text', required: true, max: 200, join: ' ' },
  language: { label: 'Language', group: 'borrower', type: 'language' },
  bornOn: { label: 'Date of birth', group: 'borrower', type: 'day', birth: true },
  email: { label: 'E-mail', group: 'borrower', type: 'email' },
  email2: { label: 'Second e-mail', group: 'borrower', type: 'email' },
  pan: { label: 'PAN', group: 'borrower', type: 'pan' },
  gst: { label: 'GST number', group: 'borrower', type: 'gst' },
  cibil: { label: 'CIBIL score', group: 'borrower', type: 'cibil' },
  employer: { label: 'Employer', group: 'borrower', type: 'plainName', max: 200 },

  advocate: { label: 'Advocate', group: 'legal', type: 'plainName', max: 200 },
  legal: { label: 'Legal case', group: 'legal', type: 'yesNo' },
  dispute: { label: 'Dispute', group: 'legal', type: 'yesNo' },
  deceased: { label: 'Deceased', group: 'legal', type: 'yesNo' },
  doNotContact: { label: 'Do not contact', group: 'legal', type: 'yesNo' },
  vulnerable: { label: 'Vulnerable borrower', group: 'legal', type: 'yesNo' },
} as const satisfies Record<string, Shape>;

type Count = { phone: (typeof PHONES)[number]; address: (typeof ADDRESSES)[number]; person: (typeof PEOPLE)[number] };
export type FieldId =
  | keyof typeof PLAIN
  | `phone${Count['phone']}`
  | `phone${Count['phone']}.owner`
  | `address${Count['address']}.${'kind' | 'line' | 'city' | 'state' | 'pincode'}`
  | `person${Count['person']}.${'name' | 'relation' | 'phone'}`
  | SuppressionFieldId;

export interface LoanField extends Shape {
  id: FieldId;
}

const numbered = (): [FieldId, Shape][] => [
  ...PHONES.flatMap((n): [FieldId, Shape][] => [
    [`phone${n}`, { label: `Phone ${n}`, group: 'phones', type: 'mobile' }],
    [`phone${n}.owner`, { label: `Whose phone ${n} is`, group: 'phones', type: 'text', max: 60 }],
  ]),
  ...ADDRESSES.flatMap((n): [FieldId, Shape][] => [
    [`address${n}.line`, { label: `Address ${n}`, group: 'addresses', type: 'text', max: 500, join: ', ' }],
    [`address${n}.city`, { label: `City of address ${n}`, group: 'addresses', type: 'text', max: 100 }],
    [`address${n}.state`, { label: `State of address ${n}`, group: 'addresses', type: 'text', max: 100 }],
    [`address${n}.pincode`, { label: `Pincode of address ${n}`, group: 'addresses', type: 'pincode' }],
    [`address${n}.kind`, { label: `Kind of address ${n}`, group: 'addresses', type: 'addressKind' }],
  ]),
  ...PEOPLE.flatMap((n): [FieldId, Shape][] => [
    [`person${n}.name`, { label: `Person ${n}`, group: 'people', type: 'text', max: 200, join: ' ' }],
    [`person${n}.relation`, { label: `Person ${n} is`, group: 'people', type: 'relation', max: 60 }],
    [`person${n}.phone`, { label: `Phone of person ${n}`, group: 'people', type: 'mobile' }],
  ]),
];

/** Every field, in the order of the groups. */
export const LOAN_FIELDS: readonly LoanField[] = [...(Object.entries(PLAIN) as [FieldId, Shape][]), ...numbered()]
  .map(([id, shape]) => ({ id, ...shape }))
  .sort((a, b) => place(a) - place(b));

function place({ group }: LoanField): number {
  return FIELD_GROUPS.findIndex(({ id }) => id === group);
}

const SUPPRESSED: readonly LoanField[] = Object.entries(SUPPRESSION_FIELDS).map(([id, shape]) => ({
  id: id as SuppressionFieldId,
  ...shape,
}));

export type FileKind = 'loans' | 'changes' | 'suppressions';
/** What the columns of a file may become. */
export const fieldsOf = (kind: FileKind): readonly LoanField[] => (kind === 'suppressions' ? SUPPRESSED : LOAN_FIELDS);

const BY_ID = new Map<string, LoanField>([...LOAN_FIELDS, ...SUPPRESSED].map((field) => [field.id, field]));
/** Undefined for a field that is not known (any more). */
export const loanField = (id: string): LoanField | undefined => BY_ID.get(id);

/** How far a loan is past due: one of these is needed for a new loan; days count before the bucket, the bucket before the date. */
export const STANDING_FIELDS = ['dpd', 'bucket', 'dueOn'] as const satisfies readonly FieldId[];
