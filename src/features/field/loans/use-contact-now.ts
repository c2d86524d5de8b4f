/** Whether a borrower may be visited or called at this minute, as the field's screens ask it. */
import { useEffect, useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { useReadyEngine, useStore, useZone } from '../../session';
import { contactNow, type Judge } from './loan-words';

/** The first rows are drawn before the gate is asked for. */
const AFTER_ROWS_MS = 1_500;

/** Judges by flags and hours until the gate is loaded; the answer changes when what it rests on does. */
export function useContactNow(): Judge {
  const engine = useReadyEngine();
  const zone = useZone();
  const shown = useStore(engine.loans.status).count > 0;
  const [judge, setJudge] = useState<Judge>(() => (loan: Loan, now: number) => contactNow(loan, now, zone));
  useEffect(() => {
    if (!shown) return;
    let stop: Promise<() => void> | undefined;
    const timer = setTimeout(() => {
      stop = import('./gate').then(({ openGate }) => openGate(engine, zone, (next) => setJudge(() => next)));
      // Without it the screens go by flags and hours.
      stop.catch(() => {});
    }, AFTER_ROWS_MS);
    return () => {
      clearTimeout(timer);
      stop?.then((end) => end()).catch(() => {});
    };
  }, [engine, shown, zone]);
  return judge;
}
