/**
 * What happened on a demo loan in the last six months: records exactly as the app would have sent them (they pass the
 * same schema and rules), and what follows from them: visits, promises kept and broken, payments, the loan's state.
 */
import type { DispositionRecord } from '../../core/contract/records';
import { addDays } from '../../core/domain/dates';
import { DEFAULT_CODES, type DispositionCode } from '../../core/domain/dispositions';
import type { Random } from '../../core/domain/random';
import { DAY, dayIn, workingTime } from './calendar';
import type { DemoLoan } from './loans';
import { paidIn } from './paths';
import { fillRecord, utr } from './record';
import type { User } from './staff';

export const codeNamed = new Map(DEFAULT_CODES.map((definition) => [definition.code, definition]));
const definitionOf = (code: string): DispositionCode => {
  const found = codeNamed.get(code);
  if (!found) throw new Error(`no disposition code ${code}`);
  return found;
};

type Weights = readonly (readonly [code: string, weight: number])[];
const CALLS: Weights = [
  ['RNR', 18],
  ['SO', 8],
  ['NR', 8],
  ['BSY', 4],
  ['CUT', 5],
  ['VM', 1],
  ['LB', 2],
  ['PTP', 17],
  ['PPTP', 4],
  ['PTPF', 3],
  ['CB', 8],
  ['CBL', 1],
  ['JL', 2],
  ['MED', 2],
  ['BUS', 2],
  ['TMP', 4],
  ['RTP', 4],
  ['HAG', 2],
  ['WSET', 1],
  ['LM', 5],
  ['TPC', 2],
  ['PP', 3],
  ['FP', 1],
  ['STLR', 1],
  ['WN', 2],
  ['NIS', 1],
];
const VISITS: Weights = [
  ['FPAR', 15],
  ['FCOL', 5],
  ['FPTP', 22],
  ['FREV', 8],
  ['FDL', 14],
  ['FNA', 10],
  ['FRES', 1],
  ['FTP', 6],
  ['FRTP', 6],
  ['FINA', 7],
  ['FSTL', 1],
  ['FSHF', 2],
  ['FANF', 2],
  ['FSKP', 1],
  ['FNEW', 2],
];

const PAYING = new Set(['FPAR', 'FCOL', 'PP', 'FP']);

/** The last word on loans that are more than late. */
const ENDINGS: Partial<Record<DemoLoan['situation'], Weights>> = {
  closed: [
    ['FCOL', 3],
    ['FP', 1],
  ],
  settled: [['STL', 1]],
  dispute: [
    ['DSP', 3],
    ['PNR', 2],
    ['NLN', 1],
    ['FDIS', 3],
  ],
  legal: [
    ['ADV', 2],
    ['COURT', 3],
    ['INSOL', 1],
  ],
  suppressed: [
    ['BRV', 2],
    ['HOS', 2],
    ['NAT', 1],
  ],
  deceased: [['DEC', 1]],
  'do-not-contact': [['DNC', 1]],
};

export interface HistoryEvent {
  record: DispositionRecord;
  definition: DispositionCode;
  by: User;
  recordedAt: number;
  receivedAt: number;
  /** Set for field records. */
  visitId: string | null;
  ptp: {
    id: string;
    amountPaise: number;
    dueOn: string;
    mode: string;
    status: 'open' | 'kept' | 'broken' | 'replaced';
  } | null;
  payment: { id: string; amountPaise: number; mode: string; status: 'received' | 'deposited' | 'verified' } | null;
}

/** Money that arrived without an agent: a kept promise, from the bank's file. */
export interface BankPayment {
  id: string;
  amountPaise: number;
  mode: 'upi' | 'bank-transfer';
  reference: string;
  paidAt: number;
}

export interface History {
  events: HistoryEvent[];
  bankPayments: BankPayment[];
}

/** `mean` contacts a loan on average. `now` in ms UTC. */
export function makeHistory(random: Random, loan: DemoLoan, now: number, mean: number, appVersion: string): History {
  const today = dayIn(now);
  const { post, caller } = loan;

  let count = 0;
  while (count < 12 && random.chance(mean / (mean + 1))) count += 1;
  const times = Array.from({ length: count }, () =>
    workingTime(random, now, Math.floor(178 * random.fraction() ** 1.6)),
  );
  const ending = ENDINGS[loan.situation]?.filter(([name]) => post || definitionOf(name).channel === 'call');
  if (ending) times.push(workingTime(random, now, random.between(1, 12)));
  const promised = !ending && post !== null && random.chance(0.1) ? random.pick(['today', 'ahead'] as const) : null;
  if (promised) times.push(workingTime(random, now, random.between(1, 5)));
  times.sort((a, b) => a - b);
  const endAt = ending ? times.at(-1) : undefined;

  const events: HistoryEvent[] = [];
  const spoken = new Map<string, number>();
  for (const [at, recordedAt] of times.entries()) {
    const last = at === times.length - 1;
    if (endAt !== undefined && recordedAt >= endAt && !last) continue;
    let dueOn: string | undefined;
    let code: string;
    if (last && ending) {
      code = random.weighted(ending);
    } else if (last && promised && post) {
      code = 'FPTP';
      dueOn = promised === 'today' ? today : addDays(today, random.between(1, 6));
    } else {
      const inField = post !== null && random.chance(0.45);
      code = random.weighted(inField ? VISITS : CALLS);
    }
    // Who paid nothing in a month said so at the door, most of the time.
    if (
      PAYING.has(code) &&
      loan.situation !== 'closed' &&
      paidIn(loan.path, dayIn(recordedAt)) === 0 &&
      random.chance(0.85)
    )
      code = definitionOf(code).channel === 'field' ? 'FRTP' : 'RTP';
    // Whoever paid everything within the present arrears would not be in arrears.
    if (code === 'FCOL' && loan.situation !== 'closed' && now - recordedAt < (loan.dpd + 2) * DAY) code = 'FPAR';
    const definition = definitionOf(code);
    const by = definition.channel === 'field' && post ? post.agent : caller;
    const loanSeq = (spoken.get(by.id) ?? 0) + 1;
    spoken.set(by.id, loanSeq);
    const record = fillRecord(random, { loan, definition, recordedAt, loanSeq, appVersion, dueOn });
    events.push(eventOf(random, record, definition, by, recordedAt, now));
  }
  const kept = settlePromises(random, loan, events, now);
  return { events, bankPayments: [...kept, ...instalments(random, loan, events, kept, now)] };
}

