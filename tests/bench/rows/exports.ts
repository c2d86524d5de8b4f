/** A report of a million lines as a file, by the job that writes it, against COPY of the same question. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addDays, dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import type { Database } from '../../../server/db/database';
import type { Actor } from '../../../server/http/implement';
import { exportKey, findExport } from '../../../server/modules/reports/export-rows';
import { exportService } from '../../../server/modules/reports/exports';
import { formatService } from '../../../server/modules/reports/formats';
import { questionOf } from '../../../server/modules/reports/question';
import { reportService } from '../../../server/modules/reports/service';
import { systemClock as clock } from '../../../server/platform/clock';
import { folderStorage } from '../../../server/platform/storage';
import { AppServer } from '../../support/app-server';
import { createTenantWorld, type TenantWorld } from '../../support/world';
import type { Bench } from '../support/bench';
import { startDurablePostgres } from '../support/installation';
import { atMost, type Result, shareOfLimit } from '../support/result';
import { median } from '../support/rounds';

const LINES = 1_000_000;
const LOANS = 20_000;
const PIECE = 100_000;
const CSV = 'export-csv-1000000';
const XLSX = 'export-xlsx-1000000';
const MEMORY = 'export-memory';
const FIRST = 'export-first-byte';
const CANCEL = 'export-cancel';
const GOALS = { csv: 0.85, xlsx: 0.18 };

const run = promisify(execFile);
/** Of the process: what it has, and the most that it had since that was asked anew. Linux alone. */
const memory = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const forgetMost = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Calls of thirty days on as many loans as are wanted. */
async function fill(db: Database, world: TenantWorld, loans: number, say: (text: string) => void): Promise<void> {
  say(`making ${loans} loans and ${LINES} calls`);
  await db.owner(async (tx) => {
    await tx.query("select set_config('app.tenant', $1, true)", [world.tenantId]);
    await tx.query(
      `insert into borrowers (tenant_id, id, name) select $1, gen_random_uuid(), 'Borrower ' || n from generate_series(1, $2::int) n`,
      [world.tenantId, loans],
    );
    await tx.query('alter table loans disable trigger user');
    await tx.query(
      `insert into loans (tenant_id, id, loan_number, client_id, portfolio_id, borrower_id, product, dpd, dpd_month_open, bucket, pos_paise,
         tos_paise, overdue_paise, principal_overdue_paise, interest_overdue_paise, emi_paise, due_day)
       select b.tenant_id, gen_random_uuid(), 'LN' || substr(b.name, 10), p.client_id, p.id, b.id, 'TW', 40, 40, '31-60', 5000000, 5000000,
              500000, 500000, 0, 250000, 5
         from borrowers b join portfolios p on p.tenant_id = b.tenant_id and p.name = 'Two wheelers'
        where b.tenant_id = $1 and b.name like 'Borrower %'`,
      [world.tenantId],
    );
    await tx.query('alter table loans enable trigger user');
  });
  for (let from = 0; from < LINES; from += PIECE)
    await db.owner(async (tx) => {
      await tx.query("select set_config('app.tenant', $1, true)", [world.tenantId]);
      await tx.query('alter table dispositions disable trigger user');
      await tx.query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no,
           remarks, record, payload_hash)
         select $1, gen_random_uuid(), now() - n * interval '2 seconds', l.id, $2, 'call', 'PTP', 'PTP', 10, 'applied',
                now() - n * interval '2 seconds', n, 'Will pay after the salary of the ' || n % 28 || 'th, asked twice',
                jsonb_build_object('ptp', jsonb_build_object('dueOn', '2026-11-25', 'amountPaise', 100000 + n)), 'hash'
           from generate_series($3::int + 1, $3::int + $4::int) n
           join (select id, row_number() over (order by id) as at from loans where tenant_id = $1 and loan_number like 'LN%') l on l.at = 1 + n % $5::int`,
        [world.tenantId, world.people.caller.id, from, PIECE, loans],
      );
      await tx.query('alter table dispositions enable trigger user');
    });
  await db.owner((tx) => tx.query('analyze'));
}

/** SQL with its parameters written into it, for psql. */
const literal = (text: string, parameters: readonly unknown[]): string =>
  text.replace(/\$(\d+)/g, (_, n) => {
    const value = parameters[Number(n) - 1];
    return `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`;
  });

export const exports: Bench = {
  rows: [CSV, XLSX, MEMORY, FIRST, CANCEL],
  byName: [CSV, XLSX, MEMORY, FIRST, CANCEL],
  async run(wanted, { rounds, loans = LOANS, say }) {
    const postgres = process.platform === 'linux' ? await startDurablePostgres() : undefined;
    if (!postgres) {
      say(`${CSV}: left out, this machine has no PostgreSQL or is no Linux`);
      return [];
    }
    const { db, url, bin } = postgres;
    try {
      const world = await createTenantWorld(db);
      await fill(db, world, loans, say);
      const server = await AppServer.start({ env: { DATABASE_URL: url, DEMO: 'off' } });
      try {
        const storage = folderStorage(join(server.dataDir, 'files'));
        const deps = { db, clock, storage };
        const reports = reportService(deps);
        const service = exportService(deps, reports, formatService(deps, reports));
        const { tenantId } = world;
        const actor = { tenantId, userId: world.people.admin.id, role: 'CRM_TENANTADMIN', subRole: null } as Actor;
        const today = dayOf(Date.now(), 'Asia/Kolkata');
        const span = { from: addDays(today, -31), to: today };
        const one = (id: string) => db.transaction({ tenantId }, (tx) => findExport(tx, id));
        const begin = async (fileType: 'csv' | 'xlsx') => {
          const id = uuidv7();
          await service.create(actor, { id, kind: 'calls', fileType, filters: span });
          return id;
        };
        const idle = memory(server.pid, 'VmRSS');
        const found = { csv: [] as number[], xlsx: [] as number[], copy: [] as number[], first: [] as number[] };
        let most = 0;

        /** Seconds from the asking until the file is there; whether it is complete, and the same as the query, is looked at. */
        async function take(fileType: 'csv' | 'xlsx'): Promise<void> {
          forgetMost(server.pid);
          const began = performance.now();
          const id = await begin(fileType);
          let first = 0;
          for (;;) {
            if (first === 0 && (await storage.size(exportKey(tenantId, id, 1)).catch(() => 0)))
              first = performance.now() - began;
            const row = await one(id);
            if (row?.state === 'failed') throw new Error(row.problem ?? 'The export failed');
            if (row?.state === 'done') {
              const seconds = (performance.now() - began) / 1000;
              found[fileType].push(LINES / seconds);
              if (first > 0) found.first.push(first);
              most = Math.max(most, memory(server.pid, 'VmHWM') - idle);
              say(`${fileType}: ${seconds.toFixed(1)} s, ${Math.round((row.size ?? 0) / 2 ** 20)} MB`);
              await check(fileType, row.file ?? '', row.sha256 ?? '');
              return;
            }
            await pause(20);
          }
        }
        async function check(fileType: 'csv' | 'xlsx', key: string, sha256: string): Promise<void> {
          const hash = createHash('sha256');
          let lines = 0;
          let tail = '';
          for await (const chunk of storage.stream(key)) {
            hash.update(chunk as Buffer);
            if (fileType === 'xlsx') continue;
            const text = (chunk as Buffer).toString('latin1');
            for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
            tail = (tail + text).slice(-2000);
          }
          if (hash.digest('hex') !== sha256) throw new Error('The file is not the one that was written');
          if (fileType === 'xlsx') return;
          const [truth] = await world.run((tx) =>
            tx.query<{ paise: number }>(
              `select sum((record #>> '{ptp,amountPaise}')::bigint)::float8 as paise from dispositions where tenant_id = current_tenant()`,
            ),
          );
          const [totals = '', complete = ''] = tail.trimEnd().split('\r\n').slice(-2);
          // Heading, lines, total and the promise of being complete.
          if (lines !== LINES + 3 || complete.split(',').slice(0, 2).join() !== `Complete,${LINES} lines`)
            throw new Error(`The file has ${lines} lines and ends with ${complete}`);
          if (!totals.split(',').includes(((truth?.paise ?? 0) / 100).toFixed(2)))
            throw new Error(`The file adds up to ${totals}`);
        }
        async function copy(): Promise<void> {
          const question = questionOf(
            'calls',
            actor,
            {},
            { span, zone: 'Asia/Kolkata', now: new Date(), recordingDays: 365 },
          );
          const text = literal(question.all, question.source.parameters).replace(/\s+/g, ' ');
          const began = performance.now();
          await run(join(bin, 'psql'), [
            ...[
              url,
              '-q',
              '-o',
              '/dev/null',
              '-v',
              'ON_ERROR_STOP=1',
              '-c',
              `select set_config('app.tenant', '${tenantId}', false), set_config('app.user', '${actor.userId}', false)`,
            ],
            ...['-c', `\\copy (${text}) to '${join(server.dataDir, 'copied.csv')}' csv header`],
          ]);
          const seconds = (performance.now() - began) / 1000;
          say(`COPY: ${seconds.toFixed(1)} s`);
          found.copy.push(LINES / seconds);
        }

        const results: Result[] = [];
        for (let round = 0; round < rounds; round += 1) {
          await copy();
          if (wanted.has(CSV) || wanted.has(MEMORY) || wanted.has(FIRST)) await take('csv');
          if (wanted.has(XLSX)) await take('xlsx');
        }
        for (const [name, type] of [
          [CSV, 'csv'],
          [XLSX, 'xlsx'],
        ] as const)
          if (wanted.has(name))
            results.push(
              shareOfLimit({
                name,
                ours: median(found[type]),
                limit: median(found.copy),
                goal: GOALS[type],
                unit: 'lines/s',
              }),
            );
        if (wanted.has(MEMORY))
          results.push(atMost({ name: MEMORY, ours: most, peers: { idle }, limit: 120, goal: 1, unit: 'MB' }));
        if (wanted.has(FIRST))
          results.push(atMost({ name: FIRST, ours: median(found.first), limit: 1000, goal: 1, unit: 'ms' }));
        if (wanted.has(CANCEL)) {
          const took: number[] = [];
          for (let round = 0; round < rounds; round += 1) {
            const id = await begin('csv');
            while (!(await one(id))?.rows_done) await pause(20);
            const began = performance.now();
            await service.cancel(actor, id);
            while (await storage.size(exportKey(tenantId, id, 1)).catch(() => 0)) await pause(10);
            took.push(performance.now() - began);
          }
          results.push(atMost({ name: CANCEL, ours: median(took), limit: 1000, goal: 1, unit: 'ms' }));
        }
        return results;
      } finally {
        await server.destroy();
      }
    } finally {
      await postgres.stop();
    }
  },
};
