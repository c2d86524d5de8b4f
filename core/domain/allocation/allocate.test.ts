import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AllocationRule,
  type Candidate,
  contradicts,
  EVEN_WEIGHTS,
  exclusionOf,
  type HeldLoan,
  METHODS,
  type RuleMembers,
  ruleFaults,
  takes,
} from '.';
import { allocated } from './allocated-support';

const TODAY = '2026-11-23';
const rule = (over: Partial<AllocationRule> = {}): AllocationRule => ({
  id: 'r1',
  name: 'Rule',
  active: true,
  condition: [[]],
  kind: 'collector',
  target: { of: 'chosen', ids: ['a'] },
  method: 'round-robin',
  weights: EVEN_WEIGHTS,
  keepPresent: false,
  mostLoans: null,
  mostPos: null,
  needsDra: false,
  needsPresence: false,
  from: null,
  until: null,
  ...over,
});
const person = (id: string, over: Partial<Candidate> = {}): Candidate => ({
  id,
  active: true,
  suited: true,
  agencyStopped: false,
  draUntil: '2027-01-01',
  clockedIn: true,
  languages: ['hi'],
  pincodes: ['600001'],
  ...over,
});
const loan = (id: string, over: Partial<HeldLoan> = {}): HeldLoan => ({
  id,
  clientId: 'c',
  product: 'PL',
  bucket: '31-60',
  dpd: 45,
  pos: 100,
  pincode: '600001',
  language: 'ta',
  lastCode: null,
  brokenPromise: false,
  portfolioId: 'b',
  overdue: 0,
  attempts: 0,
  visits: 0,
  brokenPromises: 0,
  propensity: null,
  legal: false,
  holders: {},
  retained: false,
  ...over,
});

describe('a condition', () => {
  const one = loan('1', { lastCode: 'PTP' });
  it.each([
    ['every loan', [[]], true],
    ['none', [], false],
    ['a listed value', [[{ field: 'language', values: ['ta'], not: false }]], true],
    ['not a listed value', [[{ field: 'language', values: ['ta'], not: true }]], false],
    ['the first digits of a pincode', [[{ field: 'pincode', values: ['60'], not: false }]], true],
    ['a span, both ends included', [[{ field: 'dpd', from: 45, to: 45, not: false }]], true],
    ['a span left open', [[{ field: 'pos', from: 101, to: null, not: false }]], false],
    ['no score, which is in no span', [[{ field: 'propensity', from: 0, to: null, not: false }]], false],
    ['no score, turned round', [[{ field: 'propensity', from: 0, to: 50, not: true }]], true],
    ['a fact', [[{ field: 'untouched', not: false }]], false],
    [
      'and',
      [
        [
          { field: 'legal', not: true },
          { field: 'product', values: ['HL'], not: false },
        ],
      ],
      false,
    ],
    ['or', [[{ field: 'product', values: ['HL'], not: false }], [{ field: 'legal', not: true }]], true],
  ] as const)('of %s', (_, condition, taken) => {
    expect(takes(condition as unknown as AllocationRule['condition'], one)).toBe(taken);
  });

  it.each([
    [[{ field: 'dpd', from: 60, to: 31, not: false }], true],
    [
      [
        { field: 'dpd', from: 90, to: null, not: false },
        { field: 'bucket', values: ['0-30'], not: false },
      ],
      true,
    ],
    [
      [
        { field: 'dpd', from: 90, to: null, not: false },
        { field: 'bucket', values: ['61-90'], not: false },
      ],
      false,
    ],
    [
      [
        { field: 'product', values: ['PL'], not: false },
        { field: 'product', values: ['PL'], not: true },
      ],
      true,
    ],
    [
      [
        { field: 'pincode', values: ['600'], not: false },
        { field: 'pincode', values: ['60'], not: false },
      ],
      false,
    ],
    [
      [
        { field: 'legal', not: false },
        { field: 'legal', not: true },
      ],
      true,
    ],
    [
      [
        { field: 'untouched', not: false },
        { field: 'lastCode', values: ['PTP'], not: false },
      ],
      true,
    ],
  ] as const)('that contradicts itself is known (%#)', (terms, known) => {
    expect(contradicts(terms as unknown as AllocationRule['condition'][number])).toBe(known);
  });
});

