import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NameState } from '../../ui/kit';

/** Typing rests this long before the server is asked, in milliseconds. */
const TYPING_MS = 300;

export interface NameVerdict {
  available: boolean;
  message: string | null;
}

/** Asks the server about a name while it is typed. `own` is the name the record has already; it is not asked about. */
export function useNameCheck(
  kind: string,
  typed: string,
  own: string,
  ask: (name: string, signal: AbortSignal) => Promise<NameVerdict>,
): NameState {
  const name = typed.trim();
  const [rested, setRested] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setRested(name), TYPING_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const asked = name !== '' && name.toLowerCase() !== own.trim().toLowerCase();
  const { data } = useQuery({
    queryKey: ['name-check', kind, rested],
    queryFn: ({ signal }) => ask(rested, signal),
    enabled: asked && rested === name,
    staleTime: 5000,
    retry: false,
  });
  if (!asked) return { state: 'idle' };
  if (rested !== name || !data) return { state: 'checking' };
  return data.available ? { state: 'free' } : { state: 'taken', message: data.message ?? '' };
}
