/** Reads of the desk's screens: kept in memory, a few small lists that name no person also in local storage. */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { defaultShouldDehydrateQuery, MutationCache, QueryClient } from '@tanstack/react-query';
import type { PersistQueryClientProviderProps } from '@tanstack/react-query-persist-client';
import { ApiError } from './api-error';
import { screenWords, toastWords } from './error-words';

const DAY_MS = 86_400_000;
/** How often a screen that could not reach the server asks again, in milliseconds. */
const AGAIN_MS = 15_000;

/** A query with `meta: LOOKUP` is a small non-personal list and survives a reload. */
export const LOOKUP = { lookup: true } as const;

/** A mutation with `meta: OWN_WORDS` says itself what went wrong; every other one's failure is shown as a toast. */
export const OWN_WORDS = { ownWords: true } as const;

/**
 * A mutation with `meta: SAID_IN_PASSING` has no place on the screen to say what went wrong (an undo in a toast, a file):
 * the toast says that too of which the specification's toast handler shows nothing, such as 403, 409 and 503.
 */
export const SAID_IN_PASSING = { inPassing: true } as const;

function passingWords(error: unknown): string {
  const { title, todo } = screenWords(error);
  return `${title.replace(/\.?$/, '.')} ${todo}`;
}

export function createQueryClient(sayProblem: (words: string) => void = () => {}): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError(error, _variables, _onMutate, mutation) {
        if (mutation.meta?.ownWords === true) return;
        const words = toastWords(error) ?? (mutation.meta?.inPassing === true ? passingWords(error) : undefined);
        if (words) sayProblem(words);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: DAY_MS,
        // Errors that a repeat can mend are repeated; the user's own and ours are not.
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof ApiError) || (error.detail.class === 'retry' && !error.offline)),
        // What failed for want of a network comes back by itself.
        refetchInterval: ({ state: { error } }) => error instanceof ApiError && error.offline && AGAIN_MS,
        // A desk's network is judged by the answer, never by navigator.onLine.
        networkMode: 'always',
      },
      // Otherwise a write without a network would wait in silence, instead of saying that it was not taken.
      mutations: { networkMode: 'always' },
    },
  });
  const invalidate = client.invalidateQueries.bind(client);
  client.invalidateQueries = (filters, options) => {
    // The library lets a first load go on, whose answer may be older than the write, and shows it as fresh.
    for (const query of client.getQueryCache().findAll(filters))
      if (query.state.data === undefined) void query.cancel({ silent: true });
    return invalidate(filters, options);
  };
  return client;
}

/** Cleared with local storage at logout; another version of the app starts afresh. */
export const persistOptions = (appVersion: string): PersistQueryClientProviderProps['persistOptions'] => ({
  persister: createSyncStoragePersister({ storage: window.localStorage, key: 'recoup.lookups' }),
  maxAge: DAY_MS,
  buster: appVersion,
  dehydrateOptions: {
    shouldDehydrateQuery: (query) => query.meta?.lookup === true && defaultShouldDehydrateQuery(query),
  },
});
