/** Headers as people write them: what each kind of writing means, guessed from the header alone. */
import { describe, expect, it } from 'vitest';
import { guessMapping } from './guess';

const columnOf = (header: string) => {
  const look = {
    format: 'csv' as const,
    packed: null,
    layout: { headerLine: 1, delimiter: ',' as const },
    sheets: [],
    columns: [header],
    samples: [],
    lines: [],
  };
  return guessMapping(look).columns[0];
};

const KINDS: Record<string, Record<string, string>> = {
  'typographic quotes and signs': {
    'Borrower’s Name': 'borrowerName',
    '“Loan No.”': 'loanNumber',
    'Loan Acct #': 'loanNumber',
    'A/C #': 'loanNumber',
    'LAN*': 'loanNumber',
    'Loan\u200B\u00A0No': 'loanNumber',
    'Applicant`s Name': 'borrowerName',
  },
  'units and days in brackets and behind': {
    'Outstanding (Rs. in Lakhs)': 'pos lakhs',
    'POS (Rs. Lacs)': 'pos lakhs',
    'POS [INR]': 'pos',
    'Total O/S (Rs. Cr)': 'tos crores',
    'कुल बकाया (लाख में)': 'tos lakhs',
    'Tot Overdue (INR)': 'overdue',
    'ROI (%)': 'rate',
    'Int. Rate p.a.': 'rate',
    'POS as on 31-10-2026': 'pos',
    'DPD as on 31st Oct 2026': 'dpd',
    'Overdue Amt as of today': 'overdue',
    'As on date POS': 'pos',
  },
  abbreviations: {
    'EMI O/S': 'overdue',
    'Due Dt': 'dueOn',
    'Account Number': 'loanNumber',
    'Loan Disbursal Date': 'disbursedOn',
    'Ageing Days': 'dpd',
    'Amt Fin': 'financedAmount',
    'Sanctioned Amt': 'financedAmount',
    'Alt Mob': 'phone2',
    'Sec. Mobile': 'phone2',
    'Last EMI Dt': 'lastPaymentOn',
    'Prod Code': 'product',
    'Product Desc': 'product',
    'Agmt No': 'loanNumber',
    'Borr Nm': 'borrowerName',
    'Prncpl Outst': 'pos',
    'Int O/D': 'interestOverdue',
    'Bounce Chgs': 'charges',
    'NACH Sts': 'nachStatus',
    'Last Bounce Rsn': 'lastBounceReason',
    'Guar Name': 'person2.name',
    'Phone No. (R)': 'phone4',
    'Phone (O)': 'phone3',
    'City/Town': 'address1.city',
    Dist: 'address1.city',
  },
  'words without a space': {
    CustMobNo: 'phone1',
    PrinOSAmt: 'pos',
    custname: 'borrowerName',
    disbdt: 'disbursedOn',
    totalodamt: 'overdue',
    LoanAcctNo: 'loanNumber',
  },
  'Hindi, in its own and in Latin letters': {
    'मोबाइल नं.': 'phone1',
    'मो. नं.': 'phone1',
    'लोन खाता नं.': 'loanNumber',
    'देय दिनांक': 'dueOn',
    'विलंब दिन': 'dpd',
    'बकाया राशि (₹)': 'overdue',
    'Borrower ka naam': 'borrowerName',
    'Khata Sankhya': 'loanNumber',
    'Bakaya Rashi': 'overdue',
  },
  'two languages in one': {
    'ग्राहक का नाम (Customer Name)': 'borrowerName',
    'Mobile Number मोबाइल': 'phone1',
    'Loan No. / लोन नं.': 'loanNumber',
    'POS (मूलधन)': 'pos',
    'EMI राशि': 'emi',
  },
};

describe.each(Object.entries(KINDS))('headers with %s', (_, headers) =>
  it.each(Object.entries(headers))('%s', (header, means) => {
    const column = columnOf(header);
    expect([column?.field, ...(column?.transforms ?? []).map(({ kind }) => kind)].join(' ')).toBe(means);
  }),
);

it.each(['Branch', 'Officer', 'Remarks', 'Notes', 'Category', 'Vehicle No', 'Amount', 'Date', 'Name of RM', 'Status'])(
  'leaves %s to a person',
  (header) => expect(columnOf(header)?.field).toBeNull(),
);