it.each([
  [{ condition: [] }, 'takes-nothing'],
  [{ condition: [[{ field: 'dpd', from: 2, to: 1, not: false }]] }, 'contradiction'],
  [{ target: { of: 'team', ids: [] } }, 'no-target'],
  [{ from: '2026-12-02', until: '2026-12-01' }, 'ends-before-it-begins'],
  [{}, 'hidden'],
] as [Partial<AllocationRule>, string][])('a faulty rule says what is wrong (%#)', (over, fault) => {
  expect(ruleFaults([rule({ id: 'first' }), rule({ id: 'second', ...over })]).get('second')).toBe(fault);
});

it.each([
  [{ suited: false }, {}, 'unsuited'],
  [{ active: false }, {}, 'inactive'],
  [{ agencyStopped: true }, {}, 'agency-stopped'],
  [{ draUntil: null }, {}, undefined],
  [{ draUntil: null }, { needsDra: true }, 'dra-missing'],
  [{ draUntil: '2026-11-22' }, {}, 'dra-expired'],
  [{ clockedIn: false }, { needsPresence: true }, 'absent'],
] as [Partial<Candidate>, Partial<AllocationRule>, string | undefined][])(
  'who may not receive loans is told why (%#)',
  (who, over, why) => {
    expect(exclusionOf(rule(over), person('a', who), TODAY)).toBe(why);
  },
);

it('prefers the language, the pincode and the present hand as its weights say', () => {
  const best = (weights: Partial<AllocationRule['weights']>) =>
    allocated(
      'collector',
      [
        {
          rule: rule({ method: 'best', weights: { travel: 0, language: 0, continuity: 0, balance: 0, ...weights } }),
          candidates: [
            person('near', { pincodes: ['600001'] }),
            person('speaks', { languages: ['ta'], pincodes: ['700001'] }),
            person('has', { pincodes: ['700001'] }),
          ],
        },
      ],
      [loan('1', { holders: { collector: 'has' } })],
      new Map([['has', { loans: 1, pos: 100 }]]),
      TODAY,
    ).outcomes[0]?.to;
  expect(best({ travel: 1 })).toBe('near');
  expect(best({ language: 1 })).toBe('speaks');
  expect(best({ continuity: 1 })).toBe('has');
});

describe('a rule for a part of the loans', () => {
  const book = Array.from({ length: 4000 }, (_, n) =>
    loan(`00000000-0000-7000-8000-${(n * 104_729).toString(16).padStart(12, '0')}`),
  );
  const challenger = (n: number, part: number) =>
    ({
      rule: rule({ id: `00000000-0000-7000-9000-00000000000${n}`, part }),
      candidates: [person('challenger')],
    }) as const;
  const champion = { rule: rule({ id: 'champion' }), candidates: [person('champion')] };
  const given = (...rules: RuleMembers[]) => allocated('collector', rules, book, new Map(), TODAY);

  it('takes about its percentage, the same loans each time, and leaves the others to the next rule', () => {
    const { outcomes, rules } = given(challenger(1, 20), champion);
    const taken = rules[0]?.matched ?? 0;
    expect(taken).toBeGreaterThan(700);
    expect(taken).toBeLessThan(900);
    expect(rules[1]?.matched).toBe(book.length - taken);
    expect(outcomes.filter(({ to }) => to === 'challenger')).toHaveLength(taken);
    expect(given(challenger(1, 20), champion).outcomes).toEqual(outcomes);
    // A larger part takes the same loans and more.
    const more = given(challenger(1, 30), champion).outcomes;
    expect(outcomes.every(({ to }, at) => to !== 'challenger' || more[at]?.to === 'challenger')).toBe(true);
  });

  it('draws for itself: of what one rule leaves, another one takes its own part', () => {
    const { rules } = given(challenger(1, 50), challenger(2, 50), champion);
    expect(rules[1]?.matched).toBeGreaterThan(900);
    expect(rules[1]?.matched).toBeLessThan(1100);
  });

  it('hides no later rule', () => {
    expect(ruleFaults([rule({ id: 'first', part: 10 }), rule({ id: 'second' })]).get('second')).toBeUndefined();
  });
});

