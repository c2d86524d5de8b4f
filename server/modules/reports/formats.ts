/** Clients' own report formats: kept by administrators, read by everybody within their own rows. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import { TENANT_ADMIN_ROLES } from '../../../core/contract/loan-givers';
import type {
  additionalReport,
  createFormat,
  learnFormat,
  ReportFormat,
  updateFormat,
} from '../../../core/contract/report-formats';
import { columnsOf } from '../../../core/domain/export-kinds';
import { learnFormat as learnOf } from '../../../core/domain/format-example/learn';
import {
  type AmountStyle,
  type DayStyle,
  FORMAT_KINDS,
  type FormatFamily,
  type FormatKind,
  type ReportColumn,
} from '../../../core/domain/report-kinds';
import { appendAudit } from '../../db/audit';
import { DatabaseError, type Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { TableError, tableOfBytes } from '../../platform/tables';
import { breadthOf, clientScope } from '../loans';
import type { Filters } from './question';
import { isBarred, type ReportService } from './service';
import type { Shape } from './shape';
import { SOURCES } from './sources';

type Made = RequestOf<typeof createFormat>['body'];
type Changed = RequestOf<typeof updateFormat>['body'];
type Asked = RequestOf<typeof additionalReport>['query'];

interface Row {
  id: string;
  name: string;
  client_id: string | null;
  client: string | null;
  kind: FormatKind;
  columns: { id: string; label: string }[];
  day_style: DayStyle;
  family: FormatFamily;
  sheet_name: string | null;
  amount_style: AmountStyle;
  version: number;
}
const present = (row: Row): ReportFormat => ({
  id: row.id,
  name: row.name,
  clientId: row.client_id,
  client: row.client,
  kind: row.kind,
  columns: row.columns,
  dayStyle: row.day_style,
  family: row.family,
  sheetName: row.sheet_name,
  amountStyle: row.amount_style,
  version: row.version,
});

const seesEncore = ({ role }: Actor): boolean => TENANT_ADMIN_ROLES.some((one) => one === role);

/** What a caller may see of them, by name; another client's is not there. */
async function read(tx: Tx, actor: Actor, id?: string): Promise<ReportFormat[]> {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}::uuid`;
  const all = ['f.tenant_id = current_tenant()'];
  if (breadthOf(actor) === 'client') all.push(`(f.client_id is null or f.client_id = ${use(actor.clientId)})`);
  all.push(`(f.client_id is null or ${clientScope(actor, parameters)})`);
  if (id) all.push(`f.id = ${use(id)}`);
  const rows = await tx.query<Row & Record<string, unknown>>(
    `select f.*, c.name as client from report_formats f
       left join clients c on c.tenant_id = f.tenant_id and c.id = f.client_id
      where ${all.join(' and ')} order by lower(f.name), f.id`,
    parameters,
  );
  return rows
    .map(present)
    .filter(({ kind, family }) => !isBarred(kind, actor) && (family !== 'encore' || seesEncore(actor)));
}

async function oneOf(tx: Tx, actor: Actor, id: string): Promise<ReportFormat> {
  const [format] = await read(tx, actor, id);
  if (!format) throw new ApiError('not-found');
  return format;
}

const wrong = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });

/** Columns must be the report's own, each once; a client must be the tenant's. */
async function check(tx: Tx, actor: Actor, { kind, columns, clientId }: Made | Changed): Promise<void> {
  if (isBarred(kind, actor)) throw wrong('kind', 'You do not see this report');
  const known = columnsOf(kind).map(({ id }) => id);
  for (const [at, { id }] of columns.entries()) {
    if (!known.includes(id)) throw wrong(`columns.${at}`, 'This report has no such column');
    if (columns.findIndex((one) => one.id === id) !== at)
      throw wrong(`columns.${at}`, 'This column stands here already');
  }
  if (clientId === null) return;
  if (!SOURCES[kind].filters.clientId)
    throw wrong('clientId', 'This report is not of a client’s loans. Choose all clients.');
  const parameters: unknown[] = [clientId];
  const found = await tx.query(
    `select 1 from clients c where c.tenant_id = current_tenant() and c.id = $1 and ${clientScope(actor, parameters)}`,
    parameters,
  );
  if (found.length === 0) throw wrong('clientId', 'There is no such client');
}

async function lookOf(bytes: Buffer) {
  try {
    return (await tableOfBytes(bytes)).look;
  } catch (error) {
    if (error instanceof TableError) throw wrong('file', error.message);
    throw error;
  }
}

const shapeOf = ({ kind, columns, dayStyle, clientId, name, sheetName, amountStyle }: ReportFormat): Shape => ({
  kind,
  name,
  sheet: sheetName ?? name,
  amounts: amountStyle ?? 'plain',
  dayStyle,
  clientId,
  columns: columns.flatMap(({ id, label }): ReportColumn[] => {
    const column = columnsOf(kind).find((one) => one.id === id);
    return column ? [{ ...column, label }] : [];
  }),
});

/** A format after a client's example. Throws `invalid` for a file that is no table, and for one of which no report knows a heading. */
async function learnFrom(
  actor: Actor,
  kind: FormatKind | undefined,
  bytes: Buffer,
): Promise<ResponseOf<typeof learnFormat>['data']> {
  const look = await lookOf(bytes);
  const kinds = FORMAT_KINDS.filter((one) => !isBarred(one, actor) && (kind === undefined || one === kind));
  const learnt = learnOf({ ...look, sheet: look.format === 'xlsx' ? look.layout.sheet : undefined }, kinds);
  if (!learnt)
    throw wrong('file', `No report has one of these columns: ${look.columns.filter(Boolean).slice(0, 10).join(', ')}`);
  const { dayStyle = null, amountStyle = null, sheetName = null, ...told } = learnt;
  return { ...told, dayStyle, amountStyle, sheetName };
}

export function formatService({ db, clock }: Pick<Deps, 'db' | 'clock'>, reports: ReportService) {
  const run = async <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await db.transaction({ tenantId, userId }, work);
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === 'report_formats_name')
        throw wrong('name', 'There is already a format with this name');
      throw error;
    }
  };
  const note = (
    tx: Tx,
    actor: Actor,
    action: string,
    id: string,
    before: ReportFormat | null,
    after: ReportFormat | null,
  ) =>
    appendAudit(
      tx,
      [{ action, subject: 'report-format', subjectId: id, actorId: actor.userId, detail: { before, after } }],
      clock.now(),
    );

  return {
    list: (actor: Actor) => run(actor, (tx) => read(tx, actor)),

    create: (actor: Actor, body: Made) =>
      run(actor, async (tx) => {
        await check(tx, actor, body);
        const made = await tx.query(
          `insert into report_formats (tenant_id, id, name, client_id, kind, columns, day_style, created_by, created_at, updated_at, family,
             sheet_name, amount_style)
           values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11) on conflict (tenant_id, id) do nothing returning id`,
          [
            body.id,
            body.name,
            body.clientId,
            body.kind,
            JSON.stringify(body.columns),
            body.dayStyle,
            actor.userId,
            clock.now(),
            body.family ?? 'boi',
            body.sheetName ?? null,
            body.amountStyle ?? 'plain',
          ],
        );
        const format = await oneOf(tx, actor, body.id);
        if (made.length > 0) await note(tx, actor, 'report-formats.created', body.id, null, format);
        return format;
      }),

    update: (actor: Actor, id: string, { version, ...body }: Changed) =>
      run(actor, async (tx) => {
        const before = await oneOf(tx, actor, id);
        await check(tx, actor, { version, ...body });
        const changed = await tx.query(
          `update report_formats set name = $3, client_id = $4, kind = $5, columns = $6, day_style = $7,
             version = version + 1, updated_at = $8, family = coalesce($9, family),
             sheet_name = case when $10 then $11 else sheet_name end, amount_style = coalesce($12, amount_style)
            where tenant_id = current_tenant() and id = $1 and version = $2 returning id`,
          [
            id,
            version,
            body.name,
            body.clientId,
            body.kind,
            JSON.stringify(body.columns),
            body.dayStyle,
            clock.now(),
            body.family ?? null,
            body.sheetName !== undefined,
            body.sheetName ?? null,
            body.amountStyle ?? null,
          ],
        );
        if (changed.length === 0) throw new ApiError('conflict');
        const after = await oneOf(tx, actor, id);
        await note(tx, actor, 'report-formats.changed', id, before, after);
        return after;
      }),

    remove: (actor: Actor, id: string) =>
      run(actor, async (tx) => {
        const before = await oneOf(tx, actor, id);
        await tx.query('delete from report_formats where tenant_id = current_tenant() and id = $1', [id]);
        await note(tx, actor, 'report-formats.deleted', id, before, null);
        return { id };
      }),

    learn: learnFrom,

    /** What a format makes of its report; throws `not-found` for one that the caller does not see. */
    shape: async (actor: Actor, id: string): Promise<Shape> => shapeOf(await run(actor, (tx) => oneOf(tx, actor, id))),

    async report(actor: Actor, { formatId, ...asked }: Asked): Promise<ResponseOf<typeof additionalReport>['data']> {
      const [format = null] = await run(actor, (tx) => read(tx, actor, formatId));
      if (!format && formatId) throw new ApiError('not-found');
      const shape = format && shapeOf(format);
      if (!shape) {
        // The days are answered all the same, and are checked.
        const { from, to } = await reports.span('calls', actor, asked);
        return { format, from, to, rows: [], pageNo: 1, pageSize: asked.pageSize, totalElements: 0, totalPages: 0 };
      }
      const kept = ['id', 'loanId', ...shape.columns.map(({ id }) => id)];
      const page = await reports.pageOf(shape, actor, asked);
      const rows = page.rows.map((row) => Object.fromEntries(kept.map((id) => [id, row[id] ?? null])));
      return { ...page, rows, format };
    },

    async file(actor: Actor, id: string, filters: Filters) {
      const format = await run(actor, (tx) => oneOf(tx, actor, id));
      return reports.fileOf(shapeOf(format), actor, filters);
    },
  };
}
export type FormatService = ReturnType<typeof formatService>;
