/** A reason or a name that was typed and not sent stands there again when its form is opened again; once it was sent, nothing of it stays. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { MonitoredAgent } from '../../core/contract/dialer';
import { type Api, ApiContext, createQueryClient } from '../api';
import BorrowerWishes from '../features/contact/components/borrower-wishes';
import { DevicePanel } from '../features/devices/components/device-panel';
import { ReviewPanel } from '../features/devices/components/review-panel';
import { SuperviseDialog } from '../features/dialer/components/supervise-dialog';
import PaymentLinkDialog from '../features/messages/components/payment-link-dialog';
import { NewAgencyPanel } from '../features/organisation/components/agency-panel';
import PredictiveUploadPage from '../features/predictive/pages/upload-page';
import { SessionContext } from '../features/session';
import ViewLoanPage from '../features/telecaller/pages/view-loan-page';
import { loanOf, person } from '../offline/test-device';
import { UiProvider } from '../ui';
import { KeptContext, memoryStore } from '../ui/kit';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-21T05:00:00.000Z';
const loan = loanOf(7, { recent: [] });
const phones = loan.phones.map((one) => ({ ...one, label: one.number }));
const device = {
  mayWithdraw: true,
  agent: 'Ravi',
  name: 'Android',
  agency: null,
  report: null,
  revokedAt: null,
  registeredAt: at,
};
const phone = { deviceId: id(1), userId: id(2) };
const item = { userId: id(2), key: id(3) };
const quarantined = {
  item: { ...item, agent: 'Ravi', reason: 'Unknown loan', reasonCode: 'not-found', receivedAt: at, decided: null },
  record: {},
  files: [],
  loan: null,
};
const template = { id: id(4), name: 'Pay', channel: 'sms', language: 'en', variables: ['payment_link'], body: 'Pay' };
const preview = { subject: null, text: 'Dear Asha', missing: [], contact: { allowed: true, reason: null } };
const process = { id: id(5), name: 'Early', portfolio: { id: id(6), name: 'Two wheelers' }, mayEdit: true };
const disputed = {
  loanId: loan.id,
  phones: [],
  preferences: [],
  question: { facts: { dispute: true, legal: false, deceased: false, holds: [] } },
};
const answers: Record<string, unknown> = {
  'devices.one': { data: { device, events: [] } },
  'dispositions.quarantineOne': { data: quarantined },
  'loans.byLoanId': { data: loan },
  'loans.remove': { data: { removed: 1 } },
  'dispositions.caseHistory': { caseHistories: [], totalPages: 1, totalElements: 0, currentPageNumber: 1 },
  'dispositions.codes': { data: { codes: [], policy: {} } },
  'messages.templates': { data: { rows: [template], total: 1 } },
  'messages.preview': { data: preview },
  'paymentLinks.send': { data: { link: { url: 'https://pay.example/a', amountPaise: 100, expiresAt: at } } },
  'processes.list': { data: { rows: [process], total: 1 } },
  'predictive.lists': { data: { rows: [], total: 0 } },
  'predictive.importSheet': { data: { id: id(8) } },
  'contact.loan': { data: disputed },
  'settlements.list': { data: { rows: [], total: 0, exact: true } },
  'agencies.create': { data: { id: id(9), agency: 'Own team' } },
};

let sent: { id: string; call: unknown }[] = [];
const store = memoryStore();
afterEach(() => {
  sent = [];
  store.entries.clear();
});
const kept = () => [...store.entries.keys()].filter((key) => key.startsWith('draft.'));

function show(form: ReactNode) {
  const api = {
    call: async (endpoint: { id: string; method: string }, call: unknown) => {
      if (endpoint.method !== 'GET') sent.push({ id: endpoint.id, call });
      return answers[endpoint.id] ?? { data: {} };
    },
  } as unknown as Api;
  const profile = person('leela', 'CRM_TENANTADMIN');
  const nothing = async () => undefined;
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={[`/?loanId=${loan.id}`]}>
        <SessionContext value={{ profile, offline: false, signOut: nothing, signInAgain: nothing }}>
          <KeptContext value={store}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>{form}</ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}

const close = () => undefined;
const agent = { userId: id(2), username: 'ravi', fullName: 'Ravi' } as MonitoredAgent;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialogs = () => screen.queryAllByRole('dialog');
const sure = (name: string) => async () =>
  fireEvent.click(within(dialogs().at(-1) ?? document.body).getByRole('button', { name }));
const chooseSheet = async () => {
  fireEvent.change(await screen.findByLabelText('Process'), { target: { value: id(5) } });
  const file = new File(['Loan number'], 'nov.csv', { type: 'text/csv' });
  fireEvent.change(screen.getByLabelText('Sheet'), { target: { files: [file] } });
  await press('Upload');
};
const sendLink = async () => {
  const button = await screen.findByRole('button', { name: /^Send the link/ });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
};

interface Form {
  form: ReactNode;
  /** What opens the form on its screen. */
  open?: string;
  field: RegExp;
  words: string;
  send: () => Promise<unknown>;
  /** Where the words go. */
  to: string;
}
const FORMS: Record<string, Form> = {
  'withdrawing a phone': {
    form: <DevicePanel phone={phone} now={Date.parse(at)} onReview={close} onClose={close} />,
    open: 'Withdraw this phone',
    field: /^Reason/,
    words: 'Lost in a bus',
    send: sure('Withdraw the phone'),
    to: 'devices.revoke',
  },
  'handing a record back': {
    form: <ReviewPanel item={item} onClose={close} />,
    open: 'Hand back',
    field: /^Reason/,
    words: 'The amount is missing',
    send: sure('Hand it back'),
    to: 'dispositions.quarantineDecide',
  },
  'lifting a hold': {
    form: <BorrowerWishes loanId={loan.id} />,
    open: 'Lift: Dispute',
    field: /^Reason/,
    words: 'Settled with the lender',
    send: sure('Lift the hold'),
    to: 'contact.lift',
  },
  'coming into a call': {
    form: <SuperviseDialog agent={agent} mode="whisper" onClose={close} />,
    field: /^Reason/,
    words: 'First week of work',
    send: sure('Whisper'),
    to: 'monitor.supervise',
  },
  'deleting a loan': {
    form: <ViewLoanPage />,
    open: 'Delete loan',
    field: /^Reason/,
    words: 'Imported twice',
    send: sure('Delete loan'),
    to: 'loans.remove',
  },
  'the amount of a payment link': {
    form: <PaymentLinkDialog loanId={loan.id} phones={phones} language="en" overduePaise={100} onClose={close} />,
    field: /^Amount/,
    words: '4321',
    send: sendLink,
    to: 'paymentLinks.send',
  },
  'the days of a payment link': {
    form: <PaymentLinkDialog loanId={loan.id} phones={phones} language="en" overduePaise={100} onClose={close} />,
    field: /^Valid for/,
    words: '7',
    send: sendLink,
    to: 'paymentLinks.send',
  },
  'the name of a sheet': {
    form: <PredictiveUploadPage />,
    field: /^Name of the list/,
    words: 'November sheet',
    send: chooseSheet,
    to: 'predictive.importSheet',
  },
};

