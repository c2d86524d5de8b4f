/** One process of a run: plays the schedules it is given, one after the other, and reports each. */
import { play, type World } from './play';
import { Server, virtualTime } from './server';
import { shrink } from './shrink';
import { clearDatabase, makeStages, type Stage } from './stage';
import { draw, type Schedule, written } from './steps';

export interface Job {
  clientFile: string;
  from: number;
  count: number;
  /** Seconds of real time after which no new schedule is begun. */
  seconds?: number;
  /** Stop at the first failure. */
  untilFailure?: boolean;
  /** How many replays a failure may be shrunk with. */
  shrinkTries?: number;
  /** A schedule to play instead of drawn ones. */
  schedule?: Schedule;
}

export interface Failure {
  seed: number;
  violations: string[];
  /** The shortest schedule that still fails. */
  shortest: string;
}

export interface Report {
  played: number;
  /** The next seed that was not played. */
  next: number;
  saves: number;
  receipts: number;
  failures: Failure[];
  ms: number;
  /** Processor time of the process. */
  cpuMs: number;
  traces: string[];
}

/** Tenants are made so many at once, and the tables emptied before the next so many. */
const STAGES = 60;
const STAGES_BEFORE_CLEARING = 240;

class Stages {
  private ready: Stage[] = [];
  private made = 0;
  constructor(private readonly server: Server) {}

  async next(): Promise<Stage> {
    const stage = this.ready.pop();
    if (stage) return stage;
    if (this.made >= STAGES_BEFORE_CLEARING) {
      await clearDatabase(this.server.db);
      this.made = 0;
    }
    this.ready = await makeStages(this.server.db, STAGES);
    this.made += STAGES;
    return this.next();
  }
}

async function run(server: Server, stages: Stages, job: Job): Promise<Report> {
  const realNow = process.hrtime.bigint;
  const began = realNow();
  const cpu = process.cpuUsage();
  const elapsed = () => Number(realNow() - began) / 1e6;
  const report: Report = {
    played: 0,
    next: job.from,
    saves: 0,
    receipts: 0,
    failures: [],
    ms: 0,
    cpuMs: 0,
    traces: [],
  };
  const playOnce = async (schedule: Schedule) => {
    const world: World = { server, stage: await stages.next(), clientFile: job.clientFile };
    uncaught.length = 0;
    try {
      const outcome = await play(schedule, world);
      outcome.violations.push(...uncaught.map((words) => `nobody caught: ${words}`));
      return outcome;
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { violations: [`the simulation broke: ${words}`], saves: 0, receipts: 0, took: 0, trace: words };
    }
  };
  for (let n = 0; n < job.count; n += 1) {
    if (job.seconds !== undefined && elapsed() > job.seconds * 1000) break;
    const schedule = job.schedule ?? draw(job.from + n);
    const outcome = await playOnce(schedule);
    report.played += 1;
    report.next = job.from + n + 1;
    report.saves += outcome.saves;
    report.receipts += outcome.receipts;
    if (job.count <= 200) report.traces.push(outcome.trace);
    if (outcome.violations.length > 0) {
      const fails = async (shorter: Schedule) => (await playOnce(shorter)).violations.length > 0;
      const shortest = await shrink(schedule, fails, job.shrinkTries ?? 150);
      report.failures.push({ seed: schedule.seed, violations: outcome.violations, shortest: written(shortest) });
      if (job.untilFailure) break;
    }
  }
  report.ms = elapsed();
  const { user, system } = process.cpuUsage(cpu);
  report.cpuMs = (user + system) / 1000;
  return report;
}

/** Rejections that the engine or the server left to nobody. */
const uncaught: string[] = [];
process.on('unhandledRejection', (error) => {
  uncaught.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
});

virtualTime();
const server = await Server.open();
const stages = new Stages(server);
process.on('message', (job: Job | 'end') => {
  if (job === 'end') {
    void server.close().finally(() => process.exit(0));
    return;
  }
  run(server, stages, job).then(
    (report) => process.send?.({ report }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
