import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createAgency } from '../../../core/contract/agencies';
import { createClient } from '../../../core/contract/clients';
import { defineEndpoint } from '../../../core/contract/kit';
import { emailText, mobileText, partyInput } from '../../../core/contract/organisation';
import { positivePaise, sentDay } from '../../../core/contract/scalars';
import { byField, factsOf, partWith, problemsOf, sentOf, typedOf, valueAt } from './endpoint-form';

const to = defineEndpoint({
  id: 'test.one',
  method: 'POST',
  service: 'crm',
  path: '/test',
  summary: 'For this test',
  access: { kind: 'public' },
  idempotency: 'none',
  body: z.strictObject({
    ...partyInput,
    name: z.string().check(z.trim(), z.minLength(1, 'This Field Is Required'), z.maxLength(120)),
    reason: z.string().check(z.trim(), z.minLength(3, 'Give a reason'), z.maxLength(300)),
    note: z.optional(z.string().check(z.maxLength(2000))),
    email: emailText,
    mobile: mobileText,
    dueOn: sentDay,
    at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
    amountPaise: positivePaise,
    days: z._default(z.int().check(z.gte(1), z.lte(365)), 30),
    kind: z.enum(['a', 'b']),
    some: z._default(z.array(z.enum(['a', 'b'])), []),
    many: z.array(z.string()).check(z.minLength(1)),
    mail: z.boolean(),
    retry: z.strictObject({ busy: z.int().check(z.lte(10_080)), share: z.number() }),
  }),
  response: z.object({ success: z.literal(true) }),
});

describe('what a body says of a field', () => {
  it.each([
    ['name', 'text', true, 120],
    ['reason', 'text', true, 300],
    ['note', 'area', false, 2000],
    ['email', 'email', true, 254],
    ['mobile', 'digits', true, 10],
    ['pincode', 'digits', false, 6],
    ['pan', 'text', false, 10],
    ['dueOn', 'day', true, 10],
    ['at', 'time', true, 5],
    ['amountPaise', 'money', true, undefined],
    ['days', 'digits', false, 3],
    ['kind', 'choice', true, undefined],
    ['some', 'ticks', false, undefined],
    ['many', 'several', true, undefined],
    ['mail', 'switch', false, undefined],
    ['retry.busy', 'digits', true, 5],
    ['retry.share', 'decimal', true, undefined],
    ['unknown', 'text', false, undefined],
  ])('%s: %s', (name, kind, required, most) => {
    expect(factsOf(to.body, name)).toMatchObject({ kind, required, most });
  });

  it('names the values of a choice', () => {
    expect(factsOf(to.body, 'kind').values).toEqual(['a', 'b']);
    expect(factsOf(to.body, 'some').values).toEqual(['a', 'b']);
  });
});

describe('what was typed', () => {
  it('is sent trimmed, in paise, as numbers, and null or nothing where it is blank', () => {
    const typed = { name: ' N ', note: ' ', city: '  ', gst: ' G ', amountPaise: '1,200.50', days: '45', step: 3 };
    expect(sentOf(to.body, typed)).toEqual({ name: 'N', city: null, gst: 'G', amountPaise: 120_050, days: 45 });
  });

  it('is no amount and no number where it cannot be read', () => {
    expect(sentOf(to.body, { amountPaise: 'ten', days: '' })).toEqual({});
    expect(problemsOf(to.body, sentOf(to.body, { amountPaise: 'ten' }))).toMatchObject({
      amountPaise: 'This Field Is Required',
    });
  });

  it('begins with a record, or with the defaults of its body', () => {
    expect(typedOf(to)).toMatchObject({ name: '', days: '30', some: [], mail: false, amountPaise: '' });
    expect(typedOf(to, { name: 'N', city: null, amountPaise: 120_050, days: 7, some: ['b'] })).toMatchObject({
      name: 'N',
      city: '',
      amountPaise: '1200.5',
      days: '7',
      some: ['b'],
    });
  });

  it('of a part stands and is sent under its path', () => {
    const typed = { retry: { busy: '60', share: '1.5' }, name: 'N' };
    expect(valueAt(typed, 'retry.busy')).toBe('60');
    expect(partWith(typed, 'retry.busy', '90')).toEqual({ retry: { busy: '90', share: '1.5' } });
    expect(partWith({ 'address2.city': '' }, 'address2.city', 'Pune')).toEqual({ 'address2.city': 'Pune' });
    expect(sentOf(to.body, typed)).toEqual({ retry: { busy: 60, share: 1.5 }, name: 'N' });
    expect(typedOf(to, { retry: { busy: 60, share: 1.5 } })).toMatchObject({ retry: { busy: '60', share: '1.5' } });
  });

  it.each([
    ['a client', createClient],
    ['an agency', createAgency],
  ])('of %s that is opened and sent unchanged says the same again', (_, endpoint) => {
    const record = { ...typedOf(endpoint), name: 'N', agency: 'A', code: 'C', institution: 'BANK', city: 'Pune' };
    const sent = sentOf(endpoint.body, record);
    expect(problemsOf(endpoint.body, sent)).toEqual({});
    expect(sentOf(endpoint.body, typedOf(endpoint, sent))).toEqual(sent);
  });
});

it('messages go to the field of their path, of its end or of its beginning; the others are said apart', () => {
  const errors = { 'address.line': '1', 'columns.0.label': '2', 'administrator.email': '3', name: '4', id: '5' };
  const names = ['line', 'columns', 'adminEmail', 'name'];
  expect(byField(errors, names, { 'administrator.email': 'adminEmail' })).toEqual({
    named: { line: '1', columns: '2', adminEmail: '3', name: '4' },
    other: ['5'],
  });
});
