import { useEffect } from 'react';

/** After the screen's first picture and its first answers; long before somebody has read enough to press anything. */
const SOON_MS = 1500;

/**
 * Loads what this screen shows only when it is asked to (a dialog, a panel), so that it is there at once then and no key meant
 * for it is lost. What fails is tried again when it is shown. `loads` is a constant of the module.
 */
export function useLoadSoon(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of loads) load().catch(() => undefined);
    }, SOON_MS);
    return () => clearTimeout(timer);
  }, [loads]);
}
