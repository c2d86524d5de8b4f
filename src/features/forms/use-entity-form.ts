/** A form over one endpoint: its draft, what is wrong in it, how it is sent, and what somebody else saved meanwhile. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallOf, Endpoint } from '../../../core/contract/kit';
import { uuidv7 } from '../../../core/domain/ids';
import { type FormErrors, isBlank, REQUIRED } from '../../../core/domain/validators';
import {
  ApiError,
  type Call,
  type DataOf,
  dataOf,
  failedWrite,
  fieldWords,
  OWN_WORDS,
  shapeIn,
  useApi,
} from '../../api';
import { type Problem, type RecordFormState, useKept, useRecordForm } from '../../ui/kit';
import type { Theirs } from './conflict';
import { askedOf, byField, type FieldFacts, factsOf, issuesOf, type LooseBody, sentOf, valueAt } from './endpoint-form';
import type { FieldRow, FormSection } from './form-row';
import { type NameState, useNameChecks } from './use-name-checks';

/** By the name of their field. */
export type Files = Readonly<Record<string, File>>;

/** Of each of several endpoints. */
type ParamsOf<E extends Endpoint> = E extends Endpoint ? CallOf<E>['params'] : never;

export type Stored = Theirs & { version: number };

export interface FormOf<E extends Endpoint, Values extends object, Found extends Endpoint> {
  /** The name of its draft, as `client.new`. */
  draft: string;
  to: E;
  params?: ParamsOf<E> | undefined;
  /** The version of the record that is changed. */
  version?: number;
  /** What it begins with. */
  values: Values;
  /** What is shown, in its order; asked anew with everything that is typed. */
  sections: (values: Values) => readonly (FormSection<Values> | false)[];
  /** Of the body, what is not typed under the same name. */
  also?: (values: Values) => LooseBody<E>;
  /** What the body's schema does not find, by field; undefined where it is right after all. */
  check?: (values: Values) => Readonly<Record<string, string | undefined>>;
  /** What is typed, after each change, for what the screen asks of it. */
  onTyped?: (values: Values) => void;
  /** Fields of the server's messages that are called otherwise here. */
  paths?: Readonly<Record<string, string>>;
  /** What goes along with what is typed: the files that were chosen, by their fields. */
  along?: (files: Files, values: Values) => { bytes?: File | undefined; files?: Files; query?: object };
  /** Queries that are asked again, by the first of their key. */
  again: readonly string[];
  /** Where the newest stands when somebody else was faster. */
  newest?: {
    from: Found;
    record: (data: DataOf<Found>) => Stored;
    values: (data: DataOf<Found>) => Values;
  };
  /** Titles of its steps; the values then hold on which it is as `step`. Each is checked before the next. */
  steps?: readonly string[];
  /** Of an answer with which what was typed is not done. */
  stays?: (answer: DataOf<E>) => boolean;
  onStored: (answer: DataOf<E>, values: Values) => unknown;
}

export interface Shown {
  row: FieldRow;
  facts: FieldFacts;
  verdict: NameState | undefined;
}

/** What the server said of no field, and whether it said something of one. */
interface Refused {
  other: readonly string[];
  atField: boolean;
}
const NOTHING: Refused = { other: [], atField: false };

export interface EntityFormState<Values extends object, Found extends Endpoint> {
  form: RecordFormState<Values>;
  sections: readonly FormSection<Values>[];
  shown: ReadonlyMap<string, Shown>;
  files: Files;
  /** Chooses a file; the messages of its field are gone. */
  putFile: (field: string, file: File | undefined) => void;
  step: number;
  goTo: (step: number) => void;
  busy: boolean;
  /** Why it was not taken, whether or not a field says so too. */
  problem: Problem | undefined;
  refused: Refused;
  /** What somebody else saved meanwhile. */
  theirs: DataOf<Found> | undefined;
  /** From the version that it was made from, or another. Answers false where a field shows what is wrong. */
  send: (from?: number) => Promise<boolean>;
  takeTheirs: () => void;
}

