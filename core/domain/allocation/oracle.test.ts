/** Books too large to try every plan, against the optimum that the solver HiGHS finds for the same loans one by one. */
import fc from 'fast-check';
import load from 'highs';
import { expect, it } from 'vitest';
import type { AllocationRule, Candidate, HeldLoan, Load } from '.';
import { allocated, costOf } from './allocated-support';
import { balanceCost, moveCost } from './cost';
import { exclusionOf } from './rules';

const TODAY = '2026-11-23';
const highs = await load();
/** Core stands without the tests' own parts: the variable is `NIGHT` of tests/when.mjs. */
const atNight = process.env.TESTS_OF_THE_NIGHT === 'yes';
const PATIENT = { timeout: atNight ? 900_000 : 20_000 };

interface Places {
  /** What each loan costs with each holder. */
  cost: number[][];
  /** What the n-th further loan costs each holder; as long as the holder has room. */
  steps: number[][];
}

/** The cost of the cheapest plan that gives every loan; there must be room for all. */
function optimum({ cost, steps }: Places): number {
  const sum = (terms: string[]) => terms.join(' + ');
  const x = (loan: number, holder: number) => `x${loan}_${holder}`;
  const place = (holder: number, n: number) => `s${holder}_${n}`;
  const price = [
    ...cost.flatMap((row, loan) => row.map((points, holder) => `${points} ${x(loan, holder)}`)),
    ...steps.flatMap((row, holder) => row.map((points, n) => `${points} ${place(holder, n)}`)),
  ];
  const once = cost.map((row, loan) => `${sum(row.map((_, holder) => x(loan, holder)))} = 1`);
  const fits = steps.map((row, holder) => {
    const taken = sum(cost.map((_, loan) => x(loan, holder)));
    return `${taken}${row.map((_, n) => ` - ${place(holder, n)}`).join('')} = 0`;
  });
  const bounds = steps.flatMap((row, holder) => row.map((_, n) => `${place(holder, n)} <= 1`));
  const solved = highs.solve(
    `Minimize\n${sum(price)}\nSubject To\n${[...once, ...fits].join('\n')}\nBounds\n${bounds.join('\n')}\nEnd`,
  );
  expect(solved.Status).toBe('Optimal');
  return solved.ObjectiveValue;
}

const LANGUAGES = ['hi', 'ta', 'mr'];
const PINCODES = ['600001', '600042', '605001', '560001', '110001'];
const weight = fc.integer({ min: 0, max: 10 });

const books = fc
  .record({
    people: fc.array(
      fc.record({
        active: fc.boolean(),
        dra: fc.constantFrom('2027-01-01', '2026-01-01', null),
        languages: fc.subarray(LANGUAGES, { minLength: 1 }),
        pincodes: fc.subarray(PINCODES, { maxLength: 2 }),
        others: fc.integer({ min: 0, max: 6 }),
      }),
      { minLength: 2, maxLength: 8 },
    ),
    weights: fc.record({ travel: weight, language: weight, continuity: weight, balance: weight }),
    spare: fc.integer({ min: 0, max: 3 }),
    needsDra: fc.boolean(),
  })
  .chain((book) =>
    fc
      .array(
        fc.record({
          pincode: fc.constantFrom(...PINCODES, null),
          language: fc.constantFrom(...LANGUAGES),
          holder: fc.option(fc.nat({ max: book.people.length })),
        }),
        { minLength: 1, maxLength: 40 },
      )
      .map((loans) => ({ ...book, loans })),
  );

