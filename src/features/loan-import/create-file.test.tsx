/** A made-up file is asked for, told what it holds, and fetched. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ERRORS } from '../../../core/contract/errors';
import { dayOf } from '../../../core/domain/dates';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import CreateFilePage from './pages/create-file-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const MAPPING = '01930000-0000-7000-8000-000000000001';
let asked: { id: string; body?: unknown; query?: unknown }[];
let refusal: ApiError | undefined;
let broken: boolean;
beforeEach(() => {
  asked = [];
  refusal = undefined;
  broken = false;
});
afterEach(() => vi.restoreAllMocks());

function show() {
  const link = { name: '', clicked: 0 };
  URL.createObjectURL ??= () => '';
  URL.revokeObjectURL ??= () => undefined;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    link.name = this.download;
    link.clicked += 1;
  });
  const api = {
    call: async (endpoint: { id: string }, call: { body?: { rows: number } } = {}) => {
      asked.push({ id: endpoint.id, ...call });
      if (endpoint.id === 'trainingFiles.layouts')
        return { success: true, data: [{ id: MAPPING, client: 'Sahyadri Bank', version: 3, columns: 12 }] };
      if (refusal) throw refusal;
      const { rows = 0 } = call.body ?? {};
      return {
        success: true,
        data: {
          ...{ fileName: `training-1-${rows}.csv`, columns: ['LAN', 'POS'], first: [['TR1', '100']], rows, wrong: 2 },
          kinds: ['date', 'money'],
        },
      };
    },
    stream: async (endpoint: { id: string }, call: object) => {
      asked.push({ id: endpoint.id, ...call });
      if (broken) throw new ApiError('Network error', { status: 0, class: 'retry' });
      return new Response('LAN,POS\r\n').body;
    },
  } as unknown as Api;
  const session = { profile: { fullName: 'Leela', role: { name: 'ADMIN' }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session as unknown as Session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={memoryStore()}>
                <CreateFilePage />
              </KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return link;
}
const of = (name: string) => asked.filter(({ id }) => id === name);

it('is made in a client’s layout, with its wrong rows, and saved under its name', async () => {
  const link = show();
  await screen.findByText('Sahyadri Bank, 12 columns');
  fireEvent.change(screen.getByLabelText(/Columns/), { target: { value: MAPPING } });
  fireEvent.change(screen.getByLabelText(/^Rows/), { target: { value: '20' } });
  fireEvent.change(screen.getByLabelText(/Wrong rows/), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  await waitFor(() => expect(link).toEqual({ name: 'training-1-20.csv', clicked: 1 }));
  const today = dayOf(Date.now(), 'Asia/Kolkata');
  const said = { mappingId: MAPPING, fileType: 'csv', seed: '1', asOf: today, rows: 20, wrongPercent: 10 };
  expect(of('trainingFiles.plan')).toMatchObject([{ body: said }]);
  expect(of('trainingFiles.file')).toMatchObject([{ query: said }]);
  expect(await screen.findByText('20 rows · 2 columns · 2 are wrong')).toBeTruthy();
  expect(screen.getByText('Wrong in these ways: Not a date, Not an amount')).toBeTruthy();
  expect(screen.getByText('TR1')).toBeTruthy();
});

it('says at its field why a layout cannot be filled, and why the file did not come', async () => {
  const link = show();
  const words = 'The layout names portfolios, and this client has none';
  refusal = new ApiError(ERRORS.invalid.message, {
    status: 422,
    class: 'user',
    fields: [{ path: 'mappingId', message: words }],
  });
  await screen.findByText('Sahyadri Bank, 12 columns');
  fireEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  expect(await screen.findByText(words)).toBeTruthy();
  refusal = undefined;
  broken = true;
  fireEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  await waitFor(() => expect(of('trainingFiles.file')).toHaveLength(1));
  expect(await screen.findByText('No network')).toBeTruthy();
  expect(link.clicked).toBe(0);
});

it('takes no more rows than a million', async () => {
  show();
  fireEvent.change(await screen.findByLabelText(/^Rows/), { target: { value: '1000001' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  expect(await screen.findByText(/At most 10,00,000 rows/)).toBeTruthy();
  expect(of('trainingFiles.plan')).toEqual([]);
});
