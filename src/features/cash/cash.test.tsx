/** A supervisor sees what agents say they handed over, and confirms it or declines it with a reason. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentsHandover } from '../../../core/contract/cash';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import CashHandoversPage from './pages/cash-handovers-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const HANDOVER: AgentsHandover = {
  id: '01930000-0000-7000-8000-000000000001',
  agent: { id: '01930000-0000-7000-8000-000000000002', name: 'Vijay Jadhav' },
  amountPaise: 12_500_00,
  payments: 3,
  handedOn: '2026-11-20',
  place: 'bank',
  reference: 'SLIP 7',
  state: 'open',
  createdAt: '2026-11-20T09:00:00Z',
  answer: null,
  decidedBy: null,
  decidedAt: null,
};
let decided: unknown[] = [];
let failing: ApiError | undefined;
beforeEach(() => {
  decided = [];
  failing = undefined;
});
afterEach(cleanup);

function show(rows: AgentsHandover[]) {
  const api = {
    call: async (endpoint: { id: string }, call: { body?: unknown }) => {
      if (failing) throw failing;
      if (endpoint.id === 'cash.handovers')
        return { success: true, data: { rows: decided.length > 0 ? [] : rows, total: rows.length, exact: true } };
      decided.push(call.body);
      return { success: true, data: HANDOVER };
    },
  } as unknown as Api;
  const session = {
    profile: { id: 'm', fullName: 'Meera', role: { name: 'CRM_Manager' }, tenant: { zone: 'Asia/Kolkata' } },
  };
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session as unknown as Session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <CashHandoversPage />
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}

it.each<[press: readonly string[], body: object]>([
  [['The money came'], { state: 'confirmed' }],
  [['Decline', 'Decline the hand-over'], { state: 'declined', answer: 'No such slip' }],
])('%j is what the server hears, and the list asks again', async (press, body) => {
  show([HANDOVER]);
  fireEvent.click(await screen.findByText('Vijay Jadhav'));
  const dialog = await screen.findByRole('dialog', { name: 'Cash of Vijay Jadhav' });
  expect(dialog.textContent).toContain('₹12,500');
  expect(dialog.textContent).toContain('SLIP 7');
  for (const name of press) {
    const reason = within(dialog).queryByRole('textbox');
    if (reason) fireEvent.change(reason, { target: { value: 'No such slip' } });
    fireEvent.click(within(dialog).getByRole('button', { name }));
  }
  await waitFor(() => expect(decided).toEqual([body]));
  expect(await screen.findByText('Nothing waits to be confirmed')).toBeTruthy();
});

it('what the server refuses is said where the button is', async () => {
  show([HANDOVER]);
  fireEvent.click(await screen.findByText('Vijay Jadhav'));
  const dialog = await screen.findByRole('dialog');
  failing = new ApiError('Somebody else must confirm what you handed over.', {
    status: 403,
    class: 'user',
    code: 'forbidden',
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'The money came' }));
  expect(await within(dialog).findByText('Nothing was changed')).toBeTruthy();
});
