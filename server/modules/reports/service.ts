/** The reports of what was recorded and given out, page by page and as files. */
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { allocationReport, dailyCalls, ReportPage, reportChoices } from '../../../core/contract/reports';
import { columnsOf, MOST_REPORT_LINES, type ReportKind } from '../../../core/domain/report-kinds';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { breadthOf, loanScope, peopleScope } from '../loans';
import { csvHead, csvLines } from '../people';
import { tenantRules } from '../tenants';
import { cellText } from './cells';
import { type Filters, questionOf, readAll, readPage, spanOf } from './question';

type Paging = RequestOf<typeof allocationReport>['query'];
export type Asked = RequestOf<typeof dailyCalls>['query'];
type Choices = ResponseOf<typeof reportChoices>['data'];

const MOST_CHOICES = 500;
/** Specification 9: days of an exported report. */
const FILE_DAYS = 'DD-MM-YYYY';

async function choicesOf(tx: Tx, actor: Actor): Promise<Choices> {
  const everything = breadthOf(actor.role) === 'tenant';
  const parameters: unknown[] = [];
  const seen = (column: string, id: string) =>
    everything
      ? 'true'
      : `${id} in (select l.${column} from loans l where l.tenant_id = current_tenant() and ${loanScope(actor, parameters)})`;
  const list = async (text: string) => {
    const rows = await tx.query<{ id: string; name: string }>(`${text} limit ${MOST_CHOICES}`, parameters);
    parameters.length = 0;
    return rows.map(({ id, name }) => ({ id, name }));
  };
  return {
    clients: await list(
      `select c.id, c.name from clients c where c.tenant_id = current_tenant() and ${seen('client_id', 'c.id')} order by lower(c.name), c.id`,
    ),
    portfolios: await list(
      `select p.id, p.name from portfolios p where p.tenant_id = current_tenant() and ${seen('portfolio_id', 'p.id')} order by lower(p.name), p.id`,
    ),
    agents: await list(
      `select u.id, u.full_name as name from users u where u.tenant_id = current_tenant() and u.active
          and ${peopleScope(actor, parameters, 'u.tenant_id', 'u.id')} order by lower(u.full_name), u.id`,
    ),
  };
}

export function reportService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);

  return {
    async page(
      kind: ReportKind,
      actor: Actor,
      { pageNo, pageSize, ...filters }: Filters & Paging,
    ): Promise<ReportPage> {
      const { zone } = await rulesOf(actor.tenantId);
      const span = spanOf(kind, filters, clock.now(), zone);
      const question = questionOf(kind, actor, filters, span, zone);
      const { rows, total } = await run(actor, (tx) => readPage(tx, question, { pageNo, pageSize }));
      return { ...span, rows, pageNo, pageSize, totalElements: total, totalPages: Math.ceil(total / pageSize) };
    },

    async file(kind: ReportKind, actor: Actor, filters: Filters): Promise<{ fileName: string; csv: string }> {
      // The visits' own endpoint does not admit telecallers.
      if (kind === 'visits' && actor.role === 'CRM_TELECALLER') throw new ApiError('forbidden');
      const { zone } = await rulesOf(actor.tenantId);
      const span = spanOf(kind, filters, clock.now(), zone);
      const question = questionOf(kind, actor, filters, span, zone);
      const columns = columnsOf(kind);
      return run(actor, async (tx) => {
        const pieces = [csvHead(columns.map(({ label }) => label))];
        let lines = 0;
        for await (const rows of readAll(tx, question, MOST_REPORT_LINES + 1)) {
          lines += rows.length;
          pieces.push(csvLines(rows.map((row) => columns.map((one) => cellText(one, row[one.id], zone, FILE_DAYS)))));
        }
        if (lines > MOST_REPORT_LINES)
          throw new ApiError('invalid', {
            message: `More than ${MOST_REPORT_LINES} lines. Choose fewer days or filter.`,
          });
        await appendAudit(
          tx,
          [
            {
              action: 'export.report',
              subject: 'report',
              subjectId: kind,
              actorId: actor.userId,
              detail: { filter: { ...filters, ...span }, rows: lines },
            },
          ],
          clock.now(),
        );
        return { fileName: `${kind}_${span.from}_${span.to}.csv`, csv: pieces.join('') };
      });
    },

    choices: (actor: Actor): Promise<Choices> => run(actor, (tx) => choicesOf(tx, actor)),
  };
}
