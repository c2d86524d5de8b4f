import { describe, expect, it } from 'vitest';
import * as v from '.';

/** [validator, message, right values, wrong values] */
const FIELDS: [string, v.Check, string, (string | number)[], (string | number)[]][] = [
  [
    'email',
    v.email,
    'Email is not valid',
    ['a@b.in', 'asha.patil+x@mail.bank.co.in', "o'neil@x.org", 'A_B-c@sub-d.example'],
    ['a', 'a@b', '@b.in', 'a@.in', 'a b@c.in', 'a@b..in', 'a..b@c.in', '.a@b.in', 'a.@b.in', 'a@b.in ', 'a@-b.in'],
  ],
  [
    'the name of a person',
    v.personName,
    'Letters only: no digits, signs or addresses',
    ['Asha Rao', 'R.K. Sharma', 'Mary-Jane D’Souza', "O'Neil", 'आशा राव', 'நித்யா', 'Zoya (Pune)'],
    [
      'Pay 9812345678',
      'asha@upi',
      'pay.example.in',
      'Pay only to http://x',
      'Asha/Rao',
      'Asha: pay',
      '-Asha',
      'कॉल ९८१२',
    ],
  ],
  [
    'mobile',
    v.mobile,
    'Mobile no. should be 10 digit number',
    ['9812345678', '0000000000', 9812345678],
    ['981234567', '98123456789', '+919812345678', '98123 45678', '९८१२३४५६७८', ' 9812345678', 'abcdefghij', 0],
  ],
  [
    'mobile of the second form',
    v.mobileOfSecondForm,
    'Mobile number should be valid',
    ['9812345678'],
    ['981234567', '98123456789'],
  ],
  [
    'GST',
    v.gst,
    'GST NO. is not valid',
    ['27AAPFU0939F1ZV', '01ABCDE1234F1Z5', '37ABCDE1234FAZA', '09ABCDE1234F9ZZ'],
    [
      '00AAPFU0939F1ZV',
      '38AAPFU0939F1ZV',
      '99AAPFU0939F1ZV',
      '7AAPFU0939F1ZV',
      '27AAPF10939F1ZV',
      '27AAPFU093AF1ZV',
      '27AAPFU093911ZV',
      '27AAPFU0939F0ZV',
      '27AAPFU0939F1AV',
      '27AAPFU0939F1Z',
      '27AAPFU0939F1Z-',
      '27aapfu0939f1zv',
      '27AAPFU0939F1ZVV',
      ' 27AAPFU0939F1ZV',
    ],
  ],
  [
    'PAN',
    v.pan,
    'PAN NO. is not valid',
    [...'CPHFATBLJG'].map((kind) => `ABC${kind}E1234F`),
    [
      ...[...'DEIKMNOQRSUVWXYZ'].map((kind) => `ABC${kind}E1234F`),
      'ABCPE123F',
      'ABCPE12345',
      'AB1PE1234F',
      'abcpe1234f',
      'ABCPE1234FF',
    ],
  ],
  [
    'company and advocate name',
    v.plainName,
    'Special character are not allowed',
    ['Tata Steel 2', 'कोटक महिंद्रा', 'ಬೆಂಗಳೂರು ವಕೀಲ', 'Ávila'],
    ['A & B', 'Smith, Jones', "D'Souza", 'a.b', 'x_y', 'a-b', '<b>', 'a\tb', 'a\nb', 'co™'],
  ],
  [
    'CIBIL score',
    v.cibil,
    'CIBIL score is not valid',
    ['300', '900', '750', 301, 899],
    ['299', '901', '0', '-300', '75O', '7e2', '300.5', '0x12c', 299, 901, 1200],
  ],
];

describe.each(FIELDS)('%s', (_, check, message, right, wrong) => {
  it.each(right)('takes %j', (value) => {
    expect(check(value)).toBeUndefined();
  });
  it.each(wrong)('refuses %j', (value) => {
    expect(check(value)).toBe(message);
  });
  it.each(['', undefined, null])('leaves %j to the required check', (value) => {
    expect(check(value)).toBeUndefined();
  });
});

