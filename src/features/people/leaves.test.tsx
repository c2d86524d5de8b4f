/** Days off on a person's panel and as a list. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { ERRORS } from '../../../core/contract/errors';
import type { Leave } from '../../../core/contract/leaves';
import type { Person } from '../../../core/contract/people';
import { addDays, dayOf, formatDay } from '../../../core/domain/dates';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { Leaves } from './components/leaves';
import LeavePage from './pages/leave-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const today = dayOf(new Date(), 'Asia/Kolkata');
const person = { id: id(1), kind: 'teleCaller', fullName: 'Asha', active: true, may: { change: true } } as Person;
const leave = (n: number, state: Leave['state'], from: number, until: number): Leave => ({
  id: id(n),
  person: { id: person.id, name: 'Asha' },
  from: addDays(today, from),
  until: addDays(today, until),
  reason: `Reason ${n}`,
  state,
  by: 'Meera',
  at: '2026-11-20T05:00:00Z',
});
let rows: Leave[];
let asked: { id: string; query?: object; body?: object; params?: object }[];
let failure: ApiError | undefined;
beforeEach(() => {
  rows = [leave(12, 'coming', 5, 9), leave(11, 'running', 0, 2), leave(10, 'over', -9, -7)];
  asked = [];
  failure = undefined;
});

function show(part: React.ReactNode, role = 'CRM_MANAGER') {
  const api = {
    call: async (endpoint: { id: string; method: string }, call: object = {}) => {
      asked.push({ id: endpoint.id, ...call });
      if (failure && endpoint.method !== 'GET') throw failure;
      if (endpoint.id !== 'leaves.list') return { success: true, data: rows[0] };
      const { state } = (call as { query: { state?: string } }).query;
      const found = rows.filter((one) => !state || one.state === state);
      return { success: true, data: { rows: found, total: found.length, exact: true } };
    },
  } as unknown as Api;
  const session = { profile: { id: id(9), fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } } };
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={['/leave']}>
        <SessionContext value={session as unknown as Session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={memoryStore()}>{part}</KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const written = (name: string) => asked.filter((one) => one.id === name);

it('are shown with their state; those that run or come can be ended', async () => {
  show(<Leaves person={person} />);
  const row = async (reason: string) => within((await screen.findByText(reason)).closest('tr') as HTMLElement);
  expect((await row('Reason 11')).getByText('Away now')).toBeTruthy();
  expect((await row('Reason 10')).queryByRole('button')).toBeNull();
  fireEvent.click((await row('Reason 12')).getByRole('button', { name: 'Take back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Take the leave back' }));
  await waitFor(() => expect(written('leaves.end')).toMatchObject([{ params: { id: id(12) } }]));
  await screen.findByText('Asha may be given loans again');
});

it('are kept with their days and reason; what the server refuses stands at its field', async () => {
  rows = [];
  show(<Leaves person={person} />);
  expect(await screen.findByText('No days off are kept.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add leave' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave of Asha' }));
  const words = `On leave already from ${today} until ${today}`;
  failure = new ApiError(ERRORS.invalid.message, {
    status: 422,
    class: 'user',
    fields: [{ path: 'from', message: words }],
  });
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Fever' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Keep the leave' }));
  expect(await dialog.findByText(/On leave already/)).toBeTruthy();
  failure = undefined;
  fireEvent.click(dialog.getByRole('button', { name: 'Keep the leave' }));
  await screen.findByText('Leave kept');
  expect(written('leaves.add').at(-1)).toMatchObject({
    body: { personId: person.id, from: today, until: today, reason: 'Fever' },
  });
});

it.each([
  ['of somebody who does not collect', { ...person, kind: 'manager' } as Person, 'CRM_MANAGER'],
  ['to who keeps none', person, 'CLIENT_ADMIN'],
])('are not asked for %s', (_, whom, role) => {
  show(<Leaves person={whom} />, role);
  expect(screen.queryByText('Leave')).toBeNull();
  expect(asked).toEqual([]);
});

it('stand in a list by their state', async () => {
  show(<LeavePage />);
  expect(await screen.findByText('Reason 10')).toBeTruthy();
  expect(screen.getByText(formatDay(addDays(today, 9)))).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /Away now/ }));
  await waitFor(() => expect(screen.queryByText('Reason 10')).toBeNull());
  expect(screen.getByText('Reason 11')).toBeTruthy();
  rows = [];
  fireEvent.click(screen.getByRole('radio', { name: /To come/ }));
  expect(await screen.findByText('No days off are kept')).toBeTruthy();
});