it.each(Object.entries(FORMS))('%s: what was typed is there again, and gone once it was sent', async (_name, one) => {
  const field = async () => {
    if (one.open) await press(one.open);
    return screen.findByLabelText<HTMLInputElement>(one.field);
  };
  const first = show(one.form);
  fireEvent.change(await field(), { target: { value: one.words } });
  expect(kept()).toHaveLength(1);
  first.unmount();
  show(one.form);
  expect((await field()).value).toBe(one.words);
  expect(screen.getByText(/^Your draft of/)).toBeTruthy();
  await one.send();
  await waitFor(() => expect(sent.map(({ id: name }) => name)).toContain(one.to));
  await waitFor(() => expect(kept()).toEqual([]));
});

it('a new agency is in-house again when its form is opened again', async () => {
  const inHouse = () => screen.findByRole('switch', { name: 'In-house' });
  const first = show(<NewAgencyPanel onClose={close} onMade={close} />);
  fireEvent.click(await inHouse());
  first.unmount();
  show(<NewAgencyPanel onClose={close} onMade={close} />);
  expect((await inHouse()).getAttribute('aria-checked')).toBe('true');
  fireEvent.change(screen.getByLabelText(/^Agency name/), { target: { value: 'Own team' } });
  fireEvent.change(screen.getByLabelText(/^Agency code/), { target: { value: 'OWN1' } });
  fireEvent.submit(screen.getByRole('form', { name: 'New agency' }));
  await waitFor(() => expect(sent).toMatchObject([{ id: 'agencies.create', call: { body: { inHouse: true } } }]));
  await waitFor(() => expect(kept()).toEqual([]));
});
