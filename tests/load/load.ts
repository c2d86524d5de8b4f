/** A shift of telecallers against one server process on PostgreSQL, and what the server's memory did meanwhile. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { uuidv7 } from '../../core/domain/ids';
import { prepareInstallation } from '../../server/db/migrate';
import { openPostgres } from '../../server/db/postgres';
import { percentile } from '../faults/storm/storm';
import { startApiProcess, TSX } from '../support/api-process';
import { type CrewMember, signedInCrew } from '../support/crew';
import { createTenantWorld } from '../support/world';
import type { LoadPlan, LoadResult } from './callers';

export interface LoadSize {
  callers: number;
  seconds: number;
  seed?: number;
  /** Seconds between one call and the next of a caller. */
  pause?: number;
}

export interface LoadReport extends LoadResult {
  /** MiB that the server holds, one a second from the beginning of the shift. */
  memory: number[];
}

const LOANS = 30;
const AGENTS = 10;
/** Visits a minute that callers are told of. */
const VISITS_A_MINUTE = 60;

/** A zone in which it is about noon, so that calls are lawful whenever this runs. */
function noonZone(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

const residentMiB = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20;

function runCallers(plan: LoadPlan): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('./callers.ts', import.meta.url)), { execArgv: TSX });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadResult));
    child.once('exit', (code) => reject(new Error(`the callers ended with ${code}`)));
    child.send(plan);
  });
}

/** `url` names an empty, migrated database. */
export async function runLoad(url: string, { callers, seconds, seed = 1, pause = 25 }: LoadSize): Promise<LoadReport> {
  const db = await openPostgres({ url, poolSize: 2 });
  try {
    await prepareInstallation(db);
    const world = await createTenantWorld(db);
    await db.platform((tx) =>
      tx.query('update tenants set zone = $2 where id = $1', [world.tenantId, noonZone(new Date())]),
    );
    const crew = await signedInCrew(db, world, {
      role: 'CRM_TELECALLER',
      kind: 'collector',
      count: callers,
      loans: LOANS,
    });
    const agents = await signedInCrew(db, world, {
      role: 'CRM_FIELDAGENT',
      kind: 'field_agent',
      count: AGENTS,
      loans: 0,
    });
    // Each visit goes to a loan that is called as well, a caller after the other.
    const visits = Math.min(callers * 2, Math.ceil((seconds / 60) * VISITS_A_MINUTE));
    const shared: CrewMember[] = agents.map((agent) => ({ ...agent, loans: [] }));
    for (let at = 0; at < visits; at += 1) {
      const loan = crew[at % crew.length]?.loans.at(-1 - Math.floor(at / crew.length));
      const agent = shared[at % shared.length];
      if (loan && agent) agent.loans.push(loan);
    }
    await world.run((tx) =>
      tx.copyFrom(
        'loan_assignments',
        ['tenant_id', 'id', 'loan_id', 'kind', 'profile_id'],
        shared.flatMap(({ id, loans }) => loans.map((loan) => [world.tenantId, uuidv7(), loan.id, 'field_agent', id])),
      ),
    );
    const server = await startApiProcess(url);
    const memory: number[] = [];
    const look = setInterval(() => memory.push(residentMiB(server.pid)), 1000);
    try {
      const result = await runCallers({
        port: server.port,
        seed,
        milliseconds: seconds * 1000,
        callers: crew,
        agents: shared,
        pauseMs: pause * 1000,
      });
      return { ...result, memory };
    } catch (error) {
      throw new Error(`The shift failed; the server said:\n${server.log()}`, { cause: error });
    } finally {
      clearInterval(look);
      await server.stop();
    }
  } finally {
    await db.close();
  }
}

export const READ_P95_MS = 350;
export const ALERT_MS = 2_000;
export const ERROR_SHARE = 0.001;
const GROWTH = 0.15;

/** What counts as level: a server that has just begun is still growing into its work. */
const settled = (memory: readonly number[]) => memory.slice(Math.floor(memory.length / 5));

/** How much more the server holds in the last fifth of the settled shift than in the first, as a share. */
export function growth(whole: readonly number[]): number {
  const memory = settled(whole);
  const part = Math.max(1, Math.floor(memory.length / 5));
  const middle = (list: readonly number[]) =>
    [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
  return middle(memory.slice(-part)) / middle(memory.slice(0, part)) - 1;
}

/** MiB at ten moments of the shift: `12 s 190`. */
export function memoryLine(memory: readonly number[]): string {
  const step = Math.max(1, Math.ceil(memory.length / 10));
  const moments = memory.flatMap((mib, second) =>
    second % step === 0 || second === memory.length - 1 ? [`${second} s ${Math.round(mib)}`] : [],
  );
  return moments.join(' · ');
}

/** What a shift must show. A short one says nothing about memory. */
export function verdictsOf(report: LoadReport): [string, boolean][] {
  const requests = report.reads.length + report.writes.length;
  const p95 = percentile(report.reads, 0.95);
  const late = report.alerts.filter((ms) => ms > ALERT_MS).length;
  return [
    [`p95 of reads under ${READ_P95_MS} ms`, p95 < READ_P95_MS],
    ['errors under 0.1 %', requests > 0 && report.odd.length / requests < ERROR_SHARE],
    ['every alert within 2 s', report.visits > 0 && report.unheard === 0 && late === 0],
    ...(settled(report.memory).length >= 120
      ? ([['memory is flat', growth(report.memory) < GROWTH]] as [string, boolean][])
      : []),
  ];
}
