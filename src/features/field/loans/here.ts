/** Where the agent stands, for the list: asked for only when something sorts by distance, shared by all screens. */
import type { Store } from '../../../offline/types';
import type { WhyNoPosition } from '../visit/position';

export interface Here {
  phase: 'unasked' | 'asking' | 'known' | 'missing';
  at: { lat: number; lng: number } | null;
  why: WhyNoPosition | null;
}

let here: Here = { phase: 'unasked', at: null, why: null };
const listeners = new Set<() => void>();
const set = (next: Here) => {
  here = next;
  for (const listener of [...listeners]) listener();
};

export const whereabouts: Store<Here> = {
  get: () => here,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Looks for the position; a fix that comes later replaces an earlier one. */
export async function askWhereabouts(): Promise<void> {
  if (here.phase === 'asking') return;
  set({ ...here, phase: here.at ? 'known' : 'asking' });
  // Few sort by distance, and nobody on the first visit.
  const { watchPosition } = await import('../visit/position');
  watchPosition({
    onFix: ({ lat, lng }) => set({ phase: 'known', at: { lat, lng }, why: null }),
    onNone: (why) => set({ phase: here.at ? 'known' : 'missing', at: here.at, why }),
    onSettled: () => undefined,
  });
}
