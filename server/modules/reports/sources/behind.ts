/** The rows behind the figures of reports, as SQL; which figure has which list is `FIGURES`. */
import type {
  BehindColumnId,
  BehindKind,
  DrilledKind,
  FIGURES,
  FigureId,
} from '../../../../core/domain/report-figures';
import { CALL_OF_RECORD, TALK_SECONDS } from '../../loans';
import { HANDED, WAITING } from './dialer';
import { OF_HOLDER, OPENED, PAID_NEXT_MONTH, STANDING, TRIED } from './loans';
import {
  AT_DIALER,
  DUE_IN_DAYS,
  MADE_BY_AGENT,
  OF_DAY,
  RIGHT_PARTY,
  TAKEN_BY_AGENT,
  WITHIN_DAY,
  WITHIN_DAYS,
} from './people';

/** A list; its names are none that a report's source has. */
interface List<K extends BehindKind> {
  /** What is joined to the line of the report. */
  table: string;
  joins: string;
  id: string;
  loanId?: string;
  order: string;
  columns: Record<BehindColumnId<K>, string>;
  /** What is added up where a column is rounded for a row. */
  exact?: Partial<Record<BehindColumnId<K>, string>>;
}

const loanOf = (row: string) => `left join loans xl on xl.tenant_id = ${row}.tenant_id and xl.id = ${row}.loan_id
  left join borrowers xb on xb.tenant_id = xl.tenant_id and xb.id = xl.borrower_id`;
const userOf = (row: string) => `left join users xu on xu.tenant_id = ${row}.tenant_id and xu.id = ${row}.user_id`;
const LOAN = { loanNumber: 'xl.loan_number', borrower: 'xb.name' };

const records: List<'records'> = {
  table: 'dispositions d',
  joins: `${loanOf('d')} ${userOf('d')} ${CALL_OF_RECORD}
    left join disposition_codes xk on xk.tenant_id = d.tenant_id and xk.code = d.code`,
  id: 'd.id',
  loanId: 'd.loan_id',
  order: 'd.recorded_at desc, d.id',
  columns: {
    at: 'd.recorded_at',
    channel: 'd.channel',
    ...LOAN,
    agent: 'xu.full_name',
    class: 'd.class',
    codeLabel: 'coalesce(xk.label, d.code)',
    talkSeconds: TALK_SECONDS,
    holdSeconds: 'case when dc.ended_at is not null then dc.hold_seconds end',
    wrapSeconds: 'dc.wrap_seconds',
    customerSeconds: `case when dc.id is not null then coalesce(${TALK_SECONDS}, 0) + dc.hold_seconds end`,
    ptpOn: "d.record -> 'ptp' ->> 'dueOn'",
    ptpPaise: "(d.record -> 'ptp' ->> 'amountPaise')::bigint",
    remarks: "case when d.corrected ? 'remarks' then d.corrected ->> 'remarks' else d.remarks end",
  },
};
const ofOther = (text: string) => text.replace(/\bd\./g, 'e.').replace('dispositions d', 'dispositions e');
/** The same where the line of the report is a record itself. */
const otherRecords: List<'records'> = {
  ...records,
  table: ofOther(records.table),
  joins: `${ofOther(records.joins)} left join users eu on eu.tenant_id = e.tenant_id and eu.id = e.user_id`,
  id: ofOther(records.id),
  loanId: 'e.loan_id',
  order: ofOther(records.order),
  columns: Object.fromEntries(
    Object.entries(records.columns).map(([name, text]) => [name, ofOther(text)]),
  ) as typeof records.columns,
};

const dials: List<'dials'> = {
  table: 'dial_calls c',
  joins: `${loanOf('c')} ${userOf('c')}`,
  id: 'c.call_id',
  loanId: 'c.loan_id',
  order: 'c.handed_at desc, c.call_id',
  columns: {
    at: 'c.handed_at',
    ...LOAN,
    agent: 'xu.full_name',
    dialed: 'c.result',
    class: 'c.class',
    talkSeconds: 'c.talk_seconds',
  },
};

