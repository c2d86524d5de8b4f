import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortingFaults } from './sorting-faults';
import {
  CALLS_OTHERWISE,
  comparePlaces,
  ORDER_KEYS,
  type OrderFacts,
  type OrderTerm,
  orderFacts,
  placing,
  rulesFor,
  type SortingRule,
  VISIT_ORDER,
  VISITS_OTHERWISE,
} from './work-order';

const DAY = { today: '2026-11-21', zone: 'Asia/Kolkata' };
const facts = (id: string, over: Partial<OrderFacts> = {}): OrderFacts => ({
  id,
  product: 'PL',
  bucket: '31-60',
  language: 'hi',
  pincode: '411001',
  legal: false,
  dpd: 40,
  pos: 100,
  overdue: 10,
  attempts30d: 0,
  promise: null,
  nextVisitOn: null,
  last: null,
  lastVisitAt: null,
  callbackAt: null,
  ...over,
});
const rule = (name: string, over: Partial<SortingRule> = {}): SortingRule => ({
  id: name,
  name,
  active: true,
  work: 'both',
  condition: [[]],
  by: [],
  ...over,
});
const span = (field: 'brokenFor' | 'contactedFor' | 'dpd' | 'promiseIn', from: number | null, to: number | null) =>
  ({ field, from, to, not: false }) satisfies OrderTerm;
const promise = (dueOn: string, status: 'open' | 'kept' | 'broken', amountPaise = 100) => ({
  promise: { dueOn, status, amountPaise },
});
const at = (id: string, over: Partial<OrderFacts>) => facts(id, over);

/** Ids in the order of their places. */
function ordered(
  rules: readonly Pick<SortingRule, 'condition' | 'by'>[],
  loans: OrderFacts[],
  otherwise = CALLS_OTHERWISE,
) {
  const placeOf = placing(rules, otherwise, DAY);
  return loans
    .map((loan) => ({ loan, place: placeOf(loan) }))
    .sort((a, b) => comparePlaces(a.place, b.place) || (a.loan.id < b.loan.id ? -1 : 1))
    .map(({ loan, place }) => `${place.rule} ${loan.id}`);
}

