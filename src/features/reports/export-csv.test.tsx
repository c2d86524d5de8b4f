/** /export-csv: what is required, the file and its name, no rows, and more rows than a list holds. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../core/contract/kit';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import ExportCsvPage from './pages/export-csv-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The calls that were made; `answer` stands for `activity/get-export`. */
function show(answer: () => unknown, days: { from: string; to: string } | undefined) {
  const made: { path: string; given: unknown }[] = [];
  const api = {
    call: async ({ path, method }: Endpoint, given: unknown) => {
      made.push({ path: `${method} ${path}`, given });
      return path === 'activity/get-export' ? answer() : { success: true, data: method === 'GET' ? [] : {} };
    },
  } as unknown as Api;
  const profile = {
    fullName: 'L',
    role: { name: 'CRM_Manager' },
    tenant: { id: 't', name: 'T', zone: 'Asia/Kolkata' },
  };
  const store = memoryStore();
  if (days) store.set('draft.export.csv', { at: 1, value: { model: 'loan', ...days } });
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={{ profile } as unknown as Session}>
          <KeptContext value={store}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <ExportCsvPage />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return made;
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Export' }));
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

it('asks for nothing until the model and both days are given', async () => {
  const made = show(() => ({ data: [] }), undefined);
  press();
  expect(await screen.findAllByText('This Field Is Required')).toHaveLength(3);
  expect(made.some(({ path }) => path.includes('get-export'))).toBe(false);
});

it('saves the rows as a spreadsheet named model_from_to', async () => {
  const blobs: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (blob) => {
    blobs.push(blob as Blob);
    return 'blob:one';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const made = show(() => ({ data: [{ 'Loan number': 'A-1', Borrower: 'Rao, "Asha"' }] }), NOVEMBER);
  press();
  await screen.findByText('1 line was exported');
  expect(made).toContainEqual({
    path: 'GET activity/get-export',
    given: { query: { model: 'loan', gte: NOVEMBER.from, lte: NOVEMBER.to } },
  });
  expect(names).toEqual(['loan_01-11-2026_30-11-2026.csv']);
  expect(await blobs[0]?.text()).toContain('"Loan number","Borrower"\r\n"A-1","Rao, ""Asha"""\r\n');
});

it('says that there are no rows, and why days cannot be answered', async () => {
  show(() => ({ data: [] }), NOVEMBER);
  press();
  await screen.findByText('No data found');
  cleanup();
  const message = 'The last day comes before the first';
  show(() => {
    throw new ApiError(message, { status: 422, code: 'invalid', class: 'user', fields: [{ path: 'to', message }] });
  }, NOVEMBER);
  press();
  await screen.findByText(message);
});

it('writes by a job what is more than a list holds', async () => {
  const made = show(() => {
    throw new ApiError('More than 5000 lines', { status: 413, code: 'too-large', class: 'user' });
  }, NOVEMBER);
  press();
  await screen.findByRole('dialog', { name: 'Exports' });
  await vi.waitFor(() =>
    expect(made).toContainEqual({
      path: 'POST /api/v2/report-exports',
      given: { body: expect.objectContaining({ kind: 'loan', fileType: 'csv', filters: NOVEMBER }) },
    }),
  );
});
