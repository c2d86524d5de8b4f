import { expect, test } from 'vitest';
import { addDays, type Day } from '../dates';
import { answerOverdue, GRACE_DAYS, NOTICE_DAYS, noticeDue, planOf, systemStep, wakeDay } from './plan';
import { changesOf, numbersFrom, randomSettlement, stagesByModel } from './plan-model';
import { isFinal, STAGES, STEPS, type Stage } from './steps';

const DUE = '2026-12-10';
const PARTS = [
  { dueOn: DUE, amount: 300_00 },
  { dueOn: '2027-01-10', amount: 200_00 },
];
const VALID = '2026-12-01';
const judged = (stage: Stage, confirmed: number, received = confirmed, reopenedOn: Day | null = null) => ({
  stage,
  validTill: VALID,
  plan: planOf(PARTS, confirmed),
  received: planOf(PARTS, received),
  answerBy: null as Day | null,
  reopenedOn,
});

test('what is paid fills the instalments in their order', () => {
  const { instalments, next, payable } = planOf(PARTS, 350_00);
  expect(instalments.map(({ paid }) => paid)).toEqual([300_00, 50_00]);
  expect([next?.dueOn, payable]).toEqual(['2027-01-10', 500_00]);
  expect(planOf(PARTS, 600_00).next).toBeUndefined();
});

test.each<[name: string, stage: Stage, answerBy: Day | null, today: Day, overdue: boolean, wakes: Day]>([
  ['in time', 'manager', '2026-11-25', '2026-11-25', false, '2026-11-26'],
  ['overdue: the offer lapses next', 'client', '2026-11-25', '2026-11-26', true, '2026-12-02'],
  ['after the offer itself', 'board', '2026-12-05', '2026-11-26', false, '2026-12-02'],
  ['on its last day', 'board', VALID, '2026-11-26', false, '2026-12-02'],
  ['nobody is asked', 'countered', null, '2026-11-26', false, '2026-12-02'],
  ['approved since', 'approved', '2026-11-20', '2026-11-26', false, '2026-12-02'],
])('an answer that is %s', (_, stage, answerBy, today, overdue, wakes) => {
  const one = { ...judged(stage, 0), answerBy };
  expect([answerOverdue(one, today), wakeDay(one, today)]).toEqual([overdue, wakes]);
});

const grace = addDays(DUE, GRACE_DAYS);
test.each<[stage: Stage, paid: number, today: Day, step: string | undefined]>([
  ['manager', 0, VALID, undefined],
  ['manager', 0, '2026-12-02', 'lapse'],
  ['countered', 0, '2026-12-02', 'lapse'],
  ['approved', 500_00, VALID, undefined],
  ['letter-out', 0, grace, undefined],
  ['letter-out', 0, addDays(grace, 1), 'lapse'],
  ['letter-out', 1, VALID, 'start'],
  ['acknowledged', 1, addDays(grace, 1), 'start'],
  ['running', 299_99, grace, undefined],
  ['running', 299_99, addDays(grace, 1), 'breach'],
  ['running', 300_00, addDays(grace, 1), undefined],
  ['running', 500_00, '2027-12-01', 'complete'],
  ['completed', 500_00, '2027-12-01', undefined],
  ['completed', 499_99, VALID, 'reopen'],
  ['no-dues', 500_00, '2030-01-01', undefined],
  ['no-dues', 499_99, VALID, 'reopen'],
])('%s with %d paid on %s: %s', (stage, paid, today, step) => {
  expect(systemStep(judged(stage, paid), today)).toBe(step);
});

