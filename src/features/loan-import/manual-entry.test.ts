import { describe, expect, it } from 'vitest';
import { blankEntry, cellProblem, checkedEntry, entryParts } from './manual-entry';

const FULL = {
  ...blankEntry(),
  clientId: 'c',
  portfolioId: 'p',
  loanNumber: 'LN-0012',
  borrowerName: 'Asha Patil',
  pos: '1,23,456.50',
  dpd: '47',
};

describe('a loan by hand', () => {
  const CASES: [string, Record<string, string>, Record<string, string>][] = [
    ['nothing wrong', {}, {}],
    [
      'what is required',
      { loanNumber: '', pos: ' ' },
      { loanNumber: 'This Field Is Required', pos: 'This Field Is Required' },
    ],
    ['no portfolio', { portfolioId: '' }, { portfolioId: 'This Field Is Required' }],
    ['no days, no bucket and no date', { dpd: '' }, { dpd: 'This Field Is Required' }],
    ['a bucket for the days', { dpd: '', bucket: '31-60' }, {}],
    ['a mobile number', { phone1: '98' }, { phone1: 'Mobile no. should be 10 digit number' }],
    ['an e-mail', { email: 'a@b' }, { email: 'Email is not valid' }],
    ['a PAN', { pan: 'ABC' }, { pan: 'PAN NO. is not valid' }],
    ['a GST number', { gst: '99' }, { gst: 'GST NO. is not valid' }],
    ['a CIBIL score', { cibil: '299' }, { cibil: 'CIBIL score is not valid' }],
    ['an employer', { employer: 'A & B' }, { employer: 'Special character are not allowed' }],
    ['an advocate', { advocate: 'R. Rao!' }, { advocate: 'Special character are not allowed' }],
  ];
  it.each(CASES)('%s', (_, typed, errors) => {
    expect(checkedEntry({ ...FULL, ...typed }).errors).toEqual(errors);
  });

  it('is read in the units of a loan', () => {
    const { read } = checkedEntry({ ...FULL, disbursedOn: '2026-03-04', rate: '18.5' });
    expect(read).toMatchObject({ pos: 12345650, dpd: 47, disbursedOn: '2026-03-04', rate: 18.5 });
  });

  it('shows one phone and one address at first, and as many as hold something', () => {
    const ids = (values: Record<string, string>, shown = {}) =>
      entryParts(values, shown).flatMap(({ fields }) => fields.map(({ id }) => id));
    const first = ids(blankEntry());
    expect(first).toContain('phone1');
    expect(first).not.toContain('phone2');
    expect(first).not.toContain('person1.name');
    expect(ids({ ...blankEntry(), phone3: '9800000001' })).toContain('phone2');
    expect(ids(blankEntry(), { people: 1 })).toContain('person1.relation');
  });
});

it('one field alone is judged by the same rules', () => {
  const said = [
    ['dpd', '12'],
    ['dpd', 'soon'],
    ['pos', '1,2'],
    ['emi', ''],
  ].map(([field = '', value = '']) => cellProblem(field, value));
  expect(said).toEqual([undefined, 'Not a whole number', 'Not an amount: write 123456.78 or 1,23,456.78', undefined]);
});
