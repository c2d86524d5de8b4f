/** What a borrower asks for: recorded by whoever speaks with them, ended and lifted by those above. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LoanContact, loanContactSchema } from '../../../core/contract/contact';
import { type Preference, preferenceBodySchema } from '../../../core/contract/contact-parts';
import { DEFAULT_PACK } from '../../../core/domain/contact-gate';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { BorrowerWishes } from './index';
import { BLANK_WISH, type WishForm, wishBody } from './wish-form';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const ALLOWED = { allowed: true, reasons: [], warnings: [], nextLawfulAt: null, allowedUntil: null };
const wish: Preference = {
  id: id(7),
  kind: 'not-at-this-time',
  channels: ['call'],
  phoneId: null,
  days: [1, 5],
  fromTime: '13:00',
  toTime: '15:00',
  place: null,
  until: null,
  note: 'Sleeps after the early shift',
  by: 'Ravi Patil',
  at: '2026-11-20T06:00:00.000Z',
};
const contact = (more: Partial<LoanContact['question']['facts']> = {}, preferences = [wish]): LoanContact =>
  loanContactSchema.parse({
    asOf: '2026-11-23T06:00:00.000Z',
    loanId: id(1),
    loanNumber: 'LN0001',
    borrower: 'Asha Kulkarni',
    question: {
      facts: {
        zone: 'Asia/Kolkata',
        language: 'mr',
        product: 'TW',
        closed: false,
        deceased: false,
        legal: false,
        dispute: false,
        holds: [],
        windows: [],
        places: [],
        ...more,
      },
      attempts: [],
      agent: null,
      packs: [DEFAULT_PACK],
      portfolioRules: [],
      homeZone: 'Asia/Kolkata',
    },
    phones: [
      {
        id: id(2),
        owner: 'borrower',
        invalid: false,
        masked: '98••••••78',
        call: ALLOWED,
        sms: ALLOWED,
        whatsapp: ALLOWED,
      },
    ],
    visit: ALLOWED,
    letter: ALLOWED,
    preferences,
  });

let calls: { id: string; call: { params?: unknown; body?: unknown } }[] = [];
beforeEach(() => {
  calls = [];
});
afterEach(cleanup);

function show(role: string, data: LoanContact, answers: Record<string, () => unknown> = {}) {
  const api = {
    call: async (endpoint: { id: string }, call: (typeof calls)[number]['call']) => {
      calls.push({ id: endpoint.id, call });
      return (answers[endpoint.id] ?? (() => ({ success: true, data })))();
    },
  } as unknown as Api;
  const session = { profile: { fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session as unknown as Session}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <Suspense>
                  <BorrowerWishes loanId={id(1)} />
                </Suspense>
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const sent = (endpoint: string) => calls.filter((one) => one.id === endpoint).map(({ call }) => call);

describe('a form becomes what the server takes', () => {
  const NONE = {
    channels: null,
    phoneId: null,
    days: null,
    fromTime: null,
    toTime: null,
    place: null,
    until: null,
    note: null,
  };
  it.each<[string, Partial<WishForm>, object]>([
    ['nothing but the kind', {}, { kind: 'do-not-contact' }],
    [
      'a phone and channels',
      { phoneId: id(2), channels: ['sms'] },
      { kind: 'do-not-contact', phoneId: id(2), channels: ['sms'] },
    ],
    [
      'a dispute, which ends when it is resolved',
      { kind: 'dispute', channels: ['sms'], phoneId: id(2), until: '2026-12-01', note: 'Paid in March' },
      { kind: 'dispute', note: 'Paid in March' },
    ],
    [
      'a bereavement, for all channels until its last day',
      { kind: 'bereavement', channels: ['sms'], phoneId: id(2), until: '2026-12-01' },
      { kind: 'bereavement', until: '2026-12-01' },
    ],
    ['a complaint, for all channels', { kind: 'complaint', channels: ['sms'], phoneId: id(2) }, { kind: 'complaint' }],
    [
      'hours on some days',
      { kind: 'only-at-this-time', fromTime: '10:00', toTime: '12:00', days: ['6', '7'], place: 'office' },
      { kind: 'only-at-this-time', fromTime: '10:00', toTime: '12:00', days: [6, 7] },
    ],
    [
      'a place, without the hours of a kind chosen before',
      {
        kind: 'not-at-this-place',
        place: 'residence',
        fromTime: '10:00',
        toTime: '12:00',
        until: '2026-12-01',
        note: ' Shared house ',
      },
      { kind: 'not-at-this-place', place: 'residence', until: '2026-12-01', note: 'Shared house' },
    ],
  ])('%s', (_, form, body) => {
    const made = wishBody(id(9), { ...BLANK_WISH, ...form });
    expect(made).toEqual({ id: id(9), ...NONE, ...body });
    expect(preferenceBodySchema.safeParse(made).success).toBe(true);
  });
});

it('a telecaller sees and records wishes, and lifts nothing', async () => {
  show('CRM_TeleCaller', contact({ dispute: true }));
  const list = await screen.findByRole('region', { name: 'Wishes and holds' });
  within(list).getByText(/Not at this time · 13:00–15:00 · Mon, Fri · Call/);
  within(list).getByText('Sleeps after the early shift');
  within(list).getByText('Dispute');
  expect(within(list).queryByRole('button', { name: /^(Lift|End)/ })).toBeNull();
  fireEvent.click(within(list).getByRole('button', { name: 'Record a wish' }));
  const phone = await screen.findByLabelText('On this phone');
  const dialog = screen.getByRole('dialog', { name: 'What does the borrower ask for?' });
  fireEvent.change(phone, { target: { value: id(2) } });
  fireEvent.change(within(dialog).getByLabelText(/In the borrower’s words/), { target: { value: 'Call my son' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record the wish' }));
  await waitFor(() => expect(sent('contact.addPreference')).toHaveLength(1));
  expect(sent('contact.addPreference')[0]).toMatchObject({
    params: { loanId: id(1) },
    body: { kind: 'do-not-contact', phoneId: id(2), channels: null, note: 'Call my son' },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a telecaller records a dispute, which needs words and no last day, and is listed once', async () => {
  const disputed: Preference = {
    ...wish,
    kind: 'dispute',
    channels: null,
    days: null,
    fromTime: null,
    toTime: null,
    note: 'Paid in March',
  };
  const mourning = { kind: 'sensitive', label: null, from: null, until: null, channels: null, phoneId: null } as const;
  const after = contact({ dispute: true, holds: [mourning] }, [
    disputed,
    { ...disputed, id: id(8), kind: 'bereavement', note: null },
  ]);
  show('CRM_TeleCaller', contact({}, []), { 'contact.addPreference': () => ({ success: true, data: after }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Record a wish' }));
  const dialog = await screen.findByRole('dialog', { name: 'What does the borrower ask for?' });
  within(dialog).getByRole('radio', { name: 'Death in the family' });
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Disputes the loan' }));
  within(dialog).getByText('Nobody contacts them about this loan until a manager has resolved it.');
  for (const name of [/^Until/, 'On this phone']) expect(within(dialog).queryByLabelText(name)).toBeNull();
  fireEvent.change(within(dialog).getByLabelText(/In the borrower’s words/), { target: { value: 'Paid in March' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record the wish' }));
  await waitFor(() => expect(sent('contact.addPreference')).toHaveLength(1));
  expect(sent('contact.addPreference')[0]).toMatchObject({
    body: { kind: 'dispute', until: null, channels: null, phoneId: null, note: 'Paid in March' },
  });
  cleanup();
  show('CRM_Manager', after);
  const list = await screen.findByRole('region', { name: 'Wishes and holds' });
  within(list).getByRole('button', { name: 'End: Disputes the loan' });
  within(list).getByRole('button', { name: 'End: Death in the family' });
  // Not as a hold beside the wish that brought it about.
  expect(within(list).queryByRole('button', { name: /^Lift/ })).toBeNull();
});

it('what the server refuses stands at its field, and what was typed stays', async () => {
  show('CRM_TeleCaller', contact(), {
    'contact.addPreference': () => {
      throw new ApiError('Some fields need attention', {
        status: 422,
        class: 'user',
        fields: [{ path: 'toTime', message: 'Enter until when' }],
      });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Record a wish' }));
  const dialog = await screen.findByRole('dialog', { name: 'What does the borrower ask for?' });
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Only at this time' }));
  fireEvent.change(within(dialog).getByLabelText(/^From/), { target: { value: '10:00' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record the wish' }));
  await within(dialog).findByText('Enter until when');
  expect(within(dialog).getByLabelText(/^From/)).toHaveProperty('value', '10:00');
});

it('a manager lifts a hold and ends a wish, each with a reason', async () => {
  const suppressed = {
    kind: 'sensitive',
    label: 'Death in the family',
    from: null,
    until: '2026-12-20',
    channels: null,
    phoneId: null,
  } as const;
  show('CRM_Manager', contact({ dispute: true, deceased: true, holds: [suppressed] }));
  const list = await screen.findByRole('region', { name: 'Wishes and holds' });
  // What happened to the borrower is lifted by nobody.
  expect(within(list).queryByRole('button', { name: 'Lift: Borrower has died' })).toBeNull();
  within(list).getByRole('button', { name: /^Lift: Bereavement, illness, calamity/ });
  fireEvent.click(within(list).getByRole('button', { name: 'Lift: Dispute' }));
  let dialog = await screen.findByRole('dialog', { name: 'Lift: Dispute' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Lift the hold' }));
  await within(dialog).findByText('Give a reason');
  expect(sent('contact.lift')).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Settled with the lender' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Lift the hold' }));
  await waitFor(() =>
    expect(sent('contact.lift')).toEqual([
      { params: { loanId: id(1) }, body: { what: 'dispute', reason: 'Settled with the lender' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(within(list).getByRole('button', { name: /^End: Not at this time/ }));
  dialog = await screen.findByRole('dialog', { name: 'End: Not at this time' });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Works mornings now' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'End the wish' }));
  await waitFor(() =>
    expect(sent('contact.endPreference')).toEqual([
      { params: { loanId: id(1), id: id(7) }, body: { reason: 'Works mornings now' } },
    ]),
  );
});

it('a lender’s own people record and lift nothing', async () => {
  show('CLIENT', contact({ dispute: true }));
  const list = await screen.findByRole('region', { name: 'Wishes and holds' });
  expect(within(list).queryByRole('button')).toBeNull();
});