it.each([
  ['123456789012345', true],
  ['12345678901234', false],
  ['1234567890123456', false],
  ['12345678901234a', false],
  ['', false],
])('15 digits: %s %s', (value, expected) => {
  expect(v.isFifteenDigits(value)).toBe(expected);
});

it.each([
  ['abcXYZ019', true],
  ['a b', false],
  ['a-b', false],
  ['é', false],
  ['', false],
])('alphanumeric: %s %s', (value, expected) => {
  expect(v.isAlphanumeric(value)).toBe(expected);
});

describe('the required check', () => {
  it('says so for empty, blank and nothing, in nested objects too', () => {
    const values = {
      name: '  ',
      none: null,
      missing: undefined,
      list: [],
      zero: 0,
      no: false,
      day: new Date(0),
      filled: ['x'],
      address: { city: '', line: 'x', geo: { lat: null } },
      spare: { a: '' },
      note: '',
    };
    const errors = v.checkRequired(values, ['note', 'spare', 'address.geo.lat']);
    expect(errors).toEqual(
      Object.fromEntries(['name', 'none', 'missing', 'list', 'address.city'].map((path) => [path, v.REQUIRED])),
    );
    expect(v.REQUIRED).toBe('This Field Is Required');
  });
});

describe('the two form checkers', () => {
  const kinds = { email: 'email', phone: 'mobile', pan: 'pan' } as const;
  it('the first takes values as they were typed, and requires them', () => {
    expect(v.checkFirstForm({ email: ' a@b.in', phone: '98', pan: ' ', city: '' }, kinds, ['city'])).toEqual({
      email: 'Email is not valid',
      phone: 'Mobile no. should be 10 digit number',
      pan: 'This Field Is Required',
    });
  });
  it('the second trims first and skips what is blank', () => {
    expect(v.checkSecondForm({ email: ' a@b.in ', phone: ' 98 ', pan: '  ' }, kinds)).toEqual({
      phone: 'Mobile number should be valid',
    });
  });
});

describe('a scheduled report', () => {
  const right: v.ScheduledReportForm = {
    tenantId: 't',
    reportName: 'Daily',
    portfolioIds: ['p'],
    emails: ['a@b.in'],
    frequency: 'daily',
    daysOfWeek: [],
    dateOfMonth: null,
  };
  it.each<[Partial<v.ScheduledReportForm>, string | undefined]>([
    [{}, undefined],
    [{ tenantId: '', reportName: '' }, 'Please select a tenant.'],
    [{ reportName: '', portfolioIds: [] }, 'Please select a report.'],
    [{ portfolioIds: [], emails: [] }, 'Please select at least one portfolio.'],
    [{ emails: [] }, 'Please add at least one email.'],
    [{ emails: ['a@b.in', 'wrong', 'x@y'] }, 'Invalid email(s): wrong, x@y'],
    // What a mail server would read as another recipient, another line of the head, a list.
    ...[
      'a@b.in\r\nBcc: c@d.in',
      'a@b.in,c@d.in',
      '<a@b.in>',
      'a@b.in;',
      '"a"@b.in',
      'a\u0000@b.in',
      'a@b.in(c)',
      'list:a@b.in',
    ].map((address): [Partial<v.ScheduledReportForm>, string] => [
      { emails: [address] },
      `Invalid email(s): ${address}`,
    ]),
    [{ emails: ["o'neil+nightly@bank.co.in"] }, undefined],
    [{ frequency: 'weekly' }, 'Please select at least one weekday.'],
    [{ frequency: 'weekly', daysOfWeek: ['Monday'] }, undefined],
    [{ frequency: 'monthly' }, 'Please select a date for the monthly frequency.'],
    [{ frequency: 'monthly', dateOfMonth: 29 }, 'Please select a date for the monthly frequency.'],
    [{ frequency: 'monthly', dateOfMonth: 28 }, undefined],
  ])('%j: %s', (change, message) => {
    expect(v.checkScheduledReport({ ...right, ...change })).toBe(message);
  });
  it('offers no 29, 30 or 31, and clears days and date with the frequency', () => {
    expect(v.MONTH_DATES).toHaveLength(28);
    expect(v.MONTH_DATES.at(-1)).toBe(28);
    const chosen = { ...right, frequency: 'weekly' as const, daysOfWeek: ['Monday' as const], dateOfMonth: 4 };
    expect(v.withFrequency(chosen, 'monthly')).toEqual({ ...right, frequency: 'monthly' });
    expect([v.DEFAULT_TIMING, v.DEFAULT_FREQUENCY, v.WEEKDAYS[0], v.WEEKDAYS[6]]).toEqual([
      '19:30',
      'daily',
      'Sunday',
      'Saturday',
    ]);
  });
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [28, '28th'],
  ])('%d is the %s', (date, words) => {
    expect(v.ordinal(date)).toBe(words);
  });
});

