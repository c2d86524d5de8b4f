import load from 'highs';
import { balanceBlock, balanceCost, languageCosts, moveCost, travelCosts } from '../../../core/domain/allocation/cost';
import { startPlanner } from '../../../server/modules/allocation/planner';
import { loadsOf, loanOf, membersOf } from '../support/allocation-book';
import type { Bench } from '../support/bench';
import { atMost, inform, type Result } from '../support/result';

const TODAY = '2026-11-23';
const SIZES = [100_000, 1_000_000];
const PEOPLE = 1000;
const PIECE = 5000;
/** What HiGHS solves in a minute or so. */
const SMALL = { loans: 20_000, people: 20 };
const AGAINST = 'allocation-against-highs';
const MOST_MB = 400;
const MOST_GAP_PERCENT = 5;

interface Worked {
  seconds: number;
  mb: number;
  gapPercent: number;
}

/** A plan as a rehearsal asks for it, without the database. */
async function planned(loans: number, people: number): Promise<Worked> {
  const prepared = [{ kind: 'collector' as const, rules: [membersOf(loans, people)], loads: loadsOf(loans, people) }];
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const planner = startPlanner();
  try {
    let ms = 0;
    const timed = async <T>(work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await work();
      ms += performance.now() - began;
      return result;
    };
    for (let at = 0; at < loans; at += PIECE) {
      const piece = Array.from({ length: Math.min(PIECE, loans - at) }, (_, n) => loanOf(at + n, people));
      await timed(() => planner.add(piece));
    }
    const { rules } = await timed(() => planner.plan(prepared, TODAY));
    while ((await timed(() => planner.next(PIECE))).length > 0);
    return { seconds: ms / 1000, mb: (peak - before) / 2 ** 20, gapPercent: rules[0]?.gapPercent ?? Number.NaN };
  } finally {
    clearInterval(watch);
    await planner.close();
  }
}

/** The same plan as a linear program in HiGHS's words: classes of alike loans that nobody holds or somebody does, and how many stay with each holder. */
function program(loans: number, people: number): string {
  const { rule, candidates } = membersOf(loans, people);
  const travel = travelCosts(candidates, rule.weights);
  const language = languageCosts(candidates, rule.weights);
  const move = moveCost(rule.weights);
  const at = new Map(candidates.map(({ id }, member) => [id, member]));
  const classes = new Map<string, { points: number[]; supply: number; kept: Map<number, number> }>();
  for (let n = 0; n < loans; n++) {
    const { pincode, language: spoken, holders } = loanOf(n, people);
    const keeper = at.get(holders.collector ?? '');
    const key = `${pincode}|${spoken}|${keeper === undefined}`;
    const [near, said] = [travel(pincode).points, language(spoken).points];
    const extra = keeper === undefined ? 0 : move;
    const one = classes.get(key) ?? {
      points: candidates.map((_, member) => (near[member] ?? 0) + (said[member] ?? 0) + extra),
      supply: 0,
      kept: new Map<number, number>(),
    };
    classes.set(key, one);
    one.supply++;
    if (keeper !== undefined) one.kept.set(keeper, (one.kept.get(keeper) ?? 0) + 1);
  }
  const fair = loans / people;
  const block = balanceBlock(fair);
  const most = Math.min(rule.mostLoans ?? loans, loans);
  const steps = Array.from({ length: Math.ceil(most / block) }, (_, n) => ({
    points: balanceCost(n * block, fair, rule.weights.balance),
    places: Math.min(block, most - n * block),
  }));
  const kinds = [...classes.values()];
  const keeps = kinds.flatMap(({ kept, points }, kind) =>
    [...kept].map(([member, count]) => ({ kind, member, count, points: (points[member] ?? 0) - move })),
  );
  const keptBy = candidates.map((_, member) => keeps.filter((one) => one.member === member));
  const price = [
    ...kinds.flatMap(({ points }, kind) => points.map((one, member) => `${one} x${kind}_${member}`)),
    ...keeps.map(({ kind, member, points }) => `${points} k${kind}_${member}`),
    ...candidates.flatMap((_, member) => steps.map(({ points }, n) => `${points} s${member}_${n}`)),
  ];
  const given = kinds.map(({ supply, kept }, kind) => {
    const taken = [...candidates.keys()].map((member) => `x${kind}_${member}`);
    const stay = [...kept.keys()].map((member) => `k${kind}_${member}`);
    return `${[...taken, ...stay].join(' + ')} = ${supply}`;
  });
  const taken = candidates.map((_, member) => {
    const comes = kinds.map((_, kind) => `x${kind}_${member}`);
    const stay = (keptBy[member] ?? []).map(({ kind }) => `k${kind}_${member}`);
    return `${[...comes, ...stay].join(' + ')}${steps.map((_, n) => ` - s${member}_${n}`).join('')} = 0`;
  });
  const bounds = [
    ...keeps.map(({ kind, member, count }) => `k${kind}_${member} <= ${count}`),
    ...candidates.flatMap((_, member) => steps.map(({ places }, n) => `s${member}_${n} <= ${places}`)),
  ];
  return `Minimize\n${price.join(' + ')}\nSubject To\n${[...given, ...taken].join('\n')}\nBounds\n${bounds.join('\n')}\nEnd`;
}

async function againstHighs(rounds: number, say: (text: string) => void): Promise<Result> {
  const { loans, people } = SMALL;
  const text = program(loans, people);
  const highs = await load();
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    say(`${loans} loans × ${people} people, round ${round + 1}`);
    own.push((await planned(loans, people)).seconds);
    const began = performance.now();
    const solved = highs.solve(text);
    theirs.push((performance.now() - began) / 1000);
    if (solved.Status !== 'Optimal') throw new Error(`HiGHS ends with ${solved.Status}`);
  }
  const middle = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  return atMost({ name: AGAINST, ours: middle(own), limit: middle(theirs), goal: 0.4, unit: 's' });
}

/** Plans of allocation by cost, in their thread: time, memory and the proven gap; and the time of the solver HiGHS for one that it can solve. */
export const allocation: Bench = {
  rows: [...SIZES.flatMap((loans) => ['seconds', 'mb', 'gap'].map((what) => `allocation-${loans}-${what}`)), AGAINST],
  async run(wanted, { rounds, say }) {
    const results: Result[] = [];
    for (const loans of SIZES) {
      const name = `allocation-${loans}`;
      if (![...wanted].some((row) => row.startsWith(`${name}-`))) continue;
      say(`${loans} loans × ${PEOPLE} people`);
      const { seconds, mb, gapPercent } = await planned(loans, PEOPLE);
      results.push(
        inform({ name: `${name}-seconds`, ours: seconds, unit: 's' }),
        atMost({ name: `${name}-mb`, ours: mb, limit: MOST_MB, goal: 1, unit: 'MB' }),
        atMost({ name: `${name}-gap`, ours: gapPercent, limit: MOST_GAP_PERCENT, goal: 1, unit: '%' }),
      );
    }
    if (wanted.has(AGAINST)) results.push(await againstHighs(rounds, say));
    return results;
  },
};
