import { expect, it } from 'vitest';
import { createStore } from '../offline/store';
import type { SyncStatus } from '../offline/types';
import { sendsAnswered } from './sends-in-flight';

const status = (sending: number) => createStore({ sending, saved: 3 } as SyncStatus);
const settled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20))]);

it('waits for what is under way, and not for what only waits', async () => {
  expect(await settled(sendsAnswered(undefined))).toBe(true);
  expect(await settled(sendsAnswered({ status: status(0) }))).toBe(true);
  const store = status(2);
  const waiting = sendsAnswered({ status: store });
  store.set({ ...store.get(), sending: 1 });
  expect(await settled(waiting)).toBe(false);
  store.set({ ...store.get(), sending: 0 });
  expect(await settled(waiting)).toBe(true);
});

it('does not wait for an answer that never comes', async () => {
  await sendsAnswered({ status: status(1) }, 10);
});