function eventOf(
  random: Random,
  record: DispositionRecord,
  definition: DispositionCode,
  by: User,
  recordedAt: number,
  now: number,
): HistoryEvent {
  // A phone in a basement delivers later than a desk.
  const delay =
    record.channel === 'field' && random.chance(0.3) ? random.between(60_000, 9_000_000) : random.between(400, 4000);
  const receivedAt = Math.min(recordedAt + delay, now - 1000);
  const age = now - recordedAt;
  return {
    record,
    definition,
    by,
    recordedAt,
    receivedAt,
    visitId: record.channel === 'field' ? random.uuid(receivedAt) : null,
    ptp: record.ptp ? { id: random.uuid(receivedAt), ...record.ptp, status: 'open' } : null,
    payment: record.payment
      ? {
          id: random.uuid(receivedAt),
          amountPaise: record.payment.amountPaise,
          mode: record.payment.mode,
          status: age < DAY ? 'received' : age < 3 * DAY ? 'deposited' : 'verified',
        }
      : null,
  };
}

/** Decides each promise: replaced by a later one, kept (with the money), broken, or still open. */
function settlePromises(random: Random, loan: DemoLoan, events: HistoryEvent[], now: number): BankPayment[] {
  const today = dayIn(now);
  const payments: BankPayment[] = [];
  const promises = events.filter((event) => event.ptp);
  for (const [at, event] of promises.entries()) {
    const { ptp } = event;
    if (!ptp) continue;
    const next = promises[at + 1];
    if (next && dayIn(next.recordedAt) <= ptp.dueOn) {
      ptp.status = 'replaced';
    } else if (ptp.dueOn < today) {
      // A promise of everything, kept within the present arrears, would have ended them.
      const possible = ptp.amountPaise < loan.overduePaise * 0.8 || ptp.dueOn < addDays(today, -loan.dpd);
      // A month in which instalments were paid is one of kept promises.
      ptp.status = possible && random.chance(paidIn(loan.path, ptp.dueOn) > 0 ? 0.88 : 0.12) ? 'kept' : 'broken';
    }
    if (ptp.status === 'kept') {
      const paidAt = Math.min(
        Date.parse(`${ptp.dueOn}T${random.between(4, 12).toString().padStart(2, '0')}:17:00Z`),
        now - 60_000,
      );
      const mode = ptp.mode === 'upi' ? 'upi' : 'bank-transfer';
      payments.push({
        id: random.uuid(paidAt),
        amountPaise: ptp.amountPaise,
        mode,
        reference: utr(random, mode),
        paidAt,
      });
    }
  }
  return payments;
}

/** Days of a month on which instalments come in: most of them after payday. */
const PAYDAYS: readonly (readonly [readonly [number, number], number])[] = [
  [[1, 7], 0.5],
  [[8, 15], 0.28],
  [[16, 28], 0.22],
];

/** What the lender's bank received of the instalments of the path that nobody took at the door and no kept promise brought. */
function instalments(
  random: Random,
  loan: DemoLoan,
  events: readonly HistoryEvent[],
  kept: readonly BankPayment[],
  now: number,
): BankPayment[] {
  const came = [
    ...kept.map(({ paidAt, amountPaise }) => ({ day: dayIn(paidAt), amountPaise })),
    ...events.flatMap(({ payment, recordedAt }) =>
      payment ? [{ day: dayIn(recordedAt), amountPaise: payment.amountPaise }] : [],
    ),
  ];
  const payments: BankPayment[] = [];
  for (const { month, paid } of loan.path) {
    const had = came.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7));
    const left = paid * loan.emiPaise - had.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    const [low, high] = random.weighted(PAYDAYS);
    const day = `${month.slice(0, 8)}${String(random.between(low, high)).padStart(2, '0')}`;
    const paidAt = Math.min(Date.parse(`${day}T0${random.between(4, 9)}:41:00Z`), now - 60_000);
    if (left < loan.emiPaise * 0.3 || paidAt < loan.createdAt || dayIn(paidAt) < month) continue;
    const mode = random.chance(0.6) ? 'upi' : 'bank-transfer';
    payments.push({
      id: random.uuid(paidAt),
      amountPaise: Math.round(left / 100) * 100,
      mode,
      reference: utr(random, mode),
      paidAt,
    });
  }
  return payments;
}
