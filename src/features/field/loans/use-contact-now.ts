/** Whether a borrower may be visited or called at this minute, as the field's screens ask it. */
import { useEffect, useMemo, useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import type { ContactFactsHere, PhoneContact } from '../../../offline/contact-facts';
import { useReadyEngine, useZone } from '../../session';
import { type ContactNow, contactNow } from './loan-words';

type Gate = typeof import('./gate');

export interface FieldContact {
  /** With a phone: whether that number may be called; without one, whether the borrower may be visited. */
  of(loan: Loan, now: number, phone?: Loan['phones'][number]): ContactNow;
  /** Undefined until the gate is loaded. */
  calls: PhoneContact | undefined;
}

/** Judged by flags and hours until the gate is here, which is a moment after the first rows. */
export function useContactNow(): FieldContact {
  const engine = useReadyEngine();
  const zone = useZone();
  const [gate, setGate] = useState<{ judge: Gate; calls: PhoneContact }>();
  const [facts, setFacts] = useState<ContactFactsHere>();
  useEffect(() => {
    let stop = () => {};
    let left = false;
    void Promise.all([import('./gate'), import('../../../offline/contact-facts')])
      .then(async ([judge, { phoneContact }]) => {
        const calls = await phoneContact(engine);
        if (left) return;
        setGate({ judge, calls });
        setFacts(calls.get());
        stop = calls.subscribe(() => setFacts(calls.get()));
      })
      // Without it the screens go by flags and hours.
      .catch(() => undefined);
    return () => {
      left = true;
      stop();
    };
  }, [engine]);
  return useMemo(
    () => ({
      calls: gate?.calls,
      of(loan, now, phone) {
        if (!gate || !facts) return contactNow(loan, now, zone);
        const own = engine.loans.history(loan.id);
        const answer = gate.judge.judgeLoan(loan, facts, own, { now, zone }, phone ? 'call' : 'visit', phone);
        return gate.judge.contactWords(answer, now, zone);
      },
    }),
    [engine, facts, gate, zone],
  );
}