/** Whom a process gave calls. */
const people: List<'people'> = {
  table: `lateral (select c.user_id, count(*)::integer as dials, count(*) filter (where c.result = 'connected')::integer as answered
    from dial_calls c where ${HANDED} group by c.user_id) xw`,
  joins: `left join users xu on xu.tenant_id = d.tenant_id and xu.id = xw.user_id
    left join agencies xg on xg.tenant_id = xu.tenant_id and xg.id = xu.agency_id`,
  id: 'xw.user_id',
  order: 'xu.full_name, xw.user_id',
  columns: { agent: 'xu.full_name', agency: 'xg.name', dials: 'xw.dials', answered: 'xw.answered' },
};

/** Those of the offer in force. */
const instalments: List<'instalments'> = {
  table: `lateral (select (part.value ->> 'dueOn')::date as due_on, (part.value ->> 'amount')::bigint as paise, part.ordinality as place
    from settlement_offers o cross join jsonb_array_elements(o.instalments) with ordinality part
    where o.tenant_id = s.tenant_id and o.settlement_id = s.id and o.round = s.round) xi`,
  joins: '',
  id: 'xi.place',
  order: 'xi.place',
  columns: { dueOn: 'xi.due_on', instalmentPaise: 'xi.paise' },
};

const numbers: List<'numbers'> = {
  table: 'dial_items i',
  joins: `${loanOf('i')} left join phones xf on xf.tenant_id = i.tenant_id and xf.id = i.phone_id`,
  id: "i.list_id || ' ' || i.line",
  loanId: 'i.loan_id',
  order: 'i.next_at, i.list_id, i.line',
  columns: { nextAt: 'i.next_at', ...LOAN, phone: 'xf.number', tries: 'i.attempts' },
};

/** Stretches of the dialer's states, each as long as it lies within the day or the days. */
const times = (within: string, begins: string, ends: string): List<'times'> => ({
  table: 'dialer_times t',
  joins: '',
  id: 't.id',
  order: 't.from_at desc, t.id',
  columns: {
    stretchFrom: `greatest(t.from_at, ${begins})`,
    stretchUntil: `case when t.until_at is not null then least(t.until_at, ${ends}) end`,
    dialerState: 't.state',
    breakReason: 't.reason',
    process: 't.process',
    stretchSeconds: `round(${within})::integer`,
  },
  exact: { stretchSeconds: within },
});
const dayTimes = times(WITHIN_DAY, 'a.begins', 'a.ends');
const workTimes = times(WITHIN_DAYS, ':from', ':until');

const loans: List<'loans'> = {
  table: `(${OPENED})`,
  joins: `left join borrowers xb on xb.tenant_id = l.tenant_id and xb.id = l.borrower_id
    left join disposition_codes xk on xk.tenant_id = l.tenant_id and xk.code = l.last_code`,
  id: 'l.id',
  loanId: 'l.id',
  order: 'l.loan_number, l.id',
  columns: {
    loanNumber: 'l.loan_number',
    borrower: 'xb.name',
    standing: STANDING,
    bucket: 'l.bucket',
    dpd: 'l.dpd',
    posPaise: 'l.pos_paise',
    lastLabel: 'coalesce(xk.label, l.last_code)',
    lastAt: 'l.last_at',
  },
};

const payments: List<'payments'> = {
  table: 'payments m',
  joins: loanOf('m'),
  id: 'm.id',
  loanId: 'm.loan_id',
  order: 'm.paid_at desc, m.id',
  columns: {
    paidOn: 'm.paid_at',
    ...LOAN,
    paidPaise: 'm.amount_paise',
    paymentMode: 'm.mode',
    paymentState: 'm.status',
  },
};

const promises: List<'promises'> = {
  table: 'ptps p',
  joins: loanOf('p'),
  id: 'p.id',
  loanId: 'p.loan_id',
  order: 'p.due_on desc, p.id',
  columns: { ptpOn: 'p.due_on', ...LOAN, ptpPaise: 'p.amount_paise', promiseState: 'p.status' },
};

/** What of a list counts: which list, joined to the line of the report by what, and which of its rows. */
interface Behind<K extends BehindKind> {
  list: List<K>;
  link: string;
  only: string;
}
const of =
  <K extends BehindKind>(list: List<K>, link: string) =>
  (only = 'true'): Behind<K> => ({ list, link, only });

