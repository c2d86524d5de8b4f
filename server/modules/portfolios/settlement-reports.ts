/** Settlement reports of lenders: kept as they came, and of a CSV which lines name a loan of the portfolio. */
import type { SettlementReport } from '../../../core/contract/settlement-reports';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type FileReply } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { CSV, documentReply, keepBytes, nameDocument, nameFor, XLSX } from '../documents';
import { readCsv } from '../people';
import { findPortfolio } from './repository';
import { seesWholePortfolios } from './scope';

const ACCEPTS = { kinds: [CSV, XLSX, 'application/pdf'], words: 'Not a CSV, XLSX or PDF file' };
const PAGE = 10;
const MAX_UNKNOWN = 50;
/** What lenders call the column of the loan number, letters only. */
const LOAN_COLUMNS = ['lan', 'loanid', 'loanno', 'loannumber', 'loanaccountnumber', 'accountnumber', 'accountno'];

/** Undefined where no column is one of loan numbers. */
export function loanNumbersOf(bytes: Uint8Array): string[] | undefined {
  const { columns, rows } = readCsv(bytes);
  const at = columns.findIndex((name) => LOAN_COLUMNS.includes(name.toLowerCase().replace(/[^a-z]/g, '')));
  return at < 0 ? undefined : rows.flatMap(({ cells }) => (cells[at] ? [cells[at]] : []));
}

interface Row {
  id: string;
  name: string;
  mime: string;
  size: number;
  lines: number | null;
  matched: number | null;
  unknown: string[];
  uploaded_by: string | null;
  uploaded_at: string;
}
const SELECT = `select r.id, d.name, d.mime, d.size, r.lines, r.matched, r.unknown, u.full_name as uploaded_by, r.uploaded_at
  from settlement_reports r
  join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
  left join users u on u.tenant_id = r.tenant_id and u.id = r.uploaded_by
 where r.tenant_id = current_tenant() and r.portfolio_id = $1`;
const present = ({ uploaded_by, uploaded_at, ...row }: Row): SettlementReport => ({
  ...row,
  name: nameFor(row.mime, row.name),
  uploadedBy: uploaded_by,
  uploadedAt: uploaded_at,
});

export function settlementReportService({ db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function seen(tx: Tx, actor: Actor, id: string, toEdit = false): Promise<void> {
    const portfolio = await findPortfolio(tx, actor, id);
    if (!portfolio) throw new ApiError('not-found');
    if (portfolio.mayEdit) return;
    if (toEdit) throw new ApiError('forbidden');
    // A lender's file names loans of the whole portfolio.
    if (!seesWholePortfolios(actor)) throw new ApiError('not-found');
  }

  return {
    async upload(actor: Actor, portfolioId: string, fileName: string, bytes: Buffer): Promise<SettlementReport> {
      const now = clock.now();
      await db.transaction(scopeOf(actor), (tx) => seen(tx, actor, portfolioId, true));
      const kept = await keepBytes(storage, actor, { bytes, name: fileName, field: 'file' }, now, ACCEPTS);
      const numbers = kept.mime === CSV ? loanNumbersOf(bytes) : [];
      if (!numbers) {
        await storage.remove(kept.storageKey);
        const message = 'No column holds loan numbers. Call it LAN or Loan Number.';
        throw new ApiError('invalid', { message, fields: [{ path: 'file', message }] });
      }
      const { report, fresh } = await db
        .transaction(scopeOf(actor), async (tx) => {
          await seen(tx, actor, portfolioId, true);
          const id = uuidv7(now.getTime());
          const known = new Set(
            (
              await tx.query<{ loan_number: string }>(
                `select loan_number from loans where tenant_id = current_tenant() and portfolio_id = $1 and loan_number = any($2::text[])`,
                [portfolioId, [...new Set(numbers)]],
              )
            ).map(({ loan_number }) => loan_number),
          );
          const csv = kept.mime === CSV;
          const unknown = [...new Set(numbers.filter((number) => !known.has(number)))].slice(0, MAX_UNKNOWN);
          const [there] = await tx.query<Row>(`${SELECT} and r.sha256 = $2`, [portfolioId, kept.sha256]);
          if (there) return { report: present(there), fresh: false };
          await nameDocument(tx, actor, kept, null, now);
          const made = await tx.query(
            `insert into settlement_reports (tenant_id, id, portfolio_id, document_id, sha256, lines, matched, unknown, uploaded_by, uploaded_at)
             values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
            [
              id,
              portfolioId,
              kept.id,
              kept.sha256,
              csv ? numbers.length : null,
              csv ? numbers.filter((number) => known.has(number)).length : null,
              csv ? unknown.map((number) => number.slice(0, 80)) : [],
              actor.userId,
              now,
            ],
          );
          // The same file from two at once: whoever came second is told to look again, and finds it there.
          if (made.length === 0) throw new ApiError('conflict');
          const [row] = await tx.query<Row>(`${SELECT} and r.id = $2`, [portfolioId, id]);
          if (!row) throw new Error('A settlement report was not stored');
          await appendAudit(
            tx,
            [
              {
                action: 'portfolios.settlement-report',
                subject: 'portfolio',
                subjectId: portfolioId,
                actorId: actor.userId,
                detail: {
                  before: null,
                  after: { name: kept.name, sha256: kept.sha256, lines: row.lines, matched: row.matched },
                },
              },
            ],
            now,
          );
          return { report: present(row), fresh: true };
        })
        .catch(async (error: unknown) => {
          // Of any other failure it is not known whether the row came to be.
          if (error instanceof ApiError) await storage.remove(kept.storageKey);
          throw error;
        });
      if (!fresh) await storage.remove(kept.storageKey);
      return report;
    },

    list: (actor: Actor, portfolioId: string, page: number) =>
      db.transaction(scopeOf(actor), async (tx) => {
        await seen(tx, actor, portfolioId);
        const rows = await tx.query<Row>(
          `${SELECT} order by r.uploaded_at desc, r.id desc limit ${PAGE} offset ${(page - 1) * PAGE}`,
          [portfolioId],
        );
        const [counted] = await tx.query<{ total: number }>(
          'select count(*) as total from settlement_reports where tenant_id = current_tenant() and portfolio_id = $1',
          [portfolioId],
        );
        return { rows: rows.map(present), total: counted?.total ?? 0 };
      }),

    file: (actor: Actor, portfolioId: string, id: string): Promise<FileReply> =>
      db.transaction(scopeOf(actor), async (tx) => {
        await seen(tx, actor, portfolioId);
        const [row] = await tx.query<{ document_id: string }>(
          'select document_id from settlement_reports where tenant_id = current_tenant() and portfolio_id = $1 and id = $2',
          [portfolioId, id],
        );
        if (!row) throw new ApiError('not-found');
        return documentReply(storage, tx, row.document_id);
      }),
  };
}
