import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToast, UiProvider } from '..';
import { type Box, liftOf, useClearToasts } from './toast-place';

/** As the browser's DOMRect: its sides are not its own properties. */
class Rect implements Box {
  constructor(
    private x: number,
    private y: number,
    private width: number,
    private height: number,
  ) {}
  get left() {
    return this.x;
  }
  get right() {
    return this.x + this.width;
  }
  get top() {
    return this.y;
  }
  get bottom() {
    return this.y + this.height;
  }
}
const box = (left: number, top: number, width: number, height: number): Box => new Rect(left, top, width, height);

describe('the place of toasts', () => {
  const one = box(300, 740, 440, 50);
  it.each<[what: string, free: Box[], lift: number]>([
    ['nothing is in the way', [], 0],
    ['the button is elsewhere', [box(20, 740, 120, 40)], 0],
    ['it lies on a button', [box(600, 745, 120, 40)], 53],
    ['it lies on the edge of a button', [box(738, 780, 120, 40)], 18],
    ['above the first button there is a second', [box(600, 745, 120, 40), box(320, 690, 120, 40)], 108],
    ['there is room between two buttons', [box(600, 745, 120, 40), box(320, 600, 120, 40)], 53],
    ['the buttons reach up to the bar', Array.from({ length: 20 }, (_, at) => box(300, at * 40, 440, 36)), 0],
  ])('%s', (_, free, lift) => {
    expect(liftOf(one, free, 60)).toBe(lift);
    for (const each of lift ? free : [])
      expect(one.bottom - lift <= each.top || one.top - lift >= each.bottom, 'it still lies on one').toBe(true);
  });
});

/** A desk whose Save lies where toasts come up: jsdom lays nothing out, so the two say themselves where they are. */
function Desk({ save }: { save: boolean }) {
  useClearToasts();
  return save ? <button type="submit">Save</button> : null;
}

describe('toasts on the desk', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const at = this.id === 'toasts' ? box(300, 740, 440, 50) : box(600, 745, 120, 40);
      const lies = this.id === 'toasts' || this.tagName === 'BUTTON';
      return (lies ? at : box(0, 0, 0, 0)) as DOMRect;
    });
    document.elementsFromPoint = () => [...document.querySelectorAll('button')];
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    Reflect.deleteProperty(document, 'elementsFromPoint');
  });
  const lift = () => document.getElementById('toasts')?.style.translate;

  it('go above Save, come down when it goes, and keep Undo', async () => {
    const screen = (save: boolean) => (
      <UiProvider>
        <Desk save={save} />
      </UiProvider>
    );
    const { rerender } = render(screen(true));
    let undone = false;
    const gone = showToast('Report deleted', {
      tone: 'problem',
      action: { label: 'Undo', onClick: () => (undone = true) },
    });
    await waitFor(() => expect(lift()).toBe('0 -53px'));
    rerender(screen(false));
    await waitFor(() => expect(lift()).toBe(''));
    rerender(screen(true));
    await waitFor(() => expect(lift()).toBe('0 -53px'));
    const undo = [...document.querySelectorAll('#toasts button')].find((one) => one.textContent === 'Undo');
    act(() => (undo as HTMLElement).click());
    expect(undone).toBe(true);
    expect(document.getElementById('toasts')?.getAttribute('aria-live')).toBe('polite');
    act(gone);
  });
});
