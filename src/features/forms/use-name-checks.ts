import { useEffect, useState } from 'react';
import type { CallOf, Endpoint, ResponseOf } from '../../../core/contract/kit';
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
interface Answer {
  typed: string;
  verdict: ResponseOf<NameCheck['by']>['data'];
}

const isAsked = ({ typed, own }: Asked) => typed !== '' && typed.toLowerCase() !== own.trim().toLowerCase();

/** Asks the server about names while they are typed, by field. */
export function useNameChecks(names: readonly Asked[]): Readonly<Record<string, NameState>> {
  const api = useApi();
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const all = names.map((name) => ({ ...name, typed: name.typed.trim() }));
  const open = all.filter((one) => isAsked(one) && answers[one.field]?.typed !== one.typed);
  const now = JSON.stringify(open.map(({ field, typed }) => [field, typed]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is in `now`
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      for (const { field, typed, check } of open) {
        // Each takes the name and what its row says besides.
        const query = { name: typed, ...check.query } as CallOf<Endpoint>['query'];
        api.call(check.by, { params: undefined, query, body: undefined, signal: stop.signal }).then(
          ({ data: verdict }) => {
            if (!stop.signal.aborted) setAnswers((held) => ({ ...held, [field]: { typed, verdict } }));
          },
          // Without an answer it is neither free nor taken; the server looks again when the form is sent.
          () => undefined,
        );
      }
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [now]);
  return Object.fromEntries(
    all.map((one): [string, NameState] => {
      const answer = answers[one.field];
      if (!isAsked(one)) return [one.field, { state: 'idle' }];
      if (answer?.typed !== one.typed) return [one.field, { state: 'checking' }];
      const { available, message } = answer.verdict;
      return [one.field, available ? { state: 'free' } : { state: 'taken', message: message ?? '' }];
    }),
  );
}
