/** Rows through a mapping: what becomes of each cell, and the words in which a cell is refused. */
import { describe, expect, it } from 'vitest';
import { compileMapping, LOAN_FIELDS, type LoanMapping, mappingProblems, synonymsOf, type Transform } from '.';

const POLICY = { fresh: 'insert', known: 'update' } as const;
const NEEDED = { 'Loan No': 'loanNumber', Name: 'borrowerName', POS: 'pos', DPD: 'dpd' };
const mapping = (
  fields: Record<string, string>,
  more: Partial<LoanMapping> & { transforms?: Record<string, Transform[]> } = {},
): LoanMapping => ({
  layout: { headerLine: 1 },
  columns: Object.entries(fields).map(([header, field]) => ({ header, field, transforms: more.transforms?.[header] })),
  fixed: more.fixed ?? {},
  policy: more.policy ?? POLICY,
});

/** One more column beside those that a loan needs. */
function withCell(field: string, cell: string, transforms: Transform[] = []) {
  const columns = [...Object.keys(NEEDED), 'It'];
  const read = compileMapping(mapping({ ...NEEDED, It: field }, { transforms: { It: transforms } }), columns);
  return read({ line: 7, cells: ['L1', 'Asha', '100', '5', cell] });
}

describe('a row', () => {
  it('gives every mapped field in its unit, null for empty cells, and nothing of other columns', () => {
    const fields = { ...NEEDED, Ph: 'phone1', DOB: 'bornOn', Legal: 'legal', Pin: 'address1.pincode', Bkt: 'bucket' };
    const read = compileMapping(mapping(fields, { fixed: { product: 'Gold Loan' } }), [
      ...Object.keys(fields),
      'Other',
    ]);
    const row = read({
      line: 2,
      cells: [' 0042 ', 'Asha  Devi', '1,234.50', '45', '+91 9876543210', '29/02/1984', 'Y', 'NA', '31-60', 'x'],
    });
    expect(row).toEqual({
      values: {
        product: 'Gold Loan',
        loanNumber: '0042',
        borrowerName: 'Asha Devi',
        pos: 123450,
        dpd: 45,
        phone1: '9876543210',
        bornOn: '1984-02-29',
        legal: 1,
        'address1.pincode': null,
        bucket: '31-60',
      },
      problems: [],
      refused: false,
    });
  });

  it('has the fields that its reader fills in later from the start, empty, so that all rows of a file have one form', () => {
    const read = compileMapping(
      mapping({ ...NEEDED, Ph: 'phone1' }),
      [...Object.keys(NEEDED), 'Ph'],
      ['portfolio', 'phone2'],
    );
    const forms = ['9876543210', '9876543210 / 9876543211'].map((cell) =>
      Object.keys(read({ line: 2, cells: ['L1', 'Asha', '100', '5', cell] }).values),
    );
    expect(forms[0]).toEqual(['portfolio', 'phone2', 'loanNumber', 'borrowerName', 'pos', 'dpd', 'phone1']);
    expect(forms[1]).toEqual(forms[0]);
  });

  it('takes further numbers of a cell as the next phones that are free, and says where one found no place', () => {
    const columns = [...Object.keys(NEEDED), 'Mobile', 'Alt'];
    const read = compileMapping(mapping({ ...NEEDED, Mobile: 'phone1', Alt: 'phone2' }), columns);
    const of = (mobile: string, alt = '') => read({ line: 7, cells: ['L1', 'Asha', '100', '5', mobile, alt] });
    expect(of('09374281998 / 9484974575')).toMatchObject({
      values: { phone1: '9374281998', phone2: '9484974575' },
      problems: [],
    });
    expect(of('9374281998/9484974575; 9374281998', '9812345678')).toMatchObject({
      values: { phone1: '9374281998', phone2: '9812345678', phone3: '9484974575' },
      problems: [],
    });
    const many = ['9374281991', '9374281992', '9374281993', '9374281994', '9374281995', '9374281996'].join(', ');
    for (const [cell, placed] of [
      [many, 5],
      ['9374281998 / 12345', 1],
    ] as const) {
      const { values, problems, refused } = of(cell);
      expect(Object.keys(values).filter((id) => /^phone/.test(id) && values[id as 'phone1'])).toHaveLength(placed);
      expect({ problems, refused }).toMatchObject({
        problems: [{ kind: 'mobile-several', warning: true }],
        refused: false,
      });
    }
  });

  it('takes a second e-mail of a cell as the borrower’s second one, and says where one found no place', () => {
    expect(withCell('email', 'Asha@bank.in; a2@bank.in')).toMatchObject({
      values: { email: 'asha@bank.in', email2: 'a2@bank.in' },
      problems: [],
    });
    for (const cell of ['asha@bank.in, a2@bank.in, a3@bank.in', 'asha@bank.in / none'])
      expect(withCell('email', cell)).toMatchObject({
        values: { email: 'asha@bank.in' },
        problems: [{ kind: 'email-several', warning: true }],
        refused: false,
      });
  });

  it('takes further addresses of a cell, each with its pincode, and leaves the lines of one address together', () => {
    const of = (cell: string) => withCell('address1.line', cell);
    const two = '12 MG Road, Pune 411001 / Flat 3/4, Andheri, Mumbai 400 053';
    for (const cell of [two, two.replace(' / ', ' | '), two.replace(' / ', ' ;'), two.replace(' / ', '\n')])
      expect(of(cell)).toMatchObject({
        values: {
          'address1.line': '12 MG Road, Pune 411001',
          'address1.pincode': '411001',
          'address2.line': 'Flat 3/4, Andheri, Mumbai 400 053',
          'address2.pincode': '400053',
        },
        problems: [],
      });
    expect(of('12 MG Road\nPune 411001\n5 Hill View\nNashik 422001').values).toMatchObject({
      'address1.line': '12 MG Road, Pune 411001',
      'address2.line': '5 Hill View, Nashik 422001',
    });
    for (const one of ['12/3 MG Road; near 2nd lane; Pune 411001', 'Pune 411001 / opp. school', 'A 411001, B 411002'])
      expect(of(one).values).toMatchObject({ 'address1.line': one });
    const many = ['a 411001', 'bbbbbb 411002', 'c 411003', 'd 411004'].join(' | ');
    expect(of(many)).toMatchObject({ problems: [{ kind: 'address-several', warning: true }], refused: false });
  });

  it('says whose a second number of a co-borrower or guarantor is', () => {
    const columns = [...Object.keys(NEEDED), 'Co Mobile', 'Co Is'];
    const read = compileMapping(
      mapping({ ...NEEDED, 'Co Mobile': 'person1.phone', 'Co Is': 'person1.relation' }),
      columns,
    );
    expect(read({ line: 2, cells: ['L1', 'Asha', '1', '5', '9374281998/9484974575', 'Guarantor'] })).toMatchObject({
      values: { 'person1.phone': '9374281998', phone1: '9484974575', 'phone1.owner': 'guarantor' },
      problems: [],
    });
  });

  it('keeps every number of a suppression, however many stand in the cell', () => {
    const read = compileMapping(
      { ...mapping({ Phone: 'suppressed.phone' }), policy: { fresh: 'skip', known: 'skip' } },
      ['Phone'],
    );
    expect(read({ line: 2, cells: ['9374281998 / 9484974575, 9374281991'] })).toEqual({
      values: { 'suppressed.phone': '9374281998' },
      problems: [],
      refused: false,
      more: { 'suppressed.phone': ['9484974575', '9374281991'] },
    });
  });

  const REFUSED: [string, string, string, string][] = [
    ['phone1', '98765', 'mobile', 'Mobile no. should be 10 digit number'],
    ['email', 'asha@', 'email', 'Email is not valid'],
    ['pan', 'ABCDE1234F', 'pan', 'PAN NO. is not valid'],
    ['gst', '99ABCDE1234F1Z5', 'gst', 'GST NO. is not valid'],
    ['cibil', '299', 'cibil', 'CIBIL score is not valid'],
    ['cibil', 'good', 'cibil', 'CIBIL score is not valid'],
    ['employer', 'Infosys <Ltd>', 'special-character', 'Special character are not allowed'],
    ['advocate', 'R. Rao', 'special-character', 'Special character are not allowed'],
    ['emi', '-5', 'negative', 'Must not be below zero'],
    [
      'batchNo',
      '1.23457E+15',
      'mangled',
      'A spreadsheet has shortened this number: format the column as text and write it again',
    ],
    ['product', '=A1+B1', 'formula', 'Looks like a formula: write the value itself'],
    ['product', '@SUM(A1)', 'formula', 'Looks like a formula: write the value itself'],
    ['overdue', '#N/A', 'sheet-error', 'The spreadsheet shows an error in this cell'],
    ['product', 'x'.repeat(81), 'length', 'At most 80 characters'],
    ['dueDay', '32', 'range', 'Must be from 1 to 31'],
    ['state', 'maybe', 'loan-status', 'Not a status: active, closed, settled or suppressed'],
    ['legal', 'perhaps', 'yes-no', 'Must be yes or no'],
  ];
  it.each(REFUSED)('is refused for %s %s', (field, cell, kind, message) => {
    const { problems, refused, values } = withCell(field, cell);
    const value = cell.length > 80 ? `${cell.slice(0, 79)}…` : cell;
    expect(problems).toEqual([{ line: 7, column: 'It', value, kind, message, warning: false }]);
    expect([refused, values[field as 'emi']]).toEqual([true, null]);
  });

  const TAKEN: [string, string, string | number | null, Transform[]?][] = [
    ['batchNo', '="0012"', '0012'],
    ['product', "'=Gold", '=Gold'],
    ['batchNo', '1234567.0', '1234567'],
    ['batchNo', '1.234567E+6', '1234567'],
    ['pan', 'abcpd1234k', 'ABCPD1234K'],
    ['email', 'Asha@Example.com', 'asha@example.com'],
    ['cibil', '-1', null],
    ['overdue', '(500)', -50000],
    ['person1.relation', 'Co-Applicant', 'co-borrower'],
    ['person2.relation', 'Brother', 'brother'],
    ['address2.kind', 'Off.', 'office'],
    ['state', 'Live', 'active'],
    ['employer', 'टाटा मोटर्स', 'टाटा मोटर्स'],
    ['overdue', '12.5', 125000000, [{ kind: 'lakhs' }]],
    ['overdue', '12.5', 1250000, [{ kind: 'thousands' }]],
    ['recallOn', '03/04/2026', '2026-03-04', [{ kind: 'dates', order: 'mdy' }]],
    ['batchNo', '42', '000042', [{ kind: 'padZeros', length: 6 }]],
    ['batchNo', 'LN-42/a', 'LN-42', [{ kind: 'before', text: '/' }]],
    ['batchNo', 'LN-42/a', 'A', [{ kind: 'after', text: '/' }, { kind: 'upper' }]],
    ['batchNo', 'LN-42', '42', [{ kind: 'digits' }]],
    ['batchNo', 'LN-42', '42', [{ kind: 'remove', text: 'LN-' }]],
    ['bucket', 'l1', '31-60', [{ kind: 'replace', values: [{ from: ' L1 ', to: '31-60' }] }]],
  ];
  it.each(TAKEN)('takes for %s %s the value %s', (field, cell, value, transforms) => {
    const { values, refused } = withCell(field, cell, transforms);
    expect([values[field as 'emi'] ?? null, refused]).toEqual([value, false]);
  });

  it('of several columns for one field joins them, and tells doubled headers apart', () => {
    const columns = ['Name', 'Name', 'Address 1', 'Address 2', 'Loan'];
    const read = compileMapping(
      {
        ...mapping({}),
        columns: [
          { header: 'Name', field: 'borrowerName' },
          { header: 'Name', nth: 1, field: 'borrowerName' },
          { header: 'Address 1', field: 'address1.line' },
          { header: 'Address 2', field: 'address1.line' },
          { header: 'Loan', field: 'loanNumber' },
        ],
      },
      columns,
    );
    expect(read({ line: 2, cells: ['Asha', 'Devi', '12 MG Road', 'Camp', '1'] }).values).toEqual({
      borrowerName: 'Asha Devi',
      'address1.line': '12 MG Road, Camp',
      loanNumber: '1',
    });
    expect(read({ line: 3, cells: ['-', 'Devi', '', 'Camp', '1'] }).values).toEqual({
      borrowerName: 'Devi',
      'address1.line': 'Camp',
      loanNumber: '1',
    });
  });

  it('needs a loan number always, name, POS and a standing only where loans are added', () => {
    const columns = Object.keys(NEEDED);
    const add = compileMapping(mapping(NEEDED), columns);
    const change = compileMapping(mapping(NEEDED, { policy: { fresh: 'skip', known: 'update' } }), columns);
    const required = (cells: string[], read = add) =>
      read({ line: 2, cells })
        .problems.filter(({ kind }) => kind === 'required')
        .map(({ column }) => column);
    expect(required(['', '', '', ''])).toEqual(['Loan No', 'Name', 'POS']);
    expect(required(['1', 'A', '5', ''])).toEqual(['DPD']);
    expect(required(['1', '', '', ''], change)).toEqual([]);
    expect(required(['', 'A', '5', '1'], change)).toEqual(['Loan No']);
    expect(add({ line: 2, cells: ['', 'A', '5', '1'] }).problems[0]?.message).toBe('This Field Is Required');
  });

  it('with cells too many is refused, with cells missing it warns', () => {
    const read = compileMapping(mapping(NEEDED), Object.keys(NEEDED));
    expect(read({ line: 2, cells: ['1', 'A', '5', '1', 'x'] })).toMatchObject({
      refused: true,
      problems: [{ kind: 'ragged', warning: false, value: 'x' }],
    });
    const dpd = compileMapping(
      mapping({ 'Loan No': 'loanNumber', DPD: 'dpd', Name: 'borrowerName', POS: 'pos', Ph: 'phone1' }),
      ['Loan No', 'DPD', 'Name', 'POS', 'Ph'],
    );
    expect(dpd({ line: 2, cells: ['1', '5', 'A', '5'] })).toMatchObject({
      refused: false,
      problems: [{ kind: 'ragged', warning: true }],
    });
  });

  it('warns of an ambiguous date, of a bucket that its DPD denies, and of digits that a workbook cut off', () => {
    expect(withCell('recallOn', '05/11/2026')).toMatchObject({
      refused: false,
      values: { recallOn: '2026-11-05' },
      problems: [{ kind: 'date-ambiguous', warning: true }],
    });
    expect(withCell('bucket', '61-90')).toMatchObject({
      refused: false,
      problems: [{ kind: 'bucket-differs', warning: true }],
    });
    const read = compileMapping(mapping(NEEDED), Object.keys(NEEDED));
    expect(read({ line: 2, cells: ['1234567890123450', 'A', '5', '1'], rounded: [0, 2] })).toMatchObject({
      refused: false,
      problems: [{ kind: 'rounded', column: 'Loan No', warning: true }],
    });
  });
});

