/** Headers of lenders' files and the mapping that is proposed for them. */
import { describe, expect, it } from 'vitest';
import type { TableLook } from '../../contract/loan-imports';
import { driftOf, guessMapping } from './guess';

const look = (columns: string[], samples: string[][] = []): TableLook => ({
  format: 'csv',
  packed: null,
  layout: { headerLine: 1, delimiter: ',' },
  sheets: [],
  columns,
  samples,
  lines: samples.map((_, at) => at + 2),
});
const fieldsOf = (columns: string, samples?: string[][]) =>
  guessMapping(look(columns.split('|'), samples))
    .columns.map(({ field }) => field ?? '-')
    .join(' ');

const BOOKS: [string, string, string][] = [
  [
    'a bank',
    'LAN|Customer Name|Product|Bucket|DPD|POS|TOS|EMI Amount|Mobile No|Alt Mobile|DOB|PAN No|Address|City|State|Pincode|Remarks',
    'loanNumber borrowerName product bucket dpd pos tos emi phone1 phone2 bornOn pan address1.line address1.city address1.state address1.pincode -',
  ],
  [
    'an NBFC',
    'AGREEMENT_NO|APPLICANT NAME|SCHEME|BKT|PRIN_OS (Rs.)|OD AMT|LPP|BCC|LAST PAYMENT DATE|LAST PAYMENT AMT|NACH STATUS|CO-APPLICANT NAME|CO-APPLICANT MOBILE|GUARANTOR NAME|REF 1 NAME|REF1 MOBILE',
    'loanNumber borrowerName product bucket pos overdue penal charges lastPaymentOn lastPayment nachStatus person1.name person1.phone person2.name person3.name person3.phone',
  ],
  [
    'lines of one address',
    'Account No.|Name|Address 1|Address 2|Address 3|City|Pin Code',
    'loanNumber borrowerName address1.line address1.line address1.line address1.city address1.pincode',
  ],
  [
    'two addresses',
    'Loan ID|First Name|Last Name|Resi Address|Resi City|Resi Pincode|Office Address|Office City|Office Pincode',
    'loanNumber borrowerName borrowerName address1.line address1.city address1.pincode address2.line address2.city address2.pincode',
  ],
  ['phones by their order', 'Loan No|Mobile|Mobile|Phone 3|Contact No', 'loanNumber phone1 phone2 phone3 phone4'],
  [
    'Hindi',
    'ऋण खाता संख्या|ग्राहक का नाम|मोबाइल नंबर|बकाया राशि|शेष मूलधन|पता|जिला|राज्य|पिन कोड|जन्म तिथि|भाषा|ब्याज दर',
    'loanNumber borrowerName phone1 overdue pos address1.line address1.city address1.state address1.pincode bornOn language rate',
  ],
  [
    'what people write',
    'Borrower’s Name|Outstanding (Rs. in Lakhs)|EMI O/S|Due Dt|Account Number|Loan Disbursal Date|Ageing Days|Alt Mob|Last EMI Dt|Prod Code|Amt Fin',
    'borrowerName pos overdue dueOn loanNumber disbursedOn dpd phone2 lastPaymentOn product financedAmount',
  ],
  [
    'other short words',
    'Tot Overdue (INR)|Tot. Outstanding Bal.|Prin O/S|Dt of Birth|Off Ph No|Sanc Dt|Sanc Amt|No. of Days Past Due|City Name|Cust ID|Mob. No. 2',
    'overdue tos pos bornOn phone3 sanctionedOn financedAmount dpd address1.city - phone2',
  ],
  ['Hindi and English in one', 'ग्राहक Name|मोबाइल No|बकाया Amt|लोन A/c No', 'borrowerName phone1 overdue loanNumber'],
];

describe('a mapping that is guessed', () => {
  it.each(BOOKS)('of %s', (_, columns, fields) => expect(fieldsOf(columns)).toBe(fields));

  it('takes what is outstanding for the principal where no column says that, in the unit of its header', () => {
    const { columns } = guessMapping(look(['Outstanding (Rs. in Lakhs)']));
    expect(columns).toMatchObject([{ field: 'pos', transforms: [{ kind: 'lakhs' }] }]);
    expect(fieldsOf('Outstanding|POS')).toBe('tos pos');
    expect(fieldsOf('Total Outstanding')).toBe('tos');
  });

  it('knows PAN, e-mail and mobiles by their values where the header says nothing', () => {
    const row = ['ABCPD1234K', 'a@b.in', '9876543211', '7'];
    expect(fieldsOf('F1|F2|F3|F4', [row, row, row])).toBe('pan email phone1 -');
  });

  it('leaves a column alone whose values are something else than its header', () => {
    expect(
      fieldsOf('DPD|State', [
        ['Asha', 'Kerala'],
        ['Ravi', 'Goa'],
        ['Devi', 'Punjab'],
      ]),
    ).toBe('- address1.state');
  });

  it('takes the unit from the header and the order of dates from the values', () => {
    const { columns } = guessMapping(
      look(
        ['POS (in Lakhs)', 'TOS_CR', 'DOB', 'Sanction Date', 'Due Date'],
        [['1.5', '2', '12/31/1984', '31/12/2020', '05/06/2026']],
      ),
    );
    expect(columns.map(({ transforms }) => transforms)).toEqual([
      [{ kind: 'lakhs' }],
      undefined,
      [{ kind: 'dates', order: 'mdy' }],
      [{ kind: 'dates', order: 'dmy' }],
      undefined,
    ]);
  });

  it('keeps what was chosen the last time, by header, and guesses only the rest', () => {
    const last = {
      ...guessMapping(look(['LAN', 'Code', 'Remarks'])),
      columns: [
        { header: 'LAN', field: 'batchNo' },
        { header: 'Code', field: 'product', transforms: [{ kind: 'upper' as const }] },
        { header: 'Remarks', field: null },
      ],
      fixed: { language: 'Hindi' },
      policy: { fresh: 'skip' as const, known: 'merge' as const },
    };
    const { columns, fixed, policy } = guessMapping(look(['code', 'lan', 'Remarks', 'Loan No', 'Product']), last);
    expect(columns).toEqual([
      { header: 'code', field: 'product', transforms: [{ kind: 'upper' }] },
      { header: 'lan', field: 'batchNo' },
      { header: 'Remarks', field: null },
      { header: 'Loan No', field: 'loanNumber' },
      { header: 'Product', field: null },
    ]);
    expect([fixed, policy]).toEqual([last.fixed, last.policy]);
  });
});

describe('a header that drifted', () => {
  const last = guessMapping(look(['LAN', 'Customer Name', 'POS', 'Mobile No', 'Notes']));
  it.each([
    ['nothing', ['lan', 'CUSTOMER_NAME', 'P.O.S', 'mobile no'], []],
    [
      'another word for the same',
      ['Loan Account Number', 'Customer Name', 'POS', 'Mobile No'],
      [['LAN', 'Loan Account Number']],
    ],
    [
      'a slip',
      ['LAN', 'Custmer Nme', 'POS', 'Mobile Noo'],
      [
        ['Customer Name', 'Custmer Nme'],
        ['Mobile No', 'Mobile Noo'],
      ],
    ],
    ['a column that is gone', ['LAN', 'Customer Name', 'Mobile No', 'Zebra'], [['POS', null]]],
  ])('%s', (_, columns, expected) => {
    expect(driftOf(last, columns)).toEqual(expected.map(([from, to]) => ({ expected: from, proposed: to })));
  });
});
