/** The rows behind one figure of one line of a report: joined to that line, so that they are those which it counts, in the caller's sight. */
import type { RequestOf } from '../../../core/contract/kit';
import type { FigurePage, ReportRow, reportFigure } from '../../../core/contract/reports';
import { isDay } from '../../../core/domain/dates';
import { type DrilledKind, type Figure, figureOf, isDrilled, LINE_NAMES } from '../../../core/domain/report-figures';
import type { ReportKind } from '../../../core/domain/report-kinds';
import type { Tx } from '../../db/database';
import { countOf, pageOf } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { masked, type Question } from './question';
import type { ReportService } from './service';
import { SOURCES } from './sources';
import { type AnyBehind, BEHIND } from './sources/behind';

const TYPES: Record<'uuid' | 'date' | 'text', (part: string) => boolean> = {
  uuid: (part) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part),
  date: isDay,
  text: (part) => part.length > 0 && part.length <= 40,
};

/** The line's condition; its id stands as `Source.id` wrote it. Undefined for an id that no line of the report has. */
function lineIs(kind: DrilledKind, of: string, parameters: unknown[]): string | undefined {
  const { key } = BEHIND[kind];
  const words = of.split(' ');
  // The last part alone may hold a blank.
  const parts = [...words.slice(0, key.length - 1), words.slice(key.length - 1).join(' ')];
  const right = key.every(([, type], at) => TYPES[type](parts[at] ?? ''));
  return right
    ? key.map(([sql, type], at) => `${sql} = $${parameters.push(parts[at])}::${type}`).join(' and ')
    : undefined;
}

/** Throws `not-found` for a figure without a list, and for a line that the caller does not see. */
async function readFigure(
  tx: Tx,
  { source, fill }: Question,
  { kind, figure, of }: { kind: DrilledKind; figure: string; of: string },
  { pageNo, pageSize, count }: { pageNo: number; pageSize: number; count: 'exact' | 'quick' },
): Promise<Omit<FigurePage, 'from' | 'to'>> {
  const shown: Figure | undefined = figureOf(kind, figure);
  const parameters = [...source.parameters];
  const line = lineIs(kind, of, parameters);
  if (!shown || !line) throw new ApiError('not-found');
  const columns: Record<string, string> = SOURCES[kind].columns;
  const names = LINE_NAMES[kind].map((name) => `${columns[name]} as "${name}"`);
  const ofLine = `${source.where} and ${line}`;
  const [found] = await tx.query<ReportRow>(
    `select ${names.join(', ')} from ${source.from} where ${ofLine} limit 1`,
    parameters,
  );
  if (!found) throw new ApiError('not-found');
  const behind = (BEHIND[kind].figures as Record<string, AnyBehind>)[figure] as AnyBehind;
  const { list } = behind;
  const rows = {
    from: `${source.from} join ${fill(list.table)} on ${fill(behind.link)} ${fill(list.joins)}`,
    where: `${ofLine} and ${fill(behind.only)}`,
    parameters,
  };
  const counted = await countOf(tx, rows, count);
  const cells = Object.entries(list.columns).map(([name, sql]) => `${fill(sql)} as "${name}"`);
  const page = await tx.query<ReportRow>(
    `select (${list.id})::text as id, ${list.loanId ? `${list.loanId}::text as "loanId", ` : ''}${cells.join(', ')}
       from ${rows.from} where ${rows.where} order by ${list.order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`,
    parameters,
  );
  const added = shown.sum && fill(list.exact?.[shown.sum] ?? list.columns[shown.sum] ?? 'null');
  const [sum] = added
    ? await tx.query<{ sum: number | null }>(
        `select round(sum(${added}))::bigint as sum from ${rows.from} where ${rows.where}`,
        parameters,
      )
    : [];
  const { totalElements, totalPages, exact } = pageOf(page, { page: pageNo, pageSize }, counted);
  return {
    line: found,
    rows: page.map(masked),
    sum: sum?.sum ?? null,
    pageNo,
    pageSize,
    totalElements,
    totalPages,
    ...(exact === false && { exact }),
  };
}

type Asked = RequestOf<typeof reportFigure>['query'];

export const figureService = ({ db }: Pick<Deps, 'db'>, reports: ReportService) => ({
  /** Throws as the report itself, and as `readFigure`. */
  async page(
    kind: ReportKind,
    figure: string,
    actor: Actor,
    { of, pageNo, pageSize, count = 'exact', sort: _, dir: __, ...filters }: Asked,
  ): Promise<FigurePage> {
    const { span, question } = await reports.asked(kind, actor, filters);
    if (!isDrilled(kind)) throw new ApiError('not-found');
    const { tenantId, userId } = actor;
    const found = await db.transaction({ tenantId, userId, indexed: true }, (tx) =>
      readFigure(tx, question, { kind, figure, of }, { pageNo, pageSize, count }),
    );
    return { ...span, ...found };
  },
});