const rowsOf = <Values extends object>(sections: readonly FormSection<Values>[]): [string, FieldRow][] =>
  sections.flatMap(({ fields = {} }) =>
    (Object.entries(fields) as [string, FieldRow | false | undefined][]).flatMap(([name, row]): [string, FieldRow][] =>
      row ? [[name, row]] : [],
    ),
  );

const textAt = (values: object, field: string) => String(valueAt(values, field) ?? '');

type Asked<E extends Endpoint, Values extends object> = Pick<
  FormOf<E, Values, Endpoint>,
  'to' | 'sections' | 'also' | 'check' | 'paths'
>;

const sectionsOf = <E extends Endpoint, Values extends object>({ sections }: Asked<E, Values>, values: Values) =>
  sections(values).filter((one) => one !== false);

const bodyIn = <E extends Endpoint, Values extends object>(
  { to, also }: Asked<E, Values>,
  values: Values,
  of: { id: string; version: number },
) => ({ ...sentOf(askedOf(to), { ...of, ...values }), ...also?.(values) });

/** What is wrong in a form, by field: what the body's schema finds, what is needed and blank, what the form's own check says. */
export function wrongIn<E extends Endpoint, Values extends object>(of: Asked<E, Values>, values: Values): FormErrors {
  const { to, check, paths } = of;
  const rows = rowsOf(sectionsOf(of, values));
  const names = rows.map(([field]) => field);
  const typedRows = rows.filter(([, { kind }]) => kind !== 'file');
  const asked = askedOf(to);
  const issues = asked ? issuesOf(asked, bodyIn(of, values, { id: '', version: 0 })) : [];
  const { named } = byField(Object.fromEntries(issues.map(({ path, words }) => [path, words])), names, paths);
  const blank = typedRows.flatMap(
    ([field, { required = factsOf(askedOf(to), field).required }]): [string, string][] => {
      const says = issues.some(({ path, least }) => path === field && least);
      return required === true && !says && isBlank(valueAt(values, field)) ? [[field, REQUIRED]] : [];
    },
  );
  const found = Object.entries({ ...named, ...Object.fromEntries(blank), ...check?.(values) });
  return Object.fromEntries(found.flatMap(([field, words]): [string, string][] => (words ? [[field, words]] : [])));
}

/** The steps of a form that has some; `next` while another one follows. */
function stepsOf<Values extends object>(
  steps: readonly string[] = [],
  sections: readonly FormSection<Values>[],
  form: RecordFormState<Values>,
  wrong: readonly string[],
) {
  const last = Math.max(steps.length - 1, 0);
  const step = Math.min(Math.max(Number(valueAt(form.typed, 'step') ?? 0), 0), last);
  const goTo = (to: number) => form.set({ step: to });
  function next(): boolean {
    const here = rowsOf(sections.filter((one) => one.step === step)).map(([field]) => field);
    for (const field of here) form.leave(field);
    if (here.some((field) => wrong.includes(field))) return false;
    goTo(step + 1);
    return true;
  }
  /** To the step of the first of these fields. */
  const show = (fields: readonly string[]) => {
    const at = sections.find((one) => fields.some((field) => field in (one.fields ?? {})))?.step;
    if (at !== undefined && at !== step) goTo(at);
  };
  return { step, goTo, show, next: step < last ? next : undefined };
}