describe('sorting rules', () => {
  it('put what was promised for yesterday first, by the highest principal, then who waits longest', () => {
    const rules = [
      rule('Broken yesterday', {
        condition: [[span('brokenFor', 1, 1)]],
        by: [
          { key: 'pos', dir: 'desc' },
          { key: 'lastContact', dir: 'asc' },
        ],
      }),
      rule('Everybody else', { by: [{ key: 'lastContact', dir: 'asc' }] }),
    ];
    const called = (day: string) => ({ last: { at: `${day}T05:00:00Z`, code: 'RNR' } });
    expect(
      ordered(rules, [
        at('never', {}),
        at('long ago', called('2026-10-01')),
        at('today', called('2026-11-21')),
        at('broken small', { ...promise('2026-11-20', 'broken'), pos: 50 }),
        // The server marks it at night; the day alone says it.
        at('broken, not marked', { ...promise('2026-11-20', 'open'), pos: 900, ...called('2026-11-18') }),
        at('broken, called before', { ...promise('2026-11-20', 'broken'), pos: 900, ...called('2026-11-17') }),
        at('broken last week', { ...promise('2026-11-14', 'broken'), ...called('2026-11-01') }),
        at('kept', { ...promise('2026-11-20', 'kept'), ...called('2026-11-02') }),
      ]),
    ).toEqual([
      '0 broken, called before',
      '0 broken, not marked',
      '0 broken small',
      '1 never',
      '1 long ago',
      '1 broken last week',
      '1 kept',
      '1 today',
    ]);
  });

  it.each<[string, OrderTerm, Partial<OrderFacts>, boolean]>([
    ['bucket', { field: 'bucket', values: ['31-60'], not: false }, {}, true],
    ['not of a bucket', { field: 'bucket', values: ['31-60'], not: true }, {}, false],
    ['pincode by its beginning', { field: 'pincode', values: ['411'], not: false }, {}, true],
    ['no pincode', { field: 'pincode', values: ['411'], not: false }, { pincode: null }, false],
    ['no pincode, turned round', { field: 'pincode', values: ['411'], not: true }, { pincode: null }, true],
    ['days past due', span('dpd', 31, 40), {}, true],
    ['promise due within three days', span('promiseIn', 0, 3), promise('2026-11-24', 'open'), true],
    ['promise due later', span('promiseIn', 0, 3), promise('2026-11-25', 'open'), false],
    ['a kept promise is not due', span('promiseIn', 0, 3), promise('2026-11-21', 'kept'), false],
    // 18:30 UTC is midnight in India.
    ['contacted today', span('contactedFor', 0, 0), { last: { at: '2026-11-20T18:30:00Z', code: 'RNR' } }, true],
    ['contacted yesterday', span('contactedFor', 0, 0), { last: { at: '2026-11-20T18:29:00Z', code: 'RNR' } }, false],
    ['never contacted', span('contactedFor', null, null), {}, false],
    ['callback due', { field: 'callbackDue', not: false }, { callbackAt: '2026-11-21T09:00:00Z' }, true],
    ['callback tomorrow', { field: 'callbackDue', not: false }, { callbackAt: '2026-11-21T18:30:00Z' }, false],
    ['untouched', { field: 'untouched', not: false }, {}, true],
    [
      'last result',
      { field: 'lastCode', values: ['RNR'], not: false },
      { last: { at: '2026-11-20T00:00:00Z', code: 'RNR' } },
      true,
    ],
  ])('a condition takes: %s', (_, term, over, taken) => {
    expect(placing([{ condition: [[term]], by: [] }], [], DAY)(facts('x', over)).rule).toBe(taken ? 0 : 1);
  });

  it('without rules a field agent begins with what is due today, then what is overdue, then planned visits', () => {
    const visited = { lastVisitAt: '2026-11-21T04:00:00Z' };
    expect(
      ordered(
        VISIT_ORDER,
        [
          at('rest', { overdue: 999 }),
          at('visit due', { nextVisitOn: '2026-11-21', overdue: 5 }),
          at('overdue promise', promise('2026-11-19', 'open')),
          at('today, small', promise(DAY.today, 'open')),
          at('today, large', { ...promise(DAY.today, 'open'), overdue: 500 }),
          at('today, was there', { ...promise(DAY.today, 'open'), ...visited }),
          at('visit next week', { nextVisitOn: '2026-11-28' }),
        ],
        VISITS_OTHERWISE,
      ),
    ).toEqual([
      '0 today, large',
      '0 today, small',
      '1 overdue promise',
      '2 visit due',
      '3 rest',
      '3 today, was there',
      '3 visit next week',
    ]);
  });

  it('are for calls, for visits or for both, and nothing while they are switched off', () => {
    const rules = [
      rule('calls', { work: 'calls' }),
      rule('visits', { work: 'visits' }),
      rule('both'),
      rule('off', { active: false }),
    ];
    const names = (work: 'calls' | 'visits') => rulesFor(rules, work).map(({ name }) => name);
    expect([names('calls'), names('visits'), rulesFor(undefined, 'calls')]).toEqual([
      ['calls', 'both'],
      ['visits', 'both'],
      [],
    ]);
  });

  it('say what is wrong with them', () => {
    const faults = sortingFaults([
      rule('none', { condition: [] }),
      rule('never', { condition: [[span('dpd', 9, 3)]] }),
      rule('negative is no contradiction', { condition: [[span('promiseIn', null, -1)]] }),
      rule('all calls', { work: 'calls' }),
      rule('behind', { work: 'calls', condition: [[span('dpd', 1, 2)]] }),
      rule('visits go on', { work: 'visits' }),
    ]);
    expect(Object.fromEntries(faults)).toEqual({ none: 'takes-nothing', never: 'contradiction', behind: 'hidden' });
  });

  it('the newest record counts, whichever came last, and what a device adds goes before it', () => {
    const loan = {
      ...facts('a'),
      posPaise: 1,
      overduePaise: 2,
      ptp: null,
      borrower: { id: 'b', name: '', language: 'hi', panMasked: null },
      addresses: [],
      flags: { dispute: false, deceased: false, legal: true, doNotContact: false, vulnerable: false },
      lastVisit: null,
      recent: [
        { at: '2026-11-01T00:00:00Z', code: 'OLD' },
        { at: '2026-11-02T00:00:00Z', code: 'NEW' },
      ],
    } as unknown as Parameters<typeof orderFacts>[0];
    expect(orderFacts(loan)).toMatchObject({
      legal: true,
      pos: 1,
      overdue: 2,
      last: { code: 'NEW' },
      callbackAt: null,
    });
    const here = { at: '2026-11-03T00:00:00Z', code: 'HERE' };
    expect(orderFacts(loan, { last: here }).last).toEqual(here);
  });
});

