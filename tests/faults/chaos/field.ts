/** One server with a line to it, for one run after the other: every run has a field agent and loans of its own. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DispositionRecord } from '../../../core/contract/records';
import { uuidv7 } from '../../../core/domain/ids';
import { verifyAudit } from '../../../server/db/audit';
import type { Database } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';
import { AppServer } from '../../support/app-server';
import { createPerson, type Person } from '../../support/people';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { createTenantWorld, type TenantWorld, type TestLoan } from '../../support/world';

export interface FieldAgent extends Person {
  loans: TestLoan[];
}

/** What the server holds of an agent's records, in the order in which it numbered them. */
export interface HeldRecord {
  id: string;
  loanId: string;
  receiptNo: string;
  outcome: string;
  record: DispositionRecord;
  /** SHA-256 of the bytes on the server's disk, by the hash under which the record names them; null where none are. */
  files: Record<string, string | null>;
  /** How often what follows from the record is there. */
  visits: number;
  promises: number;
}

export interface HeldByServer {
  records: HeldRecord[];
  chainIsSound: boolean;
}

export class Field {
  private constructor(
    readonly server: AppServer,
    readonly line: TcpProxy,
    readonly agents: readonly FieldAgent[],
  ) {}

  /** With so many agents, each holding so many loans. */
  static async open(agents: number, loans: number): Promise<Field> {
    const env = { DEMO: 'off', LOG_LEVEL: 'warn', SIGN_INS_PER_MINUTE: '1000000', DATABASE_URL: '' };
    const server = await AppServer.prepare({ env });
    const people = await atRest(server.dataDir, (db) => furnish(db, agents, loans));
    await server.run();
    return new Field(server, await startTcpProxy(server.port), people);
  }

  /** Where phones reach the server; it stays while servers die. */
  get origin(): string {
    return this.line.origin;
  }

  /** Kills the server and reads its folder, by SQL and file by file; then the server works again. */
  async heldOf({ tenantId, id }: Person): Promise<HeldByServer> {
    await this.server.kill();
    try {
      return await atRest(this.server.dataDir, (db) => readHeld(db, tenantId, id, join(this.server.dataDir, 'files')));
    } finally {
      await this.server.run();
    }
  }

  async close(): Promise<void> {
    await this.line.close();
    await this.server.destroy();
  }
}

async function atRest<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const opened = await openDatabase({ dataDir, databaseUrl: undefined, databasePool: 1 });
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
}

async function furnish(db: Database, count: number, loans: number): Promise<FieldAgent[]> {
  const tenant: TenantWorld = await createTenantWorld(db);
  const agents: FieldAgent[] = [];
  for (let at = 0; at < count; at += 1) {
    const person = await createPerson(db, tenant.tenantId, {
      role: 'CRM_FIELDAGENT',
      managerId: tenant.people.manager.id,
    });
    const own = await tenant.addLoans(loans);
    await tenant.run(async (tx) => {
      for (const loan of own)
        await tx.query(
          "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'field_agent', $4)",
          [tenant.tenantId, uuidv7(), loan.id, person.id],
        );
    });
    agents.push({ ...person, loans: own });
  }
  return agents;
}

interface Row {
  id: string;
  loan_id: string;
  receipt_no: number;
  outcome: string;
  record: DispositionRecord;
  visits: number;
  promises: number;
}

function readHeld(db: Database, tenantId: string, userId: string, filesFolder: string): Promise<HeldByServer> {
  return db.transaction({ tenantId }, async (tx) => {
    const rows = await tx.query<Row>(
      `select d.id, d.loan_id, d.receipt_no, d.outcome, d.record,
              (select count(*) from visits v where v.tenant_id = d.tenant_id and v.disposition_id = d.id) as visits,
              (select count(*) from ptps p where p.tenant_id = d.tenant_id and p.disposition_id = d.id) as promises
         from dispositions d where d.tenant_id = $1 and d.user_id = $2 order by d.receipt_no`,
      [tenantId, userId],
    );
    const files = await tx.query<{ disposition_id: string; sha256: string; storage_key: string | null }>(
      `select n.disposition_id, n.sha256, a.storage_key
         from disposition_attachments n
         join attachments a on a.tenant_id = n.tenant_id and a.user_id = n.user_id and a.sha256 = n.sha256 and a.complete
        where n.tenant_id = $1 and n.user_id = $2`,
      [tenantId, userId],
    );
    const records: HeldRecord[] = [];
    for (const row of rows) {
      const own: Record<string, string | null> = {};
      for (const { sha256, storage_key: key } of files.filter((file) => file.disposition_id === row.id))
        own[sha256] = key === null ? null : await hashOf(join(filesFolder, key));
      const { id, loan_id: loanId, outcome, record, visits, promises } = row;
      const receiptNo = `R-${String(row.receipt_no).padStart(6, '0')}`;
      records.push({ id, loanId, receiptNo, outcome, record, files: own, visits, promises });
    }
    return { records, chainIsSound: (await verifyAudit(tx)).ok };
  });
}

async function hashOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
