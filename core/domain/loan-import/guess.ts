/** A first mapping for a file: from what was chosen for this client the last time, from its headers, and from its first values. */
import type { TableLook } from '../../contract/loan-imports';
import {
  ADDRESSES,
  type FieldId,
  type FileKind,
  fieldsOf,
  LOAN_FIELDS,
  type LoanField,
  loanField,
  PHONES,
} from './fields';
import { headerKey } from './header-key';
import { headerWords, WordIndex } from './header-words';
import type { LoanMapping, MappedColumn, Transform } from './mapping';
import { readerOf } from './read-field';
import { SAME_AS_LOAN } from './suppression-fields';
import { synonymsOf } from './synonyms';
import { dayOfCell, isNothing, Refused } from './values';

const BY_HEADER = new Map<string, FieldId>();
const BY_WORDS = new WordIndex<FieldId>();
for (const words of [
  LOAN_FIELDS.flatMap(({ id, label }) => [label, ...synonymsOf(id)].map((word) => [word, id] as const)),
  LOAN_FIELDS.map(({ id }) => [id, id] as const),
])
  for (const [word, id] of words) {
    if (!BY_HEADER.has(headerKey(word))) BY_HEADER.set(headerKey(word), id);
    BY_WORDS.add(word, id);
  }

const OF_SUPPRESSIONS = new Map(
  fieldsOf('suppressions').flatMap(({ id, label }) =>
    [id, label, ...synonymsOf(id)].map((word) => [headerKey(word), id] as const),
  ),
);

/** What a column of a file of suppressions is: by words of its own, else by those under which lenders name the same of a loan. */
const suppressedBy = (header: string, cells: readonly string[]): FieldId | undefined =>
  OF_SUPPRESSIONS.get(headerKey(header)) ?? SAME_AS_LOAN[fieldOfHeader(header) ?? fieldOfValues(cells) ?? ''];

/** Whether a text is one of the headers that lenders use. */
export const isKnownHeader = (text: string): boolean => BY_HEADER.has(headerKey(text));

