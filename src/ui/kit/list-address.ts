/**
 * The page's address with what was searched for. Filters, order and page stand in the address, so that a link shows the
 * same list. The searched text does not: it is a borrower's name or mobile, and addresses lie readable in the browser's
 * history, in the files of its sessions and in the logs of every proxy. Here it looks like the parameter `q`; the
 * browser's history holds only the number under which the text is kept, sealed, on this device. So it outlives a reload
 * and Back, and is not in a copied link.
 */
import { useCallback, useContext, useEffect, useMemo } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { KeptContext, type KeptStore, useKept } from './kept';

const SEARCH = 'q';
/** Texts kept at a time; the oldest gives its place to the newest. */
const PLACES = 300;

interface KeptSearch {
  id: string;
  text: string;
}

/** What an entry of the browser's history holds: `17-5f0c…`, the place and a check that the place still has that text. */
const idIn = (state: unknown): string => {
  const id = state && typeof state === 'object' ? (state as { search?: unknown }).search : undefined;
  return typeof id === 'string' ? id : '';
};
const placeOf = (id: string): string => `search.${id.split('-')[0]}`;

function keep(store: KeptStore, text: string): string {
  const before = store.get('search.last');
  const place = ((typeof before === 'number' ? before : 0) + 1) % PLACES;
  const id = `${place}-${crypto.randomUUID()}`;
  store.set('search.last', place);
  store.set(placeOf(id), { id, text } satisfies KeptSearch);
  return id;
}

/** The state that a navigation needs for the list it leads to to be searched for `text`. */
export function useSearchState(): (text: string) => { search: string } | undefined {
  const store = useContext(KeptContext);
  return useCallback((text) => (text ? { search: keep(store, text) } : undefined), [store]);
}

export type AddressChange = URLSearchParams | Record<string, string> | string;

/** `useSearchParams`, for a page that has a search. */
export function useListAddress(): [
  address: URLSearchParams,
  set: (next: AddressChange | ((held: URLSearchParams) => AddressChange), options?: NavigateOptions) => void,
] {
  const store = useContext(KeptContext);
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [bare] = useSearchParams();
  const id = idIn(state);
  const [kept] = useKept<KeptSearch | undefined>(placeOf(id), undefined);
  // A link of an earlier version, or written by hand, names it openly.
  const open = bare.get(SEARCH);
  const text = open ?? (id && kept?.id === id ? kept.text : '');
  const address = useMemo(() => {
    const whole = new URLSearchParams(bare);
    if (text) whole.set(SEARCH, text);
    else whole.delete(SEARCH);
    return whole;
  }, [bare, text]);

  const set = useCallback(
    (next: AddressChange | ((held: URLSearchParams) => AddressChange), options?: NavigateOptions) => {
      const wanted = new URLSearchParams(typeof next === 'function' ? next(new URLSearchParams(address)) : next);
      const asked = wanted.get(SEARCH) ?? '';
      wanted.delete(SEARCH);
      const { search: before, ...others } = (state ?? {}) as { search?: string };
      const search = asked === '' ? undefined : asked === text && open === null ? before : keep(store, asked);
      void navigate(`?${wanted}`, { ...options, state: { ...others, ...(search && { search }) } });
    },
    [navigate, store, address, state, text, open],
  );
  useEffect(() => {
    if (open !== null) set((now) => now, { replace: true, preventScrollReset: true });
  }, [open, set]);
  return [address, set];
}
