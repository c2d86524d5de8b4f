/** The dialogs that write to a borrower: what is sent, once, and what is not. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loan } from '../../../core/contract/loans';
import type { Message, Template } from '../../../core/contract/messages';
import type { PaymentLink } from '../../../core/contract/payment-links';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { loanOf } from '../../offline/test-device';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import { LoanMessages } from './components/loan-messages';
import MessageDialog from './components/message-dialog';
import MessagePart from './components/message-part';
import PaymentLinkDialog from './components/payment-link-dialog';
import MessageTemplatesPage from './pages/message-templates-page';
import PayeesPage from './pages/payees-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const template = (n: number, more: Partial<Template> = {}): Template => ({
  id: id(n),
  name: 'Reminder',
  channel: 'sms',
  language: 'en',
  subject: null,
  body: 'Dear {first_name}',
  dltTemplateId: '1'.repeat(19),
  dltHeader: 'SAHYDR',
  allowedUrls: [],
  active: true,
  variables: ['first_name'],
  updatedAt: '2026-11-23T06:30:00.000Z',
  ...more,
});
const message: Message = {
  id: id(9),
  channel: 'sms',
  to: '98••••••78',
  template: 'Reminder',
  subject: null,
  text: 'Dear Asha',
  status: 'failed',
  reason: 'The gateway refused the message (400)',
  by: 'Meera',
  createdAt: '2026-11-23T06:30:00.000Z',
  sentAt: null,
  deliveredAt: null,
  readAt: null,
};
const link: PaymentLink = {
  id: id(8),
  url: 'https://pay.example/pay/abc',
  amountPaise: 250_000,
  status: 'open',
  by: 'Meera',
  createdAt: '2026-11-23T06:30:00.000Z',
  expiresAt: '2026-11-26T06:30:00.000Z',
  paidAt: null,
};

type Answers = Record<string, (call: Record<string, unknown>) => unknown>;
let calls: { id: string; call: Record<string, unknown> }[];
beforeEach(() => {
  calls = [];
});
const named = (name: string) => calls.filter((one) => one.id === name).map(({ call }) => call);
const allowed = { allowed: true, reason: null, rule: null, nextAt: null };

function show(page: ReactNode, answers: Answers, who: object = { role: { name: 'CRM_TeleCaller' } }) {
  const all: Answers = {
    'messages.templates': () => ({ data: { rows: [template(1), template(2, { language: 'hi' })], total: 2 } }),
    'messages.preview': () => ({ data: { subject: null, text: 'Dear Asha', missing: [], contact: allowed } }),
    'messages.sendSms': () => ({ message: 'sms sent successfully', data: message }),
    ...answers,
  };
  const api = {
    call: async (endpoint: { id: string }, call: Record<string, unknown>) => {
      calls.push({ id: endpoint.id, call });
      return all[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { id: id(1), fullName: 'Meera', ...who, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>{page}</ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const about = { loanId: id(5), phones: [{ id: id(6), label: '98••••••78 · borrower' }], language: 'hi' };

describe('a message', () => {
  it('is shown filled in the borrower’s language, and sent once under one key', async () => {
    const close = vi.fn();
    let tries = 0;
    show(<MessageDialog {...about} channel="sms" onClose={close} />, {
      'messages.sendSms': () => {
        tries += 1;
        if (tries === 1) throw new ApiError('Network error', { status: 0, class: 'retry' });
        return { message: 'sms sent successfully', data: message };
      },
    });
    expect(await screen.findByText('Dear Asha')).toBeTruthy();
    expect(named('messages.preview').at(-1)).toMatchObject({ params: { id: id(2) }, body: { loanId: id(5) } });
    const send = () => screen.getByRole('button', { name: 'Send SMS' });
    fireEvent.click(send());
    await screen.findByText('Network error');
    fireEvent.click(send());
    await waitFor(() => expect(close).toHaveBeenCalled());
    const [first, second] = named('messages.sendSms') as { body: { key: string } }[];
    expect(first?.body.key).toBe(second?.body.key);
    expect(second?.body).toMatchObject({ loanId: id(5), phoneId: id(6), templateId: id(2) });
    expect(document.body.textContent).toContain('sms sent successfully');
  });

  it.each([
    ['a value is missing', { missing: ['ptp_date'], contact: allowed }, 'This loan has no value for {ptp_date}'],
    [
      'it is night',
      {
        missing: [],
        contact: { allowed: false, reason: 'Only from 08:00', rule: 'hours', nextAt: '2026-11-24T02:30:00.000Z' },
      },
      'Only from 08:00',
    ],
  ])('is not sent when %s', async (_, more, words) => {
    show(<MessageDialog {...about} channel="sms" onClose={() => undefined} />, {
      'messages.preview': () => ({ data: { subject: null, text: 'Dear {ptp_date}', ...more } }),
    });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send SMS' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('a payment link', () => {
  const naming = () => ({
    data: { rows: [template(1), template(3, { name: 'Pay', variables: ['payment_link'] })], total: 2 },
  });

  it('is made for the amount and shown with its QR', async () => {
    show(<PaymentLinkDialog {...about} overduePaise={250_000} onClose={() => undefined} />, {
      'messages.templates': naming,
      'paymentLinks.send': () => ({ message: 'Payment Link Sent Successfully', data: { link, message } }),
    });
    await screen.findByText('Dear Asha');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    expect((await screen.findByAltText('QR code of the payment link')).getAttribute('src')).toMatch(
      /^data:image\/svg\+xml/,
    );
    expect(named('paymentLinks.send')[0]).toMatchObject({
      body: { amountPaise: 250_000, hours: 72, templateId: id(3), phoneId: id(6) },
    });
    expect(document.body.textContent).toContain('Payment Link Sent Successfully');
  });

  it('that fails says so in the words of section 8', async () => {
    show(<PaymentLinkDialog {...about} overduePaise={250_000} onClose={() => undefined} />, {
      'messages.templates': naming,
      'paymentLinks.send': () => {
        throw new ApiError('This lender has no UPI account yet', { status: 422, class: 'user' });
      },
    });
    await screen.findByText('Dear Asha');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Failed to send payment link : This lender has no UPI account yet')).toBeTruthy();
  });
});

it('what was sent stands with what became of it', async () => {
  show(<LoanMessages loanId={id(5)} />, {
    'messages.ofLoan': () => ({ data: { rows: [message], total: 1 } }),
    'paymentLinks.ofLoan': () => ({
      data: { rows: [{ ...link, status: 'paid', paidAt: '2026-11-24T06:30:00.000Z' }] },
    }),
  });
  expect(await screen.findByText('Not delivered')).toBeTruthy();
  expect(screen.getByText('The gateway refused the message (400)')).toBeTruthy();
  expect(await screen.findByText('Paid')).toBeTruthy();
});

it.each([
  ['cancelled', 'The payment link is cancelled'],
  ['paid', 'It was paid meanwhile'],
] as const)('an open link is closed after a question, and is %s then', async (status, words) => {
  show(<LoanMessages loanId={id(5)} />, {
    'messages.ofLoan': () => ({ data: { rows: [], total: 0 } }),
    'paymentLinks.ofLoan': () => ({
      data: {
        rows: [
          { ...link, status: 'open' },
          { ...link, id: id(98), status: 'paid' },
        ],
      },
    }),
    'paymentLinks.cancel': () => ({ data: { ...link, status } }),
  });
  // Only the open one.
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the link' }));
  const asked = await screen.findByRole('dialog', { name: /^Cancel the payment link of ₹/ });
  expect(named('paymentLinks.cancel')).toEqual([]);
  fireEvent.click(within(asked).getByRole('button', { name: 'Cancel the link' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(named('paymentLinks.cancel')).toHaveLength(1);
});

it('a sub-role reads the accounts of lenders and is offered no change', async () => {
  const rows = [{ clientId: id(7), client: 'Sahyadri Bank', vpa: 'sahyadri@bank', name: 'Sahyadri Bank Ltd' }];
  const who = { role: { name: 'CRM_TenantAdmin' }, subRole: 'ACM' };
  show(<PayeesPage />, { 'paymentLinks.payees': () => ({ data: { rows } }) }, who);
  await screen.findByText('sahyadri@bank');
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
});

it('a lender’s account is set, and what is wrong stands at its field', async () => {
  let tries = 0;
  show(
    <PayeesPage />,
    {
      'paymentLinks.payees': () => ({
        data: { rows: [{ clientId: id(7), client: 'Sahyadri Bank', vpa: null, name: null }] },
      }),
      'paymentLinks.setPayee': () => {
        tries += 1;
        if (tries === 1)
          throw new ApiError('Please check', {
            status: 422,
            class: 'user',
            fields: [{ path: 'vpa', message: 'A UPI address looks like name@bank' }],
          });
        return { data: {} };
      },
    },
    { role: { name: 'CRM_TenantAdmin' }, subRole: null },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change the account of Sahyadri Bank' }));
  const dialog = await screen.findByRole('dialog', { name: 'Account of Sahyadri Bank' });
  fireEvent.change(within(dialog).getByLabelText(/UPI address/), { target: { value: 'sahyadri@bnk' } });
  fireEvent.change(within(dialog).getByLabelText(/Name of the account/), { target: { value: 'Sahyadri Bank Ltd' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save the account' }));
  expect(await within(dialog).findByText('A UPI address looks like name@bank')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/UPI address/), { target: { value: 'sahyadri@bank' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save the account' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(named('paymentLinks.setPayee').at(-1)).toEqual({
    params: { clientId: id(7) },
    body: { vpa: 'sahyadri@bank', name: 'Sahyadri Bank Ltd' },
  });
});

describe('the templates of a tenant', () => {
  const administrator = { role: { name: 'CRM_TenantAdmin' }, subRole: null };
  const own: Answers = {
    'messages.createTemplate': ({ body }) => ({ data: template(4, body as Partial<Template>) }),
    'messages.updateTemplate': ({ body }) => ({ data: template(1, body as Partial<Template>) }),
  };
  const panel = async (name: string) => within(await screen.findByRole('complementary', { name }));

  it('are listed, and one is changed and taken out of use', async () => {
    show(<MessageTemplatesPage />, own, administrator);
    fireEvent.click((await screen.findAllByRole('row', { name: /Reminder/ }))[0] as HTMLElement);
    const form = await panel('Reminder');
    fireEvent.change(form.getByLabelText('Text'), { target: { value: 'Dear {first_nme}' } });
    fireEvent.click(form.getByRole('button', { name: 'Save template' }));
    expect(await form.findByText('There is no variable {first_nme}')).toBeTruthy();
    expect(named('messages.updateTemplate')).toEqual([]);
    fireEvent.change(form.getByLabelText('Text'), { target: { value: 'Dear' } });
    fireEvent.click(form.getByRole('button', { name: '{first_name}' }));
    fireEvent.click(form.getByRole('switch', { name: /In use/ }));
    fireEvent.click(form.getByRole('button', { name: 'Save template' }));
    await waitFor(() => expect(named('messages.updateTemplate')).toHaveLength(1));
    expect(named('messages.updateTemplate')[0]).toMatchObject({
      params: { id: id(1) },
      body: { body: 'Dear {first_name}', active: false, dltHeader: 'SAHYDR', allowedUrls: [] },
    });
  });

  it('are written with what their channel needs', async () => {
    show(<MessageTemplatesPage />, own, administrator);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add template' }))[0] as HTMLElement);
    const form = await panel('New template');
    fireEvent.change(form.getByLabelText(/^Name of the template/), { target: { value: 'Welcome' } });
    fireEvent.change(form.getByLabelText('Text'), { target: { value: 'See https://sahyadri.example/pay' } });
    fireEvent.click(form.getByRole('button', { name: 'Add template' }));
    expect(await form.findByText('An SMS needs its registered header')).toBeTruthy();
    expect(form.getByText('Not among the registered addresses: https://sahyadri.example/pay')).toBeTruthy();
    fireEvent.change(form.getByLabelText(/^Registered addresses/), { target: { value: 'sahyadri.example\n' } });
    fireEvent.change(form.getByLabelText(/^Registered template id/), { target: { value: '1'.repeat(19) } });
    fireEvent.change(form.getByLabelText(/^Registered header/), { target: { value: 'sahydr' } });
    fireEvent.click(form.getByRole('button', { name: 'Add template' }));
    await waitFor(() => expect(named('messages.createTemplate')).toHaveLength(1));
    expect(named('messages.createTemplate')[0]).toMatchObject({
      body: { name: 'Welcome', channel: 'sms', subject: null, dltHeader: 'SAHYDR', allowedUrls: ['sahyadri.example'] },
    });
  });

  it('say that there are none, and where a list did not come, why', async () => {
    show(<MessageTemplatesPage />, { 'messages.templates': () => ({ data: { rows: [], total: 0 } }) }, administrator);
    expect(await screen.findByText('No templates yet')).toBeTruthy();
  });
});

describe('the part of call management', () => {
  /** A Saturday in Pune. */
  const noon = Date.parse('2026-11-21T05:30:00Z');
  const evening = Date.parse('2026-11-21T14:30:00Z');
  const none: Answers = {
    'messages.ofLoan': () => ({ data: { rows: [], total: 0 } }),
    'paymentLinks.ofLoan': () => ({ data: { rows: [] } }),
    'contact.loan': () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    },
  };
  const part = (more: Partial<Loan> = {}, keys = true) =>
    show(<MessagePart loan={{ ...loanOf(1), recent: [], ...more }} keys={keys} />, none);
  const button = async (name: string) => screen.findByRole('button', { name });
  const press = (key: string, ctrlKey = false) => fireEvent.keyDown(document.body, { key, ctrlKey });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: noon }));
  afterEach(() => void vi.useRealTimers());

  it('is open at once, so that no key typed into it reaches the page, be its own code still on the way', async () => {
    part();
    await button('SMS');
    press('l');
    expect(document.querySelector('dialog[open]')?.textContent).toContain('Send a payment link');
    expect(await screen.findByText('Send the link')).toBeTruthy();
    // It opens in an effect, which may follow its words.
    await waitFor(() => expect(document.querySelectorAll('dialog[open]')).toHaveLength(1));
  });

  it('sends an SMS in two keys, once', async () => {
    part();
    expect(await button('SMS')).toHaveProperty('disabled', false);
    press('s');
    expect(await screen.findByText('Dear Asha')).toBeTruthy();
    press('Enter', true);
    press('Enter', true);
    expect(await screen.findByText('sms sent successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Dear Asha')).toBeNull());
    expect(named('messages.sendSms')).toHaveLength(1);
  });

  it('sends a WhatsApp message in two keys, once, and says so in the words of section 8', async () => {
    const loan = { ...loanOf(1), recent: [] };
    show(<MessagePart loan={loan} keys />, {
      ...none,
      'messages.templates': () => ({ data: { rows: [template(4, { channel: 'whatsapp' })], total: 1 } }),
      'messages.sendWhatsapp': () => ({
        message: 'whatsapp message sent successfully',
        data: { ...message, channel: 'whatsapp', status: 'sent' },
      }),
    });
    await button('WhatsApp');
    press('w');
    expect(await screen.findByText('Dear Asha')).toBeTruthy();
    press('Enter', true);
    press('Enter', true);
    expect(await screen.findByText('whatsapp message sent successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Dear Asha')).toBeNull());
    expect(named('messages.sendWhatsapp')).toMatchObject([{ body: { templateId: id(4), loanId: loan.id } }]);
    expect(named('messages.sendSms')).toEqual([]);
  });

  it.each([
    ['w', 'Send WhatsApp'],
    ['l', 'Send a payment link'],
  ])('%s opens “%s”', async (key, title) => {
    part();
    await button('SMS');
    press(key);
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  });

  it('opens nothing by a letter while letters choose an outcome', async () => {
    part({}, false);
    expect(await button('SMS')).toHaveProperty('disabled', false);
    for (const key of ['s', 'w', 'l']) press(key);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each<[string, number, Partial<Loan>]>([
    ['in the evening', evening, {}],
    ['on a loan that nobody may contact', noon, { flags: { ...loanOf(1).flags, doNotContact: true } }],
  ])('%s nothing can be sent, and it says why, without a network too', async (_, at, more) => {
    vi.setSystemTime(at);
    part(more);
    for (const name of ['SMS', 'WhatsApp', 'Payment link']) expect(await button(name)).toHaveProperty('disabled', true);
    for (const way of ['SMS', 'WhatsApp'])
      expect(
        await screen.findByRole('button', { name: new RegExp(`^${way}: (Blocked|Allowed from).*Why\\?$`) }),
      ).toBeTruthy();
    press('s');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
