/** The reports of what was recorded and given out, page by page and as files. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { reportChoices } from '../../../core/contract/report-choices';
import type { dailyCalls, ReportPage } from '../../../core/contract/reports';
import type { AgeingPolicy } from '../../../core/domain/ageing';
import { type Day, dayOf } from '../../../core/domain/dates';
import {
  type ExportKind,
  isModel,
  MOST_LISTED,
  type ModelKind,
  type SourceKind,
} from '../../../core/domain/export-kinds';
import { MOST_REPORT_LINES, type ReportKind } from '../../../core/domain/report-kinds';
import { maySeeKind } from '../../../core/domain/reports';
import { exportFileName } from '../../../core/domain/validators';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { pageOf } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { withoutFormula } from '../../platform/tables';
import { agencyScope, breadthOf, loanScope, peopleScope } from '../loans';
import { csvHead, csvLines } from '../people';
import { tenantRules } from '../tenants';
import { cellText } from './cells';
import { type LoanFilters, loanListQuestion } from './loan-list';
import { countUpTo, type Filters, type Narrowed, questionOf, readAll, readPage, readTotals, spanOf } from './question';
import { plainShape, type Shape } from './shape';

export type Asked = RequestOf<typeof dailyCalls>['query'];
type Choices = ResponseOf<typeof reportChoices>['data'];

const MOST_CHOICES = 500;

type Sight = (column: string, id: string) => string;
const seenBy =
  (actor: Actor, parameters: unknown[]): Sight =>
  (column, id) =>
    breadthOf(actor) === 'tenant'
      ? 'true'
      : `${id} in (select l.${column} from loans l where l.tenant_id = current_tenant() and ${loanScope(actor, parameters)})`;
/** Portfolios with a loan that the caller sees, and how days past due move in each. */
const portfoliosSeen = (seen: Sight) =>
  `select p.id, p.name, p.ageing, p.payment_effect as "paymentEffect" from portfolios p
    where p.tenant_id = current_tenant() and ${seen('portfolio_id', 'p.id')} order by lower(p.name), p.id limit ${MOST_CHOICES}`;
async function choicesOf(tx: Tx, actor: Actor): Promise<Choices> {
  const parameters: unknown[] = [];
  const seen = seenBy(actor, parameters);
  const list = async <More extends object>(text: string) => {
    const rows = await tx.query<{ id: string; name: string } & More>(text, parameters);
    parameters.length = 0;
    return rows;
  };
  return {
    clients: await list(
      `select c.id, c.name from clients c where c.tenant_id = current_tenant() and ${seen('client_id', 'c.id')} order by lower(c.name), c.id limit ${MOST_CHOICES}`,
    ),
    portfolios: await list<AgeingPolicy>(portfoliosSeen(seen)),
    agencies: await list(
      `select a.id, a.name from agencies a where a.tenant_id = current_tenant() and ${agencyScope(actor, parameters)} order by lower(a.name), a.id limit ${MOST_CHOICES}`,
    ),
    agents: await list<{ leads: boolean }>(
      `select u.id, u.full_name as name, exists (select 1 from user_tree t where t.tenant_id = u.tenant_id
              and t.ancestor_id = u.id and t.descendant_id <> u.id) as leads
         from users u where u.tenant_id = current_tenant() and u.active
          and ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')} order by lower(u.full_name), u.id limit ${MOST_CHOICES}`,
    ),
  };
}

/** By what the rows of a report, or of the list of loans, are chosen. */
export type ExportFilters = Narrowed & { list?: LoanFilters | undefined };

/** Without its ending; the models' with days as section 2.8 names them. */
export const fileNameOf = (name: string, { from, to }: { from: Day; to: Day }): string =>
  isModel(name) ? exportFileName({ model: name, from, to }) : `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}_${from}_${to}`;

/** Nobody of this role may see its rows in any report (section 6), so neither in a file or a format. */
export const isBarred = (kind: SourceKind, { role }: Actor): boolean =>
  isModel(kind) ? role === 'CRM_FIELDAGENT' : !maySeeKind(kind, role);

