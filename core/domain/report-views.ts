/** What is special about each report's screen; columns and rows come from the report itself. */
import type { ReportKind } from './report-kinds';

export const REPORT_FILTERS = ['client', 'portfolio', 'bucket', 'agency', 'agent', 'disposition', 'holder'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** Texts in English; screens say them. */
export interface ReportView {
  icon: 'phone' | 'pin' | 'loans' | 'clock' | 'rupee';
  filters: readonly ReportFilter[];
  /** Columns that are not shown until the user adds them. */
  more: readonly string[];
  /** What is searched. */
  search: string;
  /** It tells how things stand, and not what happened in some days. */
  undated?: boolean;
  empty: { title: string; text: string };
}

const OF_LOANS: readonly ReportFilter[] = ['client', 'portfolio', 'bucket', 'agency', 'agent', 'disposition'];

export const REPORT_VIEWS: Record<ReportKind, ReportView> = {
  calls: {
    icon: 'phone',
    filters: OF_LOANS,
    more: [
      ...['portfolio', 'agency', 'process', 'mode', 'holdSeconds', 'wrapSeconds', 'formSeconds', 'code'],
      ...['recording', 'outcome'],
    ],
    search: 'Loan, borrower or agent',
    empty: { title: 'No calls in these days', text: 'A call stands here as soon as its outcome is saved.' },
  },
  visits: {
    icon: 'pin',
    filters: OF_LOANS,
    more: [
      'portfolio',
      'agency',
      'position',
      'accuracy',
      'proofs',
      'code',
      'receipt',
      'signature',
      'syncedAt',
      'outcome',
    ],
    search: 'Loan, borrower or agent',
    empty: { title: 'No visits in these days', text: 'A visit stands here as soon as the phone has sent it.' },
  },
  field: {
    icon: 'pin',
    filters: OF_LOANS,
    more: [
      ...['client', 'portfolio', 'dpd', 'posPaise', 'agency', 'accuracy', 'code', 'paymentMode', 'receipt', 'syncedAt'],
      ...['outcome', 'remarks'],
    ],
    search: 'Loan, borrower or agent',
    empty: { title: 'No visits in these days', text: 'A visit stands here as soon as the phone has sent it.' },
  },
  allocations: {
    icon: 'loans',
    filters: ['holder', 'client', 'portfolio', 'bucket', 'agency', 'agent'],
    more: ['portfolio', 'agency', 'rule'],
    search: 'Loan, borrower or agent',
    empty: { title: 'No loan was given out in these days', text: 'Each hand-over of a loan stands here.' },
  },
  best: {
    icon: 'loans',
    filters: OF_LOANS,
    more: ['portfolio', 'code'],
    search: 'Loan, borrower or agent',
    empty: { title: 'No loan was worked in these days', text: 'Calls and visits of these days count.' },
  },
  logins: {
    icon: 'clock',
    filters: ['agency', 'agent'],
    more: ['ip'],
    search: 'User',
    empty: { title: 'Nobody signed in on these days', text: 'Each sign-in of your people stands here.' },
  },
  retained: {
    icon: 'loans',
    filters: ['client', 'portfolio', 'bucket'],
    more: ['client', 'portfolio', 'dpd', 'agency', 'by'],
    search: 'Loan or borrower',
    empty: {
      title: 'No loan was retained in these days',
      text: 'A loan that is kept with its agent for the next month stands here.',
    },
  },
  last: {
    icon: 'clock',
    filters: ['client', 'portfolio', 'bucket'],
    more: ['client', 'portfolio', 'dpd', 'message', 'messageState', 'callLabel', 'visitLabel'],
    search: 'Whole loan number',
    undated: true,
    empty: { title: 'No active loan fits', text: 'Active loans stand here, the one that was worked last first.' },
  },
  settlements: {
    icon: 'rupee',
    filters: ['client', 'portfolio', 'bucket', 'agency', 'agent'],
    more: ['client', 'portfolio', 'bucket', 'dpd', 'posPaise', 'takenSeconds', 'letterAt', 'settledOn'],
    search: 'Loan, settlement or borrower',
    empty: {
      title: 'No settlement was raised in these days',
      text: 'A settlement stands here as soon as it is offered.',
    },
  },
  pendingClient: {
    icon: 'clock',
    filters: ['client', 'portfolio', 'bucket', 'agency', 'agent'],
    more: ['portfolio', 'bucket', 'dpd', 'posPaise', 'stage'],
    search: 'Loan, settlement or borrower',
    undated: true,
    empty: {
      title: 'No settlement waits for a client',
      text: 'Settlements that the managers have approved stand here until the client answers.',
    },
  },
  agentDays: {
    icon: 'phone',
    filters: ['agency', 'agent'],
    more: ['ringingSeconds', 'dialingSeconds', 'breaks'],
    search: 'Agent',
    empty: {
      title: 'No agent was at the dialer in these days',
      text: 'Each day of each agent whom the dialer reported stands here.',
    },
  },
  agentWork: {
    icon: 'phone',
    filters: ['agency', 'agent'],
    more: ['agency', 'talkEach', 'waitEach', 'wrapEach', 'pauseSeconds', 'customerSeconds', 'perHourPaise'],
    search: 'Agent',
    empty: {
      title: 'Nobody worked in these days',
      text: 'Who recorded a call or a visit, or was at the dialer, stands here.',
    },
  },
  recordings: {
    icon: 'phone',
    filters: ['client', 'portfolio', 'bucket', 'agency', 'agent'],
    more: ['agency', 'client', 'portfolio'],
    search: 'Loan, borrower or agent',
    empty: {
      title: 'Nobody was talked to in these days',
      text: 'Calls that were answered stand here, with their recording where the dialer kept it.',
    },
  },
  workable: {
    icon: 'loans',
    filters: ['client', 'portfolio', 'bucket', 'agency', 'agent'],
    more: ['agency', 'deceased', 'legal', 'workablePaise'],
    search: 'Agent or portfolio',
    undated: true,
    empty: { title: 'Nobody holds a loan', text: 'Loans stand here with whoever works them.' },
  },
  processes: {
    icon: 'phone',
    filters: ['portfolio'],
    more: ['portfolio', 'waitEach'],
    search: 'Process',
    empty: {
      title: 'No process dialed in these days',
      text: 'A process stands here once the dialer has taken a number of it.',
    },
  },
};

/** Figures of the dialer, unknown where it did not say. */
export const FROM_DIALER = new Set([
  ...[
    'talkSeconds',
    'holdSeconds',
    'wrapSeconds',
    'recording',
    'callStatus',
    'talkEach',
    'wrapEach',
    'waitSeconds',
    'waitEach',
  ],
  ...['pauseSeconds', 'customerSeconds', 'perHourPaise'],
]);
/** Numbers, and what starts from the large end when it is sorted. */
export const AT_END = new Set(['number', 'money', 'seconds']);
/** Beside who, when and what came of it, these are not worth their room on a card. */
export const NOT_ON_PHONE = new Set([
  'client',
  'dpd',
  'talkSeconds',
  'callbackAt',
  'place',
  'attempts',
  'reason',
  'endedAt',
]);
