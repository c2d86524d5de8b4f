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

function show(answer: () => unknown, waveform: () => unknown = () => null) {
  const asked: unknown[] = [];
  const stream = async (_: Endpoint, { params, query }: { params: unknown; query: unknown }) => {
    asked.push({ params, query });
    return answer();
  };
  render(
    <UiProvider>
      <QueryClientProvider client={createQueryClient()}>
        <ApiContext value={{ stream, call: async () => ({ data: await waveform() }) } as unknown as Api}>
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

const bar = () => screen.findByRole('slider', { name: 'Place in the recording' });

it('is drawn before its sound is there, and goes where one points or steps to', async () => {
  URL.createObjectURL = () => 'blob:sound';
  URL.revokeObjectURL = () => undefined;
  let arrive: (value: unknown) => void = () => undefined;
  const coming = new Promise((resolve) => {
    arrive = resolve;
  });
  show(
    () => coming,
    () => ({ peaks: [0, 255, 128, 3], seconds: 80 }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const place = await bar();
  expect(screen.queryByLabelText('Recording', { selector: 'audio' })).toBeNull();
  expect(place.getAttribute('aria-disabled')).toBe('true');
  fireEvent.keyDown(place, { key: 'End' });
  expect(place.getAttribute('aria-valuenow')).toBe('0');
  arrive(new Response('sound').body);
  const player = (await screen.findByLabelText('Recording', { selector: 'audio' })) as HTMLAudioElement;
  fireEvent.keyDown(place, { key: 'ArrowRight' });
  fireEvent.keyDown(place, { key: 'ArrowRight' });
  expect(player.currentTime).toBe(10);
  place.getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect;
  fireEvent.click(place, { clientX: 300 });
  expect(player.currentTime).toBe(40);
  expect(place.getAttribute('aria-valuetext')).toBe('0:40 of 1:20');
  player.currentTime = 60;
  fireEvent.timeUpdate(player);
  expect(place.getAttribute('aria-valuenow')).toBe('60');
});

it('is drawn from its sound where the server could not read it, and plays without where nobody can', async () => {
  URL.createObjectURL = () => 'blob:sound';
  URL.revokeObjectURL = () => undefined;
  let reads = true;
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        if (!reads) throw new DOMException('Unable to decode', 'EncodingError');
        return { sampleRate: 10, getChannelData: () => Float32Array.from({ length: 50 }, (_, at) => at / 50) };
      }
    },
  );
  show(() => new Response('sound').body);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect((await bar()).getAttribute('aria-valuemax')).toBe('5');
  cleanup();
  reads = false;
  show(() => new Response('sound').body);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  await screen.findByLabelText('Recording', { selector: 'audio' });
  await vi.waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect(screen.queryByRole('slider')).toBeNull();
  vi.unstubAllGlobals();
});
