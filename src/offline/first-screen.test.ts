import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFirstScreens, readFirstScreen, saveFirstScreen } from './first-screen';
import { storeUnlock } from './session-storage';
import { memoryStorage } from './test-device';

const screen = {
  route: '/field-agent-loans',
  build: '1',
  html: '<b>Ramesh</b>',
  css: 'b{}',
  htmlClass: 'dark',
  htmlStyle: '',
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', memoryStorage());
  storeUnlock(localStorage, 'c2VjcmV0LW9uZQ');
});

describe('the prepared first screen', () => {
  it('is read back by the same build, route and session only', async () => {
    await saveFirstScreen(screen);
    expect(await readFirstScreen(screen.route, '1')).toEqual(screen);
    expect(await readFirstScreen(screen.route, '2')).toBeUndefined();
    expect(await readFirstScreen('/home', '1')).toBeUndefined();
    storeUnlock(localStorage, 'c2VjcmV0LXR3bw');
    expect(await readFirstScreen(screen.route, '1')).toBeUndefined();
    localStorage.clear();
    expect(await readFirstScreen(screen.route, '1')).toBeUndefined();
  });

  it('is not kept while nobody is unlocked, and can be forgotten', async () => {
    await saveFirstScreen(screen);
    await forgetFirstScreens();
    expect(await readFirstScreen(screen.route, '1')).toBeUndefined();
    const secret = localStorage.getItem('recoup.unlock') ?? '';
    localStorage.clear();
    await saveFirstScreen(screen);
    storeUnlock(localStorage, secret);
    expect(await readFirstScreen(screen.route, '1')).toBeUndefined();
  });
});
