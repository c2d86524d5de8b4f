/** Several phones, e-mails or addresses in one cell: those behind the first become the next ones that the row leaves free. */
import { ADDRESSES, type FieldId, PHONES } from './fields';
import { furtherEmails, furtherMobiles, SEVERAL_EMAILS, SEVERAL_MOBILES, type Value } from './values';

type Values = Partial<Record<FieldId, Value>>;
/** Values of fields of which a row names as many as it likes: whom a suppression is about. */
export type More = Partial<Record<FieldId, string[]>>;
export interface Several {
  id: FieldId;
  header: string;
  cell: string;
  kind: string;
  message: string;
  /** Behind the first; null stands for one that is none. */
  further: readonly (string | null)[];
}

const PHONE_IDS = PHONES.map((n): FieldId => `phone${n}`);
const EMAIL_IDS: readonly FieldId[] = ['email', 'email2'];
const PIN = /(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/g;
const pinsOf = (text: string): readonly string[] => text.match(PIN) ?? [];
const free = (values: Values, id: FieldId) => values[id] === null || values[id] === undefined;

/** What a warning about several values of a cell says of those behind the first; undefined for another warning. */
export function furtherOf(kind: string, cell: string): readonly (string | null)[] | undefined {
  if (kind === SEVERAL_MOBILES) return furtherMobiles(cell);
  return kind === SEVERAL_EMAILS ? furtherEmails(cell) : undefined;
}

export const SEVERAL_ADDRESSES = 'address-several';
export const NO_PLACE_FOR_ADDRESS = 'More addresses in the cell than a loan has room for';

/** The addresses of a cell, of which each ends with a pincode of its own; undefined where it holds one. */
export function severalAddresses(cell: string): string[] | undefined {
  if (cell.length < 16 || pinsOf(cell).length < 2) return undefined;
  const found: string[] = [];
  let lines: string[] = [];
  for (const part of cell.split(/\s*(?:[;|\r\n]+|\/\/|\s\/\s)\s*/).filter(Boolean)) {
    lines.push(part);
    const pins = pinsOf(part).length;
    if (pins > 1) return undefined;
    if (pins === 0) continue;
    found.push(lines.join(', '));
    lines = [];
  }
  return lines.length === 0 && found.length > 1 ? found : undefined;
}

/** The next of its kind that the row leaves free takes the value; false where there is none. */
function place(values: Values, id: FieldId, value: string): boolean {
  const ids = id.startsWith('email') ? EMAIL_IDS : PHONE_IDS;
  if ([id, ...ids].some((one) => values[one] === value)) return true;
  const next = ids.find((one) => free(values, one));
  if (!next) return false;
  values[next] = value;
  const person = /^person\d/.exec(id)?.[0];
  if (person) values[`${next}.owner` as FieldId] = values[`${person}.relation` as FieldId] ?? 'reference';
  return true;
}

function placeAddress(values: Values, line: string): boolean {
  if (ADDRESSES.some((n) => values[`address${n}.line`] === line)) return true;
  const next = ADDRESSES.find((n) => free(values, `address${n}.line`) && free(values, `address${n}.pincode`));
  if (!next) return false;
  values[`address${next}.line`] = line;
  values[`address${next}.pincode`] = pinOf(line);
  return true;
}
const pinOf = (line: string): string => (pinsOf(line)[0] ?? '').replace(/\s/g, '');

/** Answers whether all of them found a place. */
export function placeFurther(values: Values, more: More, { id, kind, further }: Several): boolean {
  if (kind === SEVERAL_ADDRESSES) {
    const first = id.replace('line', 'pincode') as FieldId;
    if (free(values, first)) values[first] = pinOf(String(values[id]));
  }
  return further
    .map((value) => {
      if (value === null) return false;
      if (kind === SEVERAL_ADDRESSES) return placeAddress(values, value);
      if (!id.startsWith('suppressed.')) return place(values, id, value);
      if (values[id] !== value) more[id] = [...new Set([...(more[id] ?? []), value])];
      return true;
    })
    .every(Boolean);
}