it.each<[v.TierForm, string | undefined]>([
  [{ min: '0', max: '100', amount: '0' }, undefined],
  [{ min: 0, max: 1, amount: 5 }, undefined],
  [{ min: '1,000', max: '2,000', amount: '10' }, undefined],
  [{ min: '', max: '100', amount: '1' }, 'All fields are required.'],
  [{ min: '1', max: null, amount: '1' }, 'All fields are required.'],
  [{ min: '1', max: '2', amount: undefined }, 'All fields are required.'],
  [{ min: 'x', max: '2', amount: '1' }, 'All fields are required.'],
  [{ min: '-1', max: '2', amount: '1' }, 'Min, max, and incentive values must not be negative.'],
  [{ min: '1', max: '-2', amount: '1' }, 'Min, max, and incentive values must not be negative.'],
  [{ min: '1', max: '2', amount: '-1' }, 'Min, max, and incentive values must not be negative.'],
  [{ min: '2', max: '2', amount: '1' }, 'Max must be greater than Min.'],
  [{ min: '3', max: '2', amount: '1' }, 'Max must be greater than Min.'],
])('incentive tier %j: %s', (tier, message) => {
  expect(v.checkTier(tier)).toBe(message);
});

describe('Export CSV', () => {
  it('needs model and both dates', () => {
    expect(v.checkExport({ model: '', from: '', to: '2026-02-30' })).toEqual({
      model: v.REQUIRED,
      from: v.REQUIRED,
      to: v.REQUIRED,
    });
    expect(v.checkExport({ model: 'loan', from: '2026-11-01', to: '2026-11-30' })).toEqual({});
  });
  it('names its file model_from_to, dates as DD-MM-YYYY', () => {
    expect(v.exportFileName({ model: 'loan', from: '2026-11-01', to: '2026-11-30' })).toBe(
      'loan_01-11-2026_30-11-2026',
    );
    expect(v.NO_DATA).toBe('No data found');
  });
});

it.each([
  [[0, 500, 200], { min: 100, max: 1500 }],
  [[0, 0], { min: -100, max: 1000 }],
  [[50], { min: -50, max: 1050 }],
  [[], undefined],
])('chart bounds of %j', (values, bounds) => {
  expect(v.targetBounds(values)).toEqual(bounds);
});

it.each([
  [{ foreclosureAmount: '' }, {}],
  [{ foreclosureAmount: 'null' }, {}],
  [{ foreclosureAmount: null, a: 1 }, { a: 1 }],
  [{ foreclosureAmount: 0 }, { foreclosureAmount: 0 }],
  [{ foreclosureAmount: '1200' }, { foreclosureAmount: '1200' }],
])('a disposition %j goes out as %j', (body, sent) => {
  expect(v.withoutEmptyForeclosure(body)).toEqual(sent);
});
