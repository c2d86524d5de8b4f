/** What a screen says of a field, where its endpoint does not say it. */
import type { ReactNode } from 'react';
import type { Endpoint } from '../../../core/contract/kit';
import type { nameVerdict } from '../../../core/contract/organisation';
import type { FormParts, RecordFormState } from '../../ui/kit';
import type { Kind } from './endpoint-form';

export interface RowOption {
  value: string;
  label: string;
  hint?: string;
}

/** An endpoint that says whether a name is free. */
export interface NameCheck {
  by: Endpoint & { response: typeof nameVerdict };
  /** What it is asked besides the name: of which record, which of its names. */
  query?: Readonly<Record<string, string | undefined>>;
}

export interface FieldRow<Values = object> {
  label: string;
  /** Its name where two versions are compared or all is looked through, when that is not the label. */
  called?: string;
  /** Otherwise that of its schema. */
  kind?: Kind;
  /** Otherwise whether its schema takes a form without it; `unsaid` where it always holds something. */
  required?: boolean | 'unsaid';
  hint?: ReactNode;
  /** Characters, where the schema says none. */
  most?: number;
  options?: readonly RowOption[] | undefined;
  /** What the schema's values are called; a table is in English. */
  words?: ((value: string) => string) | Readonly<Record<string, string>>;
  /** The words of choosing nothing, where that is allowed. */
  none?: string;
  /** Chosen already, whatever a draft says; shown and not to be changed. */
  fixed?: string | undefined;
  /** Letters are written in capitals, as they are printed. */
  capitals?: true;
  /** Why it cannot be so, said at once; nothing is sent meanwhile. */
  taken?: string | undefined;
  /** The server is asked about it while it is typed. */
  unique?: NameCheck;
  /** Of its input: bounds of a day, a placeholder, how many lines. */
  input?: {
    today?: string;
    min?: string | undefined;
    max?: string | undefined;
    placeholder?: string;
    rows?: number;
    columns?: number;
    disabled?: boolean;
    inputMode?: 'numeric' | 'decimal' | 'tel';
  };
  /** Of a file: its kinds, how large it may be in bytes, and what is said of a larger one. It is chosen anew with each visit. */
  file?: { accept: string; most: number; tooLarge: string };
  /** What else changes with it. */
  with?: (value: string) => Partial<Values>;
  /** Drawn otherwise; with label, hint and message around it unless it is `whole`. */
  draw?: (form: FormParts) => ReactNode;
  whole?: true;
}

/** Fields in their order, those of a part by its path (`retry.busy`), a file as `file`; one that does not apply is false. */
export type FieldRows<Values> = {
  [Name in (keyof Values & string) | `${keyof Values & string}.${string}` | 'file']?:
    | FieldRow<Values>
    | false
    | undefined;
};

export interface FormSection<Values extends object> {
  /** Of a form in steps: on which it stands, from 0. */
  step?: number;
  title?: string;
  note?: ReactNode;
  fields?: FieldRows<Values>;
  /** Beside each other where there is room; `tight` for short ones. */
  beside?: boolean | 'tight';
  /** After its fields. */
  also?: ReactNode | ((form: RecordFormState<Values>) => ReactNode);
}
