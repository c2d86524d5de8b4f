/** Reports on settlements: all of them, and those that wait for the client. */
import { IN_REVIEW } from '../../../../core/domain/settlements/sight';
import { REVIEWS } from '../../../../core/domain/settlements/steps';
import { loanScope } from '../../loans';
import { LOAN, LOAN_FILTERS, LOAN_SEARCH, OF_LOAN, type Source } from './source';

const OF_SETTLEMENT = `left join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id ${OF_LOAN}
  left join users u on u.tenant_id = s.tenant_id and u.id = s.maker_id`;
const WAIVER = 'round(100.0 * s.waived_paise / nullif(s.outstanding_paise, 0), 1)::float8';
const stepAt = (name: string, condition: string) =>
  `left join lateral (select t.at, w.full_name as who from settlement_steps t
     left join users w on w.tenant_id = t.tenant_id and w.id = t.by_id
    where t.tenant_id = s.tenant_id and t.settlement_id = s.id and ${condition} order by t.place desc limit 1) ${name} on true`;

export const settlements: Source<'settlements'> = {
  id: 's.id',
  loanId: 's.loan_id',
  at: 's.created_at',
  days: 'month',
  table: 'settlements s',
  row: 's',
  key: ['tenant_id', 'id'],
  scope: loanScope,
  joins: OF_SETTLEMENT,
  // The word that decided: of the offer in force, after which nobody was asked any more.
  cellJoins: `${stepAt('approved', "t.step = 'approve' and t.to_stage = 'approved' and t.round = s.round")} ${stepAt('letter', "t.step = 'send-letter'")}`,
  search: [...LOAN_SEARCH, 's.number'],
  filters: { ...LOAN_FILTERS, agent: 's.maker_id' },
  first: 'raisedAt',
  columns: {
    raisedAt: 's.created_at',
    settlement: 's.number',
    ...LOAN,
    maker: 'u.full_name',
    stage: 's.stage',
    outstandingPaise: 's.outstanding_paise',
    payablePaise: 's.payable_paise',
    waivedPaise: 's.waived_paise',
    waiver: WAIVER,
    parts: 's.instalments',
    approver: 'approved.who',
    takenSeconds: 'extract(epoch from approved.at - s.created_at)::bigint',
    letterAt: 'letter.at',
    settledPaise: 's.paid_paise',
    balancePaise: 'greatest(0, s.payable_paise - s.paid_paise)',
    settledOn: 's.settled_on',
  },
  sealed: {
    stage: `case when s.stage = any('{${REVIEWS.join(',')}}') then '${IN_REVIEW}' else s.stage end`,
    approver: 'null::text',
    takenSeconds: 'null::bigint',
  },
};

const WAITING = '((:now at time zone :zone)::date - (s.stage_at at time zone :zone)::date)';

export const pendingClient: Source<'pendingClient'> = {
  id: 's.id',
  loanId: 's.loan_id',
  days: 'none',
  table: 'settlements s',
  row: 's',
  key: ['tenant_id', 'id'],
  scope: loanScope,
  always: ["s.stage = 'client'"],
  joins: OF_SETTLEMENT,
  search: [...LOAN_SEARCH, 's.number'],
  filters: { ...LOAN_FILTERS, agent: 's.maker_id' },
  first: 'waitsSince',
  columns: {
    settlement: 's.number',
    ...LOAN,
    stage: 's.stage',
    payablePaise: 's.payable_paise',
    waiver: WAIVER,
    waitsSince: 's.stage_at',
    waitingDays: WAITING,
    answerIn: `case when s.answer_by < (:now at time zone :zone)::date then 'late' else 'in time' end`,
    holdsTill: 's.valid_till',
  },
};
