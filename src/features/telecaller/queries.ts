/** The time, the day and the queues of calls as this device holds them. What the server is asked is in the files beside it. */
import { useEffect, useMemo, useState } from 'react';
import { type Day, dayOf } from '../../../core/domain/dates';
import { rulesFor } from '../../../core/domain/work-order';
import type { LedgerEntry } from '../../offline/types';
import { useEngine, useStore, useZone } from '../session';
import { type CallOrder, type Queues, readQueues } from './queues';

const NOTHING_SAVED: LedgerEntry[] = [];

/** The time, moving on every `ms`. */
export function useNow(ms = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}

/** Today in the tenant's zone. */
export const useToday = (): Day => dayOf(useNow(), useZone());

/** The tenant's sorting rules for calls as this device holds them, and today. */
export function useCallOrder(): CallOrder {
  const zone = useZone();
  const today = useToday();
  const codes = useStore(useEngine()?.codes);
  return useMemo(() => ({ rules: rulesFor(codes?.policy.order?.rules, 'calls'), today, zone }), [codes, today, zone]);
}

/** The queues as this device holds them; undefined while its loans are opening. */
export function useQueues(): Queues | undefined {
  const engine = useEngine();
  const order = useCallOrder();
  const revision = useStore(engine?.loans.revision);
  const ledger = useStore(engine?.ledger) ?? NOTHING_SAVED;
  const phase = useStore(engine?.loans.status)?.phase;
  return useMemo(() => {
    void revision;
    if (!engine || phase === 'loading') return undefined;
    return readQueues(engine.loans, ledger, order);
  }, [engine, revision, ledger, phase, order]);
}
