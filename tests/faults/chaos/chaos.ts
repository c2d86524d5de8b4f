/** Runs of seeded days, two phones at a time, each beside a server of its own. */
import { Phone } from '../../support/browser';
import { BrokenDay, type DayReport, runDay } from './day';
import { Field } from './field';
import { LOANS, type Plan, planOf, wordsOf } from './plan';

export interface ChaosOptions {
  /** One run each. */
  seeds: readonly number[];
  say?: (line: string) => void;
}

export interface ChaosReport {
  runs: number;
  saved: number;
  /** Saved without anybody having read it: the phone died in the same moment. */
  unread: number;
  photos: number;
  phoneKills: number;
  serverKills: number;
  lost: number;
  doubled: number;
  wrong: number;
  /** A failure a run: its seed, its steps, and what was wrong. */
  failures: string[];
}

const PHONES_AT_ONCE = 2;
const PHOTOS = 10;

export async function runChaos({ seeds, say = () => undefined }: ChaosOptions): Promise<ChaosReport> {
  const photos = await takePhotos();
  const report: ChaosReport = {
    runs: 0,
    saved: 0,
    unread: 0,
    photos: 0,
    phoneKills: 0,
    serverKills: 0,
    lost: 0,
    doubled: 0,
    wrong: 0,
    failures: [],
  };
  let next = 0;
  const lane = async (share: number): Promise<void> => {
    const field = await Field.open(share, LOANS);
    try {
      for (const agent of field.agents) {
        const seed = seeds[next++];
        if (seed === undefined) return;
        const plan = planOf(seed);
        try {
          const day = await runDay(plan, field, agent, photos);
          count(report, day);
          say(lineOf(day));
        } catch (error) {
          if (!(error instanceof BrokenDay)) throw error;
          report.runs += 1;
          report.wrong += 1;
          report.failures.push(storyOf(plan, error.done, [error.message]));
          say(`✗ ${plan.seed} ${error.message.split('\n')[0]}`);
        }
      }
    } finally {
      await field.close();
    }
  };
  // Any lane may do any run: both have an agent for each.
  await Promise.all(Array.from({ length: Math.min(PHONES_AT_ONCE, seeds.length) }, () => lane(seeds.length)));
  return report;
}

/** As a camera gives them, larger than what the phone keeps. */
async function takePhotos(): Promise<Buffer[]> {
  const camera = await Phone.start();
  try {
    const photos: Buffer[] = [];
    for (let at = 0; at < PHOTOS; at += 1) photos.push(await camera.jpeg(at, 1200 + 40 * at, 900));
    return photos;
  } finally {
    await camera.destroy();
  }
}

function count(report: ChaosReport, { plan, told, findings, phoneKills, serverKills }: DayReport): void {
  report.runs += 1;
  report.saved += told.filter(({ number }) => number !== null).length;
  report.unread += told.filter(({ number, receiptNo }) => number === null && receiptNo).length;
  report.photos += told.reduce((sum, { number, photos }) => sum + (number === null ? 0 : photos), 0);
  report.phoneKills += phoneKills;
  report.serverKills += serverKills;
  report.lost += findings.lost.length;
  report.doubled += findings.doubled.length;
  report.wrong += findings.wrong.length;
  const problems = [...findings.lost, ...findings.doubled, ...findings.wrong];
  if (problems.length > 0) report.failures.push(storyOf(plan, plan.steps.map(wordsOf), problems));
}

function lineOf({ plan, told, findings, ms }: DayReport): string {
  const bad = findings.lost.length + findings.doubled.length + findings.wrong.length;
  const saved = told.filter(({ number }) => number !== null).length;
  return `${bad ? '✗' : '✓'} ${plan.seed} ${plan.scenario}: ${saved} saved, ${bad ? `${bad} findings` : 'all received'}, ${(ms / 1000).toFixed(1)} s`;
}

function storyOf({ seed, scenario }: Plan, steps: readonly string[], problems: readonly string[]): string {
  return [
    `Seed ${seed}, ${scenario}`,
    ...steps.map((step) => `    ${step}`),
    ...problems.map((problem) => `  ✗ ${problem}`),
    `  Run it again: npm run test:chaos -- --seed ${seed} --runs 1`,
  ].join('\n');
}
