/** What the body of an endpoint says about its form: the kinds of its fields, what is wrong in them, and how they are sent. */
import { safeParse } from 'zod/mini';
import type { CallOf, Endpoint, Schema } from '../../../core/contract/kit';
import { parseRupees } from '../../../core/domain/money';
import { type FormErrors, REQUIRED } from '../../../core/domain/validators';
import { type Described, shapeIn } from '../../api';

export type Kind =
  | 'text'
  | 'area'
  | 'email'
  | 'digits'
  | 'decimal'
  | 'money'
  | 'day'
  | 'time'
  | 'choice'
  | 'chips'
  | 'segments'
  | 'ticks'
  | 'several'
  | 'switch'
  | 'tick'
  | 'file';

/** What a form fills in: the body, or of an endpoint that takes a file alone its query. */
export const askedOf = (to: Endpoint): Schema | undefined => to.body ?? to.query;

/** Numbers and money as text, as they are typed; what may be absent is blank. */
export type TypedBody<E extends Endpoint> = {
  -readonly [Name in keyof CallOf<E>['body']]-?: TypedOne<NonNullable<CallOf<E>['body'][Name]>>;
};
type TypedOne<Value> = Value extends boolean
  ? boolean
  : Value extends readonly (infer One)[]
    ? (One extends string ? string : One)[]
    : Value extends string | number
      ? string
      : { [Name in keyof Value]: TypedOne<Value[Name]> };

/** A body whose choices are still text: its schema looks at them before it is sent. */
export type LooseBody<E extends Endpoint> = LooseParts<
  CallOf<E>['body'] extends undefined ? CallOf<E>['query'] : CallOf<E>['body']
>;
type LooseParts<Body> = { [Name in keyof Body]?: Loose<Body[Name]> };
type Loose<Value> = Value extends string
  ? string
  : Value extends readonly (infer One)[]
    ? readonly Loose<One>[]
    : Value extends object
      ? { [Name in keyof Value]: Loose<Value[Name]> }
      : Value;

export interface FieldFacts {
  kind: Kind;
  /** A form without it is not taken. */
  required: boolean;
  /** Characters. */
  most: number | undefined;
  values: readonly string[] | undefined;
}

const isPaise = (name: string) => /Paise$/.test(name);
const fits = (schema: Described, value: unknown) => safeParse(schema as unknown as Schema, value).success;

/** What one check of a schema says of itself. */
const checkOf = ({ _zod: { def } }: Described, check: string) =>
  def.checks?.map((one) => one._zod.def).find((one) => one.check === check);

/** Without what lets it be absent. */
function within(schema: Described): { inner: Described; nullable: boolean; absent: boolean } {
  let [inner, nullable, absent] = [schema, false, false];
  for (;;) {
    const { type, innerType, in: first } = inner._zod.def;
    nullable ||= type === 'nullable';
    absent ||= type === 'optional' || type === 'default';
    const next = innerType ?? (type === 'pipe' ? first : undefined);
    if (!next) return { inner, nullable, absent };
    inner = next;
  }
}

/** What takes one of these takes any text. */
const LETTERS = [1, 4, 12].flatMap((length) => ['a'.repeat(length), 'A'.repeat(length)]);
/** Texts of a kind: what takes one and no letters is of it. */
const SAMPLES: readonly [kind: Kind, sample: string][] = [
  ['day', '2024-02-29'],
  ['time', '10:30'],
  ['email', 'a@bank.example'],
  ['digits', '9876543210'],
  ['digits', '560001'],
];
const LONG = 500;
const FEW = 12;

function textFacts(inner: Described): Pick<FieldFacts, 'kind' | 'most'> {
  const most = checkOf(inner, 'max_length')?.maximum;
  const any = LETTERS.some((one) => fits(inner, one));
  const sample = any ? undefined : SAMPLES.find(([, one]) => fits(inner, one));
  if (!sample) return { kind: (most ?? 0) > LONG ? 'area' : 'text', most };
  const [kind, { length }] = sample;
  return { kind, most: kind === 'email' ? most : (most ?? length) };
}

