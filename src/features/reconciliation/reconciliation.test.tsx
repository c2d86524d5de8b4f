/** Lines of bank files at the desk: what a person reads of one, what the server hears when they decide, and what it refuses. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  BankFile,
  BankLineDetail,
  BankLineRow,
  ReconciliationFigures,
} from '../../../core/contract/reconciliation';
import { addDays, dayOf } from '../../../core/domain/dates';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import BankPaidPage from './pages/bank-paid-page';
import ReconciliationPage from './pages/reconciliation-page';
import { leftOf, partsFor, proposedParts, wrongParts } from './parts';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-00000000000${n}`;
const TODAY = dayOf(Date.now(), 'Asia/Kolkata');
const asha = { id: id(1), number: 'LN001', borrower: 'Asha Devi' };
const ravi = { id: id(2), number: 'LN002', borrower: 'Ravi Kumar' };

const line = (change: Partial<BankLineDetail> = {}): BankLineDetail => ({
  id: id(5),
  reference: 'UTR0001',
  paidOn: addDays(TODAY, -3),
  amountPaise: 500_000,
  narration: 'NEFT LN001',
  payer: 'ASHA DEVI',
  loan: asha,
  otherLoans: 0,
  receipt: 'R-1',
  score: 100,
  status: 'matched',
  ageDays: 3,
  owner: null,
  question: null,
  version: 1,
  reasons: ['reference'],
  parts: [{ loan: asha, paymentId: id(3), receipt: 'R-1', amountPaise: 500_000 }],
  candidates: [],
  duplicateOf: null,
  asked: null,
  fileName: 'bank.csv',
  line: 2,
  decidedAt: null,
  ...change,
});
const FIGURES: ReconciliationFigures = {
  lines: 200,
  autoMatched: 150,
  since: addDays(TODAY, -90),
  exact: true,
  open: [
    { from: 0, until: 1, lines: 3, amountPaise: 900_000 },
    { from: 2, until: 7, lines: 1, amountPaise: 500_000 },
    { from: 8, until: 30, lines: 0, amountPaise: 0 },
    { from: 31, until: null, lines: 2, amountPaise: 70_000 },
  ],
  unbanked: { receipts: 10_000, amountPaise: 1_00_000, exact: false },
  cash: { receipts: 1, amountPaise: 40_000, exact: true },
  asked: 1,
};
const file = (change: Partial<BankFile> = {}): BankFile => ({
  id: id(6),
  fileName: 'november.csv',
  state: 'mapping',
  client: null,
  uploadedBy: 'Meera',
  uploadedAt: '2026-11-20T09:00:00Z',
  columns: ['Value Date', 'UTR', 'Credit', 'Balance'],
  samples: [['20/11/2026', 'UTR0001', '5000', '99']],
  mapping: { paidOn: 0, reference: 1, amount: 2 },
  dateOrder: 'dmy',
  lines: 0,
  matched: 0,
  compared: 0,
  skipped: 0,
  refusedLines: 0,
  refused: [],
  amountPaise: 0,
  problem: null,
  sameAs: null,
  ...change,
});

interface Sent {
  id: string;
  body?: unknown;
  params?: unknown;
  files?: Record<string, File>;
}
let sent: Sent[] = [];
let asked: { id: string; query: Record<string, unknown> }[] = [];
let lines: BankLineDetail[] = [];
let files: BankFile[] = [];
let refusal: ApiError | undefined;
let outcome: { id: string; refused: string | null }[] = [];
beforeEach(() => {
  [sent, asked, lines, files, outcome, refusal] = [[], [], [line()], [], [], undefined];
});
afterEach(cleanup);

function show(page: 'lines' | 'files', { role = 'CRM_TENANTADMIN', path = '/' } = {}) {
  const api = {
    call: async (
      { id: endpoint, method }: { id: string; method: string },
      call: Omit<Sent, 'id'> & { query?: Record<string, unknown> },
    ) => {
      if (method !== 'GET') sent.push({ id: endpoint, ...call });
      else asked.push({ id: endpoint, query: call.query ?? {} });
      if (method !== 'GET' && refusal) throw refusal;
      const [first] = lines;
      switch (endpoint) {
        case 'reconciliation.list':
          return {
            success: true,
            data: { rows: lines as BankLineRow[], total: lines.length, exact: true, counts: { open: 7, matched: 4 } },
          };
        case 'reconciliation.figures':
          return { success: true, data: FIGURES };
        case 'reconciliation.receipts':
          if (call.query?.loanNumber === 'NOSUCH')
            throw new ApiError('Nothing is there', { status: 404, class: 'user', code: 'not-found' });
          return {
            success: true,
            data: {
              loan: call.query?.loanNumber === 'LN002' ? ravi : asha,
              rows: [
                { id: id(4), reference: 'R-2', paidOn: TODAY, mode: 'upi', amountPaise: 200_000, openPaise: 200_000 },
              ],
            },
          };
        case 'reconciliation.colleagues':
          return { success: true, data: { rows: [{ id: id(7), name: 'Deepa Rao' }] } };
        case 'reconciliation.acceptMany':
          return { success: true, data: { rows: outcome } };
        case 'bankPaid.list':
          return { success: true, data: { rows: files, total: files.length } };
        case 'bankPaid.upload':
          files = [file()];
          return { success: true, data: file() };
        case 'bankPaid.verify':
          files = [file({ state: 'done', client: 'Sahyadri Bank', lines: 4, matched: 3, amountPaise: 500_000 })];
          return { success: true, message: 'bank paid sheet verified successfully', data: files[0] };
        case 'portfolios.choices':
          return { success: true, data: { clients: [{ id: id(8), name: 'Sahyadri Bank' }] } };
        case 'reconciliation.accept':
          lines = [line({ status: 'accepted', version: 2, owner: 'Meera', decidedAt: '2026-11-20T09:00:00Z' })];
          return { success: true, data: lines[0] };
        default:
          return { success: true, data: first };
      }
    },
  } as unknown as Api;
  const session = { profile: { id: 'm', fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session as unknown as Session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <Suspense>{page === 'lines' ? <ReconciliationPage /> : <BankPaidPage />}</Suspense>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const panel = () => screen.findByRole('complementary', { name: 'Line of ₹5,000' });
const press = (name: string | RegExp, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }));

describe('whose money it is', () => {
  const part = (paymentId: string | null, amountPaise: number, loan = asha) => ({
    loan,
    paymentId,
    receipt: null,
    amountPaise,
  });
  it.each([
    ['a line that fits', [part('p', 500)], 500, [['LN001', 'p', '5']]],
    [
      'more than the receipt: the rest goes to its loan',
      [part('p', 300)],
      500,
      [
        ['LN001', 'p', '3'],
        ['LN001', '', '2'],
      ],
    ],
    ['nobody’s', [], 500, [['', '', '5']]],
  ])('%s', (_, parts, amountPaise, wanted) => {
    const typed = proposedParts({ parts, amountPaise });
    expect(typed.map(({ loanNumber, paymentId, amount }) => [loanNumber, paymentId, amount])).toEqual(wanted);
    expect(leftOf(typed, amountPaise)).toBe(0);
  });
  it('a candidate takes no more than its receipt says', () => {
    const one = { loan: ravi, paymentId: 'p', receipt: 'R', receiptPaise: 200, score: 60, reasons: [] };
    expect(partsFor(one, 500)).toEqual([
      { loanNumber: 'LN002', paymentId: 'p', amount: '2' },
      { loanNumber: 'LN002', paymentId: '', amount: '3' },
    ]);
    expect(partsFor({ ...one, paymentId: null, receiptPaise: null }, 500)).toHaveLength(1);
  });
  it('a receipt stands once, and every part has its loan and its amount', () => {
    const typed = { loanNumber: 'LN001', paymentId: 'p', amount: '5' };
    expect(wrongParts([typed, typed, { loanNumber: ' ', paymentId: '', amount: '0' }])).toMatchObject([
      {},
      { paymentId: 'A receipt stands here twice' },
      { loanNumber: expect.any(String), amount: expect.any(String) },
    ]);
  });
});

it('figures stand above the list, and each leads to its lines', async () => {
  show('lines');
  await screen.findByText('Matched by itself');
  const links = screen.getAllByRole('link');
  const to = (name: RegExp) => links.find(({ textContent }) => name.test(textContent))?.getAttribute('href');
  expect(to(/^Matched by itself75 %150 of 200 lines/)).toBe(
    `/Reconciliation?status=all&found=matched&days=${addDays(TODAY, -90)}..`,
  );
  expect(to(/^Open up to a day.*3 lines/)).toBe(`/Reconciliation?status=open&days=${addDays(TODAY, -1)}..`);
  expect(to(/^Open 2 to 7 days.*1 line$/)).toBe(
    `/Reconciliation?status=open&days=${addDays(TODAY, -7)}..${addDays(TODAY, -2)}`,
  );
  expect(to(/^Open over 30 days/)).toBe(`/Reconciliation?status=open&days=..${addDays(TODAY, -31)}`);
  expect(to(/^Receipts without bank.*more than 10,000 receipts/)).toBe('/Reconciliation?status=receipt-without-bank');
  expect(to(/^Cash in hand over a day/)).toBe('/Reconciliation?status=cash-in-hand');
  expect(to(/^Questions to me1/)).toBe('/Reconciliation?status=all&asked=me');
});

it('asks for what waits, and by the address for days, kinds and a file', async () => {
  show('lines');
  await screen.findByText('Asha Devi');
  const lists = () => asked.filter((one) => one.id === 'reconciliation.list').map(({ query }) => query);
  expect(lists()).toMatchObject([{ status: 'open' }]);
  expect(screen.getByText('To decide 7')).toBeTruthy();
  fireEvent.click(screen.getByText('Matched 4'));
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ status: 'matched' }));
  cleanup();
  show('lines', { path: `/?days=2026-11-01..2026-11-20&found=partial&file=${id(6)}` });
  await waitFor(() =>
    expect(lists().at(-1)).toMatchObject({
      status: 'all',
      found: 'partial',
      from: '2026-11-01',
      until: '2026-11-20',
      fileId: id(6),
    }),
  );
});

it('a line says why it fits; accepting sends its parts, and then it can be reversed with a reason', async () => {
  show('lines');
  fireEvent.click(await screen.findByText('Asha Devi'));
  const shown = await panel();
  await within(shown).findByText('Score 100: the reference is the same');
  await within(shown).findByText('The receipt that was found');
  press('Accept', shown);
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        id: 'reconciliation.accept',
        params: { id: id(5) },
        body: { version: 1, parts: [{ loanNumber: 'LN001', paymentId: id(3), amountPaise: 500_000 }] },
      },
    ]),
  );
  await within(shown).findByRole('button', { name: 'Reverse' });
  expect(within(shown).queryByRole('button', { name: 'Accept' })).toBeNull();
  press('Reverse', shown);
  const dialog = await screen.findByRole('dialog', { name: 'Reverse this line?' });
  press('Reverse', dialog);
  expect(sent).toHaveLength(1);
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Why/ }), { target: { value: 'A wrong loan' } });
  press('Reverse', dialog);
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ id: 'reconciliation.reverse', body: { version: 2, reason: 'A wrong loan' } }),
  );
});

it('an unidentified line is split by hand, with the receipts of each loan to choose from, and goes only when whole', async () => {
  lines = [line({ status: 'unidentified', loan: null, receipt: null, score: 0, reasons: [], parts: [] })];
  show('lines');
  fireEvent.click(await screen.findByText('UTR0001'));
  const shown = await panel();
  const number = await within(shown).findByRole('textbox', { name: /^Loan number/ });
  fireEvent.focus(number);
  fireEvent.change(number, { target: { value: 'NOSUCH' } });
  fireEvent.blur(number);
  await within(shown).findByText('There is no such loan of this client');
  fireEvent.focus(number);
  fireEvent.change(number, { target: { value: 'LN001' } });
  fireEvent.blur(number);
  await within(shown).findByText('Asha Devi');
  fireEvent.change(within(shown).getByRole('combobox', { name: /^Receipt/ }), { target: { value: id(4) } });
  const amount = within(shown).getByRole('textbox', { name: /^Amount/ });
  fireEvent.change(amount, { target: { value: '2000' } });
  await within(shown).findByText('₹3,000 has no place yet');
  press('Accept', shown);
  expect(sent).toEqual([]);
  press('Split', shown);
  const [, second] = await within(shown).findAllByRole('textbox', { name: /^Loan number/ });
  fireEvent.change(second as HTMLElement, { target: { value: 'LN002' } });
  await within(shown).findByText('The whole amount has its place');
  press('Accept', shown);
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        body: {
          parts: [
            { loanNumber: 'LN001', paymentId: id(4), amountPaise: 200_000 },
            { loanNumber: 'LN002', paymentId: null, amountPaise: 300_000 },
          ],
        },
      },
    ]),
  );
});

it('what else it may be is chosen by a press, and what the server refuses is said where the button is', async () => {
  refusal = new ApiError('Another line has this receipt already. Look at it again.', {
    status: 409,
    class: 'user',
    code: 'conflict',
  });
  lines = [
    line({
      candidates: [
        {
          loan: ravi,
          paymentId: id(4),
          receipt: 'R-2',
          receiptPaise: 500_000,
          score: 50,
          reasons: ['name', 'amount', 'date'],
        },
      ],
    }),
  ];
  show('lines');
  fireEvent.click(await screen.findByText('Asha Devi'));
  const shown = await panel();
  await within(shown).findByText('the name is the borrower’s · the amount is the same · the days are near');
  press('Use it', shown);
  press('Accept', shown);
  await waitFor(() =>
    expect(sent).toMatchObject([
      { body: { parts: [{ loanNumber: 'LN002', paymentId: id(4), amountPaise: 500_000 }] } },
    ]),
  );
  await within(shown).findByText('Nothing was changed');
});

it('somebody is asked, and whoever was asked answers', async () => {
  show('lines');
  fireEvent.click(await screen.findByText('Asha Devi'));
  const shown = await panel();
  fireEvent.click(await within(shown).findByRole('button', { name: 'Ask somebody' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask about this line' });
  await within(dialog).findByRole('option', { name: 'Deepa Rao' });
  fireEvent.change(within(dialog).getByRole('combobox', { name: /^Whom/ }), { target: { value: id(7) } });
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Question/ }), { target: { value: 'Whose is it?' } });
  press('Ask', dialog);
  await waitFor(() =>
    expect(sent).toMatchObject([
      { id: 'reconciliation.ask', body: { version: 1, userId: id(7), question: 'Whose is it?' } },
    ]),
  );
  cleanup();
  const question = { of: 'Meera', by: 'Deepa Rao', question: 'Whose is it?', at: '2026-11-20T09:00:00Z' };
  lines = [line({ question: 'open', asked: { ...question, answer: null, answeredAt: null, mine: true } })];
  show('lines');
  fireEvent.click(await screen.findByText('Asha Devi'));
  const again = await panel();
  fireEvent.change(await within(again).findByRole('textbox', { name: /^Your answer/ }), {
    target: { value: 'A deposit' },
  });
  press('Send the answer', again);
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ id: 'reconciliation.answer', body: { version: 1, answer: 'A deposit' } }),
  );
});

it('lines without a doubt are accepted in one press; the others are not sent, and a refusal is said by its line', async () => {
  lines = [line(), line({ id: id(9), reference: 'UTR0002', score: 70 })];
  outcome = [{ id: id(5), refused: 'Somebody else was faster.' }];
  show('lines');
  await screen.findByText('UTR0002');
  for (const box of screen.getAllByRole('checkbox').slice(1)) fireEvent.click(box);
  press('Accept 1 exact');
  press('Accept', await screen.findByRole('dialog', { name: 'Accept these lines?' }));
  await waitFor(() => expect(sent).toMatchObject([{ id: 'reconciliation.acceptMany', body: { ids: [id(5)] } }]));
  const dialog = await screen.findByRole('dialog', { name: '0 accepted, 1 not' });
  expect(dialog.textContent).toContain('₹5,000 · UTR0001');
});

it('a receipt without a bank and a duplicate say what they are', async () => {
  lines = [line({ status: 'receipt-without-bank', narration: 'cash', owner: 'Vijay Jadhav' })];
  show('lines');
  fireEvent.click(await screen.findByText('Asha Devi'));
  const receipt = await screen.findByRole('complementary', { name: 'Receipt of ₹5,000' });
  expect(receipt.textContent).toContain('Vijay Jadhav');
  await within(receipt).findByText('No line of a bank covers it for 3 days.');
  cleanup();
  lines = [
    line({ status: 'duplicate', parts: [], duplicateOf: { id: id(9), paidOn: '2026-11-02', fileName: 'old.csv' } }),
  ];
  show('lines');
  fireEvent.click(await screen.findByText('UTR0001'));
  await within(await panel()).findByText('On 02/11/2026, in old.csv. Accept it only if the bank paid twice.');
});

it('a file is uploaded, its columns are shown as guessed, and verifying it sends them', async () => {
  show('files');
  await screen.findByText('No file came yet');
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  const chosen = new File(['x'], 'november.csv');
  fireEvent.change(input, { target: { files: [chosen] } });
  const shown = await screen.findByRole('complementary', { name: 'november.csv' });
  const select = async (name: RegExp) => within(shown).findByRole<HTMLSelectElement>('combobox', { name });
  expect((await select(/^Date/)).value).toBe('0');
  expect((await select(/^Amount/)).value).toBe('2');
  fireEvent.change(await select(/^Amount/), { target: { value: '' } });
  press('Verify and match', shown);
  expect(sent).toMatchObject([{ id: 'bankPaid.upload', files: { file: chosen } }]);
  fireEvent.change(await select(/^Amount/), { target: { value: '3' } });
  press('Verify and match', shown);
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      id: 'bankPaid.verify',
      body: {
        id: id(6),
        clientId: id(8),
        mapping: { paidOn: 0, reference: 1, amount: 3 },
        dateOrder: 'dmy',
        again: false,
      },
    }),
  );
  const link = await screen.findByRole('link', { name: 'Its lines' });
  expect(link.getAttribute('href')).toBe(`/Reconciliation?file=${id(6)}`);
});

it('bytes that came before are told, and an administrator who does not reconcile has no way there', async () => {
  files = [
    file({ sameAs: { fileName: 'older.csv', uploadedAt: '2026-11-01T09:00:00Z' } }),
    file({
      id: id(9),
      fileName: 'broken.csv',
      state: 'done',
      refusedLines: 1,
      refused: [{ line: 7, message: 'Not an amount' }],
    }),
  ];
  show('files', { role: 'ADMIN' });
  fireEvent.click(await screen.findByText('november.csv'));
  const shown = await screen.findByRole('complementary', { name: 'november.csv' });
  await within(shown).findByText('These very bytes came before');
  fireEvent.click(within(shown).getByRole('checkbox', { name: 'They come again on purpose' }));
  press('Verify and match', shown);
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { again: true } }));
  cleanup();
  files = [
    file({
      id: id(9),
      fileName: 'broken.csv',
      state: 'done',
      refusedLines: 1,
      refused: [{ line: 7, message: 'Not an amount' }],
    }),
  ];
  show('files', { role: 'ADMIN' });
  fireEvent.click(await screen.findByText('broken.csv'));
  const other = await screen.findByRole('complementary', { name: 'broken.csv' });
  await within(other).findByText('Not an amount');
  expect(screen.queryByRole('link', { name: 'Its lines' })).toBeNull();
});
