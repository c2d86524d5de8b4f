/** Holds the desk's route table once it is there. It is asked for at the first address that is none of the core's. */
import { loadWords } from '../i18n/load';
import type { Store } from '../offline/types';
import type { deskScreenAt } from './desk-table';

interface Held {
  screenAt?: typeof deskScreenAt;
  /** The chunk could not be fetched. */
  failure?: { error: unknown };
}

let held: Held = {};
const listeners = new Set<() => void>();

export const deskTable: Store<Held> = {
  get: () => held,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export async function loadDeskTable(): Promise<void> {
  if (held.screenAt) return;
  try {
    const [{ deskScreenAt }] = await Promise.all([import('./desk-table'), loadWords('desk')]);
    held = { screenAt: deskScreenAt };
  } catch (error) {
    held = { failure: { error } };
  }
  for (const listener of [...listeners]) listener();
}