export function useEntityForm<E extends Endpoint, Values extends object, Found extends Endpoint = Endpoint>(
  of: FormOf<E, Values, Found>,
): EntityFormState<Values, Found> {
  const { draft, to, params, version = 0, newest, paths } = of;
  const api = useApi();
  const client = useQueryClient();
  // Sent again after a lost answer it is the same one.
  const [keptId, keepId] = useKept(`${draft}.id`, '');
  const [theirs, setTheirs] = useState<DataOf<Found>>();
  const [refused, setRefused] = useState<Refused>(NOTHING);
  const [files, setFiles] = useState<Files>({});
  const form = useRecordForm<Values>(draft, { version, values: of.values }, (typed) => wrongWith(typed));
  const values = form.typed;
  /** A file is no part of the values: nobody can put one back into its field. */
  function wrongWith(typed: Values): FormErrors {
    const missing = rowsOf(sectionsOf(of, typed)).filter(([field, row]) => row.kind === 'file' && !files[field]);
    return { ...wrongIn(of, typed), ...Object.fromEntries(missing.map(([field]) => [field, REQUIRED])) };
  }
  useEffect(() => of.onTyped?.(values));
  const sections = sectionsOf(of, values);
  const rows = rowsOf(sections);
  const verdicts = useNameChecks(
    rows.flatMap(([field, { unique: check }]) =>
      check ? [{ field, typed: textAt(values, field), own: textAt(of.values, field), check }] : [],
    ),
  );
  const wrong = [
    ...Object.keys(wrongWith(values)),
    ...rows.flatMap(([field, row]) =>
      (files[field]?.size ?? 0) > (row.file?.most ?? 0) || row.taken || verdicts[field]?.state === 'taken'
        ? [field]
        : [],
    ),
  ];
  const askAgain = () => Promise.all(of.again.map((first) => client.invalidateQueries({ queryKey: [first] })));
  const store = useMutation({
    mutationFn: async ({ from, id }: { from: number; id: string }) => {
      const body = bodyIn(of, values, { id, version: from });
      const { query, ...along } = of.along?.(files, values) ?? {};
      const call = { params, ...(to.body ? { body } : { query: { ...body, ...query } }), ...along };
      // The endpoint's own schema has been asked about it.
      return dataOf<E>(await api.call(to, call as unknown as Call<E>));
    },
    onSuccess: askAgain,
    // Who was faster is then known.
    onError: () => newest && askAgain(),
    meta: OWN_WORDS,
  });

  const { step, goTo, show, next } = stepsOf(of.steps, sections, form, wrong);

  async function send(from = form.version): Promise<boolean> {
    if (next) return next();
    if (!form.check() || wrong.length > 0) {
      show(wrong);
      return false;
    }
    if (store.isPending) return true;
    setRefused(NOTHING);
    try {
      const id = keptId || uuidv7();
      if ('id' in shapeIn(to.body)) keepId(id);
      const answer = await store.mutateAsync({ from, id });
      if (of.stays?.(answer)) return true;
      form.discard();
      setFiles({});
      keepId(undefined);
      setTheirs(undefined);
      await of.onStored(answer, values);
      return true;
    } catch (error) {
      if (newest && error instanceof ApiError && error.detail.code === 'conflict') {
        const call = { params } as unknown as Call<Found>;
        setTheirs(dataOf<Found>(await api.call(newest.from, call)));
        return true;
      }
      const { named, other } = byField(
        fieldWords(error),
        rows.map(([field]) => field),
        paths,
      );
      setRefused({ other, atField: Object.keys(named).length > 0 });
      if (!form.refuse(named)) return true;
      show(Object.keys(named));
      return false;
    }
  }

  return {
    form,
    sections,
    shown: new Map(
      rows.map(([field, row]) => [field, { row, facts: factsOf(askedOf(to), field), verdict: verdicts[field] }]),
    ),
    files,
    putFile(field, file) {
      const { [field]: _, ...others } = files;
      setFiles(file ? { ...others, [field]: file } : others);
      form.refuse({});
    },
    step,
    goTo,
    busy: store.isPending,
    problem: store.error && !theirs && !store.isPending ? failedWrite(store.error) : undefined,
    refused,
    theirs,
    send,
    takeTheirs() {
      form.discard();
      setTheirs(undefined);
    },
  };
}
