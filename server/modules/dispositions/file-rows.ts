/** A row of a file of outcomes as the record of a call, the same whenever the same row comes again. */
import { createHash } from 'node:crypto';
import { FILE_COLUMNS } from '../../../core/contract/disposition-files';
import { type DispositionRecord, PAYMENT_MODES, RECORD_VERSION, RELATIONS } from '../../../core/contract/records';
import { canonicalJson } from '../../../core/domain/canonical';
import type { Day } from '../../../core/domain/dates';
import type { DispositionCode } from '../../../core/domain/dispositions';
import { Doubtful, dayOfCell, moneyOf, type Read, Refused } from '../../../core/domain/loan-import/values';
import { instantAt } from '../../../core/domain/local-time';
import { withoutEmptyForeclosure } from '../../../core/domain/validators/foreclosure-amount';

type Field = keyof typeof FILE_COLUMNS;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Where each field stands; absent ones are left out. */
export function fileColumns(columns: readonly string[]): Partial<Record<Field, number>> {
  const found: Partial<Record<Field, number>> = {};
  for (const [field, names] of Object.entries(FILE_COLUMNS)) {
    const known = new Set(names.map(plain));
    const at = columns.findIndex((column) => known.has(plain(column)));
    if (at >= 0) found[field as Field] = at;
  }
  return found;
}

/** Where a sheet's loan numbers stand; undefined where no column is named so. */
export const loanNumberColumn = (columns: readonly string[]): number | undefined => fileColumns(columns).loanNumber;

/** Without these no row can be taken. */
export const missingColumns = (columns: readonly string[]): string[] => {
  const found = fileColumns(columns);
  return (['loanNumber', 'code', 'date'] as const).flatMap((field) =>
    found[field] === undefined ? [FILE_COLUMNS[field][0]] : [],
  );
};

export interface FileRow {
  loanNumber: string;
  /** Login or e-mail of who called; '' for whoever sent the file. */
  agent: string;
  /** Everything but the loan's id and the keys; a text says why the row cannot be read. */
  said: Omit<DispositionRecord, 'id' | 'loanId'> | string;
}

class Unreadable extends Error {}

/** The time of a cell that holds one, `HH:mm`; undefined for a day alone. */
export function timeOf(text: string): string | undefined {
  const [, hour, minute, half] =
    /(?:^|[T ,])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === undefined) {
    // A workbook keeps a time as the fraction of a day.
    const fraction = /^(\d{5})?(0?\.\d+)$/.exec(text)?.[2];
    if (fraction === undefined) return undefined;
    const minutes = Math.round(Number(fraction) * 1440) % 1440;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  }
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  return hours > 23 || Number(minute) > 59 ? undefined : `${String(hours).padStart(2, '0')}:${minute}`;
}

function good<T extends Read>(read: T, column: string): Exclude<T, Refused | Doubtful | null> {
  if (read instanceof Refused) throw new Unreadable(`${column}: ${read.message}`);
  return (read instanceof Doubtful ? read.value : read) as Exclude<T, Refused | Doubtful | null>;
}

/** `codes` in use; a row may name one by its code or its label. Days are read day first, in the tenant's zone. A day without a time is noon. */
export function readFileRow(
  cells: readonly string[],
  at: Partial<Record<Field, number>>,
  { codes, zone }: { codes: ReadonlyMap<string, DispositionCode>; zone: string },
): FileRow {
  const text = (field: Field) => {
    const place = at[field];
    return place === undefined ? '' : (cells[place] ?? '').trim().replace(/^="(.*)"$/, '$1');
  };
  const row = { loanNumber: text('loanNumber'), agent: text('agent').toLowerCase() };
  const name = (field: Field) => FILE_COLUMNS[field][0];
  const dayIn = (field: Field): Day => good(dayOfCell(text(field), 'dmy'), name(field)) as Day;
  const money = (field: Field) => good(moneyOf(text(field)), name(field)) as number;
  const oneOf = <T extends string>(field: Field, values: readonly T[]): T => {
    const found = values.find((value) => plain(value) === plain(text(field)));
    if (!found) throw new Unreadable(`${name(field)}: one of ${values.join(', ')}`);
    return found;
  };
  try {
    if (row.loanNumber === '') throw new Unreadable('The loan number is missing');
    const typed = plain(text('code'));
    const definition = [...codes.values()].find(
      ({ code, label, channel }) => plain(code) === typed || (channel === 'call' && plain(label) === typed),
    );
    if (!definition || typed === '') throw new Unreadable('This disposition code is not in use');
    if (definition.channel !== 'call')
      throw new Unreadable('A visit is recorded in the app of the field, with place and photo');
    if (text('date') === '') throw new Unreadable('The date is missing');
    const time = timeOf(text('time')) ?? timeOf(text('date')) ?? '12:00';
    const { foreclosureAmount } = withoutEmptyForeclosure({ foreclosureAmount: text('foreclosureAmount') });
    const amount =
      text('amount') !== '' ? money('amount') : foreclosureAmount === undefined ? 0 : money('foreclosureAmount');
    const promised = text('ptpAmount') !== '' || text('ptpDate') !== '';
    const callback = text('callback');
    const said = {
      payloadVersion: RECORD_VERSION,
      channel: 'call' as const,
      loanNumber: row.loanNumber,
      loanSeq: 1,
      code: definition.code,
      recordedAt: instantAt(dayIn('date'), time, zone).toISOString(),
      // The day and time of a file are the tenant's own, not those of a device.
      clockOffsetMs: 0,
      appVersion: 'file',
      ...(promised && {
        ptp: { amountPaise: money('ptpAmount'), dueOn: dayIn('ptpDate'), mode: oneOf('ptpMode', PAYMENT_MODES) },
      }),
      ...(amount > 0 && { amountPaise: amount }),
      ...(text('person') !== '' && { personMet: { relation: oneOf('person', RELATIONS) } }),
      ...(callback !== '' && {
        callbackAt: instantAt(dayIn('callback'), timeOf(callback) ?? '10:00', zone).toISOString(),
      }),
      ...(text('until') !== '' && { until: dayIn('until') }),
      ...Object.fromEntries(
        (['remarks', 'subCode', 'reference', 'reason', 'language'] as const)
          .filter((field) => text(field) !== '')
          .map((field) => [field, text(field)]),
      ),
      attachments: [],
    };
    return { ...row, said };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...row, said: error.message };
  }
}

const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The record with an id that follows from what it says, which is its key too: a row that comes twice is one record. */
export function recordOfRow(tenantId: string, loanId: string, agent: string, said: Exclude<FileRow['said'], string>) {
  const id = uuidOf(canonicalJson({ tenantId, loanId, agent, said }));
  const record: DispositionRecord = { ...said, id, loanId };
  return { key: id, hash: createHash('sha256').update(canonicalJson(record)).digest('hex'), record };
}
