/**
 * The visit form's memory: the draft comes back, what changes is kept within a second, also while the agent goes on
 * typing, and at once when the page is hidden, and the position is looked for in the background.
 */
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { DispositionCode } from '../../../../core/domain/dispositions';
import type { OfflineEngine } from '../../../offline/types';
import { blockOf, questionOf } from './field-of-error';
import { watchPosition } from './position';
import type { Question } from './questions';
import { changeVisit, draftOf, isTouched, newVisit, type Visit, type VisitChange, visitOf } from './visit';

/** From the first change that is not kept to the writing; the writing has the rest of the second. */
const KEEP_AFTER_MS = 250;

export interface VisitForm {
  visit: Visit;
  change: (change: VisitChange) => void;
  /** A draft came back; the notice offers to start over. */
  restored: boolean;
  /** The record to mend is no longer there (sent or discarded meanwhile). */
  gone: boolean;
  /** False while this loan's draft belongs to another visit. */
  ownsDraft: boolean;
  /** What the server asked for when it sent the record back. */
  demanded: ReadonlySet<Question>;
  /** Where the keeping stands; `problem` holds the words when the phone could not. */
  kept: { state: 'nothing' | 'keeping' | 'kept' } | { state: 'failed'; problem: string };
  positioning: boolean;
  lookForPosition: () => void;
  startOver: () => Visit;
  /**
   * Nothing is kept from here on: a draft written while the record is being saved would come back after it. The answer
   * goes on keeping, for when saving failed.
   */
  hold: () => () => void;
}

function demandedOf(engine: OfflineEngine, mends: string | null): ReadonlySet<Question> {
  const fields = engine.ledger.get().find((entry) => entry.id === mends)?.problem?.fields ?? [];
  return new Set(fields.flatMap(({ path }) => questionOf(blockOf(path)) ?? []));
}

/** Undefined while the draft is being read. */
export function useVisit(engine: OfflineEngine, loanId: string, mends: string | null): VisitForm | undefined {
  const [visit, dispatch] = useReducer(changeVisit, undefined, () => newVisit(loanId, Date.now()));
  const [opened, setOpened] = useState<Pick<VisitForm, 'restored' | 'gone' | 'ownsDraft' | 'demanded'>>();
  const [kept, setKept] = useState<VisitForm['kept']>({ state: 'nothing' });
  const [positioning, setPositioning] = useState(false);
  const latest = useRef(visit);
  const lastKept = useRef<Visit | undefined>(undefined);
  const finished = useRef(false);
  const stopWatching = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  latest.current = visit;

  const lookForPosition = useCallback(() => {
    stopWatching.current?.();
    setPositioning(true);
    stopWatching.current = watchPosition({
      onFix: (gps) => dispatch({ type: 'position', gps }),
      onNone: (why) => dispatch({ type: 'no-position', why }),
      onSettled: () => setPositioning(false),
    });
  }, []);

  useEffect(() => {
    let left = false;
    const open = async () => {
      const draft = await engine.drafts.load(loanId).catch(() => undefined);
      let come = draft;
      if (mends && draft?.mends !== mends) come = await engine.mend(mends).catch(() => undefined);
      if (left) return;
      const fresh = newVisit(loanId, Date.now());
      const held = come ? { ...visitOf({ ...come, ...(mends && { mends }) }) } : { ...fresh, mends };
      lastKept.current = held;
      dispatch({ type: 'replaced', visit: held });
      setOpened({
        restored: !!draft && come === draft && isTouched(held),
        gone: !!mends && !come,
        ownsDraft: !mends || !draft || draft.mends === mends,
        demanded: demandedOf(engine, mends),
      });
      // The position belongs to the moment at the door: one that was found then is not replaced.
      if (!held.gps && !held.original) lookForPosition();
    };
    void open();
    return () => {
      left = true;
      stopWatching.current?.();
    };
  }, [engine, loanId, mends, lookForPosition]);

  const ownsDraft = opened?.ownsDraft ?? false;
  const keep = useCallback(() => {
    const held = latest.current;
    if (!ownsDraft || finished.current || held === lastKept.current) return;
    if (!isTouched(held) && !held.mends) return;
    lastKept.current = held;
    engine.drafts.save(draftOf(held)).then(
      () => setKept((now) => (lastKept.current === held ? { state: 'kept' } : now)),
      (error: unknown) => {
        lastKept.current = undefined;
        const problem = error instanceof Error ? error.message : String(error);
        setKept({ state: 'failed', problem });
      },
    );
  }, [engine, ownsDraft]);

  useEffect(() => {
    if (!opened || visit === lastKept.current) return;
    setKept((now) => (now.state === 'failed' ? now : { state: 'keeping' }));
    // Not put off by the next key: who types without a pause is kept as well.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      keep();
    }, KEEP_AFTER_MS);
  }, [visit, opened, keep]);

  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && keep();
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', hidden);
      // Leaving for another screen of the app is no reason to wait for the timer.
      clearTimeout(timer.current);
      timer.current = undefined;
      keep();
    };
  }, [keep]);

  const startOver = useCallback(() => {
    const before = latest.current;
    const { gps, gpsMissing, openedAt } = before;
    dispatch({ type: 'replaced', visit: { ...newVisit(loanId, openedAt), gps, gpsMissing } });
    if (!before.mends) void engine.drafts.discard(loanId).catch(() => undefined);
    setOpened((now) => now && { ...now, restored: false });
    return before;
  }, [engine, loanId]);

  const hold = useCallback(() => {
    finished.current = true;
    return () => {
      finished.current = false;
      keep();
    };
  }, [keep]);

  if (!opened) return undefined;
  return { visit, change: dispatch, ...opened, kept, positioning, lookForPosition, startOver, hold };
}

/** The outcome's definition among the tenant's codes. */
export function codeOf(codes: readonly DispositionCode[], visit: Visit): DispositionCode | undefined {
  return codes.find((item) => item.code === visit.answers.code);
}