it('says what each wish costs in travel: as far as loans stand without it', () => {
  const weights = { travel: 2, language: 3, continuity: 4, balance: 1 };
  const book = Array.from({ length: 24 }, (_, at) =>
    loan(String(at).padStart(2, '0'), {
      pincode: ['600001', '600017', '641001', '411001'][at % 4] as string,
      language: ['ta', 'hi', 'mr'][at % 3] as string,
      holders: { collector: ['a', 'b', 'c'][(at >> 2) % 3] as string },
    }),
  );
  const planned = (over: Partial<AllocationRule>) =>
    allocated(
      'collector',
      [
        {
          rule: rule({ method: 'best', weights, mostLoans: 9, ...over }),
          candidates: [
            person('a', { languages: ['ta'] }),
            person('b', { languages: ['hi'], pincodes: ['411001'] }),
            person('c', { languages: ['mr'], pincodes: ['641001', '600017'] }),
          ],
        },
      ],
      book,
      new Map(['a', 'b', 'c'].map((id) => [id, { loans: 8, pos: 800 }])),
      TODAY,
    ).rules[0]?.prices ?? [];
  const prices = planned({});
  expect(prices.map(({ wish }) => wish)).toEqual(['language', 'continuity', 'balance', 'caps']);
  const travels = (over: Partial<AllocationRule>) => planned(over)[0]?.travel;
  for (const { wish, travel, without } of prices) {
    expect(travel).toBe(travels({}));
    const other = wish === 'caps' ? { mostLoans: null } : { weights: { ...weights, [wish]: 0 } };
    expect(without, wish).toBe(travels(other));
  }
  expect(planned({ weights: { ...weights, travel: 0 } })).toEqual([]);
});

it('says the cost of the plan that is given, not of the one that a cap of principal undid', () => {
  const { rules, outcomes } = allocated(
    'collector',
    [
      {
        rule: rule({ method: 'best', mostPos: 100, weights: { travel: 1, language: 0, continuity: 0, balance: 0 } }),
        candidates: [person('near'), ...['f1', 'f2', 'f3'].map((id) => person(id, { pincodes: ['110001'] }))],
      },
    ],
    ['1', '2', '3', '4'].map((id) => loan(id)),
    new Map(),
    TODAY,
  );
  expect(outcomes.map(({ to }) => to).sort()).toEqual(['f1', 'f2', 'f3', 'near']);
  // Three of four stand at the worst distance of 5 points.
  expect(rules[0]).toMatchObject({ cost: 15, atLeast: 0 });
});

it('plans for somebody whose loans went to others after the book was read', () => {
  const { rules, outcomes } = allocated(
    'collector',
    [{ rule: rule({ method: 'best', mostLoans: 21 }), candidates: [person('a'), person('b')] }],
    Array.from({ length: 40 }, (_, at) => loan(`l${at}`, { holders: { collector: 'a' } })),
    new Map(),
    TODAY,
  );
  expect(rules[0]).toMatchObject({ placed: 40 });
  expect(rules[0]?.atLeast).toBe(rules[0]?.cost);
  for (const one of ['a', 'b']) expect(outcomes.filter(({ to }) => to === one).length).toBeGreaterThan(18);
});

it('does not count what went back to its present holder', () => {
  const { rules } = allocated(
    'collector',
    [
      {
        rule: rule({ method: 'best', mostLoans: 1, weights: { travel: 1, language: 0, continuity: 0, balance: 0 } }),
        candidates: [person('far', { pincodes: ['110001'] })],
      },
    ],
    [loan('1'), loan('2'), loan('3', { holders: { collector: 'other' } })],
    new Map(),
    TODAY,
  );
  expect(rules[0]).toMatchObject({ placed: 1, cost: 5, atLeast: 5 });
});

