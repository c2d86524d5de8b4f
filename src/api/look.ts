/** What a job looks at for a screen: begun when the screen opens, and asked for how far it is until all is known. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

interface Found<Data> {
  data: Data;
  progress: { done: number; total: number };
}

const AGAIN_MS = 500;

/** `ask` is told `new` the first time and after a failure. Nothing is kept: whoever opens the screen again looks anew. */
export function useLook<Data>(
  queryKey: readonly unknown[],
  ask: (look: 'new' | 'same', signal: AbortSignal) => Promise<Found<Data>>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const begun = useRef(false);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const look = begun.current ? 'same' : 'new';
      begun.current = false;
      const { data, progress } = await ask(look, signal);
      const known = progress.done >= progress.total;
      begun.current = !known;
      return { data, progress, known };
    },
    refetchInterval: ({ state }) => (state.data?.known === false && !state.error ? AGAIN_MS : false),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}
