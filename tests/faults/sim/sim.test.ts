/** The engine and the server under seeded faults, and the proof that the simulator sees the bugs that it is there for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atNight } from '../../support/nightly';
import { BUGS, type Bug } from './bugs';
import { type Built, buildPhones, buildSimulation, isOfPhonesOnly, removeBuild } from './build';
import { failureWords, runCampaign } from './campaign';
import { CLOCK_SCHEDULES } from './clock-schedules';
import { LATE_SCHEDULES } from './late-schedules';
import { WorldProcess } from './master';
import type { Schedule } from './steps';
import { SWITCH_SCHEDULES } from './switch-schedules';
import type { Failure, Report } from './worker';

const RUNS = atNight ? 1000 : 150;

let built: Built;
let worlds: [WorldProcess, WorldProcess];
beforeAll(async () => {
  built = await buildSimulation('test');
  worlds = [new WorldProcess(built), new WorldProcess(built)];
  await Promise.all(worlds.map(({ ready }) => ready));
}, 300_000);
afterAll(() => {
  for (const world of worlds) world.end();
  removeBuild(built);
});

async function playAll(world: WorldProcess, clientFile: string, schedules: readonly Schedule[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const schedule of schedules)
    reports.push(await world.run({ clientFile, from: schedule.seed, count: 1, schedule, shrinkTries: 0 }));
  return reports;
}

describe('the simulated phones and servers', () => {
  it(`keep every promise in ${RUNS} schedules`, { timeout: 1_800_000 }, async () => {
    const result = await runCampaign(worlds, built.client, { from: 1, runs: RUNS, shrinkTries: 80, maxFailures: 3 });
    expect(result.failures.map(failureWords).join('\n\n')).toBe('');
    expect(result.played).toBe(RUNS);
    // Not a test over nothing: people saved, and were shown receipts.
    expect(result.saves).toBeGreaterThan(RUNS);
    expect(result.receipts).toBeGreaterThan(RUNS);
  });

  it('take a record once whose first try comes after its mended form', { timeout: 300_000 }, async () => {
    const reports = await playAll(worlds[0], built.client, LATE_SCHEDULES);
    expect(reports.flatMap(({ failures }) => failures.map(failureWords)).join('\n\n')).toBe('');
    // Both forms were saved, in most of the orders.
    expect(reports.filter(({ saves }) => saves > 1).length).toBeGreaterThan(LATE_SCHEDULES.length / 2);
  });

  it('never show the list of who used the phone before', { timeout: 300_000 }, async () => {
    const reports = await playAll(worlds[0], built.client, SWITCH_SCHEDULES);
    expect(reports.flatMap(({ failures }) => failures.map(failureWords)).join('\n\n')).toBe('');
  });

  it('send what waited for a time of a clock that was days ahead', { timeout: 300_000 }, async () => {
    const reports = await playAll(worlds[0], built.client, CLOCK_SCHEDULES);
    expect(reports.flatMap(({ failures }) => failures.map(failureWords)).join('\n\n')).toBe('');
    expect(reports.reduce((sum, { saves }) => sum + saves, 0)).toBe(CLOCK_SCHEDULES.length);
  });

  it('do the same for the same seed', { timeout: 300_000 }, async () => {
    const job = { clientFile: built.client, from: 5_000, count: 15 };
    const [first, second] = await Promise.all(worlds.map((world) => world.run(job)));
    expect(first?.traces).toHaveLength(15);
    expect(second?.traces).toEqual(first?.traces);
  });
});

describe.runIf(atNight)('a planted bug is found:', () => {
  type Search = Pick<Report, 'played'> & { failures: readonly Failure[] };
  async function search(bug: Bug, world: WorldProcess, clientFile: string): Promise<Search> {
    if (bug.schedules) {
      const reports = await playAll(world, clientFile, bug.schedules);
      return { played: reports.length, failures: reports.flatMap(({ failures }) => failures) };
    }
    return world.run({ clientFile, from: bug.from, count: bug.within, untilFailure: true, shrinkTries: 0 });
  }

  /** A bug of phones is looked for in the worlds that are there; one of the server needs a world of its own. */
  async function found(bug: Bug, line: 0 | 1): Promise<string> {
    const ofPhones = isOfPhonesOnly(bug.replacements);
    const name = bug.name.replaceAll(/\W/g, '-');
    const planted = await (ofPhones
      ? buildPhones(built.world, name, bug.replacements)
      : buildSimulation(name, bug.replacements));
    const world = ofPhones ? worlds[line] : new WorldProcess(planted);
    try {
      const { failures, played } = await search(bug, world, planted.client);
      return failures[0]?.violations.join('\n') ?? `nothing, in ${played} schedules`;
    } finally {
      if (!ofPhones) world.end();
      removeBuild(planted);
    }
  }

  const results = new Map<string, Promise<string>>();
  beforeAll(() => {
    // Two at a time, one in each world.
    const lines: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
    for (const [at, bug] of BUGS.entries()) {
      const line = (at % 2) as 0 | 1;
      const result = lines[line].then(() => found(bug, line));
      results.set(bug.name, result);
      lines[line] = result.catch(() => undefined);
    }
  });

  it('its seed is said, and a shorter schedule that still shows it', { timeout: 900_000 }, async () => {
    const bug = BUGS.find(({ name }) => name === 'the outbox cleared on logout');
    if (!bug) throw new Error('no such bug');
    // Not beside the others, which use the same worlds.
    await Promise.allSettled(results.values());
    const planted = await buildPhones(built.world, 'shrunk', bug.replacements);
    try {
      const job = { clientFile: planted.client, from: bug.from, count: bug.within, untilFailure: true };
      const [whole] = (await worlds[0].run({ ...job, shrinkTries: 0 })).failures;
      if (!whole) throw new Error('not found');
      const again = { ...job, from: whole.seed, count: 1 };
      const [short] = (await worlds[0].run({ ...again, shrinkTries: 40 })).failures;
      expect(short?.violations.join('\n')).toMatch(bug.shows);
      expect(short && failureWords(short)).toMatch(new RegExp(`^seed ${whole.seed}\n`));
      const lines = (words = '') => words.split('\n').length;
      expect(lines(short?.shortest)).toBeGreaterThan(1);
      expect(lines(short?.shortest)).toBeLessThan(lines(whole.shortest) / 2);
    } finally {
      removeBuild(planted);
    }
  });

  it.each(BUGS)('$name', { timeout: 900_000 }, async ({ name, shows }) => {
    expect(await results.get(name)).toMatch(shows);
  });
});
