/** Where toasts stand on the desk: at the foot, or as far above it as keeps the buttons free that a screen is for. */
import { useEffect } from 'react';

/** A rectangle of the window, in CSS pixels. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Air between a toast and what it keeps free, in CSS pixels. */
const AIR = 8;

/** What a toast never covers: the button that a screen, a form or a question is for, and the bar of the menu on a phone. */
const KEEP_FREE =
  'button[type=submit], [data-look=primary], [data-look=danger], dialog > footer, aside > footer, [data-keep-free]';

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right + AIR && b.left < a.right + AIR && a.top < b.bottom + AIR && b.top < a.bottom + AIR;

/**
 * By how many pixels `toasts` go up from where they stand so that they cover none of `free`. They stay below `ceiling`; where there is
 * no such place they stay where they are.
 */
export function liftOf(toasts: Box, free: readonly Box[], ceiling: number): number {
  let lift = 0;
  for (let tries = 0; tries <= free.length; tries += 1) {
    // One by one: a DOMRect keeps its sides on its prototype.
    const now = { left: toasts.left, right: toasts.right, top: toasts.top - lift, bottom: toasts.bottom - lift };
    const inTheWay = free.filter((box) => meet(now, box));
    if (inTheWay.length === 0) return now.top < ceiling ? 0 : lift;
    lift = toasts.bottom - Math.min(...inTheWay.map(({ top }) => top)) + AIR;
  }
  return 0;
}

/** Only what can be pressed counts: not what is scrolled out of its box or lies behind a modal. */
const reachable = (element: Element): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(element);
};

/** Keeps the toasts off the buttons while there are some: when they come, and whenever the screen below them changes. */
export function useClearToasts(): void {
  useEffect(() => {
    const host = document.getElementById('toasts');
    if (!host) return;
    let frame = 0;
    let watching: AbortController | undefined;
    const place = () => {
      frame = 0;
      host.style.translate = '';
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const free = [...document.querySelectorAll(KEEP_FREE)].filter((one) => !host.contains(one) && reachable(one));
      const lift = liftOf(
        host.getBoundingClientRect(),
        free.map((one) => one.getBoundingClientRect()),
        Math.max(0, bar),
      );
      if (lift) host.style.translate = `0 ${-lift}px`;
    };
    const soon = () => {
      frame ||= requestAnimationFrame(place);
    };
    const screen = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target !== host)) soon();
    });
    const toasts = new MutationObserver(() => {
      watching?.abort();
      screen.disconnect();
      if (host.childElementCount === 0) return;
      watching = new AbortController();
      const { signal } = watching;
      addEventListener('scroll', soon, { capture: true, passive: true, signal });
      addEventListener('resize', soon, { signal });
      screen.observe(document.body, { childList: true, subtree: true });
      soon();
    });
    toasts.observe(host, { childList: true });
    return () => {
      toasts.disconnect();
      screen.disconnect();
      watching?.abort();
      cancelAnimationFrame(frame);
      host.style.translate = '';
    };
  }, []);
}
