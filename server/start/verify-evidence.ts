/**
 * Checks what proves stored records (hash, signature, receipt, files, audit chain, times, places), reading only:
 * `npm run evidence -- RECORD-ID…` or `npm run evidence -- --all --tenant NAME [--failed]`; `--json` for one JSON object
 * a line. Ends with 1 when anything fails, with 2 when there is no such record or tenant.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, DatabaseError } from '../db/database';
import { openDatabase } from '../db/open';
import {
  type EvidenceReport,
  examineAll,
  examineRecord,
  findTenant,
  reportLines,
  summaryLines,
  tenantOfRecord,
} from '../modules/dispositions';
import { readConfig } from '../platform/config';
import { runRoot, StartError } from '../platform/start-error';
import { folderStorage, type Storage } from '../platform/storage';

const USAGE = 'Usage: npm run evidence -- RECORD-ID… | --all --tenant NAME-OR-ID [--failed] [--json]';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Wanted {
  ids: string[];
  all: boolean;
  tenant?: string | undefined;
  failed: boolean;
  json: boolean;
}

function readArguments(): Wanted {
  const options = {
    all: { type: 'boolean', default: false },
    tenant: { type: 'string' },
    failed: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } as const;
  const usage = (words: string) => new StartError(`${words}\n${USAGE}`);
  let parsed: { values: Omit<Wanted, 'ids'>; positionals: string[] };
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message);
  }
  const { values, positionals } = parsed;
  const ids = positionals.map((id) => id.toLowerCase());
  if (values.all ? ids.length > 0 || !values.tenant : ids.length === 0) throw usage('Name records, or a whole tenant');
  for (const id of ids) if (!UUID.test(id)) throw usage(`${id} is not the id of a record`);
  return { ...values, ids };
}

type Parts = { db: Database; storage: Storage };
const print = (lines: readonly string[]) => console.log(lines.join('\n'));

async function examineNamed(parts: Parts, { ids, json }: Wanted): Promise<number> {
  let code = 0;
  for (const id of ids) {
    const tenant = await tenantOfRecord(parts.db, id);
    const report = tenant && (await examineRecord(parts, tenant.id, id));
    if (report) {
      print(json ? [JSON.stringify(report)] : [...reportLines(report), '']);
      if (!report.ok) code = Math.max(code, 1);
    } else {
      const words = tenant ? `was taken by ${tenant.name} and is gone` : 'is not known here';
      print([
        json ? JSON.stringify({ id, tenantId: tenant?.id ?? null, ok: false, problem: words }) : `${id} ${words}`,
      ]);
      code = Math.max(code, tenant ? 1 : 2);
    }
  }
  return code;
}

async function examineTenant(parts: Parts, { tenant: name = '', failed, json }: Wanted): Promise<number> {
  const tenant = await findTenant(parts.db, name);
  if (!tenant) {
    console.error(`There is no tenant ${name}`);
    return 2;
  }
  const show = (report: EvidenceReport) => {
    if (failed && report.ok) return;
    print(json ? [JSON.stringify(report)] : [...reportLines(report), '']);
  };
  const summary = await examineAll(parts, tenant, show);
  print(json ? [JSON.stringify(summary)] : summaryLines(summary));
  return summary.ok ? 0 : 1;
}

runRoot(async () => {
  const wanted = readArguments();
  const config = readConfig();
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database-complete'))) {
    throw new StartError(`DATA_DIR ${config.dataDir} holds no database`);
  }
  const opened = await openDatabase(config, { migrating: false });
  try {
    const parts = { db: opened.db, storage: folderStorage(join(config.dataDir, 'files')) };
    process.exitCode = await (wanted.all ? examineTenant(parts, wanted) : examineNamed(parts, wanted));
  } catch (error) {
    if (error instanceof DatabaseError) throw new StartError(`The database could not be read: ${error.message}`);
    throw error;
  } finally {
    await opened.close();
  }
});
