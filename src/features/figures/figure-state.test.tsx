import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { figureState, recountDay } from '../../../core/contract/figures';
import type { Endpoint, ResponseOf } from '../../../core/contract/kit';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import FigureStatePage from './pages/figure-state-page';

const at = '2026-11-19T19:00:00.000Z';
const data: ResponseOf<typeof figureState>['data'] = {
  today: '2026-11-20',
  days: [
    { day: '2026-11-19', state: 'counted', countedAt: at, checkedAt: null },
    { day: '2026-11-18', state: 'changed', countedAt: at, checkedAt: at },
    { day: '2026-11-17', state: 'waiting', countedAt: null, checkedAt: null },
  ],
  differences: [],
  dupont: null,
};

function show(state = data) {
  const sent: unknown[] = [];
  const api = {
    call: async (endpoint: Endpoint, call: unknown) => {
      if (endpoint === recountDay) sent.push(call);
      return { success: true, data: endpoint === figureState ? state : undefined };
    },
  } as unknown as Api;
  const session = { profile: { role: { name: 'ADMIN' }, tenant: { zone: 'Asia/Kolkata' } } } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <FigureStatePage />
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return sent;
}

it('says how many days are counted and which are read from their records, and counts one again', async () => {
  const sent = show();
  expect(await screen.findByText(/1 of 3 days of this month and the last are counted/)).toBeTruthy();
  const days = within(screen.getByRole('table', { name: 'Days' }));
  expect(days.getByText('Changed since; read from its records')).toBeTruthy();
  expect(days.getByText('Not counted yet; read from its records')).toBeTruthy();
  fireEvent.click(days.getByRole('button', { name: 'Count again' }));
  await expect.poll(() => sent).toMatchObject([{ body: { day: '2026-11-19' } }]);
  expect(screen.getByText('None differed so far.')).toBeTruthy();
});

it('names the sums that were wrong', async () => {
  show({ ...data, differences: [{ day: '2026-11-02', foundAt: at, wrong: 7 }] });
  const found = within(await screen.findByRole('table', { name: 'Differences' }));
  expect(found.getByText('02/11/2026')).toBeTruthy();
  expect(found.getByText('7')).toBeTruthy();
});
