/** The user's choice of theme, kept on the device and the same in all tabs. No React: the first screen uses it too. */
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'recoup.theme';
/** What the browser paints its own bars with; the accent of theme.css. */
const BAR = { light: '#124e66', dark: '#0d1215', contrast: '#000000' } as const;

/** The stored choice; `system` when there is none, or storage is blocked. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Puts a theme on the page. */
export function applyTheme(theme: Theme = storedTheme()): void {
  const root = document.documentElement;
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', theme === 'contrast' ? BAR.contrast : dark ? BAR.dark : BAR.light);
}

const listeners = new Set<() => void>();

/** Chooses a theme, keeps it and shows it. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Blocked storage: the choice holds until the page is closed.
  }
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore; hears choices made in other tabs as well. */
export function subscribeTheme(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    applyTheme();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
