/** Scores and ranks keep their order, share out what is not known, and every promised gain is one. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addsUp,
  type BoardFigures,
  type BoardWeights,
  DEFAULT_WEIGHTS,
  gainsOf,
  isRanked,
  SCORE_PARTS,
  scoreOf,
  standings,
} from '.';
import { scorerOf } from './score';

const LAKH = 100_000_00;
const person = (change: Partial<BoardFigures> = {}): BoardFigures => ({
  accounts: 100,
  openingPaise: 100 * LAKH,
  collectedPaise: 5 * LAKH,
  resolvedPaise: 50 * LAKH,
  reached: 40,
  promised: 20,
  duePaise: 10 * LAKH,
  keptPaise: 5 * LAKH,
  calls: 300,
  visits: 0,
  complaints: 0,
  breaches: 0,
  presentDays: 20,
  workDays: 25,
  quality: null,
  ...change,
});

const within = (most: number) => fc.nat({ max: most });
const figures: fc.Arbitrary<BoardFigures> = fc
  .record({
    accounts: within(60),
    openingPaise: within(5 * LAKH),
    resolved: fc.double({ min: 0, max: 1, noNaN: true }),
    reached: within(30),
    promised: fc.double({ min: 0, max: 1, noNaN: true }),
    duePaise: within(2 * LAKH),
    kept: fc.double({ min: 0, max: 1, noNaN: true }),
    breaches: within(4),
    presentDays: within(20),
    workDays: fc.constantFrom(0, 20),
    quality: fc.option(within(100)),
  })
  .map(({ resolved, promised, kept, ...rest }) => {
    const days = Math.min(rest.presentDays, rest.workDays);
    return {
      ...person(),
      ...rest,
      presentDays: days,
      resolvedPaise: Math.floor(rest.openingPaise * resolved),
      promised: Math.floor(rest.reached * promised),
      keptPaise: Math.floor(rest.duePaise * kept),
    };
  });
const weights: fc.Arbitrary<BoardWeights> = fc
  .tuple(within(25), within(25), within(25), within(25), within(10))
  .map(([kept, conversion, quality, attendance, breach]) => ({
    resolution: 100 - kept - conversion - quality - attendance,
    kept,
    conversion,
    quality,
    attendance,
    breach,
  }));
const cohort = fc.array(figures, { maxLength: 12 });

describe('a score', () => {
  it('gives at the median half of the weight of resolution, and says what each line gave', () => {
    const { lines, score } = scoreOf(person({ quality: 80 }), DEFAULT_WEIGHTS, 0.5);
    expect(lines.map(({ part, points }) => [part, points])).toEqual([
      ['resolution', 2000],
      ['kept', 1250],
      ['conversion', 750],
      ['quality', 800],
      ['attendance', 800],
    ]);
    expect(score).toBe(5600);
  });

  it('shares the weight of what is not known among the rest', () => {
    const { lines, score } = scoreOf(person(), DEFAULT_WEIGHTS, 0.5);
    expect(lines.map(({ given }) => Math.round(given * 100) / 100)).toEqual([44.44, 27.78, 16.67, 0, 11.11]);
    expect(score).toBe(5333);
    expect(scoreOf(person({ breaches: 3 }), DEFAULT_WEIGHTS, 0.5)).toMatchObject({ penalty: 600, score: 4733 });
  });

  it('is not known when nothing that has a weight is', () => {
    const nothing = person({ openingPaise: 0, reached: 0, duePaise: 0, workDays: 0 });
    expect(scoreOf(nothing, DEFAULT_WEIGHTS, 0.5).score).toBeNull();
    expect(standings([nothing], DEFAULT_WEIGHTS).rows[0]).toMatchObject({ rank: null, score: null });
  });

  it('adds up its lines, and what is given to known figures adds up to 100', () => {
    fc.assert(
      fc.property(figures, weights, fc.double({ min: 0, max: 1, noNaN: true }), (of, by, median) => {
        expect(addsUp(by)).toBe(true);
        const { lines, penalty, score } = scoreOf(of, by, median);
        const known = lines.filter(({ index }) => index !== null);
        expect(lines.filter(({ index, given, points }) => index === null && (given !== 0 || points !== 0))).toEqual([]);
        if (score === null) {
          expect(known.every(({ weight }) => weight === 0)).toBe(true);
          return;
        }
        expect(known.reduce((sum, { given }) => sum + given, 0)).toBeCloseTo(100, 6);
        const points = lines.reduce((sum, line) => sum + line.points, 0);
        expect(score).toBe(Math.min(10_000, Math.max(0, points - penalty)));
        // Among known figures the tenant's proportions stay.
        for (const one of known)
          for (const two of known) expect(one.given * two.weight).toBeCloseTo(two.given * one.weight, 6);
      }),
    );
  });

  it('is the same when only the median moves', () => {
    const median = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(figures, weights, median, (of, by, at) => {
        expect(scorerOf(of, by)(at)).toBe(scoreOf(of, by, at).score);
      }),
    );
  });

  it('never falls when a figure gets better', () => {
    fc.assert(
      fc.property(figures, weights, fc.double({ min: 0, max: 1, noNaN: true }), (of, by, median) => {
        const scores = (change: Partial<BoardFigures>) => scoreOf({ ...of, ...change }, by, median).score ?? -1;
        const now = scores({});
        expect(scores({ resolvedPaise: of.openingPaise })).toBeGreaterThanOrEqual(now);
        expect(scores({ keptPaise: of.duePaise })).toBeGreaterThanOrEqual(now);
        expect(scores({ promised: of.reached })).toBeGreaterThanOrEqual(now);
        expect(scores({ presentDays: of.workDays })).toBeGreaterThanOrEqual(now);
        expect(scores({ breaches: 0 })).toBeGreaterThanOrEqual(now);
      }),
    );
  });
});

describe('ranks', () => {
  it('leave out who holds fewer than 30 loans, also from the median', () => {
    const small = person({ accounts: 29, resolvedPaise: 100 * LAKH });
    const { median, rows } = standings(
      [small, person(), person({ accounts: 30, resolvedPaise: 40 * LAKH })],
      DEFAULT_WEIGHTS,
    );
    expect(median).toBeCloseTo(0.45);
    expect(rows.map(({ rank, score }) => [rank, score !== null])).toEqual([
      [1, true],
      [2, true],
      [null, false],
    ]);
  });

  it('are one more than the number of better scores, whatever the order people come in', () => {
    fc.assert(
      fc.property(cohort, weights, (people, by) => {
        const members = people.map((one, at) => ({ ...one, id: at }));
        const { rows } = standings(members, by);
        const ranked = rows.filter(({ rank }) => rank !== null);
        expect(rows.length).toBe(people.length);
        for (const { rank, score } of ranked)
          expect(rank).toBe(1 + ranked.filter((other) => (other.score ?? 0) > (score ?? 0)).length);
        expect(rows.slice(0, ranked.length)).toEqual(ranked);
        for (const { member, rank, lines } of rows)
          expect(rank === null).toBe(!isRanked(member) || lines.every(({ given }) => given === 0));
        const places = (of: typeof rows) => new Map(of.map(({ member, rank }) => [member.id, rank]));
        const turned = places(standings([...members].reverse(), by).rows);
        for (const [id, rank] of places(rows)) expect(turned.get(id)).toBe(rank);
      }),
    );
  });
});

describe('what would gain a rank', () => {
  it('does, and a unit less does not', () => {
    let seen = 0;
    fc.assert(
      fc.property(figures, cohort, weights, (me, others, by) => {
        const rankOf = (figures: BoardFigures) =>
          standings([{ ...figures, me: true }, ...others.map((other) => ({ ...other, me: false }))], by).rows.find(
            ({ member }) => member.me,
          )?.rank ?? null;
        const before = rankOf(me);
        for (const { part, change, rank } of gainsOf(me, others, by)) {
          seen += 1;
          const moved = (by: number): BoardFigures => {
            const more = {
              resolution: { resolvedPaise: me.resolvedPaise + by },
              kept: { keptPaise: me.keptPaise + by },
              conversion: { promised: me.promised + by },
              quality: { quality: (me.quality ?? 0) + by },
              attendance: { presentDays: me.presentDays + by },
              breaches: { breaches: me.breaches - by },
            };
            return { ...me, ...more[part] };
          };
          expect(rankOf(moved(change))).toBe(rank);
          expect(rank).toBeLessThan(before ?? 0);
          expect(rankOf(moved(change - 1))).toBeGreaterThanOrEqual(before ?? 0);
        }
      }),
      { numRuns: 500 },
    );
    expect(seen).toBeGreaterThan(100);
  });

  it('is nothing for the first, and for who is not ranked', () => {
    expect(gainsOf(person(), [person({ keptPaise: 0 })], DEFAULT_WEIGHTS)).toEqual([]);
    expect(gainsOf(person({ accounts: 3 }), [person()], DEFAULT_WEIGHTS)).toEqual([]);
  });

  it('names the smallest change first', () => {
    const me = person({ keptPaise: 4 * LAKH });
    const [first, ...rest] = gainsOf(me, [person()], DEFAULT_WEIGHTS);
    expect(first).toMatchObject({ part: 'resolution', rank: 1 });
    expect(rest.every(({ by }) => by >= (first?.by ?? 1))).toBe(true);
    expect(SCORE_PARTS).toContain(first?.part);
  });
});
