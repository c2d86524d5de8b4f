import { useCallback, useEffect, useState } from 'react';
import type { Loan } from '../../../core/contract/loans';
import type { ContactAnswer, ContactChannel } from '../../../core/domain/contact-gate';
import { useZone } from '../session';
import { judge, knownFromLoan } from './judge';
import { useLoanContact } from './queries';

export interface Contact {
  now: number;
  /** `loan`: judged by the loan in hand alone, because the server's facts are not here. */
  by: 'server' | 'loan';
  answer(channel: ContactChannel, phoneId?: string): ContactAnswer;
}

const LOOK_MS = 15_000;

/** The gate for a loan in hand, looked at again as time passes; works without a network. */
export function useContact(loan: Loan): Contact {
  const zone = useZone();
  const { data } = useLoanContact(loan.id);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const answer = useCallback(
    (channel: ContactChannel, phoneId?: string) =>
      judge(
        data?.question ?? knownFromLoan(loan, zone),
        now,
        channel,
        loan.phones.find(({ id }) => id === phoneId) ?? null,
      ),
    [data, loan, zone, now],
  );
  return { now, by: data ? 'server' : 'loan', answer };
}
