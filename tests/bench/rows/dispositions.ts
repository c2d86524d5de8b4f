import { execFile, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Database } from '../../../server/db/database';
import { loadDemo } from '../../../server/demo';
import { AppServer } from '../../support/app-server';
import type { Target } from '../pages/records';
import type { Bench } from '../support/bench';
import { AGENT, signIn, startDurablePostgres } from '../support/installation';
import type { LoadPlan, LoadResult } from '../support/load-client';
import { shareOfLimit } from '../support/result';
import { alternate } from '../support/rounds';

const GOALS = { 8: 0.6, 32: 1 } as const;
const CLIENTS = [8, 32] as const;
const SECONDS = 6;
/** Sign-ins are limited to ten a minute from one address; the clients share these agents' sessions. */
const AGENTS = 8;
const nameOf = (clients: number) => `dispositions-a-second-${clients}-clients`;

/** One record a request through HTTP, against pgbench's run of the same transaction on the same database. */
export const dispositions: Bench = {
  rows: CLIENTS.map(nameOf),
  async run(wanted, { rounds, say }) {
    const postgres = await startDurablePostgres();
    if (!postgres) {
      say('dispositions a second: left out, this machine has no PostgreSQL');
      return [];
    }
    try {
      await loadDemo(postgres.db);
      const server = await AppServer.start({ env: { DATABASE_URL: postgres.url } });
      const installation = { ...postgres, server };
      const crew = await crewOf(installation);
      const results = [];
      for (const clients of CLIENTS) {
        const name = nameOf(clients);
        if (!wanted.has(name)) continue;
        say(`recording with ${clients} clients`);
        const ours = () => throughHttp(installation, crew, clients);
        const pgbench = () => throughPgbench(installation, crew, clients);
        await ours();
        await pgbench();
        const found = await alternate(rounds, { ours, pgbench });
        results.push(
          shareOfLimit({
            name,
            ours: found.ours,
            peers: { pgbench: found.pgbench },
            limit: found.pgbench,
            goal: GOALS[clients],
            unit: 'records/s',
          }),
        );
      }
      await server.destroy();
      return results;
    } finally {
      await postgres.stop();
    }
  },
};

interface Installation {
  db: Database;
  url: string;
  bin: string;
  server: AppServer;
}

interface Crew {
  tenantId: string;
  agents: { token: string; loans: Target[] }[];
  /** How many loans `bench_loans` numbers for pgbench; the same ones. */
  loans: number;
}

/** Signed-in agents of one tenant with the loans they hold. */
async function crewOf({ db, server }: Installation): Promise<Crew> {
  const { tenantId } = await signIn(server.origin, AGENT.username);
  const rows = await db.transaction({ tenantId }, (tx) =>
    tx.query<{ username: string; userId: string; loans: (Target & { borrowerId: string })[] }>(
      `select u.username, u.id as "userId", json_agg(json_build_object('loanId', l.id, 'loanNumber', l.loan_number, 'borrowerId', l.borrower_id)) as loans
         from users u
         join loan_assignments a on a.tenant_id = u.tenant_id and a.profile_id = u.id and a.ended_at is null
         join loans l on l.tenant_id = a.tenant_id and l.id = a.loan_id and l.state = 'active'
        where u.role = 'CRM_FIELDAGENT' and u.active and a.kind = 'field_agent'
        group by u.username, u.id order by u.username limit $1`,
      [AGENTS],
    ),
  );
  const agents = [];
  for (const row of rows) agents.push({ token: (await signIn(server.origin, row.username)).token, loans: row.loans });
  const numbered = rows.flatMap((row) => row.loans.map((loan) => ({ ...loan, userId: row.userId })));
  await db.owner(async (tx) => {
    await tx.query(
      'create table bench_loans (n integer primary key, loan_id uuid, loan_number text, user_id uuid, borrower_id uuid)',
    );
    await tx.copyFrom(
      'bench_loans',
      ['n', 'loan_id', 'loan_number', 'user_id', 'borrower_id'],
      numbered.map((loan, at) => [at + 1, loan.loanId, loan.loanNumber, loan.userId, loan.borrowerId]),
    );
    await tx.query('analyze bench_loans');
  });
  return { tenantId, agents, loans: numbered.length };
}

/** How many records the tenant holds. */
async function countOf({ db }: Installation, tenantId: string): Promise<number> {
  const [row] = await db.transaction({ tenantId }, (tx) =>
    tx.query<{ count: number }>('select count(*) as count from dispositions'),
  );
  return row?.count ?? 0;
}

async function throughHttp(installation: Installation, crew: Crew, clients: number): Promise<number> {
  const before = await countOf(installation, crew.tenantId);
  const plan: LoadPlan = {
    port: installation.server.port,
    seconds: SECONDS,
    ready: Math.ceil((SECONDS * 8000) / clients),
    clients: Array.from({ length: clients }, (_, at) => {
      const agent = crew.agents[at % crew.agents.length];
      if (!agent) throw new Error('The demo has no field agents with loans');
      // Clients of one agent share its loans out, as the phones of a team would.
      const turn = Math.floor(at / crew.agents.length);
      const turns = Math.ceil(clients / crew.agents.length);
      return { token: agent.token, loans: agent.loans.filter((_loan, index) => index % turns === turn) };
    }),
  };
  const child = fork(fileURLToPath(new URL('../support/load-client.ts', import.meta.url)), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  const result = await new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadResult));
    child.once('exit', (code) => reject(new Error(`the load client ended with ${code}`)));
    child.send(plan);
  });
  const stored = (await countOf(installation, crew.tenantId)) - before;
  if (stored !== result.accepted) throw new Error(`${result.accepted} receipts, but ${stored} records are stored`);
  return result.accepted / (result.milliseconds / 1000);
}

async function throughPgbench({ url, bin }: Installation, crew: Crew, clients: number): Promise<number> {
  const script = fileURLToPath(new URL('../pgbench/record-visit.sql', import.meta.url));
  const { stdout } = await promisify(execFile)(
    join(bin, 'pgbench'),
    // biome-ignore format: one option and its value a line reads worse
    [url, '-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${SECONDS}`, '-D', `loans=${crew.loans}`, '-f', script],
    { env: { ...process.env, PGOPTIONS: `-c app.tenant=${crew.tenantId}` } },
  );
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
  if (!perSecond || failed !== '0') throw new Error(`pgbench failed:\n${stdout}`);
  return perSecond;
}
