/**
 * Requests at the ends of what a database can hold: every number, day and time that an endpoint takes, one after the other
 * beyond them, in what is otherwise a good request.
 */
import type { Endpoint } from '../../core/contract/kit';
import { type Ids, type JsonSchema, type Parts, schemaOf, valueFor } from './request';
import { alternatives, changed, formOf, isFields } from './wrong';

export interface AtLimit {
  /** Part and path, and the value that stands there. */
  what: string;
  parts: Parts;
}

/** Beyond int4 and as far as JSON carries whole numbers, both ways. */
const NUMBERS = [2_147_483_648, Number.MAX_SAFE_INTEGER, -2_147_483_649, -Number.MAX_SAFE_INTEGER, 1e300];
const INSTANTS = [
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-12-01T10:00:00+23:59',
];
/** Days, months, hours without a zone, and years: those are tried that the schema's pattern takes. */
const CALENDAR = ['0000-01-01', '9999-12-31', '9999-12-01', '0000-01', '9999-12', '0000', '9999'];
const LOCAL_TIMES = [
  '0000-01-01T00:00:00',
  '9999-12-31T23:59:59',
  '2026-02-30T10:00:00',
  '2026-12-01T25:61:61',
  '24:61',
];
/** Numbers that travel as texts. */
const DIGITS = ['9'.repeat(10), '9'.repeat(19), '9'.repeat(20), '09'];

function limitsOf(schema: JsonSchema): readonly unknown[] {
  const values = alternatives(schema).flatMap((one): readonly unknown[] => {
    if (one.type === 'integer' || one.type === 'number') return NUMBERS;
    if (one.type !== 'string') return [];
    if (one.format === 'date-time') return INSTANTS;
    const pattern = one.pattern === undefined ? null : new RegExp(one.pattern, 'u');
    if (!pattern || pattern.test('~')) return [];
    return [...CALENDAR, ...LOCAL_TIMES, ...DIGITS].filter((text) => pattern.test(text));
  });
  return [...new Set(values)];
}

type Change = { path: readonly string[]; value: unknown; whole: unknown };

/** Every place of the value, and of the parts that it leaves out; `whole` gets what is missing on the way there. */
export function changesOf(schema: JsonSchema, value: unknown, make: (schema: JsonSchema, name: string) => unknown) {
  const found: Change[] = [];
  const walk = (at: JsonSchema, here: unknown, path: readonly string[], whole: unknown): void => {
    for (const limit of limitsOf(at)) found.push({ path, value: limit, whole: changed(whole, path, limit) });
    const forms = alternatives(at);
    const items = forms.find(({ type }) => type === 'array')?.items;
    if (items) {
      const given = Array.isArray(here) && here.length > 0;
      const list = given ? (here as unknown[]) : [make(items, path.at(-1) ?? '')];
      walk(items, list[0], [...path, '0'], given ? whole : changed(whole, path, list));
      return;
    }
    const object = isFields(here) ? formOf(at, here) : forms.find(({ properties }) => properties);
    if (!object?.properties) return;
    const fields = isFields(here) ? here : make(object, path.at(-1) ?? '');
    const inside = isFields(here) ? whole : changed(whole, path, fields);
    for (const [name, one] of Object.entries(object.properties)) {
      walk(one, (fields as Record<string, unknown>)[name], [...path, name], inside);
    }
  };
  walk(schema, value, [], value);
  return found;
}

export function limitRequests(endpoint: Endpoint, parts: Parts, ids: Ids): AtLimit[] {
  return (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const { [part]: schema } = endpoint;
    if (!schema) return [];
    const changes = changesOf(schemaOf(schema), parts[part], (one, name) => valueFor(one, name, endpoint.path, ids));
    // The transport's own.
    const tried = changes.filter(({ path }) => path[0] !== 'content-length');
    return tried.map(({ path, value, whole }) => ({
      what: `${part} ${path.join('.')} = ${String(value)}`,
      parts: { ...parts, [part]: whole } as Parts,
    }));
  });
}
