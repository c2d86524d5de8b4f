/**
 * What Chakra asks of a browser and jsdom does not have. The files of a worker share the document: what a test shows is gone after it, what a
 * file stores after the file, and a file that leaves something else behind is named.
 */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { clearToasts } from '../../src/ui/toast-store';
import { leftBehind } from './left-behind';

afterEach(() => {
  cleanup();
  clearToasts();
});
afterAll(async () => {
  // A part that a screen still loads would be broken for the files that come after it in this worker.
  await vi.dynamicImportSettled();
  const left = leftBehind(document.body.children, vi.isFakeTimers());
  vi.useRealTimers();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  if (left.length > 0) throw new Error(`This file left behind: ${left.join(', ')}`);
});
// A machine that is busy with other things is no failure; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 });

class SilentResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= SilentResizeObserver;

globalThis.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});

Element.prototype.scrollTo ??= () => {};

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.scrollIntoView ??= () => {};
