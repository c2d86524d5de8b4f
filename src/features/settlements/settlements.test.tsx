/** Offering a settlement, deciding it by keys, sending its letter; what goes to the server and what is said when it refuses. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ResponseOf } from '../../../core/contract/kit';
import type { AbsenceRow } from '../../../core/contract/settlement-absences';
import type { SettlementInstalment } from '../../../core/contract/settlement-instalments';
import type { LetterRun, letterChoices } from '../../../core/contract/settlement-letters';
import type { Decided, Settlement } from '../../../core/contract/settlements';
import { addDays, dayOf } from '../../../core/domain/dates';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import { LoanSettlement } from './index';
import AbsencesPage from './pages/absences-page';
import NewSettlementAllocationPage from './pages/new-settlement-allocation-page';
import PostPaymentPage from './pages/post-payment-page';
import SettlementsPage from './pages/settlements-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const HOLDER = '01930000-0000-7000-8000-000000000009';
const TODAY = dayOf(new Date(), 'Asia/Kolkata');
const LOAN = '01930000-0000-7000-8000-000000000001';
const dues = { principal: 80_000_00, interest: 15_000_00, penal: 5_000_00, charges: 0 };
const waiver = { principal: 0, interest: 15_000_00, penal: 5_000_00, charges: 0 };
const plan = [{ dueOn: addDays(TODAY, 5), amount: 80_000_00 }];
const settlement = (change: Partial<Settlement> = {}): Settlement => ({
  id: '01930000-0000-7000-8000-000000000002',
  number: 'ST/2026/000042',
  loanId: LOAN,
  loanNumber: 'LN0042',
  borrower: 'Asha Kulkarni',
  client: 'Sahyadri Bank',
  portfolio: 'Two wheelers',
  bucket: '91-180',
  dpd: 120,
  stage: 'manager',
  stageAt: '2026-11-20T09:00:00Z',
  answerBy: addDays(TODAY, -1),
  round: 1,
  outstanding: 100_000_00,
  waived: 20_000_00,
  payable: 80_000_00,
  instalments: 1,
  validTill: addDays(TODAY, 7),
  paid: 0,
  received: 0,
  nextDueOn: plan[0]?.dueOn ?? null,
  maker: { name: 'Ravi Kumar', role: 'CRM_TELECALLER' },
  heldBy: 'Ravi Kumar',
  restructuring: false,
  staffOrFraud: false,
  createdAt: '2026-11-20T09:00:00Z',
  letter: false,
  noDuesLetter: false,
  voidLetter: false,
  inPlaceOf: null,
  worth: { presentValue: 78_500_00, ratePercent: 24, rolls: null },
  letters: [],
  checks: [],
  steps: ['approve', 'counter', 'reject'],
  hardship: 'Lost the job',
  dues,
  plan: plan.map((part) => ({ ...part, paid: 0 })),
  offers: [
    {
      round: 1,
      by: { name: 'Ravi Kumar', role: 'CRM_TELECALLER' },
      at: '2026-11-20T09:00:00Z',
      dues,
      waiver,
      instalments: plan,
      validTill: addDays(TODAY, 7),
    },
  ],
  history: [],
  payments: [],
  authority: { approver: 'CRM_SUPERMANAGER', maxWaiverPercent: 40, maxInstalments: 4 },
  settledOn: null,
  ...change,
});

interface Sent {
  id: string;
  body: unknown;
  files?: Record<string, File>;
}
let sent: Sent[] = [];
let refusal: ApiError | undefined;
let held: Settlement[] = [];
beforeEach(() => {
  sent = [];
  refusal = undefined;
  held = [settlement()];
});
afterEach(cleanup);

const PAGES = {
  list: <SettlementsPage />,
  loan: <LoanSettlement loanId={LOAN} />,
  allocation: <NewSettlementAllocationPage />,
  absences: <AbsencesPage />,
  payments: <PostPaymentPage />,
};

const instalment = (change: Partial<SettlementInstalment> = {}): SettlementInstalment => ({
  id: '01930000-0000-7000-8000-000000000041',
  settlementId: '01930000-0000-7000-8000-000000000002',
  number: 'ST/2026/000042',
  loanNumber: 'LN0042',
  borrower: 'Asha Kulkarni',
  client: 'Sahyadri Bank',
  portfolio: 'Two wheelers',
  place: 1,
  of: 2,
  dueOn: addDays(TODAY, -3),
  amount: 40_000_00,
  paid: 10_000_00,
  received: 5_000_00,
  state: 'late',
  takenBack: 7_000_00,
  heldBy: 'Ravi Kumar',
  ...change,
});
let instalments: SettlementInstalment[] = [];
let askedFor: unknown[] = [];

let absences: AbsenceRow[] = [];
let outcome: Decided['rows'] = [];
let runs: LetterRun[] = [];
const TAMIL = '01930000-0000-7000-8000-000000000031';
let choices: ResponseOf<typeof letterChoices>['data'] = { templates: [], language: 'ta', factsOf: null };

function show(page: keyof typeof PAGES, role: string, path = '/settlements') {
  const api = {
    call: async ({ id, method }: { id: string; method: string }, call: Omit<Sent, 'id'> & { query?: unknown }) => {
      const [one] = held;
      if (id === 'settlements.list') return { success: true, data: { rows: held, total: held.length, exact: true } };
      if (id === 'settlements.instalments') {
        askedFor.push(call.query);
        return { success: true, data: { rows: instalments, total: instalments.length, exact: true } };
      }
      if (id === 'settlements.instalmentsFile') {
        sent.push({ id, body: call.query });
        return { success: true, data: { fileName: 'settlement-payments.csv', csv: 'Settlement' } };
      }
      if (id === 'settlements.get') return { success: true, data: one };
      if (id === 'settlements.room')
        return {
          success: true,
          data: {
            loanId: LOAN,
            loanNumber: 'LN0042',
            borrower: 'Asha Kulkarni',
            dues,
            today: TODAY,
            openId: one?.id ?? null,
            coolingUntil: null,
          },
        };
      if (id === 'portfolios.choices')
        return {
          success: true,
          data: { managers: [], collectors: [{ id: HOLDER, name: 'Deepa Rao' }], fieldAgents: [], agencies: [] },
        };
      if (id === 'settlements.absences') return { success: true, data: { rows: absences, total: absences.length } };
      if (id === 'settlements.colleagues')
        return { success: true, data: { rows: [{ id: HOLDER, name: 'Deepa Rao' }] } };
      if (id === 'settlements.letterChoices') return { success: true, data: choices };
      if (id === 'settlements.letterRuns') return { success: true, data: runs };
      if (id === 'loanRequests.otherAgent') return { success: true, data: { rows: [] } };
      if (method === 'GET') throw new Error(`Nothing answers ${id}`);
      if (id === 'settlements.decideMany') {
        sent.push({ id, body: call.body });
        return { success: true, data: { rows: outcome } };
      }
      sent.push({ id, body: call.body, ...(call.files && { files: call.files }) });
      if (refusal) throw refusal;
      return { success: true, message: 'updated successfully', data: one ?? settlement() };
    },
  } as unknown as Api;
  const session = { profile: { id: 'm', fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session as unknown as Session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <Suspense>{PAGES[page]}</Suspense>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const open = async () => fireEvent.click((await screen.findAllByText('Asha Kulkarni'))[0] as HTMLElement);
const panel = async () => screen.findByRole('complementary', { name: 'Settlement of Asha Kulkarni' });
const type = (name: RegExp | string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

it('an offer names what is waived of each head and when it is paid, and is checked before it goes', async () => {
  held = [];
  show('loan', 'CRM_TELECALLER');
  const offer = await screen.findByRole('button', { name: 'Offer a settlement' });
  await waitFor(() => expect(offer).toHaveProperty('disabled', false));
  fireEvent.click(offer);
  await screen.findByRole('dialog', { name: 'Offer a settlement' });
  type(/^The borrower pays/, '60,000');
  type(/^Instalments/, '3');
  fireEvent.click(screen.getByText('Send the offer'));
  await screen.findByText('Say why the borrower cannot pay more');
  type('Amount of part 3', '1');
  await screen.findByText('₹19,999 is not in the plan yet');
  fireEvent.click(screen.getByText('Send the offer'));
  await screen.findByText('The instalments do not add up to what is to be paid.');
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByText('Spread evenly, a month apart'));
  type(/^Why the borrower cannot pay more/, 'Lost the job');
  fireEvent.click(screen.getByText('Send the offer'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    id: 'settlements.raise',
    body: {
      loanId: LOAN,
      hardship: 'Lost the job',
      staffOrFraud: false,
      offer: {
        dues,
        waiver: { penal: 5_000_00, charges: 0, interest: 15_000_00, principal: 20_000_00 },
        instalments: [{ amount: 20_000_00 }, { amount: 20_000_00 }, { amount: 20_000_00 }],
      },
    },
  });
});

it('money that is not confirmed is shown as such, and is confirmed after a question', async () => {
  const payment = {
    id: HOLDER,
    amount: 30_000_00,
    mode: 'cheque',
    paidAt: '2026-11-21T09:00:00Z',
    state: 'received',
    late: true,
    counts: null,
    by: 'Ravi Kumar',
    decisions: ['arrived', 'counts', 'does-not-count'],
  } satisfies Settlement['payments'][number];
  held = [settlement({ stage: 'running', steps: [], received: 30_000_00, payments: [payment], voidLetter: true })];
  show('list', 'CRM_MANAGER');
  await open();
  const shown = await panel();
  expect(within(shown).getByText('Received, not confirmed yet')).toBeTruthy();
  expect(within(shown).getByText(/not counted until somebody decides/)).toBeTruthy();
  expect(within(shown).getByText(/that letter is no longer true/)).toBeTruthy();
  fireEvent.click(within(shown).getByRole('button', { name: 'It has arrived' }));
  const dialog = await screen.findByRole('dialog', { name: 'Has this money arrived?' });
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'It has arrived' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        id: 'settlements.decideMoney',
        body: { settlementId: settlement().id, paymentId: HOLDER, decision: 'arrived' },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('whoever offers settlements reads that one is in review, and looks for no single review', async () => {
  held = [settlement({ stage: 'review', steps: ['withdraw'], authority: null })];
  show('list', 'CRM_TELECALLER');
  await screen.findAllByText('In review');
  fireEvent.click(screen.getByRole('button', { name: /^Stage/ }));
  await screen.findByRole('checkbox', { name: 'In review' });
  expect(screen.queryByRole('checkbox', { name: /With the/ })).toBeNull();
});

it('while one is open none is offered; it is opened from the loan', async () => {
  show('loan', 'CRM_TELECALLER');
  const link = await screen.findByText('Open');
  expect(screen.getByRole('button', { name: 'Offer a settlement' })).toHaveProperty('disabled', true);
  expect(link.closest('a')?.getAttribute('href')).toContain('open=01930000');
});

it.each([
  ['a', 'Approve', { step: 'approve' }, ''],
  ['r', 'Reject', { step: 'reject' }, 'Too little'],
] as const)('%s decides, with words where they are asked for', async (key, confirm, data, remarks) => {
  show('list', 'CRM_MANAGER', '/approveLoan');
  await open();
  const shown = await panel();
  expect(within(shown).getByText('A manager decides.')).toBeTruthy();
  expect(within(shown).getByText(/A super manager must approve this/).textContent).toContain('at most 40% waiver');
  fireEvent.keyDown(document.body, { key });
  const dialog = await screen.findByRole('dialog');
  const button = within(dialog).getByRole('button', { name: confirm });
  if (remarks) {
    fireEvent.click(button);
    await within(dialog).findByText('Say why');
    expect(sent).toEqual([]);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: remarks } });
  }
  fireEvent.click(button);
  // Which step it was, in the words of section 8.
  await screen.findByText(/^\S+, .+: updated successfully$/);
  expect(sent).toMatchObject([
    {
      id: 'settlements.update',
      body: {
        settlementId: held[0]?.id,
        remarks,
        loan: { loanNumber: 'LN0042' },
        data: { ...data, stage: 'manager', round: 1 },
      },
    },
  ]);
});

it('the client’s word goes by its own call', async () => {
  held = [settlement({ stage: 'client' })];
  show('list', 'CLIENT_ADMIN', '/settalement-loans');
  await open();
  await panel();
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(sent.map(({ id }) => id)).toEqual(['settlements.clientApproved']));
});

it('says who was faster, and keeps the question open', async () => {
  refusal = new ApiError('Vikram approved this settlement on 20/11/2026. Look at it again.', {
    status: 409,
    code: 'conflict',
    class: 'user',
  } as ConstructorParameters<typeof ApiError>[1]);
  show('list', 'CRM_MANAGER');
  await open();
  await panel();
  fireEvent.keyDown(document.body, { key: 'a' });
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await within(dialog).findByText(/Vikram approved this settlement/);
});

it('whoever raised it accepts other terms with a press', async () => {
  held = [settlement({ stage: 'countered', round: 2, steps: ['submit', 'withdraw'], authority: null })];
  held[0]?.offers.push({ ...(held[0].offers[0] as Settlement['offers'][number]), round: 2 });
  show('list', 'CRM_TELECALLER');
  await open();
  expect(within(await panel()).queryByText(/matrix/)).toBeNull();
  fireEvent.click(screen.getByText('Accept their terms'));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { body: { data: { step: 'submit', round: 2, offer: { waiver, instalments: plan } } } },
    ]),
  );
});

it('sends the letter as a file', async () => {
  held = [settlement({ stage: 'approved', steps: ['send-letter'] })];
  show('list', 'CRM_SUPERMANAGER', '/letterUploadByClient');
  await open();
  await panel();
  const file = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf' });
  fireEvent.change(screen.getByLabelText('Letter: PDF, JPEG or PNG'), { target: { files: [file] } });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ id: 'settlements.uploadLetter', body: { settlementId: held[0]?.id } });
  expect(sent[0]?.files?.letter).toBe(file);
});

it('a letter that does not say what was approved is sent with a second press alone', async () => {
  held = [settlement({ stage: 'approved', steps: ['send-letter'] })];
  const message = 'The letter does not say ₹80,000. Look at it again, or send it all the same.';
  refusal = new ApiError(message, {
    code: 'invalid',
    status: 422,
    fields: [{ path: 'despite', message }],
    class: 'user',
  } as ConstructorParameters<typeof ApiError>[1]);
  show('list', 'CRM_SUPERMANAGER', '/letterUploadByClient');
  await open();
  await panel();
  const file = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf' });
  const choose = () =>
    fireEvent.change(screen.getByLabelText('Letter: PDF, JPEG or PNG'), { target: { files: [file] } });
  choose();
  const dialog = await screen.findByRole('dialog', { name: 'The letter differs from what was approved' });
  expect(within(dialog).getByText(message)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /differs/ })).toBeNull());
  expect(sent).toHaveLength(1);
  choose();
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /differs/ })).getByRole('button', {
      name: 'Send it all the same',
    }),
  );
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[1]?.body).not.toHaveProperty('despite');
  expect(sent[2]).toMatchObject({ body: { despite: true } });
  expect(sent[2]?.files?.letter).toBe(file);
});

it('what an uploaded letter lacks, and that one could not be read, stands beside it', async () => {
  held = [
    settlement({
      stage: 'no-dues',
      checks: [
        { letter: 'settlement', pages: 2, read: true, loanNumber: true, amounts: [80_000_00] },
        { letter: 'no-dues', pages: null, read: false, loanNumber: false, amounts: [] },
      ],
    }),
  ];
  show('list', 'CRM_SUPERMANAGER');
  await open();
  const shown = await panel();
  expect(within(shown).getByText(/does not say the loan number, ₹80,000 and was sent all the same/)).toBeTruthy();
  expect(within(shown).getByText('2 pages')).toBeTruthy();
  expect(within(shown).getByText(/No-dues letter: it has no text that could be compared/)).toBeTruthy();
});

it('what was paid after settlements is listed by instalment, narrowed, and leads to its settlement', async () => {
  instalments = [instalment()];
  askedFor = [];
  show('payments', 'ADMIN', `/post-payment?from=${addDays(TODAY, -30)}`);
  const table = await screen.findByRole('grid', { name: 'Post Payment' });
  await within(table).findByText('Asha Kulkarni');
  for (const text of ['Late', '1 of 2', '₹40,000', '₹10,000', '₹5,000', '₹25,000', '₹7,000', 'Ravi Kumar'])
    expect(within(table).getAllByText(text).length, text).toBeGreaterThan(0);
  expect(askedFor.at(-1)).toMatchObject({ from: addDays(TODAY, -30), page: 1 });
  fireEvent.click(screen.getByRole('radio', { name: 'Payment taken back' }));
  await waitFor(() => expect(askedFor.at(-1)).toMatchObject({ state: 'taken-back', from: addDays(TODAY, -30) }));
  await open();
  expect(await panel()).toBeTruthy();
});

it('says that nothing is to be paid yet', async () => {
  instalments = [];
  show('payments', 'ADMIN', '/post-payment');
  expect(await screen.findByText('No instalment is here')).toBeTruthy();
});

it('loans in settlement are chosen and given to others', async () => {
  show('allocation', 'ADMIN', '/new-settlement-allocation');
  fireEvent.click(await screen.findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(await screen.findByText('Give to…'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByText('Deepa Rao'));
  fireEvent.click(within(dialog).getByRole('button', { name: /^Give/ }));
  await waitFor(() => expect(sent).toMatchObject([{ body: { loanIds: [LOAN], profileId: HOLDER } }]));
});

it('shows nothing to those who neither offer nor have one, and says so in an empty list', async () => {
  held = [];
  show('list', 'CRM_MANAGER', '/approveLoan');
  await screen.findByText('No settlement waits here');
});

it('a letter is drawn from a template in the borrower’s language, looked at and sent', async () => {
  const template = { id: HOLDER, kind: 'SR', name: 'Standard', language: 'en' } as const;
  choices = { templates: [template, { ...template, id: TAMIL, language: 'ta' }], language: 'ta', factsOf: null };
  held = [settlement({ stage: 'approved', steps: ['send-letter'] })];
  show('list', 'CRM_SUPERMANAGER');
  await open();
  fireEvent.click(within(await panel()).getByRole('button', { name: 'Draw a letter' }));
  expect((await screen.findByLabelText<HTMLSelectElement>(/^Template/)).value).toBe(TAMIL);
  fireEvent.click(screen.getByRole('button', { name: 'Draw' }));
  await screen.findByText('Letter drawn. Look at it before you send it.');
  expect(sent).toEqual([{ id: 'settlements.drawLetter', body: { settlementId: settlement().id, templateId: TAMIL } }]);
});

const LETTER = {
  id: TAMIL,
  kind: 'SR',
  number: 'ST/2026/000042/SR1',
  language: 'ta',
  day: TODAY,
  state: 'draft',
  by: 'Meera',
  sentAt: null,
} satisfies Settlement['letters'][number];

it('a drawn letter is sent after a question, and one that is void says so and cannot be sent', async () => {
  held = [
    settlement({
      stage: 'approved',
      steps: ['send-letter'],
      letters: [
        {
          ...LETTER,
          id: HOLDER,
          number: 'ST/2026/000042/AL1',
          kind: 'AL',
          state: 'void',
          sentAt: `${TODAY}T09:00:00Z`,
        },
        LETTER,
      ],
    }),
  ];
  show('list', 'CRM_SUPERMANAGER');
  await open();
  const letters = within(within(await panel()).getByRole('region', { name: 'Letters' }));
  expect(letters.getByText('No longer valid')).toBeTruthy();
  expect(letters.queryByRole('button', { name: 'Send letter ST/2026/000042/AL1' })).toBeNull();
  fireEvent.click(letters.getByRole('button', { name: 'Send letter ST/2026/000042/SR1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send letter ST/2026/000042/SR1' });
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent).toEqual([{ id: 'settlements.sendLetter', body: { settlementId: settlement().id, letterId: TAMIL } }]),
  );
});

it('says what is missing before a letter can be drawn, and offers nothing to those who may not send one', async () => {
  choices = { templates: [], language: 'ta', factsOf: HOLDER };
  held = [settlement({ stage: 'approved', steps: ['send-letter'] })];
  show('list', 'CRM_SUPERMANAGER');
  await open();
  fireEvent.click(within(await panel()).getByRole('button', { name: 'Draw a letter' }));
  await screen.findByText('The portfolio does not say yet who signs its letters and where to pay.');
  cleanup();
  held = [settlement({ stage: 'letter-out', steps: [], letters: [{ ...LETTER, state: 'valid' }] })];
  show('list', 'CRM_MANAGER');
  await open();
  const shown = await panel();
  expect(within(shown).getByText('ST/2026/000042/SR1 ·', { exact: false })).toBeTruthy();
  expect(within(shown).queryByRole('button', { name: 'Draw a letter' })).toBeNull();
});

const run = (more: Partial<LetterRun> = {}): LetterRun => ({
  id: '01930000-0000-7000-8000-000000000051',
  state: 'drawing',
  total: 40,
  done: 12,
  drawn: 11,
  problems: [],
  createdAt: '2026-11-28T06:00:00Z',
  finishedAt: null,
  ...more,
});
const lettersOf = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Draw letters' }));
  return screen.findByRole('dialog', { name: 'Letters of many settlements' });
};

it('letters of all that wait are asked for with one press', async () => {
  runs = [];
  show('list', 'CRM_SUPERMANAGER');
  const dialog = await lettersOf();
  await within(dialog).findByText('No letters were drawn together yet.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Draw all that wait' }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ id: 'settlements.drawLetters', body: { id: expect.any(String) } }]),
  );
  expect(sent[0]?.body).not.toHaveProperty('settlementIds');
});

it('letters that are being drawn say how far they are, and are stopped', async () => {
  runs = [run()];
  show('list', 'CRM_SUPERMANAGER');
  const dialog = await lettersOf();
  await within(dialog).findByText(/12 of 40/);
  expect(within(dialog).getByRole('button', { name: 'Draw all that wait' })).toHaveProperty('disabled', true);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(sent).toMatchObject([{ id: 'settlements.cancelLetters' }]));
});

it('what could not be drawn is named with its reason', async () => {
  const problem = {
    settlementId: LOAN,
    number: 'ST/2026/000007',
    problem: 'This settlement has moved on. Look at it again.',
  };
  runs = [run({ state: 'done', done: 40, drawn: 39, problems: [problem] })];
  show('list', 'CRM_SUPERMANAGER');
  const dialog = await lettersOf();
  await within(dialog).findByText('39 letters were drawn');
  within(dialog).getByText('ST/2026/000007');
  within(dialog).getByText(problem.problem);
  cleanup();
  show('list', 'CRM_MANAGER');
  await screen.findAllByText('Asha Kulkarni');
  expect(screen.queryByRole('button', { name: 'Draw letters' })).toBeNull();
});

it('chosen rows of the queue are decided in one press, and each that was not says why', async () => {
  const mine = settlement({ id: TAMIL, borrower: 'Ravi Rao', number: 'ST/2026/000043', steps: ['reject'] });
  held = [settlement(), mine];
  outcome = [
    { settlementId: settlement().id, stage: null, refused: 'This settlement has moved on. Look at it again.' },
  ];
  show('list', 'CRM_MANAGER', '/approveLoan');
  fireEvent.click(await screen.findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Ravi Rao/ }));
  expect(screen.getByRole('button', { name: 'Reject 2' })).toHaveProperty('disabled', false);
  // Only what this person may approve.
  fireEvent.click(screen.getByRole('button', { name: 'Approve 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve these settlements?' });
  expect(within(dialog).getByText('1 settlement · ₹80,000')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  const result = await screen.findByRole('dialog', { name: '0 decided, 1 not' });
  expect(within(result).getByText('This settlement has moved on. Look at it again.')).toBeTruthy();
  expect(sent).toEqual([
    {
      id: 'settlements.decideMany',
      body: {
        step: 'approve',
        remarks: '',
        chosen: [{ settlementId: settlement().id, stage: 'manager', round: 1 }],
      },
    },
  ]);
  cleanup();
  // Where nothing waits for one's word there is nothing to choose.
  show('list', 'CRM_MANAGER', '/settlements');
  await screen.findAllByText('Asha Kulkarni');
  expect(screen.queryByRole('checkbox', { name: /Asha Kulkarni/ })).toBeNull();
});

it('the queue says who is late', async () => {
  held = [settlement({ answerBy: addDays(TODAY, -1) }), settlement({ id: TAMIL, answerBy: addDays(TODAY, 1) })];
  show('list', 'CRM_MANAGER', '/approveLoan');
  expect(await screen.findAllByText('Late')).toHaveLength(1);
});

it('a colleague is named for the days away, and the absence is ended after a question', async () => {
  absences = [
    { id: TAMIL, person: 'Meera', deputy: 'Deepa Rao', from: TODAY, to: addDays(TODAY, 2), state: 'now', own: true },
    { id: LOAN, person: 'Anil', deputy: 'Meera', from: TODAY, to: TODAY, state: 'now', own: false },
  ];
  held = [];
  show('absences', 'CRM_MANAGER', '/settlement-absences');
  // Only one's own.
  fireEvent.click(await screen.findByRole('button', { name: 'End it' }));
  const question = await screen.findByRole('dialog', { name: 'Decide by yourself again?' });
  expect(within(question).getByText('Deepa Rao no longer sees what waits for you.')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'End it' }));
  await screen.findByText('You decide again');
  fireEvent.click(screen.getByRole('button', { name: /^Name a colleague/ }));
  fireEvent.change(await screen.findByLabelText(/^Colleague/), { target: { value: HOLDER } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    id: 'settlements.goAway',
    body: { deputyId: HOLDER, from: TODAY, to: addDays(TODAY, 7) },
  });
});

it('who decides for somebody reads for whom, in the queue and in what happened', async () => {
  const step = {
    step: 'approve',
    to: 'client',
    round: 1,
    by: { name: 'Deepa Rao', role: 'CRM_MANAGER' },
    for: 'Anil Shah',
    asked: null,
    remarks: '',
    at: '2026-11-21T09:00:00Z',
  } as const;
  const wish = {
    step: 'ask',
    to: 'letter-out',
    round: 1,
    by: { name: '', role: 'BORROWER' },
    for: null,
    asked: { from: '16:00', to: '18:00', notAt: 'office', language: 'mr' },
    remarks: '',
    at: '2026-11-22T09:00:00Z',
  } as const;
  held = [settlement({ inPlaceOf: 'Anil Shah', history: [step, wish] })];
  show('list', 'CRM_MANAGER', '/approveLoan');
  expect(await screen.findByText('For Anil Shah')).toBeTruthy();
  await open();
  const shown = await panel();
  expect(within(shown).getByText('You decide for Anil Shah, who is away')).toBeTruthy();
  expect(within(shown).getByText(/^For Anil Shah: Deepa Rao \(manager\)/)).toBeTruthy();
  expect(within(shown).getByText('Only between 16:00 and 18:00 · No visit at: Work · Language: Marathi')).toBeTruthy();
});
