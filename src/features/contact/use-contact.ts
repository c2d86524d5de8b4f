import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Loan } from '../../../core/contract/loans';
import type { ContactAnswer, ContactChannel } from '../../../core/domain/contact-gate';
import { useEngine, useStore, useZone } from '../session';
import { judge, knownFromLoan, withOwn } from './judge';
import { useLoanContact } from './queries';

export interface Contact {
  now: number;
  /** `loan`: judged by the loan in hand alone, because the server's facts are not here. */
  by: 'server' | 'loan';
  /** The server's facts are on their way for the first time. */
  asking: boolean;
  /** `at`: another moment than now, ms. */
  answer(channel: ContactChannel, phoneId?: string, at?: number): ContactAnswer;
}

const LOOK_MS = 15_000;

/** The gate for a loan in hand, looked at again as time passes; works without a network. */
export function useContact(loan: Loan): Contact {
  const zone = useZone();
  const engine = useEngine();
  const revision = useStore(engine?.loans.revision);
  const { data, dataUpdatedAt, isLoading } = useLoanContact(loan.id);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  // What was done on this device counts at once, and without a network too: the server's facts are from before it.
  const known = useMemo(() => {
    void revision;
    const history = engine?.loans.history(loan.id) ?? [];
    return data
      ? withOwn(data.question, history, dataUpdatedAt)
      : withOwn(knownFromLoan({ ...loan, recent: [] }, zone), engine ? history : loan.recent, 0);
  }, [data, dataUpdatedAt, engine, loan, revision, zone]);
  const answer = useCallback(
    (channel: ContactChannel, phoneId?: string, at = now) =>
      judge(known, at, channel, loan.phones.find(({ id }) => id === phoneId) ?? null),
    [known, loan, now],
  );
  return { now, by: data ? 'server' : 'loan', asking: isLoading, answer };
}
