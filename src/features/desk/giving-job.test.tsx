/** More loans than one call takes, and lists of numbers, are given as a job of the server: watched, explained and taken back. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import AssignButton from './components/assign-loans';
import GiveNumbers from './components/give-numbers';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const hand = { source: 'list', kind: 'collector', profileId: id(1), to: 'Asha Kulkarni', fileName: null, reason: null };
const RUN = { id: id(9), done: 500, total: 4200, given: 500, leftOut: 0, restored: 0, problem: null, summary: null };
let calls: { id: string; body: unknown; query: unknown; bytes: File | undefined }[] = [];
let run: Record<string, unknown>;
beforeEach(() => {
  calls = [];
  run = { ...RUN, state: 'committing', leftWhy: {}, hand: { ...hand, unknown: 0 } };
});
afterEach(cleanup);
const of = (name: string) => calls.filter((one) => one.id === name);

function show(part: React.ReactNode, role = 'CRM_Manager') {
  const api = {
    call: async (
      endpoint: { id: string },
      { body, query, bytes }: { body?: unknown; query?: unknown; bytes?: File } = {},
    ) => {
      calls.push({ id: endpoint.id, body, query, bytes });
      if (endpoint.id === 'portfolios.choices')
        return {
          data: { managers: [], collectors: [{ id: id(1), name: 'Asha Kulkarni' }], fieldAgents: [], agencies: [] },
        };
      if (endpoint.id === 'allocation.cancel') run = { ...run, state: 'cancelled' };
      if (endpoint.id === 'allocation.undo') run = { ...run, state: 'undone', restored: 500 };
      return { data: run };
    },
  } as unknown as Api;
  const session = { profile: { fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session as unknown as Session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>{part}</ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
async function giveTo(title: string) {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
}

it('all that match go to the server as their filter, are stopped half-way and taken back', async () => {
  const job = { filter: { bucket: '31-60' }, except: [id(40)] };
  show(<AssignButton count={4200} idsOf={async () => []} job={job as never} onDone={() => {}} />);
  await press('Give to…');
  await giveTo('Give 4,200 loans');
  await waitFor(() =>
    expect(of('handAllocation.matching')[0]?.body).toMatchObject({ kind: 'collector', profileId: id(1), ...job }),
  );
  expect(await screen.findByText(/500 of 4,200/)).toBeTruthy();
  await press('Stop');
  expect(await screen.findByText('500 loans given to Asha Kulkarni')).toBeTruthy();
  await press('Take it back');
  expect(await screen.findByText('500 loans are back where they were')).toBeTruthy();
});

it('pasted numbers go as a file with a header, and what was left out is said with its reasons', async () => {
  run = {
    ...run,
    state: 'committed',
    given: 2,
    leftOut: 1,
    leftWhy: { 'not-active': 1 },
    hand: { ...hand, unknown: 1 },
  };
  show(<GiveNumbers onClose={() => {}} />);
  fireEvent.change(await screen.findByRole('textbox', { name: /Loan numbers/ }), {
    target: { value: 'L1, L2\nL3\tX9\n' },
  });
  await press('Choose who gets them');
  await giveTo('Give 4 loans');
  await waitFor(() => expect(of('handAllocation.listed')).toHaveLength(1));
  const [{ bytes, query } = { bytes: undefined, query: undefined }] = of('handAllocation.listed');
  expect(await bytes?.text()).toBe('Loan number\nL1\nL2\nL3\nX9');
  expect(query).toMatchObject({ kind: 'collector', profileId: id(1), fileName: 'Pasted numbers' });
  expect(await screen.findByText('2 loans given to Asha Kulkarni')).toBeTruthy();
  expect(screen.getByText('1 is not active')).toBeTruthy();
  expect(screen.getByText('1 number names no loan of yours')).toBeTruthy();
});

it('is not offered to those who give no loans', () => {
  show(<GiveNumbers onClose={() => {}} />, 'CRM_TELECALLER');
  expect(screen.queryByRole('dialog')).toBeNull();
});
