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
import { percentile } from '../../faults/storm/storm';
import { AppServer } from '../../support/app-server';
import { signIn } from '../../support/people';
import { createTenantWorld } from '../../support/world';
import type { Bench } from '../support/bench';
import { broughtInByHand } from '../support/by-hand';
import { inChild } from '../support/in-child';
import { startDurablePostgres } from '../support/installation';
import { quietReads, readsWhile } from '../support/reading';
import { atMost, type Result, shareOfLimit } from '../support/result';

const SMALL = 10_000;
const LARGE = 200_000;
const MEMORY_MB = 250;
/** The texts of a workbook's cells stand apart from them, and are held while it is read. */
const WORKBOOK_MB = 350;
const PACE = 'loan-import';
const MEMORY = 'loan-import-memory';
const GROWTH = 'loan-import-memory-growth';
const WORKBOOK = 'loan-import-xlsx-memory';
const COPY = 'loan-import-against-copy';
const READS = 'loan-import-reads-p95';
/** Of a telecaller whose reads are timed. */
const HELD = 200;
const QUIET_MS = 10_000;

interface Taken {
  verifyMs: number;
  commitMs: number;
  /** The most memory the server's process ever had, and what it had when it stood ready. */
  megabytes: number;
  before: number;
  /** ms, the shortest first: a telecaller's reads before it and while it ran; none where nobody read. */
  reads: { quiet: number[]; busy: number[] };
}

/** The most memory that a process ever had, on Linux. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** From a file's bytes to the last loan in an empty book; the server does all that is a job. */
async function taken(db: Database, url: string, file: string, rows: number, reading = false): Promise<Taken> {
  const { tenantId, people, run, addLoans } = await createTenantWorld(db);
  if (reading) await addLoans(HELD, { held: { collector: 'caller' } });
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
    let over = false;
    const token = reading && (await signIn(server.origin, people.caller)).token;
    const quiet = token ? await quietReads(server.origin, token, QUIET_MS) : [];
    const asked = token ? readsWhile(server.origin, token, () => over) : [];
    const verifyMs = await timed('verify', 'verified');
    const commitMs = await timed('commit', 'done');
    over = true;
    const reads = { quiet, busy: await asked };
    const { counts } = await imports.detail(actor, id);
    if (counts.inserted !== rows) throw new Error(`${counts.inserted} of ${rows} loans came in`);
    return { verifyMs, commitMs, megabytes: peakOf(server.pid), before, reads };
  } finally {
    await server.destroy();
  }
}

/** A file of 10,000 loans and one of 200,000, each verified and committed into an empty book of a durable PostgreSQL by a fresh server. */
export const loanImport: Bench = {
  rows: [PACE, MEMORY, GROWTH, WORKBOOK, COPY, READS],
  async run(wanted, { loans = LARGE, say }) {
    const postgres = process.platform === 'linux' ? await startDurablePostgres() : undefined;
    if (!postgres) {
      say(`${PACE}: left out, this machine has no PostgreSQL or is no Linux`);
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-import-'));
    try {
      const take = async (rows: number, format: 'csv' | 'xlsx', reading = false): Promise<Taken> => {
        await inChild('loan-file', 'make', folder, String(rows));
        const found = await taken(postgres.db, postgres.url, join(folder, `loans.${format}`), rows, reading);
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
      const large = await take(loans, 'csv');
      const results: Result[] = [
        shareOfLimit({ name: PACE, ours: pace(loans, large), limit: pace(SMALL, small), goal: 0.8, unit: 'rows/s' }),
        atMost({ name: MEMORY, ours: large.megabytes, limit: MEMORY_MB, goal: 1, unit: 'MB' }),
        atMost({ name: GROWTH, ours: large.megabytes, limit: small.megabytes, goal: 1.15, unit: 'MB' }),
      ];
      if (wanted.has(WORKBOOK)) {
        const { megabytes } = await take(LARGE, 'xlsx');
        results.push(atMost({ name: WORKBOOK, ours: megabytes, limit: WORKBOOK_MB, goal: 1, unit: 'MB' }));
      }
      if (wanted.has(COPY)) {
        await inChild('loan-file', 'make', folder, String(loans));
        const ms = await broughtInByHand(postgres, join(folder, 'loans.csv'), loans);
        say(`${loans} loans by hand: ${(ms / 1000).toFixed(1)} s`);
        const limit = loans / (ms / 1000);
        results.push(shareOfLimit({ name: COPY, ours: pace(loans, large), limit, goal: 0.6, unit: 'rows/s' }));
      }
      if (wanted.has(READS)) {
        const { reads } = await take(loans, 'csv', true);
        const limit = percentile(reads.quiet, 0.95);
        results.push(atMost({ name: READS, ours: percentile(reads.busy, 0.95), limit, goal: 2, unit: 'ms' }));
      }
      return results;
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