test.each<[stage: Stage, confirmed: number, received: number, today: Day, step: string | undefined]>([
  ['letter-out', 0, 1, VALID, 'start'],
  // Nobody is late who has paid, and nothing is complete that is not confirmed.
  ['running', 0, 300_00, addDays(grace, 1), undefined],
  ['running', 0, 299_99, addDays(grace, 1), 'breach'],
  ['running', 499_99, 500_00, '2027-12-01', undefined],
  ['running', 500_00, 500_00, '2027-12-01', 'complete'],
  ['completed', 300_00, 500_00, VALID, 'reopen'],
  // A letter is out: it falls when money was taken back, not because nobody has confirmed it.
  ['no-dues', 0, 500_00, VALID, undefined],
  ['no-dues', 0, 499_99, VALID, 'reopen'],
])('%s with %d confirmed of %d received on %s: %s', (stage, confirmed, received, today, step) => {
  expect(systemStep(judged(stage, confirmed, received), today)).toBe(step);
});

test('what was due before a payment was taken back is due anew from that day', () => {
  const reopened = addDays('2027-01-10', 100);
  const [at, last] = [judged('running', 0, 0, reopened), addDays(reopened, GRACE_DAYS)];
  expect([reopened, last, addDays(last, 1)].map((day) => systemStep(at, day))).toEqual([
    undefined,
    undefined,
    'breach',
  ]);
  expect(wakeDay(at, reopened)).toBe(addDays(last, 1));
  // An instalment that was not due yet keeps its day.
  expect(systemStep(judged('running', 300_00, 300_00, DUE), addDays('2027-01-10', GRACE_DAYS))).toBeUndefined();
  expect(systemStep(judged('running', 300_00, 300_00, DUE), addDays('2027-01-10', GRACE_DAYS + 1))).toBe('breach');
});

test('a notice comes some days before, and the calendar is looked at when it matters', () => {
  const notice = addDays(DUE, -NOTICE_DAYS);
  expect(wakeDay(judged('manager', 0), VALID)).toBe('2026-12-02');
  expect(wakeDay(judged('running', 0), VALID)).toBe(notice);
  expect(wakeDay(judged('running', 0), notice)).toBe(addDays(grace, 1));
  expect(wakeDay(judged('completed', 500_00), VALID)).toBeNull();
  expect([noticeDue(judged('running', 0), addDays(notice, -1)), noticeDue(judged('running', 0), notice)]).toEqual([
    false,
    true,
  ]);
});

test('10,000 settlements with random days, payments and reversals go the way of an independent model', () => {
  const random = numbersFrom(20261123);
  const ended = new Map<Stage, number>();
  for (let run = 0; run < 10_000; run += 1) {
    const one = randomSettlement(random);
    const { parts, validTill, letterOn, from, to } = one;
    const changes = changesOf(one.payments);
    let stage: Stage = 'approved';
    const sum = { received: 0, confirmed: 0 };
    let wake: Day | null = from;
    let reopenedOn: Day | null = null;
    const got: Stage[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const payment = changes.get(day);
      sum.received += payment?.received ?? 0;
      sum.confirmed += payment?.confirmed ?? 0;
      // As the worker: it looks only when something was paid or the calendar called.
      const sent: boolean = stage === 'approved' && day >= letterOn && day <= validTill;
      if (payment || sent || (wake !== null && wake <= day)) {
        const look = () => ({
          stage,
          validTill,
          plan: planOf(parts, sum.confirmed),
          received: planOf(parts, sum.received),
          answerBy: null,
          reopenedOn,
        });
        const go = () => {
          for (let step = systemStep(look(), day); step; step = systemStep(look(), day)) {
            stage = STEPS[step].to as Stage;
            if (step === 'reopen') reopenedOn = day;
          }
        };
        go();
        if (stage === 'approved' && sent) {
          stage = 'letter-out';
          go();
        }
        wake = isFinal(stage) ? null : wakeDay(look(), day);
      }
      got.push(stage);
    }
    expect(got, `run ${run}`).toEqual(stagesByModel(one));
    ended.set(stage, (ended.get(stage) ?? 0) + 1);
  }
  for (const stage of ['lapsed', 'breached', 'completed'] as const) expect(ended.get(stage)).toBeGreaterThan(300);
  expect([...ended.keys()].every((stage) => STAGES.includes(stage))).toBe(true);
});
