/** What the field screens read, as hooks. Everything comes from the engine, so everything works without a network. */
import { useEffect, useState } from 'react';
import { type Day, dayOf } from '../../../core/domain/dates';
import type { ListedLoan } from '../../offline/types';
import { useReadyEngine, useStore, useZone } from '../session';

/** The time, moving on at every full minute; minutes are what the screens show. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 60_050 - (now % 60_000));
    return () => clearTimeout(timer);
  }, [now]);
  useEffect(() => {
    // A phone taken out of a pocket shows the minute it is, not the one it was.
    const wake = () => document.visibilityState === 'visible' && setNow(Date.now());
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);
  return now;
}

/** Today in the tenant's zone. */
export function useToday(): Day {
  return dayOf(useMinute(), useZone());
}

/** Rises whenever a loan, a local record or the plan changed. */
export function useRevision(): number {
  return useStore(useReadyEngine().loans.revision);
}

export function useLoan(loanId: string): ListedLoan | undefined {
  const engine = useReadyEngine();
  useRevision();
  return engine.loans.byId(loanId);
}

/** Drafts waiting to be finished, newest first; read again when a record was saved. */
export function useDrafts(): { loanId: string; updatedAt: number }[] {
  const engine = useReadyEngine();
  const revision = useRevision();
  const [drafts, setDrafts] = useState<{ loanId: string; updatedAt: number }[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is the signal to read again
  useEffect(() => {
    let stale = false;
    engine.drafts.list().then(
      (list) => {
        if (!stale) setDrafts([...list].sort((a, b) => b.updatedAt - a.updatedAt));
      },
      // Drafts that cannot be read are shown where they are opened; the day's screen goes on.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [engine, revision]);
  return drafts;
}
