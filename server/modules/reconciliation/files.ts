/** Bank and paid files as rows: stored, looked at, and given to the job that reads and matches them (jobs.ts). */
import { createHash } from 'node:crypto';
import type { RequestOf } from '../../../core/contract/kit';
import type { TableLook } from '../../../core/contract/loan-imports';
import type { BankFile, listBankFiles, verifyBankFile } from '../../../core/contract/reconciliation';
import { uuidv7 } from '../../../core/domain/ids';
import { BANK_FIELDS, type BankColumns, guessBankColumns, NEEDED } from '../../../core/domain/reconciliation';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import { type Actor, ApiError, type UploadedFile } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { TableError, tableOfBytes } from '../../platform/tables';
import { clientScope } from '../loans';

export const MATCH_JOB = 'reconciliation.match';
export const bankFileKey = (tenantId: string, id: string): string => `bank-files/${tenantId}/${id}`;

export interface FileRow {
  id: string;
  file_name: string;
  sha256: string;
  state: BankFile['state'];
  look: TableLook;
  columns: BankColumns;
  date_order: BankFile['dateOrder'];
  client_id: string | null;
  read_to: number;
  matched_to: number;
  lines: number;
  matched: number;
  compared: number;
  skipped: number;
  refused: { line: number; message: string }[];
  refused_lines: number;
  amount_paise: number;
  problem: string | null;
  created_at: string;
}
interface ShownRow extends FileRow {
  client: string | null;
  by: string;
  same_name: string | null;
  same_at: string | null;
}

const FROM = `bank_files f join users u on u.tenant_id = f.tenant_id and u.id = f.uploaded_by
  left join clients c on c.tenant_id = f.tenant_id and c.id = f.client_id
  left join lateral (select s.file_name, s.created_at from bank_files s
    where s.tenant_id = f.tenant_id and s.sha256 = f.sha256 and s.id < f.id and s.state <> 'mapping' order by s.id limit 1) same on true`;
const COLUMNS = 'f.*, c.name as client, u.full_name as by, same.file_name as same_name, same.created_at as same_at';

const iso = (value: string) => new Date(value).toISOString();
const SAMPLES = 5;
const present = (row: ShownRow): BankFile => ({
  id: row.id,
  fileName: row.file_name,
  state: row.state,
  client: row.client,
  uploadedBy: row.by,
  uploadedAt: iso(row.created_at),
  columns: row.look.columns,
  samples: row.look.samples.slice(0, SAMPLES),
  mapping: row.columns,
  dateOrder: row.date_order,
  lines: row.lines,
  matched: row.matched,
  compared: row.compared,
  skipped: row.skipped,
  refusedLines: row.refused_lines,
  refused: row.refused,
  amountPaise: row.amount_paise,
  problem: row.problem,
  sameAs: row.same_name && row.same_at ? { fileName: row.same_name, uploadedAt: iso(row.same_at) } : null,
});

/** Files are seen by those who see their client's; one that has none yet by whoever uploaded it. */
function seen(actor: Actor, parameters: unknown[]): string {
  const scope = clientScope(actor, parameters);
  return scope === 'true'
    ? scope
    : `(f.uploaded_by = $${parameters.push(actor.userId)} or (f.client_id is not null and ${scope}))`;
}

async function shown(tx: Tx, actor: Actor, id: string): Promise<BankFile> {
  const parameters: unknown[] = [id];
  const scope = seen(actor, parameters);
  const [row] = await tx.query<ShownRow & Record<string, unknown>>(
    `select ${COLUMNS} from ${FROM} where f.tenant_id = current_tenant() and f.id = $1 and ${scope}`,
    parameters,
  );
  if (!row) throw new ApiError('not-found');
  return present(row);
}

export async function filePage(tx: Tx, actor: Actor, { page, size }: RequestOf<typeof listBankFiles>['query']) {
  const parameters: unknown[] = [];
  const { rows, total } = await pageWithTotal<ShownRow>(
    tx,
    `select ${COLUMNS}, count(*) over () as total from ${FROM}
      where f.tenant_id = current_tenant() and ${seen(actor, parameters)} order by f.created_at desc, f.id`,
    parameters,
    { limit: size, offset: (page - 1) * size },
  );
  return { rows: rows.map(present), total };
}

