/**
 * How a report's figures are reckoned: shown where it is read, and written into its workbook. Texts that say all by their heading have none; each
 * figure has one.
 */
import type { DpdPolicy } from './ageing';
import { columnsOf, type ExportKind } from './export-kinds';
import type { COLUMN_LABELS, ReportColumn } from './report-kinds';

type Notes = Partial<Record<keyof typeof COLUMN_LABELS, string>>;

/** What a column means in every report that is not in `NOTES_OF_KIND`. */
export const COLUMN_NOTES: Notes = {
  bucket: 'Of the loan as it is now, not on the day of the line',
  dpd: 'Days past due as they are now, not on the day of the line',
  posPaise: 'Principal outstanding as it is now, not on the day of the line',
  talkSeconds: 'By the dialer: from the answer to the end, without what was on hold',
  holdSeconds: 'By the dialer',
  wrapSeconds: 'By the dialer: from the end of the call to the next state',
  formSeconds: 'From the start of the call on this page to Save; ringing and wrap-up are in it',
  outcome: 'Whether the record changed its loan, and why not',
  metres: 'From the position to the nearest address of the borrower that is on the map',
  accuracy: 'As the phone said of its own position',
  siteSeconds: 'From opening the visit to saving it',
  signature: 'Whether the record carries the signature of the phone that is registered for its agent',
  proofs:
    'One each for: a position that no app invented, within 200 metres of an address, a photo, two minutes on site, a valid signature',
  syncedAt: 'When it reached the server',
  attempts: 'Calls and visits that were recorded in these days',
  sessionSeconds: 'From signing in to signing out; of a session that ran out to when it was last seen',
  validTill: 'The end of the month after the one in which it was marked',
  nextLabel: 'The best outcome in the month after the one in which it was marked',
  nextPaise: 'Payments in the month after the one in which it was marked, without reversed ones',
  daysSince: 'Days of the tenant since the last call or visit',
  loginSeconds: 'All states of the dialer together',
  netSeconds: 'Login without breaks',
  occupancy: 'Talk, hold and wrap-up ÷ login without breaks',
  waitSeconds: 'Idle, ready for the next call',
  customerSeconds: 'Talk and hold',
  rpc: 'Records in which the borrower answered',
  kept: 'Kept ÷ kept and broken, of the promises due in these days; kept is one that payments since it was made reach',
  collectedPaise: 'As the record of the visit says',
  perHourPaise: 'Collected ÷ hours at the dialer, breaks among them',
  answered: 'Calls that a person took and an agent heard',
  connect: 'Answered ÷ dials',
  drop: 'Drops ÷ answered and drops together',
  handleEach: 'Talk, hold and wrap-up ÷ answered',
  waitEach: 'Idle ÷ calls',
  outstandingPaise: 'All that was outstanding when the offer was made',
  waiver: 'Waived ÷ outstanding when the offer was made',
  approver: 'Whoever gave the deciding approval; nobody while it is open',
  takenSeconds: 'From the first offer to the last approval',
  settledPaise: 'Confirmed payments since the offer in force; what is not confirmed does not count',
  balancePaise: 'Of the offer, what is not paid yet',
  waitingDays: 'Days of the tenant since it came to the client',
  answerIn: 'Late after the days that the portfolio gives for an answer',
  numbersLeft: 'Numbers that wait to be dialed now',
  audio: 'Played and downloaded from the dialer’s own store; each time stands in the audit',
  keptUntil: 'A year after the call; afterwards this server fetches it for nobody',
  opening:
    'Loans of the agent of which this month’s opening is kept; a loan with a telecaller and a field agent counts with the telecaller',
  paid: 'Closed since the month opened',
  settled: 'Settled since the month opened',
  suppressed: 'Suppressed, and neither paid nor settled',
  deceased: 'Marked as deceased, and in none of the figures before',
  legal: 'Marked as legal, and in none of the figures before',
  invalid: 'Without a number that is not known to be wrong, and in none of the figures before',
  workable: 'Opening without the six figures before',
  attempted: 'Workable, with a call or visit in this month',
  untouched: 'Workable, without one',
  penetration: 'Attempted ÷ workable',
  callStatus: 'By the dialer: what became of the call',
  job: 'The allocation job that gave the loan; none where somebody gave it without one',
  rule: 'The rule by which it was given, or the file whose list it was in',
  ptpPaise: 'What was promised, as recorded',
  photos: 'Files that the visit was recorded with',
  paidPaise: 'The amount of the last payment that was not reversed',
  overduePaise: 'Overdue as it is now, by the lender’s file and the payments since',
  tosPaise: 'Total outstanding as it is now, by the lender’s file and the payments since',
  emiPaise: 'The instalment, as the lender’s file says',
  idleSeconds: 'By the dialer: ready for the next call',
  ringingSeconds: 'By the dialer: a call rang',
  dialingSeconds: 'By the dialer: a number was being dialed',
  breakSeconds: 'By the dialer: all breaks together',
  calls: 'Calls that were recorded in these days, without those taken back',
  visits: 'Visits that were recorded in these days, without those taken back',
  talkEach: 'Talk ÷ calls that the dialer reported',
  wrapEach: 'Wrap-up ÷ calls that the dialer reported',
  pauseSeconds: 'By the dialer: all breaks together',
  ptp: 'Records of these days in which a payment was promised',
  agents: 'Agents to whom the process gave a call in these days',
  dials: 'Numbers that the dialer took in these days and called',
  drops: 'Calls that a person took and no agent was free for',
  payablePaise: 'What the borrower is to pay by the offer in force',
  waivedPaise: 'What the offer in force forgoes of the outstanding then',
  parts: 'Instalments of the offer in force',
  workablePaise: 'Principal outstanding of the workable loans as it is now',
  vintage: 'Whole months since the loan was disbursed',
  reached: 'Records in which the borrower answered ÷ calls and visits',
  targetPaise: 'As it was set, where the measure is an amount',
  target: 'As it was set: percent, hours or a number, as the measure says',
};