it('gives every loan once, only to who may have it, within the cap, and at the cost of the optimum', PATIENT, () => {
  let tried = 0;
  fc.assert(
    fc.property(books, ({ people, weights, spare, needsDra, loans }) => {
      const candidates = people.map(
        (one, at): Candidate => ({
          id: `p${at}`,
          active: one.active,
          suited: true,
          agencyStopped: false,
          draUntil: one.dra,
          clockedIn: true,
          languages: one.languages,
          pincodes: one.pincodes,
        }),
      );
      const book = loans.map(
        (one, at): HeldLoan => ({
          id: `l${at}`,
          clientId: 'c',
          product: 'PL',
          bucket: '31-60',
          dpd: 45,
          pos: 100,
          pincode: one.pincode,
          language: one.language,
          lastCode: null,
          brokenPromise: false,
          portfolioId: 'b',
          overdue: 0,
          attempts: 0,
          visits: 0,
          brokenPromises: 0,
          propensity: null,
          legal: false,
          // The last number is somebody outside the rule.
          holders: one.holder === null ? {} : { collector: `p${one.holder}` },
          retained: false,
        }),
      );
      const rule: AllocationRule = {
        id: 'r',
        name: 'Rule',
        active: true,
        condition: [[]],
        kind: 'collector',
        target: { of: 'chosen', ids: candidates.map(({ id }) => id) },
        method: 'best',
        weights,
        keepPresent: false,
        mostLoans: null,
        mostPos: null,
        needsDra,
        needsPresence: false,
        from: null,
        until: null,
      };
      const may = candidates.filter((one) => exclusionOf(rule, one, TODAY) === undefined);
      const othersOf = ({ id }: Candidate) => people[Number(id.slice(1))]?.others ?? 0;
      // With this cap there is room for all, if only just.
      const most = Math.max(0, ...may.map(othersOf)) + Math.ceil(book.length / Math.max(1, may.length)) + spare;
      const loads = new Map<string, Load>();
      for (const one of candidates) {
        const held = book.filter(({ holders }) => holders.collector === one.id).length;
        loads.set(one.id, { loans: othersOf(one) + held, pos: 0 });
      }
      const { outcomes, rules } = allocated(
        'collector',
        [{ rule: { ...rule, mostLoans: most }, candidates }],
        book,
        loads,
        TODAY,
      );
      expect(outcomes.map(({ loan }) => loan.id)).toEqual(book.map(({ id }) => id));
      if (may.length === 0) {
        expect(outcomes.every(({ to, stays }) => to === null && stays === 'nobody-eligible')).toBe(true);
        return;
      }
      tried++;
      const costs = book.map((loan) =>
        may.map(
          (one) =>
            costOf(loan, one, weights) +
            (loan.holders.collector === undefined || loan.holders.collector === one.id ? 0 : moveCost(weights)),
        ),
      );
      const fair = (may.reduce((all, one) => all + othersOf(one), 0) + book.length) / may.length;
      const steps = may.map((one) =>
        Array.from({ length: Math.min(book.length, most - othersOf(one)) }, (_, n) =>
          balanceCost(othersOf(one) + n, fair, weights.balance),
        ),
      );
      const taken = may.map(() => 0);
      let spent = 0;
      outcomes.forEach(({ to }, loan) => {
        const holder = may.findIndex(({ id }) => id === to);
        expect(holder).not.toBe(-1);
        spent += (costs[loan]?.[holder] ?? 0) + (steps[holder]?.[taken[holder] ?? 0] ?? Number.POSITIVE_INFINITY);
        taken[holder] = (taken[holder] ?? 0) + 1;
      });
      const best = optimum({ cost: costs, steps });
      expect(spent).toBeCloseTo(best, 6);
      expect(rules[0]?.cost).toBe(spent);
      expect(rules[0]?.atLeast).toBe(spent);
    }),
    { numRuns: atNight ? 3_000 : 150 },
  );
  expect(tried).toBeGreaterThan(50);
});

/** The cheapest plan of so many loans with both caps, loan by loan as whole numbers. */
function optimumWithin(
  { cost, steps }: Places,
  given: number,
  pos: readonly number[],
  mostPos: readonly number[],
): number {
  const sum = (terms: string[]) => terms.join(' + ');
  const x = (loan: number, holder: number) => `x${loan}_${holder}`;
  const place = (holder: number, n: number) => `s${holder}_${n}`;
  const price = [
    ...cost.flatMap((row, loan) => row.map((points, holder) => `${points} ${x(loan, holder)}`)),
    ...steps.flatMap((row, holder) => row.map((points, n) => `${points} ${place(holder, n)}`)),
  ];
  const all = cost.flatMap((row, loan) => row.map((_, holder) => x(loan, holder)));
  const once = cost.map((row, loan) => `${sum(row.map((_, holder) => x(loan, holder)))} <= 1`);
  const fits = steps.map((row, holder) => {
    const taken = sum(cost.map((_, loan) => x(loan, holder)));
    return `${taken}${row.map((_, n) => ` - ${place(holder, n)}`).join('')} = 0`;
  });
  const principal = mostPos.map(
    (most, holder) => `${sum(pos.map((one, loan) => `${one} ${x(loan, holder)}`))} <= ${most}`,
  );
  const bounds = steps.flatMap((row, holder) => row.map((_, n) => `${place(holder, n)} <= 1`));
  const solved = highs.solve(
    `Minimize\n${sum(price)}\nSubject To\n${[...once, ...fits, ...principal, `${sum(all)} = ${given}`].join('\n')}\nBounds\n${bounds.join('\n')}\nBinary\n${all.join(' ')}\nEnd`,
  );
  expect(solved.Status).toBe('Optimal');
  return solved.ObjectiveValue;
}

