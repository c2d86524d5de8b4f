import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { guessMapping } from '../../../core/domain/loan-import';
import type { Database } from '../../../server/db/database';
import type { Actor } from '../../../server/http/implement';
import { importKey } from '../../../server/modules/loan-imports/places';
import { importService } from '../../../server/modules/loan-imports/service';
import { systemClock as clock } from '../../../server/platform/clock';
import { readConfig } from '../../../server/platform/config';
import type { Deps } from '../../../server/platform/deps';
import { folderStorage } from '../../../server/platform/storage';
import { AppServer } from '../../support/app-server';
import { createTenantWorld } from '../../support/world';
import type { Bench } from '../support/bench';
import { inChild } from '../support/in-child';
import { startDurablePostgres } from '../support/installation';
import { atMost, type Result, shareOfLimit } from '../support/result';

const SMALL = 10_000;
const LARGE = 200_000;
const MEMORY_MB = 250;
const PACE = 'loan-import';
const MEMORY = 'loan-import-memory';
const GROWTH = 'loan-import-memory-growth';
const WORKBOOK = 'loan-import-xlsx-memory';

interface Taken {
  verifyMs: number;
  commitMs: number;
  /** The most memory the server's process ever had, and what it had when it stood ready. */
  megabytes: number;
  before: number;
}

/** The most memory that a process ever had, on Linux. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** From a file's bytes to the last loan in an empty book; the server does all that is a job. */
async function taken(db: Database, url: string, file: string, rows: number): Promise<Taken> {
  const { tenantId, people, run } = await createTenantWorld(db);
  const [portfolio] = await run((tx) =>
    tx.query<{ id: string; client: string }>(
      'select id, client_id as client from portfolios where tenant_id = current_tenant() order by id limit 1',
    ),
  );
  if (!portfolio) throw new Error('There is no portfolio');
  const server = await AppServer.start({ env: { DATABASE_URL: url, DEMO: 'off' } });
  try {
    const before = peakOf(server.pid);
    const storage = folderStorage(join(server.dataDir, 'files'));
    const config = readConfig({ DATA_DIR: server.dataDir });
    const imports = importService({ db, storage, clock, config } as unknown as Deps);
    const actor = { tenantId, userId: people.admin.id, role: 'CRM_TENANTADMIN', subRole: null } as Actor;
    const { id } = (await imports.begin(actor, { kind: 'loans', fileName: basename(file), size: statSync(file).size }))
      .import;
    const until = async (wanted: string) => {
      for (;;) {
        const found = await imports.detail(actor, id);
        if (found.state === wanted) return found;
        if (found.state === 'failed') throw new Error(found.problem?.message);
        await pause(50);
      }
    };
    const timed = async (step: 'verify' | 'commit', wanted: string) => {
      const began = performance.now();
      await imports[step](actor, id);
      await until(wanted);
      return performance.now() - began;
    };
    await storage.append(importKey(tenantId, id), 0, createReadStream(file));
    await imports.uploaded(actor, id);
    const { look } = await until('mapping');
    if (!look) throw new Error('The file was not read');
    const mapping = guessMapping(look) as Parameters<typeof imports.map>[2]['mapping'];
    await imports.map(actor, id, { clientId: portfolio.client, portfolioId: portfolio.id, mapping });
    const verifyMs = await timed('verify', 'verified');
    const commitMs = await timed('commit', 'done');
    const { counts } = await imports.detail(actor, id);
    if (counts.inserted !== rows) throw new Error(`${counts.inserted} of ${rows} loans came in`);
    return { verifyMs, commitMs, megabytes: peakOf(server.pid), before };
  } finally {
    await server.destroy();
  }
}

/** A file of 10,000 loans and one of 200,000, each verified and committed into an empty book of a durable PostgreSQL by a fresh server. */
export const loanImport: Bench = {
  rows: [PACE, MEMORY, GROWTH, WORKBOOK],
  async run(wanted, { say }) {
    const postgres = process.platform === 'linux' ? await startDurablePostgres() : undefined;
    if (!postgres) {
      say(`${PACE}: left out, this machine has no PostgreSQL or is no Linux`);
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-import-'));
    try {
      const take = async (rows: number, format: 'csv' | 'xlsx'): Promise<Taken> => {
        await inChild('loan-file', 'make', folder, String(rows));
        const found = await taken(postgres.db, postgres.url, join(folder, `loans.${format}`), rows);
        const [before, most, verify, commit] = [
          found.before,
          found.megabytes,
          found.verifyMs / 1000,
          found.commitMs / 1000,
        ].map((figure) => figure.toFixed(1));
        say(
          `${rows} loans as ${format}: ${before} MB before, at most ${most}; ${verify} s to verify, ${commit} to commit`,
        );
        return found;
      };
      const pace = (rows: number, { verifyMs, commitMs }: Taken) => rows / ((verifyMs + commitMs) / 1000);
      const small = await take(SMALL, 'csv');
      const large = await take(LARGE, 'csv');
      const results: Result[] = [
        shareOfLimit({ name: PACE, ours: pace(LARGE, large), limit: pace(SMALL, small), goal: 0.8, unit: 'rows/s' }),
        atMost({ name: MEMORY, ours: large.megabytes, limit: MEMORY_MB, goal: 1, unit: 'MB' }),
        atMost({ name: GROWTH, ours: large.megabytes, limit: small.megabytes, goal: 1.15, unit: 'MB' }),
      ];
      if (wanted.has(WORKBOOK)) {
        const { megabytes } = await take(LARGE, 'xlsx');
        results.push(atMost({ name: WORKBOOK, ours: megabytes, limit: MEMORY_MB, goal: 1, unit: 'MB' }));
      }
      return results;
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