/** Of one field of a body, or of a part of it (`retry.busy`); a text where the body does not know it. */
export function factsOf(body: Schema | undefined, name: string): FieldFacts {
  const [first = '', ...rest] = name.split('.');
  const part = shapeIn(body)[first];
  if (part && rest.length > 0) return factsOf(within(part).inner as unknown as Schema, rest.join('.'));
  const whole = shapeIn(body)[name];
  if (!whole) return { kind: 'text', required: false, most: undefined, values: undefined };
  const { inner, nullable, absent } = within(whole);
  const { type, entries, element } = inner._zod.def;
  const list = type === 'array' && element ? within(element).inner._zod.def.entries : undefined;
  const values = entries ?? list;
  const facts = {
    required: !nullable && !absent && type !== 'boolean' && !fits(inner, type === 'array' ? [] : ''),
    most: undefined,
    values: values && Object.values(values),
  };
  if (type === 'array') return { ...facts, kind: facts.values && facts.values.length <= FEW ? 'ticks' : 'several' };
  if (entries) return { ...facts, kind: 'choice' };
  if (type === 'boolean') return { ...facts, kind: 'switch' };
  if (type === 'number') {
    if (isPaise(name)) return { ...facts, kind: 'money' };
    const most = checkOf(inner, 'less_than')?.value;
    if (inner._zod.def.format !== 'safeint') return { ...facts, kind: 'decimal' };
    return { ...facts, kind: 'digits', most: most === undefined ? undefined : String(most).length };
  }
  return { ...facts, ...textFacts(inner) };
}

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function sentOne(name: string, schema: Described, value: unknown): unknown {
  const { inner, nullable, absent } = within(schema);
  if (Array.isArray(value)) return value.length === 0 && nullable ? null : value;
  if (inner._zod.def.shape && isPart(value)) return sentOf(inner as unknown as Schema, value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' && nullable) return null;
  if (text === '' && absent) return undefined;
  if (inner._zod.def.type !== 'number') return text;
  return isPaise(name) ? parseRupees(text) : text === '' ? undefined : Number(text);
}

/** What was typed as the body takes it: texts without blanks around them, amounts in paise, null for what is not known. */
export function sentOf(body: Schema | undefined, values: object): Record<string, unknown> {
  const typed = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(shapeIn(body)).flatMap(([name, schema]) => {
      const value = name in typed ? sentOne(name, schema, typed[name]) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function typedOne(name: string, schema: Described, value: unknown): unknown {
  const { inner } = within(schema);
  const { type, shape } = inner._zod.def;
  if (shape && isPart(value)) return typedIn(shape, value);
  if (Array.isArray(value)) return [...value];
  if (typeof value === 'number') return String(isPaise(name) ? value / 100 : value);
  if (value !== null && value !== undefined) return value;
  return type === 'array' ? [] : type === 'boolean' ? false : '';
}

/** The other way round: a record, or nothing yet, as its form holds it. A new one begins with the body's own defaults. */
export const typedOf = <E extends Endpoint>(to: E, record?: object): TypedBody<E> =>
  // By the body's own names and schemas.
  typedIn(shapeIn(to.body), record) as TypedBody<E>;

function typedIn(shape: Readonly<Record<string, Described>>, record?: object) {
  const held = record as Readonly<Record<string, unknown>> | undefined;
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      typedOne(name, schema, held ? held[name] : schema._zod.def.defaultValue),
    ]),
  );
}

/** What a schema finds wrong, by dotted path; its own short words where it has some. */
export function problemsOf(schema: Schema, value: unknown): FormErrors {
  return Object.fromEntries(issuesOf(schema, value).map(({ path, words }) => [path, words]));
}

/** The same, the first of each path. `least`: it is too short, and its words say what is missing. */
export function issuesOf(schema: Schema, value: unknown): { path: string; words: string; least: boolean }[] {
  const parsed = safeParse(schema, value);
  const found = (parsed.success ? [] : parsed.error.issues).map(({ path, message, code }) => {
    const own = !/^Invalid/.test(message);
    return { path: path.map(String).join('.'), words: own ? message : REQUIRED, least: own && code === 'too_small' };
  });
  return found.filter(({ path }, at) => found.findIndex((one) => one.path === path) === at);
}

/** Messages by path under the names that the form has for them; `other` are those of none. */
export function byField(errors: FormErrors, names: readonly string[], paths: Readonly<Record<string, string>> = {}) {
  const named: FormErrors = {};
  const other: string[] = [];
  for (const [path, message] of Object.entries(errors)) {
    const parts = path.split('.');
    const name = [paths[path], path, parts.at(-1), parts[0]].find((one) => one !== undefined && names.includes(one));
    if (name === undefined) other.push(message ?? '');
    else named[name] ??= message;
  }
  return { named, other };
}

/** What is typed under a name, or in a part under its path. */
export function valueAt(values: object, name: string): unknown {
  const typed = values as Readonly<Record<string, unknown>>;
  const [first = '', ...rest] = name.split('.');
  const part = typed[first];
  return name in typed || rest.length === 0 || !isPart(part) ? typed[name] : valueAt(part, rest.join('.'));
}

/** What is set so that `value` stands there. */
export function partWith(values: object, name: string, value: unknown): Record<string, unknown> {
  const typed = values as Readonly<Record<string, unknown>>;
  const [first = '', ...rest] = name.split('.');
  const part = typed[first];
  if (name in typed || rest.length === 0 || !isPart(part)) return { [name]: value };
  return { [first]: { ...part, ...partWith(part, rest.join('.'), value) } };
}
