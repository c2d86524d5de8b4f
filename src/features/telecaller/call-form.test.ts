/** The record that the call form becomes: what is not answered is not sent. */
import { expect, it } from 'vitest';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { BLANK, buildCall } from './call-form';

const setting = (code: string) => ({
  loan: { id: '019a0000-0000-7000-8000-000000000001', loanNumber: 'LN0001' },
  code: DEFAULT_CODES.find((one) => one.code === code),
  policy: { maxPtpDays: 7, zone: 'Asia/Kolkata' },
  now: Date.parse('2026-11-21T05:30:00Z'),
  predictive: false,
});
const built = (code: string, amount: string) =>
  buildCall({ answers: { ...BLANK, code, reason: 'Wants to close', amount }, call: null, files: [] }, setting(code));

it.each([
  ['', undefined],
  ['  ', undefined],
  ['null', undefined],
  ['1200', 120_000],
])('a foreclosure with the amount %j', (amount, amountPaise) => {
  const made = built('FCL', amount);
  expect(made).toMatchObject({ ok: true, input: { code: 'FCL', reason: 'Wants to close' } });
  if (!made.ok) return;
  expect(made.input.amountPaise).toBe(amountPaise);
  expect('amountPaise' in made.input).toBe(amountPaise !== undefined);
  expect(made.input).not.toHaveProperty('foreclosureAmount');
});

it('an amount that is no money is marked, not dropped', () => {
  expect(built('FCL', 'soon')).toMatchObject({ ok: false, errors: [{ path: 'amountPaise' }] });
});

it.each(['', 'null'])('a settlement that was agreed needs its amount: %j is none', (amount) => {
  expect(built('STL', amount)).toEqual({
    ok: false,
    errors: [{ path: 'amountPaise', message: 'Enter the amount' }],
  });
});
