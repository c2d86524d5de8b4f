/**
 * A form over one record: what was typed survives as a draft together with the version it was made from, messages come
 * when a field is left or the form is sent, and the server's own messages stand beside the rest.
 */
import { useState } from 'react';
import type { FormErrors } from '../../../core/domain/validators';
import { useDraft } from './draft';

export interface Held<V> {
  /** Of the record that the form was opened on; 0 for a new one. */
  version: number;
  values: V;
}

/** What the fields of a form need of it. */
export interface FormParts {
  values: Readonly<Record<string, unknown>>;
  set(part: Readonly<Record<string, unknown>>): void;
  errorOf(field: string): string | undefined;
  leave(field: string): void;
}

export interface RecordFormState<V> extends FormParts {
  typed: V;
  version: number;
  /** When a draft of an earlier visit was last changed (ms); undefined when the form began as it came. */
  draftAt: number | undefined;
  dirty: boolean;
  /** Every message shows from now on; answers whether there is none. */
  check(): boolean;
  /** Shows the server's messages by field (`fieldWords` of its refusal); answers whether there are any. */
  refuse(words: FormErrors): boolean;
  /** Goes on from another version of the record. */
  restart(held: Held<V>): void;
  discard(): void;
}

/**
 * A draft as it was kept by this or an earlier app: those of before held what was typed without a version, a form of one
 * field its text alone; a field that has come since is as the form began.
 */
function heldIn<V extends object>(kept: unknown, initial: Held<V>): Held<V> {
  if (typeof kept === 'string') {
    const [first = ''] = Object.keys(initial.values);
    return { ...initial, values: { ...initial.values, [first]: kept } };
  }
  const { version = initial.version, ...typed } = kept as Partial<Held<V>>;
  const own = Object.keys(typed).join() === 'values' ? typed.values : typed;
  return { version, values: { ...initial.values, ...own } };
}

export function useRecordForm<V extends object>(
  name: string,
  initial: Held<V>,
  checkValues: (values: V) => FormErrors,
): RecordFormState<V> {
  const draft = useDraft<Held<V>>(name, initial);
  const [draftAt, setDraftAt] = useState(draft.changedAt);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FormErrors>({});
  const { values, version } = heldIn(draft.value, initial);
  const problems = checkValues(values);
  return {
    typed: values,
    values: values as Readonly<Record<string, unknown>>,
    version,
    draftAt,
    dirty: draft.changedAt !== undefined,
    set(part) {
      setRefused((held) =>
        Object.fromEntries(
          Object.entries(held).filter(([field]) => !(field in part) && !((field.split('.')[0] ?? '') in part)),
        ),
      );
      draft.set({ version, values: { ...values, ...part } });
    },
    errorOf: (field) => refused[field] ?? (asked || left.has(field) ? problems[field] : undefined),
    leave: (field) => setLeft((held) => (held.has(field) ? held : new Set(held).add(field))),
    check() {
      setAsked(true);
      return Object.keys(problems).length === 0;
    },
    refuse(words) {
      setRefused(words);
      return Object.keys(words).length > 0;
    },
    restart: (held) => draft.set(held),
    discard() {
      draft.discard();
      setDraftAt(undefined);
      setAsked(false);
      setLeft(new Set());
      setRefused({});
    },
  };
}
