/**
 * The rows behind the figures of a report: which figure of a line opens which list, and the list's columns. A figure is the number of the
 * list's rows, or what one of its columns adds up to. Means, shares and differences have none: their
 * parts stand beside them.
 */
import type { COLUMN_LABELS, ReportColumn, ReportKind } from './report-kinds';
import { col } from './report-kinds';

const loan = [col('loanNumber'), col('borrower')] as const;
export const BEHIND_COLUMNS = {
  records: [
    col('at', 'when'),
    col('channel', 'word'),
    ...loan,
    col('agent'),
    col('class', 'word'),
    col('codeLabel'),
    col('talkSeconds', 'seconds'),
    col('holdSeconds', 'seconds'),
    col('wrapSeconds', 'seconds'),
    col('customerSeconds', 'seconds'),
    col('ptpOn', 'day'),
    col('ptpPaise', 'money'),
    col('remarks', 'long'),
  ],
  dials: [
    col('at', 'when'),
    ...loan,
    col('agent'),
    col('dialed', 'word'),
    col('class', 'word'),
    col('talkSeconds', 'seconds'),
  ],
  numbers: [col('nextAt', 'when'), ...loan, col('phone'), col('tries', 'number')],
  times: [
    col('stretchFrom', 'when'),
    col('stretchUntil', 'when'),
    col('dialerState', 'word'),
    col('breakReason'),
    col('process'),
    col('stretchSeconds', 'seconds'),
  ],
  people: [col('agent'), col('agency'), col('dials', 'number'), col('answered', 'number')],
  instalments: [col('dueOn', 'day'), col('instalmentPaise', 'money')],
  loans: [
    ...loan,
    col('standing', 'word'),
    col('bucket'),
    col('dpd', 'number'),
    col('posPaise', 'money'),
    col('lastLabel'),
    col('lastAt', 'when'),
  ],
  payments: [
    col('paidOn', 'when'),
    ...loan,
    col('paidPaise', 'money'),
    col('paymentMode', 'word'),
    col('paymentState', 'word'),
  ],
  promises: [col('ptpOn', 'day'), ...loan, col('ptpPaise', 'money'), col('promiseState', 'word')],
} as const satisfies Record<string, readonly ReportColumn[]>;
export type BehindKind = keyof typeof BEHIND_COLUMNS;
export type BehindColumnId<K extends BehindKind> = (typeof BEHIND_COLUMNS)[K][number]['id'];

export interface Figure {
  list: BehindKind;
  /** The column that adds up to the figure; without one the rows are counted. */
  sum?: keyof typeof COLUMN_LABELS;
  /** Of a share in percent: the column and its value that are the part; the rows are the whole. */
  part?: readonly [column: keyof typeof COLUMN_LABELS, value: string];
}

const records = { list: 'records' } as const;
const times = { list: 'times', sum: 'stretchSeconds' } as const;
const dials = { list: 'dials' } as const;
const loans = { list: 'loans' } as const;

/** By the report and the column. */
export const FIGURES = {
  best: { attempts: records },
  retained: { nextPaise: { list: 'payments', sum: 'paidPaise' } },
  agentDays: {
    loginSeconds: times,
    idleSeconds: times,
    talkSeconds: times,
    holdSeconds: times,
    wrapSeconds: times,
    ringingSeconds: times,
    dialingSeconds: times,
    breakSeconds: times,
  },
  agentWork: {
    calls: records,
    visits: records,
    talkSeconds: { list: 'records', sum: 'talkSeconds' },
    waitSeconds: times,
    wrapSeconds: { list: 'records', sum: 'wrapSeconds' },
    pauseSeconds: times,
    customerSeconds: { list: 'records', sum: 'customerSeconds' },
    rpc: records,
    ptp: records,
    ptpPaise: { list: 'records', sum: 'ptpPaise' },
    kept: { list: 'promises', part: ['promiseState', 'kept'] },
    collectedPaise: { list: 'payments', sum: 'paidPaise' },
  },
  processes: {
    agents: { list: 'people' },
    dials,
    answered: dials,
    drops: dials,
    rpc: dials,
    ptp: dials,
    numbersLeft: { list: 'numbers' },
  },
  settlements: { payablePaise: { list: 'instalments', sum: 'instalmentPaise' }, parts: { list: 'instalments' } },
  workable: {
    opening: loans,
    paid: loans,
    settled: loans,
    suppressed: loans,
    deceased: loans,
    legal: loans,
    invalid: loans,
    workable: loans,
    workablePaise: { list: 'loans', sum: 'posPaise' },
    attempted: loans,
    untouched: loans,
  },
} as const satisfies Partial<Record<ReportKind, Partial<Record<keyof typeof COLUMN_LABELS, Figure>>>>;
/** Reports with a figure that can be opened. */
export type DrilledKind = keyof typeof FIGURES;
export type FigureId<K extends DrilledKind> = keyof (typeof FIGURES)[K] & string;

export const isDrilled = (kind: string): kind is DrilledKind => Object.hasOwn(FIGURES, kind);

/** Undefined where the rows behind the column cannot be listed. */
export const figureOf = (kind: string, column: string): Figure | undefined =>
  isDrilled(kind) && Object.hasOwn(FIGURES[kind], column)
    ? (FIGURES[kind] as Record<string, Figure>)[column]
    : undefined;

/** The columns by which somebody knows the line whose figure was opened. */
export const LINE_NAMES: { [K in DrilledKind]: readonly (keyof typeof COLUMN_LABELS)[] } = {
  best: ['loanNumber', 'borrower'],
  retained: ['loanNumber', 'borrower'],
  agentDays: ['agent', 'day'],
  agentWork: ['agent'],
  processes: ['process'],
  settlements: ['settlement', 'borrower'],
  workable: ['agent', 'portfolio', 'bucket'],
};