describe('the order', () => {
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 3 });
  const day = fc
    .integer({ min: -5, max: 5 })
    .map((days) => new Date(Date.parse(DAY.today) + days * 86_400_000).toISOString());
  const loan = fc.record({
    dpd: fc.integer({ min: 0, max: 3 }),
    pos: fc.integer({ min: 0, max: 3 }),
    overdue: fc.integer({ min: 0, max: 2 }),
    attempts30d: fc.integer({ min: 0, max: 1 }),
    promise: maybe(
      fc.record({
        dueOn: day.map((one) => one.slice(0, 10)),
        amountPaise: fc.integer({ min: 1, max: 2 }),
        status: fc.constantFrom('open' as const, 'kept' as const, 'broken' as const),
      }),
    ),
    nextVisitOn: maybe(day.map((one) => one.slice(0, 10))),
    last: maybe(fc.record({ at: day, code: fc.constantFrom('RNR', 'PTP') })),
    lastVisitAt: maybe(day),
    callbackAt: maybe(day),
  });
  const term = fc.oneof(
    fc.record({
      field: fc.constantFrom('dpd' as const, 'promiseIn', 'brokenFor', 'visitIn', 'contactedFor'),
      from: maybe(fc.integer({ min: -3, max: 3 })),
      to: maybe(fc.integer({ min: -3, max: 3 })),
      not: fc.boolean(),
    }),
    fc.record({ field: fc.constantFrom('callbackDue' as const, 'untouched'), not: fc.boolean() }),
  );
  const by = fc.array(
    fc.record({ key: fc.constantFrom(...ORDER_KEYS), dir: fc.constantFrom('asc' as const, 'desc' as const) }),
    {
      maxLength: 3,
    },
  );
  const rules = fc.array(fc.record({ condition: fc.array(fc.array(term, { maxLength: 2 }), { maxLength: 2 }), by }), {
    maxLength: 4,
  });

  it('is total, and the same whatever order the loans came in', () => {
    fc.assert(
      fc.property(
        rules,
        fc.array(loan, { minLength: 1, maxLength: 12 }),
        by,
        fc.nat(),
        (list, books, otherwise, turn) => {
          const loans = books.map((one, index) => facts(String(index).padStart(3, '0'), one));
          const placeOf = placing(list, otherwise, DAY);
          const places = loans.map(placeOf);
          for (const a of places)
            for (const b of places) {
              expect(Math.sign(comparePlaces(a, b))).toBe(-Math.sign(comparePlaces(b, a)) || 0);
              for (const c of places)
                if (comparePlaces(a, b) <= 0 && comparePlaces(b, c) <= 0)
                  expect(comparePlaces(a, c)).toBeLessThanOrEqual(0);
            }
          const turned = [...loans.slice(turn % loans.length), ...loans.slice(0, turn % loans.length)].reverse();
          expect(ordered(list, turned, otherwise)).toEqual(ordered(list, loans, otherwise));
        },
      ),
    );
  });
});
