/** The record that the call form becomes: what is not answered is not sent. */
import { expect, it } from 'vitest';
import { DEFAULT_CODES, type DispositionCode } from '../../../core/domain/dispositions';
import { BLANK, buildCall, callbackTimes, choose, formOf, isTouched, usualCallback } from './call-form';

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

it.each(['RNR', 'PTP', 'RTP', 'WN'])('another number is taken on any call, also of %s', (code) => {
  const of = (newPhone: string) =>
    buildCall(
      {
        answers: { ...BLANK, code, newPhone, ptpAmount: '100', ptpDueOn: '2026-11-22', reason: 'x' },
        call: null,
        files: [],
      },
      setting(code),
    );
  expect(of('9812345670')).toMatchObject({ ok: true, input: { newPhone: '9812345670' } });
  expect(of('12')).toMatchObject({ ok: false, errors: [{ path: 'newPhone' }] });
});

it('an amount that is no money is marked, not dropped', () => {
  expect(built('FCL', 'soon')).toMatchObject({ ok: false, errors: [{ path: 'amountPaise' }] });
});

it.each(['', 'null'])('a settlement that was agreed needs its amount: %j is none', (amount) => {
  expect(built('STL', amount)).toEqual({
    ok: false,
    errors: [
      { path: 'instalments', message: 'Enter the number of instalments, 1 to 60' },
      { path: 'amountPaise', message: 'Enter the amount' },
    ],
  });
});

it('the third level of an outcome is asked for where its code has one, and falls with another code', () => {
  const code = { ...(setting('RNR').code as DispositionCode), subCodes: ['Switched off', 'Full voicemail'] };
  const of = (subCode: string) =>
    buildCall({ answers: { ...BLANK, code: 'RNR', subCode }, call: null, files: [] }, { ...setting('RNR'), code });
  expect(of('')).toMatchObject({ ok: false, errors: [{ path: 'subCode' }] });
  expect(of('Of another code')).toMatchObject({ ok: false, errors: [{ path: 'subCode' }] });
  expect(of('Full voicemail')).toMatchObject({ ok: true, input: { code: 'RNR', subCode: 'Full voicemail' } });
  const chosen = { ...BLANK, code: 'RNR', subCode: 'Full voicemail' };
  const at = { overduePaise: 0, now: 0, zone: 'Asia/Kolkata', maxPtpDays: 7 };
  expect(choose(chosen, code, at).subCode).toBe('Full voicemail');
  expect(choose(chosen, { ...code, code: 'BSY' }, at).subCode).toBe('');
});

it.each([
  // 11:00 in Pune: all of them.
  ['2026-11-21T05:30:00Z', ['11:30', '12:00', '13:00', '18:00', '10:00', '18:00']],
  // 16:00: "in 2 hours" is "today 18:00", and is offered once.
  ['2026-11-21T10:30:00Z', ['16:30', '17:00', '18:00', '10:00', '18:00']],
  // 17:20: nothing after 19:00, and nobody says 17:50.
  ['2026-11-21T11:50:00Z', ['18:00', '18:30', '10:00', '18:00']],
  // 21:00: tomorrow.
  ['2026-11-21T15:30:00Z', ['10:00', '18:00']],
  // 06:00: before the hours "in 2 hours" is their first minute.
  ['2026-11-21T00:30:00Z', ['08:00', '18:00', '10:00', '18:00']],
])('the times offered for a callback at %s are still to come and within the hours', (now, times) => {
  const offered = callbackTimes(Date.parse(now), 'Asia/Kolkata');
  expect(offered.map(({ time }) => time)).toEqual(times);
  expect(new Set(offered.map(({ at }) => at)).size).toBe(times.length);
});

it.each([
  ['2026-11-21T05:37:00Z', '2026-11-21T07:45:00.000Z'],
  // 18:00: two hours on is too late, so ten in the morning.
  ['2026-11-21T12:30:00Z', '2026-11-22T04:30:00.000Z'],
  // 05:00: two hours on is too early, of the same day.
  ['2026-11-20T23:30:00Z', '2026-11-21T04:30:00.000Z'],
])('the usual callback at %s', (now, at) => {
  expect(new Date(usualCallback(Date.parse(now), 'Asia/Kolkata')).toISOString()).toBe(at);
});

it.each<[string, Partial<typeof BLANK>, string[], object]>([
  ['FP', {}, ['claim.paidOn', 'claim.mode'], {}],
  ['FP', { paidOn: '2026-11-20' }, ['claim.mode'], {}],
  ['FP', { paidOn: '2026-11-22', paidMode: 'upi' }, ['claim.paidOn'], {}],
  ['FP', { paidOn: '2026-11-20', paidMode: 'upi' }, [], { claim: { paidOn: '2026-11-20', mode: 'upi' } }],
  ['STL', {}, ['instalments'], {}],
  ['STL', { instalments: '0' }, ['instalments'], {}],
  ['STL', { instalments: '61' }, ['instalments'], {}],
  ['STL', { instalments: '3' }, [], { instalments: 3 }],
  ['DNC', { until: '2026-12-21' }, [], { until: '2026-12-21' }],
  ['DNC', { until: '2026-12-21', contactScope: 'calls' }, [], { contactScope: 'calls' }],
  ['DNC', { until: '2026-12-21', contactScope: 'number' }, ['contactScope'], {}],
])('%s with %j lacks %j', (code, more, lacking, said) => {
  const answers = { ...BLANK, code, amount: '1200', reference: 'UTR1', reason: 'Wants to close', ...more };
  const made = buildCall({ answers, call: null, files: [] }, setting(code));
  expect(made.ok ? [] : made.errors.map(({ path }) => path)).toEqual(lacking);
  if (!made.ok) return;
  expect(made.input).toMatchObject(said);
  expect(formOf(made.input, '1', []).answers).toMatchObject(more);
});

it('a draft of an earlier form, which has no names for later questions, is not taken for one that was typed in', () => {
  const { paidOn: _, paidMode: __, instalments: ___, ...earlier } = BLANK;
  expect(isTouched({ answers: earlier as typeof BLANK, call: null, files: [] })).toBe(false);
});
