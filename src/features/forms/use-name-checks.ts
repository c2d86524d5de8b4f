import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallOf, Endpoint } from '../../../core/contract/kit';
import { useApi } from '../../api';
import type { NameCheck } from './form-row';

/** Typing rests this long before the server is asked, in milliseconds. */
const TYPING_MS = 300;

/** What the server says of a name while it is typed. */
export type NameState = { state: 'idle' | 'checking' | 'free' } | { state: 'taken'; message: string };

interface Asked {
  field: string;
  typed: string;
  /** The name the record has already; it is not asked about. */
  own: string;
  check: NameCheck;
}

const isAsked = ({ typed, own }: Asked) => typed !== '' && typed.toLowerCase() !== own.trim().toLowerCase();

/** Asks the server about names while they are typed, by field. `form` tells two forms' answers apart. */
export function useNameChecks(form: string, names: readonly Asked[]): Readonly<Record<string, NameState>> {
  const api = useApi();
  const typed = names.map((name) => ({ ...name, typed: name.typed.trim() }));
  const now = JSON.stringify(typed.map((one) => [one.field, one.typed]));
  const [rested, setRested] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setRested(now), TYPING_MS);
    return () => clearTimeout(timer);
  }, [now]);
  const resting = new Map<string, string>(JSON.parse(rested));
  const rests = (one: Asked) => resting.get(one.field) === one.typed;
  const answers = useQueries({
    queries: typed.map((one) => ({
      queryKey: ['name-check', form, one.field, resting.get(one.field)],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        // Each takes the name and what its row says besides.
        const query = { name: one.typed, ...one.check.query } as CallOf<Endpoint>['query'];
        return (await api.call(one.check.by, { params: undefined, query, body: undefined, signal })).data;
      },
      enabled: isAsked(one) && rests(one),
      staleTime: 5000,
      retry: false,
    })),
  });
  return Object.fromEntries(
    typed.map((one, at): [string, NameState] => {
      const data = answers[at]?.data;
      if (!isAsked(one)) return [one.field, { state: 'idle' }];
      if (!rests(one) || !data) return [one.field, { state: 'checking' }];
      return [one.field, data.available ? { state: 'free' } : { state: 'taken', message: data.message ?? '' }];
    }),
  );
}
