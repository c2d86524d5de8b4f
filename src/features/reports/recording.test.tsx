/** The player of a recording: fetched by a press, at another speed, saved apart, and words where there is no sound. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../core/contract/kit';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { Recording } from './components/recording';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(answer: () => unknown) {
  const asked: unknown[] = [];
  const stream = async (_: Endpoint, { params, query }: { params: unknown; query: unknown }) => {
    asked.push({ params, query });
    return answer();
  };
  render(
    <UiProvider>
      <QueryClientProvider client={createQueryClient()}>
        <ApiContext value={{ stream } as unknown as Api}>
          <Recording id="call-7" />
        </ApiContext>
      </QueryClientProvider>
    </UiProvider>,
  );
  return asked;
}

it('is fetched when it is opened, plays at the chosen speed, and is saved by a request of its own', async () => {
  URL.createObjectURL = () => 'blob:sound';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const asked = show(() => new Response('sound').body);
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const player = (await screen.findByLabelText('Recording', { selector: 'audio' })) as HTMLAudioElement;
  expect(player.getAttribute('src')).toBe('blob:sound');
  fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.5' } });
  expect(player.playbackRate).toBe(1.5);
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  await vi.waitFor(() =>
    expect(asked).toEqual([
      { params: { id: 'call-7' }, query: { use: 'play' } },
      { params: { id: 'call-7' }, query: { use: 'download' } },
    ]),
  );
});

it('says why there is no sound', async () => {
  show(() => {
    throw new ApiError('The dialer no longer has this recording.', { status: 410, code: 'gone', class: 'user' });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  await screen.findByText('The dialer no longer has this recording.');
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});