export function reportService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId, indexed: true }, work);

  async function prepared({ kind, clientId }: Shape<SourceKind>, actor: Actor, filters: Narrowed) {
    const { zone, recordingDays } = await rulesOf(actor.tenantId);
    const now = clock.now();
    const span = spanOf(kind, filters, now, zone);
    return { zone, span, question: questionOf(kind, actor, filters, { span, zone, now, recordingDays, clientId }) };
  }

  async function pageOfShape(
    shape: Shape,
    actor: Actor,
    { pageNo, pageSize, count = 'exact', ...filters }: Asked,
  ): Promise<ReportPage> {
    if (isBarred(shape.kind, actor)) throw new ApiError('forbidden');
    const { span, question } = await prepared(shape, actor, filters);
    const { rows, counted } = await run(actor, (tx) => readPage(tx, question, { pageNo, pageSize }, count));
    const { totalElements, totalPages, exact } = pageOf(rows, { page: pageNo, pageSize }, counted);
    return { ...span, rows, pageNo, pageSize, totalElements, totalPages, ...(exact === false && { exact }) };
  }

  async function totalsOf(kind: ReportKind, actor: Actor, filters: Filters) {
    const shape = plainShape(kind);
    if (isBarred(kind, actor)) throw new ApiError('forbidden');
    const { question } = await prepared(shape, actor, filters);
    return run(actor, (tx) => readTotals(tx, question));
  }

  /** Throws `forbidden` where the report's own endpoint would, `invalid` for more lines than a file may hold. */
  async function fileOf(shape: Shape, actor: Actor, filters: Filters): Promise<{ fileName: string; csv: string }> {
    const { kind, columns, dayStyle, name, amounts } = shape;
    if (isBarred(kind, actor)) throw new ApiError('forbidden');
    const { zone, span, question } = await prepared(shape, actor, filters);
    return run(actor, async (tx) => {
      if ((await countUpTo(tx, question, MOST_REPORT_LINES)) > MOST_REPORT_LINES)
        throw new ApiError('invalid', {
          message: `More than ${MOST_REPORT_LINES} lines. Choose fewer days or filter.`,
        });
      const pieces = [csvHead(columns.map(({ label }) => label))];
      let lines = 0;
      for await (const rows of readAll(tx, question, MOST_REPORT_LINES)) {
        lines += rows.length;
        pieces.push(
          csvLines(rows.map((row) => columns.map((one) => cellText(one, row[one.id], { zone, dayStyle, amounts })))),
        );
      }
      await appendAudit(
        tx,
        [
          {
            action: 'export.report',
            subject: 'report',
            subjectId: name,
            actorId: actor.userId,
            detail: { filter: { ...filters, ...span }, rows: lines },
          },
        ],
        clock.now(),
      );
      return { fileName: `${fileNameOf(name, span)}.csv`, csv: pieces.join('') };
    });
  }

  /**
   * The rows of a model as a spreadsheet's cells by heading; throws `forbidden` and `invalid` as `prepare`, `too-large` for more than are
   * listed.
   */
  async function listOf(
    model: ModelKind,
    actor: Actor,
    days: { from: Day; to: Day },
  ): Promise<Record<string, string>[]> {
    const { columns, dayStyle, amounts, ...shape } = plainShape(model);
    if (isBarred(model, actor)) throw new ApiError('forbidden');
    const { zone, question } = await prepared({ columns, dayStyle, amounts, ...shape }, actor, days);
    return run(actor, async (tx) => {
      if ((await countUpTo(tx, question, MOST_LISTED)) > MOST_LISTED)
        throw new ApiError('too-large', { message: `More than ${MOST_LISTED} lines. Export them as a file.` });
      const list: Record<string, string>[] = [];
      for await (const rows of readAll(tx, question, MOST_LISTED))
        for (const row of rows)
          list.push(
            Object.fromEntries(
              columns.map((one) => [
                one.label,
                withoutFormula(cellText(one, row[one.id], { zone, dayStyle, amounts })),
              ]),
            ),
          );
      await appendAudit(
        tx,
        [
          {
            action: 'export.report',
            subject: 'report',
            subjectId: model,
            actorId: actor.userId,
            detail: { filter: days, rows: list.length },
          },
        ],
        clock.now(),
      );
      return list;
    });
  }

  return {
    pageOf: pageOfShape,
    totals: totalsOf,
    /** The question to a report and the days that it answers; throws `forbidden` and `invalid` as the report itself. */
    asked: (kind: ReportKind, actor: Actor, filters: Filters) => {
      if (isBarred(kind, actor)) throw new ApiError('forbidden');
      return prepared(plainShape(kind), actor, filters);
    },
    listOf,
    fileOf,
    /**
     * The question that a file answers, its days and its zone; throws `forbidden` and `invalid` as the report itself. The file of the list
     * of loans is named after the day.
     */
    async prepare({ kind, ...shape }: Shape<ExportKind>, actor: Actor, { list, ...filters }: ExportFilters) {
      if (kind !== 'loans') {
        if (isBarred(kind, actor)) throw new ApiError('forbidden');
        return prepared({ kind, ...shape }, actor, filters);
      }
      const { zone } = await rulesOf(actor.tenantId);
      const today = dayOf(clock.now(), zone);
      return {
        zone,
        span: { from: today, to: today },
        question: loanListQuestion(actor, list ?? {}, zone, clock.now()),
      };
    },
    /** The days that are answered; throws as `spanOf`. */
    span: async (kind: ReportKind, actor: Actor, filters: Filters) =>
      spanOf(kind, filters, clock.now(), (await rulesOf(actor.tenantId)).zone),
    page: (kind: ReportKind, actor: Actor, asked: Asked) => pageOfShape(plainShape(kind), actor, asked),
    file: (kind: ReportKind, actor: Actor, filters: Filters) => fileOf(plainShape(kind), actor, filters),
    choices: (actor: Actor): Promise<Choices> => run(actor, (tx) => choicesOf(tx, actor)),
    /** Of the portfolios that a file may hold rows of: at most 500. */
    policies: (actor: Actor, { portfolioId, portfolioIds }: Narrowed) =>
      run(actor, async (tx) => {
        const parameters: unknown[] = [];
        const text = portfoliosSeen(seenBy(actor, parameters));
        const only = portfolioIds ?? (portfolioId ? [portfolioId] : undefined);
        const found = await tx.query<{ id: string; name: string } & AgeingPolicy>(text, parameters);
        return found.filter(({ id }) => only?.includes(id) ?? true);
      }),
  };
}
export type ReportService = ReturnType<typeof reportService>;
