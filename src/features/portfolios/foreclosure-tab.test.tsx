/** The third tab of a portfolio as it is filled in: what closing a loan costs, who may waive how much, and the letters. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Letter } from '../../../core/contract/portfolio-letters';
import { REQUIRED_VARIABLES } from '../../../core/domain/letters/letter-template';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { ForeclosureTab } from './components/foreclosure-tab';

const ID = '01930000-0000-7000-8000-000000000009';
const loaded = {
  version: 3,
  savedAt: '2026-11-21T05:00:00Z',
  savedBy: 'Leela',
  mayEdit: true,
  formula: { includes: ['interest' as const], chargePercent: 2, minChargePaise: 500_00, gstPercent: 18, validDays: 7 },
  matrix: [],
};
type Call = { params?: Record<string, string>; body?: Record<string, unknown> };

let calls: { id: string; call: Call }[];
const onSaved = vi.fn();
beforeEach(() => {
  calls = [];
  onSaved.mockReset();
});
const last = (name: string) => calls.findLast(({ id }) => id === name)?.call;

function show(answers: Record<string, (call: Call) => unknown> = {}, more: Partial<typeof loaded> = {}) {
  const all: typeof answers = {
    'portfolios.letters': () => ({ data: { letters: [], facts: null } }),
    'portfolios.settlementReports': () => ({ data: { rows: [], total: 0 } }),
    ...answers,
  };
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return all[endpoint.id]?.(call);
    },
  } as unknown as Api;
  render(
    <UiProvider>
      <KeptContext value={memoryStore()}>
        <QueryClientProvider client={createQueryClient()}>
          <ApiContext value={api}>
            <ForeclosureTab id={ID} loaded={{ ...loaded, ...more }} zone="Asia/Kolkata" onSaved={onSaved} />
          </ApiContext>
        </QueryClientProvider>
      </KeptContext>
    </UiProvider>,
  );
}
const press = (name: string, place: HTMLElement = document.body) =>
  fireEvent.click(within(place).getByRole('button', { name }));
const put = (label: string, value: string, place: HTMLElement = document.body) =>
  fireEvent.change(within(place).getByLabelText(label), { target: { value } });
const save = () => press('Save foreclosure & settlement');
const invalid = (path: string, message: string) =>
  new ApiError('Please check the marked fields.', {
    status: 422,
    class: 'user',
    code: 'invalid',
    fields: [{ path, message }],
  });

it('the example says at every keystroke what a loan closes for, and the formula is saved as it was typed', async () => {
  show({ 'portfolios.saveForeclosure': () => ({ data: {} }) });
  const example = () => screen.getByText(/^Example: /).textContent;
  expect(example()).toBe(
    'Example: ₹1,00,000 principal with ₹6,000 overdue charges closes for ₹1,08,360 (₹2,000 charge, ₹360 GST).',
  );
  fireEvent.click(screen.getByRole('checkbox', { name: 'Penal charges' }));
  put('Foreclosure charge, % of principal', '2.5');
  expect(example()).toContain('with ₹7,500 overdue charges closes for ₹1,10,450 (₹2,500 charge, ₹450 GST)');
  put('At least', '3000');
  put('GST on the charge, %', '10');
  expect(example()).toContain('closes for ₹1,10,800 (₹3,000 charge, ₹300 GST)');
  put('A quote holds for, days', '0');
  save();
  expect(await screen.findByText('Please check the marked fields.')).toBeTruthy();
  expect(screen.getByLabelText('A quote holds for, days').getAttribute('aria-invalid')).toBe('true');
  expect(last('portfolios.saveForeclosure')).toBeUndefined();
  put('A quote holds for, days', '15');
  save();
  await screen.findByText('Foreclosure & settlement saved');
  expect(onSaved).toHaveBeenCalledOnce();
  expect(last('portfolios.saveForeclosure')).toEqual({
    params: { id: ID },
    body: {
      version: 3,
      formula: {
        includes: ['interest', 'penal'],
        chargePercent: 2.5,
        minChargePaise: 3_000_00,
        gstPercent: 10,
        validDays: 15,
      },
      matrix: [],
    },
  });
});

it('rows of the matrix are added, checked where they stand, warned of when they cover the same loans, and removed', async () => {
  let refuse = true;
  show({
    'portfolios.saveForeclosure': () => {
      if (refuse) throw invalid('matrix.0.maxWaiverPercent', 'More than your own tenant allows.');
      return { data: {} };
    },
  });
  screen.getByText('No row yet: nobody may approve a settlement on this portfolio’s loans.');
  press('Add a row');
  put('Bucket, row 1', '61-90');
  put('From DPD, row 1', '61');
  put('To DPD, row 1', '9');
  save();
  await screen.findByText('The last day must not be before the first.');
  expect(screen.getByLabelText('To DPD, row 1').getAttribute('aria-invalid')).toBe('true');
  expect(last('portfolios.saveForeclosure')).toBeUndefined();
  put('To DPD, row 1', '90');
  put('Most waived, %, row 1', '12.5');
  put('Most instalments, row 1', '6');
  put('Approved by, row 1', 'CLIENT_ADMIN');
  expect(screen.queryByText('Rows cover the same loans')).toBeNull();
  press('Add a row');
  expect(screen.queryByText('Rows cover the same loans')).toBeNull();
  put('Approved by, row 2', 'CLIENT_ADMIN');
  screen.getByText('Rows 1 and 2: only the more generous one counts.');
  press('Remove row 2');
  expect(screen.queryByText('Rows cover the same loans')).toBeNull();
  expect(screen.queryByLabelText('Bucket, row 2')).toBeNull();

  save();
  await screen.findByText('More than your own tenant allows.');
  expect(onSaved).not.toHaveBeenCalled();
  refuse = false;
  save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(last('portfolios.saveForeclosure')?.body?.matrix).toEqual([
    { bucket: '61-90', minAge: 61, maxAge: 90, maxWaiverPercent: 12.5, maxInstalments: 6, approver: 'CLIENT_ADMIN' },
  ]);
});

it('a letter is written with its variables, checked, previewed, saved, changed and deleted', async () => {
  let letters: Letter[] = [];
  let taken = true;
  const made = (body: Record<string, unknown>, letterId: string, version: number) =>
    ({ ...body, id: letterId, version, savedAt: '2026-11-22T05:00:00Z', savedBy: 'Leela' }) as Letter;
  show({
    'portfolios.letters': () => ({ data: { letters, facts: null } }),
    'portfolios.createLetter': ({ body = {} }) => {
      if (taken) throw invalid('name', 'There is a letter of this name already.');
      letters = [made(body, String(body.id), 1)];
      return { data: letters[0] };
    },
    'portfolios.editLetter': ({ params, body = {} }) => {
      letters = [made(body, String(params?.letterId), 2)];
      return { data: letters[0] };
    },
    'portfolios.deleteLetter': () => {
      letters = [];
      return {};
    },
  });
  await screen.findByText(/^No letter yet\./);
  press('Add a letter');
  let dialog = await screen.findByRole('dialog', { name: 'New letter' });
  press('Save letter', dialog);
  within(dialog).getByText('This Field Is Required');
  put('Kind', 'FR', dialog);
  put('Name', 'Standard', dialog);
  put('Text of the letter', 'Dear {{nobody}}, ', dialog);
  const text = () => within(dialog).getByLabelText<HTMLTextAreaElement>('Text of the letter');
  const wrong = within(within(dialog).getByRole('status', { name: 'What is still wrong' }));
  wrong.getByText('There is no variable called “nobody”.');
  wrong.getByText('The letter must hold {{valid_till}} (Valid till).');
  press('Save letter', dialog);
  expect(text().getAttribute('aria-invalid')).toBe('true');

  // A variable comes to where the cursor stands, in place of what is marked.
  text().setSelectionRange('Dear '.length, 'Dear {{nobody}}'.length);
  put('Insert a variable', 'borrower_name', dialog);
  expect(text().value).toBe('Dear {{borrower_name}}, ');
  const body = `Dear {{borrower_name}},\n${REQUIRED_VARIABLES.FR.map((name) => `{{${name}}}`).join('\n')}`;
  put('Text of the letter', body, dialog);
  expect(within(dialog).queryByRole('status', { name: 'What is still wrong' })).toBeNull();
  press('Preview', dialog);
  const preview = within(dialog).getByRole('article', { name: 'Preview with a made-up loan' });
  expect(preview.textContent).toMatch(/^Dear Asha Kulkarni,/);
  expect(preview.textContent).toContain('28/11/2026');
  expect(preview.textContent).not.toContain('{{');
  press('Back to the text', dialog);
  press('Save letter', dialog);
  await within(dialog).findByText('There is a letter of this name already.');
  taken = false;
  const first = last('portfolios.createLetter')?.body?.id;
  press('Save letter', dialog);
  const row = await screen.findByRole('row', { name: /^Standard Foreclosure \(FR\) English/ });
  expect(screen.queryByRole('dialog')).toBeNull();
  // What was wrong was never sent, and the second try has the same id: a lost answer makes no second letter.
  const sent = calls.filter(({ id }) => id === 'portfolios.createLetter').map(({ call }) => call.body?.body);
  expect(sent).toEqual([body, body]);
  expect(last('portfolios.createLetter')).toEqual({
    params: { id: ID },
    body: { id: first, kind: 'FR', name: 'Standard', language: 'en', body },
  });

  fireEvent.click(within(row).getByRole('button', { name: 'Open letter Standard' }));
  dialog = await screen.findByRole('dialog', { name: 'Standard' });
  expect(text().value).toBe(body);
  put('Name', 'Closing', dialog);
  press('Save letter', dialog);
  await screen.findByRole('row', { name: /^Closing/ });
  expect(last('portfolios.editLetter')).toMatchObject({
    params: { id: ID, letterId: first },
    body: { version: 1, name: 'Closing' },
  });

  press('Delete letter Closing');
  dialog = await screen.findByRole('dialog', { name: 'Delete the letter “Closing”?' });
  expect(last('portfolios.deleteLetter')).toBeUndefined();
  press('Delete letter', dialog);
  await screen.findByText(/^No letter yet\./);
  expect(last('portfolios.deleteLetter')).toEqual({ params: { id: ID, letterId: first } });
});

it('who may not change the portfolio reads all of it and changes nothing', async () => {
  const letter: Letter = {
    id: ID,
    kind: 'SR',
    name: 'Standard',
    language: 'en',
    body: 'Dear {{borrower_name}}',
    version: 1,
    savedAt: '2026-11-22T05:00:00Z',
    savedBy: null,
  };
  show({ 'portfolios.letters': () => ({ data: { letters: [letter], facts: null } }) }, { mayEdit: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Open letter Standard' }));
  const dialog = await screen.findByRole('dialog', { name: 'Standard' });
  expect(within(dialog).queryByRole('button', { name: 'Save letter' })).toBeNull();
  for (const name of ['Save foreclosure & settlement', 'Add a letter', 'Delete letter Standard'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  for (const label of ['At least', 'A quote holds for, days'])
    expect(screen.getByLabelText(label).matches(':disabled')).toBe(true);
});

it('what all letters say of the lender is set once, whole or not at all', async () => {
  const facts = {
    address: '12 MG Road',
    paymentAccount: 'A/c 1234567890',
    grievanceContact: '1800 123 4567',
    signatory: 'R. Joshi',
  };
  show({ 'portfolios.saveLetterFacts': ({ body }) => ({ success: true, data: body }) });
  fireEvent.click(await screen.findByRole('button', { name: 'What letters say of the lender' }));
  const dialog = await screen.findByRole('dialog', { name: 'What letters say of the lender' });
  const field = (name: RegExp, value: string) =>
    fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } });
  field(/^Address/, facts.address);
  field(/^Account for the payment/, facts.paymentAccount);
  field(/^Grievance contact/, facts.grievanceContact);
  press('Save', dialog);
  expect(await within(dialog).findByText('This Field Is Required')).toBeTruthy();
  expect(last('portfolios.saveLetterFacts')).toBeUndefined();
  field(/^Signatory/, facts.signatory);
  press('Save', dialog);
  await waitFor(() => expect(last('portfolios.saveLetterFacts')?.body).toEqual(facts));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a settlement letter begins with a standard text in its language, which lacks nothing', async () => {
  show({});
  await screen.findByText(/^No letter yet\./);
  press('Add a letter');
  const dialog = await screen.findByRole('dialog', { name: 'New letter' });
  put('Kind', 'NL', dialog);
  put('Language', 'ta', dialog);
  press('Begin with the standard text', dialog);
  const text = within(dialog).getByLabelText<HTMLTextAreaElement>('Text of the letter');
  await waitFor(() => expect(text.value).toContain('செலுத்திய தொகை: {{paid_amount}}'));
  expect(within(dialog).queryByRole('status', { name: 'What is still wrong' })).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Begin with the standard text' })).toBeNull();
});
