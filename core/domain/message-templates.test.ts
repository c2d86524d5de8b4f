import { describe, expect, it } from 'vitest';
import { strangeAddresses, strangeInFilled, templateProblems } from './message-checks';
import { fillTemplate, smsParts, type TemplateValues, variablesOf } from './message-templates';
import { addressesIn } from './validators';

const values: TemplateValues = {
  name: 'Asha Kulkarni',
  first_name: 'Asha',
  loan_last4: '4821',
  lender: 'Sahyadri Bank',
  product: 'TW',
  overdue: '₹5,000',
  emi: '₹2,500',
  due_day: '5',
  ptp_date: null,
  ptp_amount: '',
  agent: 'Meera',
  payment_link: null,
  payment_amount: null,
  payment_until: null,
  settlement_link: null,
  settlement_code: null,
};

describe('a template', () => {
  it.each([
    ['Dear {first_name}, {overdue} is due.', 'Dear Asha, ₹5,000 is due.', []],
    ['{ first_name } {first_name}', 'Asha Asha', []],
    [
      'Pay by {ptp_date}: {ptp_amount} {ptp_date}',
      'Pay by {ptp_date}: {ptp_amount} {ptp_date}',
      ['ptp_date', 'ptp_amount'],
    ],
    ['{constructor} {toString}', '{constructor} {toString}', ['constructor', 'toString']],
    ['No variable', 'No variable', []],
  ])('%s', (body, text, missing) => {
    expect(fillTemplate(body, values)).toEqual({ text, missing });
  });

  it('does not fill what a value brings along', () => {
    expect(fillTemplate('{name}', { ...values, name: '{overdue} $& $1' }).text).toBe('{overdue} $& $1');
  });

  it('names its variables once each', () => {
    expect(variablesOf('{a} {b} {a} {c d}')).toEqual(['a', 'b', 'c d']);
  });

  it.each([
    ['nothing', []],
    ['See https://sahyadri.in/pay?x=1.', ['https://sahyadri.in/pay?x=1']],
    ['www.sahyadri.in, or bit.ly/abc!', ['www.sahyadri.in', 'bit.ly/abc']],
    ['Rs.500 due on 5.11', []],
  ])('the addresses in %s', (text, found) => expect(addressesIn(text)).toEqual(found));

  it.each([
    ['https://sahyadri.in/pay/1', ['https://sahyadri.in'], []],
    ['HTTPS://Sahyadri.in', ['sahyadri.in/'], []],
    ['https://sahyadri.in.evil.com/x', ['https://sahyadri.in'], ['https://sahyadri.in.evil.com/x']],
    ['https://sahyadri.info', ['sahyadri.in'], ['https://sahyadri.info']],
    ['bit.ly/x', [], ['bit.ly/x']],
  ])('%s against %s', (text, allowed, strange) => expect(strangeAddresses(text, allowed)).toEqual(strange));

  const sms = {
    channel: 'sms' as const,
    subject: null,
    body: 'Pay {overdue}',
    dltTemplateId: '1'.repeat(19),
    dltHeader: 'SAHYDR',
    allowedUrls: [],
  };
  it.each([
    [sms, []],
    [{ ...sms, body: 'Pay {amount}' }, ['body']],
    [{ ...sms, dltTemplateId: null, dltHeader: null }, ['dltTemplateId', 'dltHeader']],
    [{ ...sms, body: 'Pay at bit.ly/x' }, ['body']],
    [{ ...sms, channel: 'whatsapp' as const, dltTemplateId: null, dltHeader: null }, []],
    [{ ...sms, channel: 'email' as const, dltTemplateId: null }, ['subject']],
    [{ ...sms, channel: 'email' as const, subject: 'Your {loan}' }, ['subject']],
  ])('%# is judged', (template, paths) => expect(templateProblems(template).map(({ path }) => path)).toEqual(paths));

  it.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(81), 2],
    ['क'.repeat(70), 1],
    ['क'.repeat(71), 2],
    [`₹${'a'.repeat(70)}`, 2],
  ])('%# is charged in parts', (text, parts) => expect(smsParts(text)).toBe(parts));
});

describe('a filled text', () => {
  const template = {
    subject: null,
    body: 'Dear {name}: https://bank.in/pay {payment_link}',
    allowedUrls: [] as string[],
  };
  const own = 'https://pay.example.in/pay/x';
  it.each([
    ['sms', 'Dear Asha: https://bank.in/pay', ['https://bank.in/pay']],
    ['whatsapp', `Dear Asha: https://bank.in/pay ${own}`, []],
    ['whatsapp', 'Dear pay-me.in: https://bank.in/pay', ['pay-me.in']],
    ['email', 'Dear evil.com: https://bank.in/pay', ['evil.com']],
  ] as const)('%s: what its template does not name leads nowhere: %s', (channel, text, expected) => {
    expect(strangeInFilled({ ...template, channel }, { subject: null, text }, [own])).toEqual(expected);
  });
});
