/** An outcome without a call: whose number it was and when, within the hours of contact, or why nothing is saved. */
import { expect, it } from 'vitest';
import { contactHours } from '../../../core/domain/contact-hours';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { BLANK, buildCall } from './call-form';

const PHONE = '019a0000-0000-7000-8000-00000000000a';
const india = (time: string) => Date.parse(`2026-11-21T${time}:00+05:30`);
const built = (now: number, typed: { otherPhone?: string; otherAt?: string; newPhone?: string }, phones = 2) => {
  // What is typed is local, as the input of the page has it.
  const local =
    typed.otherAt &&
    new Date(india(typed.otherAt) - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return buildCall(
    { answers: { ...BLANK, code: 'RNR', ...typed, ...(local && { otherAt: local }) }, call: null, files: [] },
    {
      loan: { id: '019a0000-0000-7000-8000-000000000001', loanNumber: 'LN0001' },
      code: DEFAULT_CODES.find(({ code }) => code === 'RNR'),
      policy: { maxPtpDays: 7, zone: 'Asia/Kolkata' },
      now,
      predictive: false,
      elsewhere: { phones, inHours: (at) => contactHours(at).lawful },
    },
  );
};

it('is saved with the number and the time of the call', () => {
  expect(built(india('11:00'), { otherPhone: PHONE })).toMatchObject({
    ok: true,
    input: { phoneId: PHONE, recordedAt: '2026-11-21T05:30:00.000Z' },
  });
  const earlier = built(india('20:30'), { otherPhone: PHONE, otherAt: '18:45' });
  expect(earlier).toMatchObject({ ok: true, input: { phoneId: PHONE, recordedAt: '2026-11-21T13:15:00.000Z' } });
  expect(earlier).not.toHaveProperty('input.callId');
});

it.each<[string, number, object, string, string]>([
  [
    'nobody was called',
    india('11:00'),
    {},
    'otherPhone',
    'Call first, or choose the number that was called from another phone',
  ],
  [
    'at 06:57, when no call is allowed',
    india('06:57'),
    { otherPhone: PHONE },
    'otherAt',
    'No call is allowed at this time: choose when it was called',
  ],
  [
    'at an hour of before them',
    india('11:00'),
    { otherPhone: PHONE, otherAt: '07:59' },
    'otherAt',
    'No call is allowed at this time: choose when it was called',
  ],
  ['later than now', india('11:00'), { otherPhone: PHONE, otherAt: '11:30' }, 'otherAt', 'Choose a time that is over'],
])('is refused where %s', (_, now, typed, path, message) =>
  expect(built(now, typed)).toEqual({ ok: false, errors: [{ path, message }] }),
);

it('of a loan without a number names the new one', () => {
  expect(built(india('11:00'), {}, 0)).toMatchObject({ ok: false, errors: [{ path: 'otherPhone' }] });
  expect(built(india('11:00'), { newPhone: '9812345670' }, 0)).toMatchObject({ ok: true });
});
