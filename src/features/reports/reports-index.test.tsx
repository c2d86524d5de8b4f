/** /reports: what may be seen, what each answers, found by either, favourites first. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { REPORT_ANSWERS } from '../../../core/domain/report-answers';
import { reportsInUse } from '../../../core/domain/reports';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import ReportsIndexPage from './pages/reports-index-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });
afterEach(cleanup);

const store = memoryStore();
function show(role: string, answer: () => unknown = () => ({ data: reportsInUse() })) {
  const api = { call: async () => answer() } as unknown as Api;
  const profile = { fullName: 'L', role: { name: role }, tenant: { id: 't', name: 'T', zone: 'Asia/Kolkata' } };
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={{ profile } as unknown as Session}>
          <KeptContext value={store}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <ReportsIndexPage />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const names = () => screen.getAllByRole('link', { name: /^Open / }).map((link) => link.getAttribute('href'));

it('every report with a screen says what it answers', () => {
  expect(Object.keys(REPORT_ANSWERS).sort()).toEqual(
    reportsInUse()
      .map(({ path }) => path)
      .sort(),
  );
});

it('an administrator finds reports by name or answer, and keeps favourites first', async () => {
  show('CRM_TenantAdmin');
  await screen.findByRole('region', { name: 'Best Disposition' });
  expect(names()).toContain('/upload-sheets');
  const box = screen.getByRole('searchbox', { name: /Find a report/ });
  fireEvent.change(box, { target: { value: 'who had it before' } });
  expect(names()).toEqual(['/allocation-reports']);
  fireEvent.change(box, { target: { value: 'nothing like it' } });
  screen.getByText('No report fits');
  fireEvent.change(box, { target: { value: '' } });
  const boi = screen.getByRole('region', { name: 'BOI Reports' });
  fireEvent.click(within(boi).getByRole('button', { name: 'BOI Reports is a favourite' }));
  expect(names()[0]).toBe('/additional-reports');
  cleanup();
  show('CRM_TenantAdmin');
  await screen.findByRole('region', { name: 'BOI Reports' });
  expect(names()[0]).toBe('/additional-reports');
});

it('shows a manager none that only administrators may see, and says when there is no network', async () => {
  show('CRM_Manager');
  await screen.findByRole('region', { name: 'Daily Call' });
  expect(names()).not.toContain('/upload-sheets');
  cleanup();
  show('CRM_Manager', () => {
    throw new ApiError('Network error', { status: 0, class: 'retry' });
  });
  await screen.findByText('No network');
});