/** What a column means in one report and in no other. */
const NOTES_OF_KIND: Partial<Record<ExportKind, Notes>> = {
  agentDays: {
    talkSeconds: 'By the dialer: all time of the day in talk',
    holdSeconds: 'By the dialer: all time of the day with a caller on hold',
    wrapSeconds: 'By the dialer: all time of the day after calls',
  },
  agentWork: {
    talkSeconds: 'By the dialer, of the calls that were recorded: from the answer to the end, without what was on hold',
    wrapSeconds: 'By the dialer, of the calls that were recorded: from the end to the next state',
    ptpPaise: 'What was promised in the records that PTP counts',
    collectedPaise: 'Payments on these days, without reversed ones',
  },
  processes: {
    rpc: 'Dialed calls in which the borrower answered, by what the agent recorded',
    ptp: 'Dialed calls in which a payment was promised, by what the agent recorded',
    waitEach: 'Idle ÷ answered calls',
  },
  loans: { attempts: 'Calls and visits of the last 30 days' },
  loan: { attempts: 'Calls and visits of the last 30 days' },
};

/** What the column means in this report; undefined where its heading says all. */
export const columnNote = (kind: ExportKind, id: string): string | undefined =>
  (NOTES_OF_KIND[kind] as Record<string, string> | undefined)?.[id] ?? (COLUMN_NOTES as Record<string, string>)[id];

/** A column that holds a figure: each has a note. */
export const isFigure = ({ id, type }: ReportColumn): boolean =>
  type === 'number' || type === 'money' || type === 'seconds' || id === 'numbersLeft';

/** Lenders disagree on how days past due move, and so on the bucket: by each portfolio's policy. */
const AGEING_NOTES = {
  file: 'Days past due are those of the lender’s file',
  calendar: 'A day past due more each day while something is overdue',
} as const satisfies Record<DpdPolicy['ageing'], string>;
const PAYMENT_NOTES = {
  clears: 'A payment changes them when nothing is overdue any more',
  instalments: 'Each whole instalment paid takes 30 of them away',
  none: 'A payment does not change them before the next file',
} as const satisfies Record<DpdPolicy['paymentEffect'], string>;
const BY_POLICY = ['dpd', 'bucket'];

/** Portfolios that reckon alike. */
export interface PolicyNote {
  portfolios: string[];
  notes: string[];
}
/** How the columns' meaning depends on the portfolios that are reported on; empty where it depends on none. Both notes are said together. */
export function policyNotes(
  columns: readonly ReportColumn[],
  portfolios: readonly (DpdPolicy & { name: string })[],
): PolicyNote[] {
  if (!columns.some(({ id }) => BY_POLICY.includes(id))) return [];
  const alike = new Map<string, PolicyNote>();
  for (const { name, ageing, paymentEffect } of portfolios) {
    const key = `${ageing} ${paymentEffect}`;
    const held = alike.get(key) ?? { portfolios: [], notes: [AGEING_NOTES[ageing], PAYMENT_NOTES[paymentEffect]] };
    held.portfolios.push(name);
    alike.set(key, held);
  }
  return [...alike.values()];
}

/** The columns of a report that have a note, in their order, each under its heading. */
export const notedColumns = (
  kind: ExportKind,
  columns: readonly ReportColumn[] = columnsOf(kind),
): { id: string; label: string; note: string }[] =>
  columns.flatMap(({ id, label }) => {
    const note = columnNote(kind, id);
    return note === undefined ? [] : [{ id, label, note }];
  });
