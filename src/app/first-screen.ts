/**
 * The first script of the page, inlined into index.html by vite.config.ts: no framework, a few KB. When the phone is
 * unlocked it paints the last list from its sealed snapshot, and only after that paint it loads the app; otherwise it
 * loads the app at once. The app draws underneath; the prepared screen goes away when the app's own first rows are up.
 */

import { storedLanguage } from '../i18n/language-choice';
import { type FirstScreen, readFirstScreen } from '../offline/first-screen';
import { applyTheme } from '../ui/theme-choice';
import { overAtStart } from './stored-session';

/** On an element of the app that shows real content: the prepared screen is no longer needed. */
const READY = '#root [data-screen-ready]';
/** After the app has started; a page without rows (a lock screen, an error) must not stay covered. */
const COVERED_AT_MOST_MS = 4000;

const { entry = '', preload = '' } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};

const nextPaint = (): Promise<void> =>
  // A frame that is never drawn (the tab is in the background) must not keep the app from starting.
  new Promise((resolve) => {
    const late = setTimeout(resolve, 200);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve, 0);
    });
  });

async function loadApp(): Promise<void> {
  for (const href of preload.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  try {
    await import(/* @vite-ignore */ entry);
  } catch (error) {
    document.getElementById('prepared-screen')?.remove();
    const root = document.getElementById('root');
    if (root && !root.hasChildNodes()) {
      root.setAttribute('role', 'alert');
      root.style.cssText = 'padding:24px;font:16px system-ui';
      root.textContent =
        'Recoup could not start: a part of it did not arrive. Nothing was lost. Check the network, then reload.';
    }
    throw error;
  }
}

/** Shows the snapshot; answers the way to take it away again. */
function paint(screen: FirstScreen): () => void {
  document.documentElement.className = screen.htmlClass;
  document.documentElement.style.cssText = screen.htmlStyle;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(screen.css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const cover = document.createElement('div');
  cover.id = 'prepared-screen';
  cover.inert = true;
  cover.style.cssText = 'position:fixed;inset:0;z-index:2147483000;overflow:hidden;background:var(--c-canvas)';
  cover.innerHTML = screen.html;
  document.body.append(cover);
  performance.mark('recoup-first-screen');
  return () => {
    cover.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/** Resolves once the app shows its own rows, has gone to another page, or has had its time. */
function appIsUp(path: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(READY) && location.pathname === path) return;
      watch.disconnect();
      clearTimeout(late);
      resolve();
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-screen-ready'] });
    const late = setTimeout(() => {
      watch.disconnect();
      resolve();
    }, COVERED_AT_MOST_MS);
    look();
  });
}

async function start(): Promise<void> {
  applyTheme();
  const path = location.pathname;
  // A session that is over ends at the login screen; nobody's loans may flash up on the way.
  const screen = overAtStart()
    ? undefined
    : await readFirstScreen(path, `${__APP_VERSION__} ${storedLanguage()}`).catch(() => undefined);
  if (!screen) return loadApp();
  const uncover = paint(screen);
  await nextPaint();
  // A failure is told by loadApp itself.
  loadApp().catch(() => undefined);
  await appIsUp(path);
  await nextPaint();
  uncover();
}

void start();
