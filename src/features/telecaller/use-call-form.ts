/** The form's memory: every key is kept, sealed on the device; a record that came back is opened in it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DispositionRecord } from '../../../core/contract/records';
import type { OfflineEngine } from '../../offline/types';
import { useDraft } from '../../ui/kit';
import { type CallForm, formOf, isTouched, newForm } from './call-form';
import type { KeyedGroup } from './call-keys';

export type Original = Pick<DispositionRecord, 'recordedAt' | 'durationSeconds'>;

export interface CallFormMemory {
  form: CallForm;
  /** Works on the form as it is by then, not as it was drawn. */
  change: (how: (form: CallForm) => CallForm) => void;
  /** Forgets what was typed; a call that was started goes on. */
  startOver: () => void;
  discard: () => void;
  /** When the draft that came back was last changed, ms; undefined for a new form. */
  restoredAt: number | undefined;
  /** Of the record that is being mended; null for a new one. */
  original: Original | null;
  /** The record to mend is no longer there. */
  gone: boolean;
  ready: boolean;
}

export function useCallForm(
  loanId: string,
  mends: string | null,
  engine: OfflineEngine | undefined,
  groups: readonly KeyedGroup[],
): CallFormMemory {
  const draft = useDraft<CallForm & { original?: Original }>(
    mends ? `call.mend.${mends}` : `call.${loanId}`,
    newForm(),
  );
  const [restoredAt, setRestoredAt] = useState(() =>
    draft.changedAt !== undefined && isTouched(draft.value) ? draft.changedAt : undefined,
  );
  const [mended, setMended] = useState<'opening' | 'open' | 'gone'>(
    mends && !draft.value.original ? 'opening' : 'open',
  );
  const latest = useRef(draft.value);
  latest.current = draft.value;
  const { set } = draft;
  const change = useCallback<CallFormMemory['change']>(
    (how) => {
      const next = { ...latest.current, ...how(latest.current) };
      latest.current = next;
      set(next);
    },
    [set],
  );
  const waits = mended === 'opening';
  const known = groups.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is opened once, when the codes are there
  useEffect(() => {
    if (!waits || !mends || !engine || !known) return;
    let left = false;
    engine.mend(mends).then(
      (held) => {
        if (left) return;
        if (!held) return setMended('gone');
        const { fields } = held;
        const group = groups.find(({ codes }) => codes.some(({ code }) => code.code === fields.code))?.key ?? '';
        const { recordedAt = new Date().toISOString(), durationSeconds } = fields;
        latest.current = {
          ...formOf(fields, group, held.files),
          original: { recordedAt, ...(durationSeconds !== undefined && { durationSeconds }) },
        };
        set(latest.current);
        setMended('open');
      },
      () => !left && setMended('gone'),
    );
    return () => {
      left = true;
    };
  }, [waits, mends, engine, known]);

  return {
    form: draft.value,
    change,
    startOver: () => {
      change(({ call }) => ({ ...newForm(), call }));
      setRestoredAt(undefined);
    },
    discard: draft.discard,
    restoredAt,
    original: draft.value.original ?? null,
    gone: mended === 'gone',
    ready: mended === 'open',
  };
}
