/**
 * Chromium asks its user before a page may reach a program on the same machine. The permission has gone by several
 * names; a browser that knows none of them does not ask.
 */
import type { LocalAccess } from './types';

const NAMES = ['loopback-network', 'local-network-access', 'local-network'];

/** Tells the permission now and whenever it changes; answers what stops that. */
export function watchLocalAccess(
  listener: (access: LocalAccess) => void,
  permissions: Pick<Permissions, 'query'> | undefined = navigator.permissions,
): () => void {
  let stopped = false;
  let known: PermissionStatus | undefined;
  const tell = () => {
    if (!stopped && known) listener(known.state);
  };
  (async () => {
    for (const name of NAMES) {
      try {
        known = await permissions?.query({ name: name as PermissionName });
      } catch {
        continue;
      }
      if (!known || stopped) break;
      known.addEventListener('change', tell);
      tell();
      return;
    }
    if (!stopped) listener('granted');
  })();
  return () => {
    stopped = true;
    known?.removeEventListener('change', tell);
  };
}