/** What an amount's header says beside its name: `POS (in lakhs)`. */
const UNITS: [RegExp, Transform][] = [
  [/[\s(_-](?:in\s*)?(?:(?:lakhs?|lacs?)\b|लाख(?:\s*में)?)\)?/iu, { kind: 'lakhs' }],
  [/[\s(_-](?:in\s*)?(?:crores?\b|करोड़(?:\s*में)?)\)?|\((?:rs\.?|inr|₹|in)\s*cr\.?\)/iu, { kind: 'crores' }],
  [/[\s(_-](?:in\s*)?(?:(?:thousands?|'?000s?)\b|हज़?ार(?:\s*में)?)\)?/iu, { kind: 'thousands' }],
];
/** Signs and words that say nothing of what a column is. */
const PADDING =
  /\((?:rs\.?|inr|₹|%|dd[-/]mm[-/]yyyy|yyyy[-/]mm[-/]dd)\)|[\s_](?:rs\.?|inr)$|^(?:customer|cust|borrower)[\s_]|[*:]/giu;

function fieldOfHeader(header: string): FieldId | undefined {
  const found = BY_HEADER.get(headerKey(header));
  if (found) return found;
  const bare = header.replace(PADDING, ' ').trim();
  const plain = UNITS.reduce((text, [unit]) => text.replace(unit, ' '), bare);
  return BY_HEADER.get(headerKey(bare)) ?? BY_HEADER.get(headerKey(plain)) ?? BY_WORDS.find(plain);
}

/** Ids that nothing else looks like; asked only where the header is unknown. */
const BY_VALUE: readonly FieldId[] = ['pan', 'gst', 'email'];

const share = (cells: readonly string[], fits: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
const reads = (field: LoanField, cells: readonly string[], transforms: readonly Transform[] = []) => {
  const power = transforms.some(({ kind }) => kind === 'lakhs') ? 5 : 0;
  const read = readerOf(field, { power });
  return share(cells, (cell) => !(read(cell) instanceof Refused));
};

function fieldOfValues(cells: readonly string[]): FieldId | undefined {
  if (cells.length < 3) return undefined;
  const named = BY_VALUE.find((id) => reads(loanField(id) as LoanField, cells) >= 0.8);
  if (named) return named;
  return share(cells, (cell) => /^(?:\+?91[\s-]?|0)?[6-9]\d{9}$/.test(cell)) >= 0.8 ? 'phone1' : undefined;
}

/** The order of a column's dates where its values leave no doubt. */
function orderOf(cells: readonly string[]): 'dmy' | 'mdy' | undefined {
  const parts = cells.flatMap((cell) => {
    const found = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]\d{2,4}/.exec(cell);
    return found ? [[Number(found[1]), Number(found[2])] as const] : [];
  });
  const dayFirst = parts.some(([first]) => first > 12);
  const monthFirst = parts.some(([, second]) => second > 12);
  if (dayFirst === monthFirst) return undefined;
  return dayFirst ? 'dmy' : 'mdy';
}

function transformsOf({ type }: LoanField, header: string, cells: readonly string[]): Transform[] {
  if (type === 'money') return UNITS.filter(([unit]) => unit.test(header)).map(([, transform]) => transform);
  const order = type === 'day' ? orderOf(cells) : undefined;
  return order && cells.some((cell) => !(dayOfCell(cell, order) instanceof Refused)) ? [{ kind: 'dates', order }] : [];
}

/** The next one of its kind that no column has: a second `Mobile` is the second phone. */
function free(id: FieldId, taken: ReadonlySet<string>): FieldId | null {
  if (!taken.has(id) || loanField(id)?.join) return id;
  if (id === 'email') return taken.has('email2') ? null : 'email2';
  if (/^phone\d$/.test(id)) return PHONES.map((n) => `phone${n}` as const).find((phone) => !taken.has(phone)) ?? null;
  const part = /^address\d\.(city|state|pincode|kind)$/.exec(id)?.[1];
  if (!part) return null;
  return (ADDRESSES.map((n) => `address${n}.${part}` as FieldId).find((one) => !taken.has(one)) as FieldId) ?? null;
}

/** Columns named Address 1, 2 and 3 with one city behind them are the lines of one address. */
function asOneAddress(columns: readonly MappedColumn[]): MappedColumn[] {
  const fields = new Set(columns.map(({ field }) => field));
  return columns.map((column) => {
    const n = /^address([23])\.line$/.exec(column.field ?? '')?.[1];
    const stands = n && ['city', 'pincode', 'state'].some((part) => fields.has(`address${n}.${part}`));
    return n && !stands && fields.has('address1.line') ? { ...column, field: 'address1.line' } : column;
  });
}

/** What is outstanding, where no column says what of it is principal. */
function principalOf(columns: readonly MappedColumn[]): readonly MappedColumn[] {
  const of = (field: FieldId) => columns.filter((column) => column.field === field);
  const [outstanding] = of('tos');
  if (!outstanding || of('pos').length > 0 || headerWords(outstanding.header).includes('total')) return columns;
  return columns.map((column) => (column === outstanding ? { ...column, field: 'pos' } : column));
}

/** A file of changes adds no loan, and one of suppressions adds entries alone. */
const FIRST_POLICY: Record<FileKind, LoanMapping['policy']> = {
  loans: { fresh: 'insert', known: 'update' },
  changes: { fresh: 'skip', known: 'update' },
  suppressions: { fresh: 'skip', known: 'skip' },
};

/**
 * Every column of the look with the field it probably is, or null. `last` is this client's last mapping, whose choices for the
 * same headers count before any guess; its fixed values and policy are taken over.
 */
export function guessMapping(look: TableLook, last?: LoanMapping, kind: FileKind = 'loans'): LoanMapping {
  const times = new Map<string, number>();
  const nths = look.columns.map((header) => {
    const nth = times.get(header) ?? 0;
    times.set(header, nth + 1);
    return nth;
  });
  const known = new Map(last?.columns.map((column) => [`${headerKey(column.header)} ${column.nth ?? 0}`, column]));
  const chosen = look.columns.map((header, at) => known.get(`${headerKey(header)} ${nths[at]}`));
  const taken = new Set<string>(chosen.flatMap((column) => column?.field ?? []));
  for (const id of Object.keys(last?.fixed ?? {})) taken.add(id);

  const columns = look.columns.map((header, at): MappedColumn => {
    const named = { header, ...(nths[at] ? { nth: nths[at] } : {}) };
    const before = chosen[at];
    if (before) return { ...before, ...named };
    const cells = look.samples.map((row) => (row[at] ?? '').trim()).filter((cell) => !isNothing(cell));
    const id = kind === 'suppressions' ? suppressedBy(header, cells) : (fieldOfHeader(header) ?? fieldOfValues(cells));
    const next = id && (kind === 'suppressions' && taken.has(id) ? null : free(id, taken));
    const field = next ? loanField(next) : undefined;
    // A header that lies about its values is left for a person to decide.
    const transforms = field ? transformsOf(field, header, cells) : [];
    if (!field || (cells.length >= 3 && reads(field, cells, transforms) < 0.4)) return { ...named, field: null };
    taken.add(field.id);
    return { ...named, field: field.id, ...(transforms.length ? { transforms } : {}) };
  });
  return {
    layout: look.layout,
    columns: last || kind === 'suppressions' ? columns : asOneAddress(principalOf(columns)),
    fixed: last?.fixed ?? {},
    policy: last?.policy ?? FIRST_POLICY[kind],
  };
}

/** How alike two headers are, from 0 to 1: pairs of letters that both have (Dice). */
function likeness(a: string, b: string): number {
  const pairs = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const left = pairs(a);
  const right = pairs(b);
  const rest = [...right];
  const both = left.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return left.length + right.length === 0 ? 0 : (2 * both.length) / (left.length + right.length);
}

/**
 * Columns that the last mapping used and the file lacks, each with the new column that probably is meant: the one that means the
 * same field, else the one whose name is most alike.
 */
export function driftOf(
  last: LoanMapping,
  columns: readonly string[],
): { expected: string; proposed: string | null }[] {
  const there = new Set(columns.map(headerKey));
  const before = new Set(last.columns.map(({ header }) => headerKey(header)));
  const fresh = new Set(columns.filter((header) => header !== '' && !before.has(headerKey(header))));
  const missing = last.columns.filter(({ header, field }) => field !== null && !there.has(headerKey(header)));
  const pairs = missing
    .flatMap(({ header, field }) =>
      [...fresh].map((column) => ({
        header,
        column,
        score: (fieldOfHeader(column) === field ? 1 : 0) + likeness(headerKey(header), headerKey(column)),
      })),
    )
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score);
  const proposed = new Map<string, string>();
  for (const { header, column } of pairs)
    if (!proposed.has(header) && fresh.delete(column)) proposed.set(header, column);
  return missing.map(({ header }) => ({ expected: header, proposed: proposed.get(header) ?? null }));
}
