/** The two doors to other applications: each opened by itself, once a visit, with an address that is good once. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import HandOver from './components/hand-over';
import RedirectBiPage from './pages/redirect-bi-page';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const assign = vi.fn();
let asked: string[];
beforeEach(() => {
  asked = [];
  assign.mockReset();
  sessionStorage.clear();
  vi.stubGlobal('location', { assign });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** `answer` is given the number of the question; what it answers is the address, null where none is set up. */
function open(Door: ComponentType, answer: (times: number) => string | null) {
  const api = {
    call: async ({ id }: { id: string }) => {
      asked.push(id);
      return { success: true, data: { url: answer(asked.length) } };
    },
  } as unknown as Api;
  return render(
    <UiProvider>
      <MemoryRouter>
        <ApiContext value={api}>
          <QueryClientProvider client={createQueryClient(() => {})}>
            <Door />
          </QueryClientProvider>
        </ApiContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const crmLogin = (times: number) => `https://dialer.test/crmLogin?code=once-${times}`;
const bi = (times: number) => `https://bi.test/start?token=once-${times}`;

describe('the dialer role', () => {
  it('is sent to crmLogin with its code, and on the way back stays until it presses the button, which has a new code', async () => {
    const visit = open(HandOver, crmLogin);
    await waitFor(() => expect(assign.mock.calls).toEqual([['https://dialer.test/crmLogin?code=once-1']]));
    visit.unmount();

    open(HandOver, crmLogin);
    const button = await screen.findByRole('button', { name: 'Open the dialer' });
    expect(asked).toEqual(['dialer.handOver']);
    fireEvent.click(button);
    await waitFor(() => expect(assign).toHaveBeenLastCalledWith('https://dialer.test/crmLogin?code=once-2'));
    expect(assign).toHaveBeenCalledTimes(2);
  });

  it('is sent again in a new visit', async () => {
    const visit = open(HandOver, crmLogin);
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    visit.unmount();
    sessionStorage.clear();
    open(HandOver, crmLogin);
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  });
});

describe('business intelligence', () => {
  it('is where every visit of its page leads, with a token of its own', async () => {
    const visit = open(RedirectBiPage, bi);
    await waitFor(() => expect(assign).toHaveBeenLastCalledWith('https://bi.test/start?token=once-1'));
    visit.unmount();
    open(RedirectBiPage, bi);
    await waitFor(() => expect(assign).toHaveBeenLastCalledWith('https://bi.test/start?token=once-2'));
    expect(asked).toEqual(['bi.redirect', 'bi.redirect']);
    expect(assign).toHaveBeenCalledTimes(2);
  });
});

describe.each([
  ['the dialer', HandOver, 'No dialer application is set up', crmLogin],
  ['business intelligence', RedirectBiPage, 'No business intelligence is set up', bi],
] as const)('%s', (_name, Door, none, address) => {
  it('that is not set up is said, and nobody is sent anywhere', async () => {
    open(Door, () => null);
    await screen.findByText(none);
    expect(assign).not.toHaveBeenCalled();
  });

  it('that cannot be reached is said, and tried again by the button', async () => {
    open(Door, (times) => {
      if (times === 1) throw new ApiError('The server is busy', { status: 503, class: 'retry' });
      return address(times);
    });
    fireEvent.click(await screen.findByRole('button', { name: /again/i }));
    await waitFor(() => expect(assign.mock.calls).toEqual([[address(2)]]));
  });
});
