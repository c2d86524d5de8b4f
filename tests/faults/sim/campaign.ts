/** A run over many seeds: processes, each with its own servers, take the next seeds as they finish. */
import type { WorldProcess } from './master';
import type { Failure, Report } from './worker';

export interface Campaign {
  from: number;
  runs: number;
  /** Real seconds after which no further seeds are begun. */
  seconds?: number;
  shrinkTries: number;
  /** Stop after so many failing seeds. */
  maxFailures: number;
  progress?: (played: number, failures: readonly Failure[]) => void;
}

export interface Result {
  played: number;
  /** All seeds below this one have been played. */
  next: number;
  saves: number;
  receipts: number;
  cpuMs: number;
  failures: Failure[];
}

/** Seeds that a process takes at once. */
const PORTION = 10;

export async function runCampaign(
  worlds: readonly WorldProcess[],
  clientFile: string,
  campaign: Campaign,
): Promise<Result> {
  const result: Result = { played: 0, next: campaign.from, saves: 0, receipts: 0, cpuMs: 0, failures: [] };
  const end = campaign.from + campaign.runs;
  const until = process.hrtime.bigint() + BigInt(Math.round((campaign.seconds ?? 86_400 * 365) * 1e9));
  const take = (): number | undefined => {
    const over = process.hrtime.bigint() > until || result.failures.length >= campaign.maxFailures;
    if (over || result.next >= end) return undefined;
    const from = result.next;
    result.next = Math.min(end, from + PORTION);
    return from;
  };
  const add = (report: Report) => {
    result.played += report.played;
    result.saves += report.saves;
    result.receipts += report.receipts;
    result.cpuMs += report.cpuMs;
    result.failures.push(...report.failures);
    campaign.progress?.(result.played, result.failures);
  };
  await Promise.all(
    worlds.map(async (world) => {
      for (let from = take(); from !== undefined; from = take()) {
        const count = Math.min(PORTION, end - from);
        add(await world.run({ clientFile, from, count, shrinkTries: campaign.shrinkTries }));
      }
    }),
  );
  result.failures.sort((a, b) => a.seed - b.seed);
  return result;
}

export const failureWords = ({ seed, violations, shortest }: Failure): string =>
  `seed ${seed}\n${violations.map((words) => `  ${words}`).join('\n')}\nshortest schedule that still fails:\n${shortest}`;
