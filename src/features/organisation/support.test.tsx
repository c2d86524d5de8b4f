import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { Support } from '../../../core/contract/support';
import { type Api, ApiContext, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import ContactPage from './pages/contact-page';
import { WhomToAsk } from './whom-to-ask';

let support: Support;
let sent: { id: string; body: unknown }[];
beforeEach(() => {
  sent = [];
  support = {
    ...{ version: 2, name: 'Help desk', phone: '9812345678', email: null, hours: '9 to 6', note: null },
    ...{ updatedBy: 'Leela', updatedAt: '2026-11-20T05:00:00Z' },
  };
});

function show(page: React.ReactNode) {
  const api = {
    call: async (endpoint: { id: string }, { body }: { body?: unknown } = {}) => {
      sent.push({ id: endpoint.id, body });
      return { data: support };
    },
  } as unknown as Api;
  const session = {
    profile: { id: 'a', fullName: 'Leela', role: { name: 'ADMIN' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <KeptContext value={memoryStore()}>{page}</KeptContext>
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}

it('a home says whom to ask, by a press of the number', async () => {
  show(<WhomToAsk />);
  expect((await screen.findByRole('link', { name: '9812345678' })).getAttribute('href')).toBe('tel:9812345678');
  expect(screen.getByText('9 to 6')).toBeTruthy();
});

it('a home says nothing where nobody has said it', async () => {
  support = { ...support, version: 0, name: '' };
  show(<WhomToAsk />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Help' })).toBeNull();
});

it('the administrator says it from the version that was seen, and what is left empty is nothing', async () => {
  show(<ContactPage />);
  fireEvent.change(await screen.findByLabelText(/^Who helps/), { target: { value: 'Asha' } });
  fireEvent.change(screen.getByLabelText(/^Phone/), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent.find(({ id }) => id === 'support.save')?.body).toMatchObject({ version: 2, name: 'Asha', phone: null }),
  );
});