describe('a mapping', () => {
  const kinds = (fields: Record<string, string>, columns = Object.keys(fields), more: Partial<LoanMapping> = {}) =>
    mappingProblems(mapping(fields, more), columns).map(({ kind, field }) => `${kind} ${field}`);
  it.each([
    ['with everything', kinds(NEEDED), []],
    [
      'with nothing',
      kinds({}),
      ['missing-field loanNumber', 'missing-field pos', 'missing-field borrowerName', 'missing-standing dpd'],
    ],
    ['of changes', kinds({ L: 'loanNumber' }, ['L'], { policy: { fresh: 'skip', known: 'update' } }), []],
    ['with a field twice', kinds({ ...NEEDED, P: 'phone1', Q: 'phone1' }), ['twice phone1']],
    ['with an address of two columns', kinds({ ...NEEDED, P: 'address1.line', Q: 'address1.line' }), []],
    ['for another file', kinds(NEEDED, ['Loan No', 'Name', 'POS']), ['missing-column dpd', 'missing-standing dpd']],
    ['of a field that is gone', kinds({ ...NEEDED, X: 'colour' }), ['unknown-field colour']],
    [
      'with a fixed DPD',
      kinds({ 'Loan No': 'loanNumber', Name: 'borrowerName', POS: 'pos' }, undefined, { fixed: { dpd: '45' } }),
      [],
    ],
    [
      'with a fixed value that cannot be',
      kinds(NEEDED, undefined, { fixed: { language: 'Elvish' } }),
      ['fixed-value language'],
    ],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  it('may name every field, and no field has the id of another', () => {
    expect(new Set(LOAN_FIELDS.map(({ id }) => id)).size).toBe(LOAN_FIELDS.length);
    expect(LOAN_FIELDS.filter(({ id }) => synonymsOf(id).length === 0).map(({ id }) => id)).toEqual([]);
  });
});