const recorded = of(records, MADE_BY_AGENT);
const ofDay = of(dayTimes, OF_DAY);
const atDialer = of(workTimes, AT_DIALER);
const handed = of(dials, HANDED);
const opened = of(loans, OF_HOLDER);
const stands = (name: string) => opened(`${STANDING} = '${name}'`);
const inState = (name: string) => `t.state = '${name}'`;

type ListOf<K extends DrilledKind, F extends FigureId<K>> = (typeof FIGURES)[K][F] extends {
  list: infer L extends BehindKind;
}
  ? L
  : never;
interface Drilled<K extends DrilledKind> {
  /** The parts of a line's id, in their order. */
  key: readonly (readonly [sql: string, type: 'uuid' | 'date' | 'text'])[];
  figures: { [F in FigureId<K>]: Behind<ListOf<K, F>> };
}
export const BEHIND: { [K in DrilledKind]: Drilled<K> } = {
  best: {
    key: [['d.loan_id', 'uuid']],
    figures: {
      attempts: of(otherRecords, 'e.tenant_id = d.tenant_id and e.loan_id = d.loan_id')(':matching'),
    },
  },
  retained: {
    key: [['r.loan_id', 'uuid']],
    figures: { nextPaise: of(payments, PAID_NEXT_MONTH)() },
  },
  agentDays: {
    key: [
      ['a.id', 'uuid'],
      ['a.day', 'date'],
    ],
    figures: {
      loginSeconds: ofDay(),
      idleSeconds: ofDay(inState('idle')),
      talkSeconds: ofDay(inState('talk')),
      holdSeconds: ofDay(inState('hold')),
      wrapSeconds: ofDay(inState('wrap-up')),
      ringingSeconds: ofDay(inState('ringing')),
      dialingSeconds: ofDay(inState('dialing')),
      breakSeconds: ofDay(inState('break')),
    },
  },
  agentWork: {
    key: [['u.id', 'uuid']],
    figures: {
      calls: recorded("d.channel = 'call'"),
      visits: recorded("d.channel = 'field'"),
      talkSeconds: recorded(`(${TALK_SECONDS}) >= 0`),
      wrapSeconds: recorded('dc.wrap_seconds is not null'),
      customerSeconds: recorded('dc.id is not null'),
      rpc: recorded(`d.class in (${RIGHT_PARTY})`),
      ptp: recorded("d.class = 'PTP'"),
      ptpPaise: recorded("d.class = 'PTP'"),
      waitSeconds: atDialer(inState('idle')),
      pauseSeconds: atDialer(inState('break')),
      kept: of(promises, DUE_IN_DAYS)("p.status in ('kept', 'broken')"),
      collectedPaise: of(payments, TAKEN_BY_AGENT)(),
    },
  },
  processes: {
    key: [['d.id', 'uuid']],
    figures: {
      agents: of(people, 'true')(),
      dials: handed(),
      answered: handed("c.result = 'connected'"),
      drops: handed("c.result = 'dropped'"),
      rpc: handed(`c.class in (${RIGHT_PARTY})`),
      ptp: handed("c.class = 'PTP'"),
      numbersLeft: of(numbers, WAITING)(),
    },
  },
  settlements: {
    key: [['s.id', 'uuid']],
    figures: { payablePaise: of(instalments, 'true')(), parts: of(instalments, 'true')() },
  },
  workable: {
    key: [
      ['a.user_id', 'uuid'],
      ['a.portfolio_id', 'uuid'],
      ['a.bucket', 'text'],
    ],
    figures: {
      opening: opened(),
      paid: stands('paid'),
      settled: stands('settled'),
      suppressed: stands('suppressed'),
      deceased: stands('deceased'),
      legal: stands('legal'),
      invalid: stands('invalid'),
      workable: stands('workable'),
      workablePaise: stands('workable'),
      attempted: opened(`${STANDING} = 'workable' and ${TRIED}`),
      untouched: opened(`${STANDING} = 'workable' and not ${TRIED}`),
    },
  },
};

/** As whoever asks for any of them needs it. */
export interface AnyBehind {
  list: Omit<List<never>, 'columns' | 'exact'> & {
    columns: Readonly<Record<string, string>>;
    exact?: Readonly<Partial<Record<string, string>>>;
  };
  link: string;
  only: string;
}