const wrong = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });

export function bankFiles({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>) {
  const at = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const audit = (tx: Tx, actor: Actor, action: string, id: string, detail: object) =>
    appendAudit(
      tx,
      [{ action, subject: 'bank-file', subjectId: id, actorId: actor.userId, detail: { ...detail } }],
      clock.now(),
    );

  return {
    async upload(actor: Actor, file: UploadedFile | undefined): Promise<BankFile> {
      if (!file || file.bytes.length === 0) throw wrong('file', 'Choose a file');
      const fileName = file.filename.trim().slice(0, 200) || 'bank.csv';
      const { look } = await tableOfBytes(file.bytes).catch((error: unknown) => {
        if (error instanceof TableError) throw wrong('file', error.message);
        throw error;
      });
      const now = clock.now();
      const id = uuidv7(now.getTime());
      const sha256 = createHash('sha256').update(file.bytes).digest('hex');
      await storage.put(bankFileKey(actor.tenantId, id), file.bytes);
      return at(actor, async (tx) => {
        await tx.query(
          `insert into bank_files (tenant_id, id, file_name, size, sha256, state, look, columns, uploaded_by, created_at)
           values (current_tenant(), $1, $2, $3, $4, 'mapping', $5::jsonb, $6::jsonb, $7, $8)`,
          [id, fileName, file.bytes.length, sha256, look, guessBankColumns(look.columns), actor.userId, now],
        );
        await audit(tx, actor, 'bank-paid.uploaded', id, { fileName, sha256 });
        return shown(tx, actor, id);
      });
    },

    /** Asked for again, the job goes on as it was asked for. */
    verify: (actor: Actor, { id, clientId, mapping, dateOrder, again }: RequestOf<typeof verifyBankFile>['body']) =>
      at(actor, async (tx) => {
        const file = await shown(tx, actor, id.toLowerCase());
        const [locked] = await tx.query<{ state: BankFile['state']; client_id: string | null }>(
          'select state, client_id from bank_files where tenant_id = current_tenant() and id = $1 for update',
          [file.id],
        );
        const client = clientId.toLowerCase();
        if (locked?.state !== 'mapping') {
          const same = BANK_FIELDS.every((field) => file.mapping[field] === mapping[field]);
          if (locked?.client_id === client && file.dateOrder === dateOrder && same) return file;
          throw new ApiError('conflict', { message: 'This file is being matched already.' });
        }
        for (const field of NEEDED)
          if (mapping[field] === undefined) throw wrong(`mapping.${field}`, 'Choose its column');
        const places = Object.values(mapping).filter((place) => place !== undefined);
        if (places.some((place) => place >= file.columns.length)) throw wrong('mapping', 'The file has no such column');
        if (new Set(places).size < places.length) throw wrong('mapping', 'A column is chosen twice');
        const parameters: unknown[] = [client];
        const clients = await tx.query(
          `select 1 from clients c where c.tenant_id = current_tenant() and c.id = $1 and ${clientScope(actor, parameters)}`,
          parameters,
        );
        if (clients.length === 0) throw wrong('clientId', 'There is no such client');
        if (file.sameAs && !again)
          throw new ApiError('conflict', {
            message: 'These very bytes were uploaded before. Say that they come again.',
          });
        await tx.query(
          `update bank_files set state = 'reading', client_id = $2, columns = $3::jsonb, date_order = $4
            where tenant_id = current_tenant() and id = $1`,
          [file.id, client, mapping, dateOrder],
        );
        await enqueueWithin(
          tx,
          clock.now(),
          MATCH_JOB,
          { fileId: file.id },
          { tenantId: actor.tenantId, singletonKey: file.id },
        );
        await audit(tx, actor, 'bank-paid.verified', file.id, {
          before: { state: 'mapping' },
          after: { state: 'reading', client, mapping, dateOrder },
          again,
        });
        return shown(tx, actor, file.id);
      }),

    list: (actor: Actor, query: RequestOf<typeof listBankFiles>['query']) =>
      at(actor, (tx) => filePage(tx, actor, query)),
  };
}