const capped = fc.record({
  people: fc.array(
    fc.record({
      languages: fc.subarray(LANGUAGES, { minLength: 1 }),
      pincodes: fc.subarray(PINCODES, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  rules: fc.array(
    fc.record({
      weights: fc.record({ travel: weight, language: weight, continuity: weight, balance: weight }),
      mostLoans: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
      mostPos: fc.option(fc.integer({ min: 10, max: 300 }), { nil: null }),
      keepPresent: fc.boolean(),
      language: fc.option(fc.constantFrom(...LANGUAGES), { nil: null }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  loans: fc.array(
    fc.record({
      pincode: fc.constantFrom(...PINCODES, null),
      language: fc.constantFrom(...LANGUAGES),
      pos: fc.integer({ min: 1, max: 90 }),
      holder: fc.option(fc.nat({ max: 4 }), { nil: null }),
    }),
    { minLength: 1, maxLength: 10 },
  ),
});

it(
  'under several rules with all caps says the cost of what is given, and a bound that no plan falls below',
  PATIENT,
  () => {
    let above = 0;
    fc.assert(
      fc.property(capped, ({ people, rules, loans }) => {
        const candidates = people.map(
          (one, at): Candidate => ({
            ...one,
            id: `p${at}`,
            active: true,
            suited: true,
            agencyStopped: false,
            draUntil: null,
            clockedIn: true,
          }),
        );
        const book = loans.map(
          ({ holder, ...one }, at): HeldLoan => ({
            ...one,
            id: `l${at}`,
            clientId: 'c',
            product: 'PL',
            bucket: '31-60',
            dpd: 45,
            lastCode: null,
            brokenPromise: false,
            portfolioId: 'b',
            overdue: 0,
            attempts: 0,
            visits: 0,
            brokenPromises: 0,
            propensity: null,
            legal: false,
            holders: holder === null ? {} : { collector: `p${holder}` },
            retained: false,
          }),
        );
        const list = rules.map(({ language, ...over }, at) => ({
          rule: {
            id: `r${at}`,
            name: 'Rule',
            active: true,
            condition: [language ? [{ field: 'language', values: [language], not: false }] : []],
            kind: 'collector',
            target: { of: 'chosen', ids: candidates.map(({ id }) => id) },
            method: 'best',
            needsDra: false,
            needsPresence: false,
            from: null,
            until: null,
            ...over,
          } as AllocationRule,
          candidates,
        }));
        const loads = new Map<string, Load>();
        for (const { holders, pos } of book) {
          const had = loads.get(holders.collector ?? '') ?? { loans: 0, pos: 0 };
          if (holders.collector) loads.set(holders.collector, { loans: had.loans + 1, pos: had.pos + pos });
        }
        // The rules before it decide what a rule finds; the first one is looked at here, with all that it matched.
        const { outcomes, rules: told } = allocated('collector', list.slice(0, 1), book, loads, TODAY);
        const whole = allocated('collector', list, book, loads, TODAY);
        expect(whole.rules[0]).toEqual(told[0]);
        for (const { cost, atLeast } of whole.rules) expect(atLeast).toBeLessThanOrEqual(cost ?? 0);
        const [first] = list;
        if (!first || first.rule.keepPresent) return;
        const { rule } = first;
        const matched = outcomes.filter(({ ruleId }) => ruleId !== null).map(({ loan }) => loan);
        const base = candidates.map(({ id }) => {
          const own = matched.filter(({ holders }) => holders.collector === id);
          const { loans: count, pos } = loads.get(id) ?? { loans: 0, pos: 0 };
          return { loans: count - own.length, pos: pos - own.reduce((sum, one) => sum + one.pos, 0) };
        });
        const fair = (base.reduce((sum, one) => sum + one.loans, 0) + matched.length) / candidates.length;
        const costs = matched.map((loan) =>
          candidates.map(
            (one) =>
              costOf(loan, one, rule.weights) +
              (loan.holders.collector === undefined || loan.holders.collector === one.id ? 0 : moveCost(rule.weights)),
          ),
        );
        const stepsOf = (had: { loans: number }) =>
          Array.from({ length: Math.max(0, Math.min(matched.length, (rule.mostLoans ?? 99) - had.loans)) }, (_, n) =>
            balanceCost(had.loans + n, fair, rule.weights.balance),
          );
        const steps = base.map(stepsOf);
        const taken = candidates.map(() => 0);
        let [spent, given] = [0, 0];
        for (const { loan, to } of outcomes) {
          const holder = candidates.findIndex(({ id }) => id === to);
          if (holder === -1) continue;
          spent += (costs[matched.indexOf(loan)]?.[holder] ?? 0) + (steps[holder]?.[taken[holder] ?? 0] ?? 99_999);
          taken[holder] = (taken[holder] ?? 0) + 1;
          given++;
        }
        expect(told[0]?.cost ?? 0).toBe(spent);
        if (given === 0) return;
        const mostPos = base.map(({ pos }) => Math.max(0, (rule.mostPos ?? 99_999) - pos));
        const best = optimumWithin(
          { cost: costs, steps },
          given,
          matched.map(({ pos }) => pos),
          mostPos,
        );
        expect(told[0]?.atLeast ?? 0).toBeLessThanOrEqual(best + 1e-6);
        expect(spent).toBeGreaterThanOrEqual(best - 1e-6);
        if (spent > best + 1e-6) above++;
      }),
      // By day the same books each time: few of them have a gap.
      atNight ? { numRuns: 2_000 } : { numRuns: 120, seed: 36 },
    );
    // Caps of principal make some plans dearer than the best one: then a gap is said.
    expect(above).toBeGreaterThan(0);
  },
);