const books = fc.record({
  loans: fc.array(
    fc.record({
      pos: fc.integer({ min: 1, max: 50 }),
      product: fc.constantFrom('PL', 'HL'),
      language: fc.constantFrom('ta', 'hi'),
      pincode: fc.constantFrom('600001', '600002', '700001', null),
      holder: fc.constantFrom('a', 'b', 'c', 'outside', undefined),
      retained: fc.boolean(),
    }),
    { maxLength: 25 },
  ),
  rules: fc.array(
    fc.record({
      product: fc.constantFrom('PL', 'HL', null),
      method: fc.constantFrom(...METHODS),
      mostLoans: fc.option(fc.integer({ min: 0, max: 8 })),
      mostPos: fc.option(fc.integer({ min: 0, max: 200 })),
      keepPresent: fc.boolean(),
      members: fc.subarray(['a', 'b', 'c', 'gone']),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

it('gives each loan once or says truly why not, obeys caps, eligibility and order', () => {
  fc.assert(
    fc.property(books, ({ loans, rules }) => {
      const book = loans.map(({ holder, ...over }, at) =>
        loan(`l${at}`, { ...over, holders: holder ? { collector: holder } : {} }),
      );
      const loads = new Map<string, { loans: number; pos: number }>();
      const count = (id: string | null | undefined, pos: number, into: typeof loads) => {
        const had = into.get(id ?? '') ?? { loans: 0, pos: 0 };
        if (id) into.set(id, { loans: had.loans + 1, pos: had.pos + pos });
      };
      for (const one of book) count(one.holders.collector, one.pos, loads);
      const list = rules.map(({ product, members, ...over }, at) => ({
        rule: rule({
          id: `r${at}`,
          ...over,
          condition: [product ? [{ field: 'product', values: [product], not: false }] : []],
        }),
        candidates: members.map((id) => person(id, { active: id !== 'gone' })),
      }));
      const { outcomes } = allocated('collector', list, book, loads, TODAY);
      expect(outcomes.map((one) => one.loan.id)).toEqual(book.map(({ id }) => id));
      const after = new Map<string, { loans: number; pos: number }>();
      for (const { loan: one, from, to } of outcomes) count(to ?? from, one.pos, after);
      for (const { loan: one, from, to, ruleId, stays } of outcomes) {
        expect((to === null) !== (stays === null)).toBe(true);
        const by = list.find(({ rule: { id } }) => id === ruleId);
        const would = list.filter(({ rule: { condition } }) => takes(condition, one));
        const mayGet = would.filter(({ candidates }) => candidates.some(({ active }) => active));
        if (to !== null && by) {
          expect(would).toContain(by);
          expect(by.candidates.some(({ id, active }) => id === to && active)).toBe(true);
          // An earlier rule that takes it had no room.
          for (const earlier of mayGet.slice(0, mayGet.indexOf(by)))
            expect(earlier.rule.mostLoans !== null || earlier.rule.mostPos !== null).toBe(true);
        }
        if (stays === 'retained') expect(one.retained && from !== null).toBe(true);
        if (stays === 'no-rule') expect(would).toEqual([]);
        if (stays === 'nobody-eligible') expect(would[0]?.candidates.some(({ active }) => active)).toBe(false);
        if (stays === 'full') expect(by?.rule.mostLoans !== null || by?.rule.mostPos !== null).toBe(true);
      }
      // Somebody who received a loan by a rule is within its caps, or has no more than before.
      for (const { from, to, ruleId } of outcomes) {
        const by = list.find(({ rule: { id } }) => id === ruleId)?.rule;
        if (to === null || to === from || !by || rules.length > 1) continue;
        const load = after.get(to) ?? { loans: 0, pos: 0 };
        if (by.mostLoans !== null) expect(load.loans).toBeLessThanOrEqual(by.mostLoans);
        if (by.mostPos !== null) expect(load.pos).toBeLessThanOrEqual(by.mostPos);
      }
    }),
    { numRuns: 500 },
  );
});

const turns = fc.record({
  pos: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 30 }),
  had: fc.array(fc.record({ loans: fc.nat({ max: 3 }), pos: fc.nat({ max: 60 }) }), { minLength: 1, maxLength: 5 }),
  mostLoans: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
  mostPos: fc.option(fc.integer({ min: 0, max: 150 }), { nil: null }),
});

it('gives the largest first to whoever has least and has room, and in turns to the next who has', () => {
  fc.assert(
    fc.property(turns, ({ pos, had, mostLoans, mostPos }) => {
      const book = pos.map((one, at) => loan(`l${String(at).padStart(2, '0')}`, { pos: one }));
      const gives = (method: 'least-loaded' | 'round-robin') =>
        allocated(
          'collector',
          [{ rule: rule({ method, mostLoans, mostPos }), candidates: had.map((_, at) => person(`p${at}`)) }],
          book,
          new Map(had.map((load, at) => [`p${at}`, load])),
          TODAY,
        ).outcomes.map(({ to }) => to);
      const all = {
        loans: pos.length + had.reduce((sum, { loans }) => sum + loans, 0),
        pos: pos.reduce((sum, one) => sum + one, 0) + had.reduce((sum, one) => sum + one.pos, 0),
      };
      const standing = () => had.map((load) => ({ ...load }));
      const hasRoom = (load: { loans: number; pos: number }, more: number) =>
        (mostLoans === null || load.loans < mostLoans) && (mostPos === null || load.pos + more <= mostPos);

      const [least, toLeast] = [standing(), new Array<string | null>(pos.length).fill(null)];
      const share = (at: number) =>
        (least[at]?.loans ?? 0) / Math.max(1, all.loans) + (least[at]?.pos ?? 0) / Math.max(1, all.pos);
      for (const row of [...pos.keys()].sort((a, b) => (pos[b] ?? 0) - (pos[a] ?? 0) || a - b)) {
        const may = [...least.keys()].filter((at) => hasRoom(least[at] as (typeof least)[number], pos[row] ?? 0));
        const [to] = may.sort((a, b) => share(a) - share(b) || a - b);
        const load = least[to ?? -1];
        if (!load) continue;
        load.loans++;
        load.pos += pos[row] ?? 0;
        toLeast[row] = `p${to}`;
      }
      expect(gives('least-loaded')).toEqual(toLeast);

      const turn = standing();
      let next = 0;
      const inTurns = pos.map((one) => {
        const order = turn.map((_, at) => (next + at) % turn.length);
        const to = order.find((at) => hasRoom(turn[at] as (typeof turn)[number], one));
        const load = turn[to ?? -1];
        if (!load || to === undefined) return null;
        load.loans++;
        load.pos += one;
        next = (to + 1) % turn.length;
        return `p${to}`;
      });
      expect(gives('round-robin')).toEqual(inTurns);
    }),
    { numRuns: 300 },
  );
});

describe('percentages', () => {
  const share = (id: string, percent: number, over: object = {}) => ({
    ...{ id, percent, mostLoans: null, mostPos: null },
    ...over,
  });
  const dealt = (shares: ReturnType<typeof share>[], loans: HeldLoan[], over: Partial<AllocationRule> = {}) => {
    const ids = shares.map(({ id }) => id);
    const one = rule({ kind: 'agency', method: 'share', target: { of: 'chosen', ids }, shares, ...over });
    const before = new Map<string, { loans: number; pos: number }>();
    for (const { holders, pos } of loans) {
      const load = before.get(holders.agency ?? '') ?? { loans: 0, pos: 0 };
      if (holders.agency) before.set(holders.agency, { loans: load.loans + 1, pos: load.pos + pos });
    }
    return allocated('agency', [{ rule: one, candidates: ids.map((id) => person(id)) }], loans, before, TODAY);
  };
  const count = <O extends { to: string | null }>(outcomes: O[], id: string | null) =>
    outcomes.filter(({ to }) => to === id);
  const poses = (list: { loan: HeldLoan }[]) => list.reduce((sum, { loan: { pos } }) => sum + pos, 0);
  const many = (n: number, over: Partial<HeldLoan> = {}) =>
    Array.from({ length: n }, (_, at) => loan(`l${at}`, { pos: 100 + at, ...over }));

  it('give each its part, alike in large and small loans, and leave the rest where it is', () => {
    const { outcomes, rules } = dealt([share('a', 50), share('b', 30)], many(100));
    expect(['a', 'b', null].map((id) => count(outcomes, id).length)).toEqual([50, 30, 20]);
    const average = (id: string | null) => poses(count(outcomes, id)) / count(outcomes, id).length;
    for (const id of ['a', 'b', null]) expect(Math.abs(average(id) - 149.5)).toBeLessThan(3);
    // What the percentages leave was not without room.
    expect(new Set(count(outcomes, null).map(({ stays }) => stays))).toEqual(new Set(['no-rule']));
    expect(rules[0]).toMatchObject({ matched: 100, placed: 80, moved: 80 });
  });

  it('keep to each one’s own capacity; what it has no room for goes to nobody else', () => {
    const { outcomes } = dealt([share('a', 50, { mostLoans: 10 }), share('b', 50, { mostPos: 500 })], many(40));
    expect(count(outcomes, 'a')).toHaveLength(10);
    expect(poses(count(outcomes, 'b'))).toBeLessThanOrEqual(500);
    expect(count(outcomes, 'b').length).toBeGreaterThan(0);
    expect(new Set(count(outcomes, null).map(({ stays }) => stays))).toEqual(new Set(['full']));
  });

  it('count in what is kept, and what somebody who may receive nothing would have had stays', () => {
    const held = [...many(30, { holders: { agency: 'a' } }), ...many(70).map((one) => ({ ...one, id: `n${one.id}` }))];
    const { outcomes } = dealt([share('a', 40), share('b', 60)], held, { keepPresent: true });
    expect(['a', 'b'].map((id) => count(outcomes, id).length)).toEqual([40, 60]);
    expect(outcomes.slice(0, 30).every(({ from, to }) => from === to)).toBe(true);
    const one = rule({
      ...{ kind: 'agency', method: 'share', target: { of: 'chosen', ids: ['a', 'b'] } },
      shares: [share('a', 40), share('b', 60)],
    });
    const stopped = allocated(
      'agency',
      [{ rule: one, candidates: [person('a'), person('b', { agencyStopped: true })] }],
      many(10),
      new Map(),
      TODAY,
    );
    expect(['a', 'b', null].map((id) => count(stopped.outcomes, id).length)).toEqual([4, 0, 6]);
  });

  it('are of any books and percentages within one loan of what was said', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 }),
        (percents, principals) => {
          fc.pre(percents.reduce((sum, one) => sum + one, 0) <= 100);
          const shares = percents.map((percent, at) => share(`s${at}`, percent));
          const { outcomes } = dealt(
            shares,
            principals.map((pos, at) => loan(`l${at}`, { pos })),
          );
          for (const { id, percent } of shares)
            expect(Math.abs(count(outcomes, id).length - (percent * principals.length) / 100)).toBeLessThan(1 + 1e-6);
        },
      ),
    );
  });

  it.each([
    [[share('a', 50)], 'shares'],
    [[share('a', 60), share('b', 60)], 'shares'],
    [[share('a', 60), share('c', 40)], 'shares'],
    [[share('a', 60), share('b', 40)], undefined],
  ])('%# of chosen ones alone, each of some, a hundred in all or less', (shares, fault) => {
    const one = rule({ method: 'share', target: { of: 'chosen', ids: ['a', 'b'] }, shares });
    expect(ruleFaults([one]).get('r1')).toBe(fault);
    expect(ruleFaults([{ ...one, target: { of: 'team', ids: ['a', 'b'] } }]).get('r1')).toBe('shares');
  });
});
