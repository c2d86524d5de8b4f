/** What is told of an import. */
import type { LoanImport } from '../../../core/contract/loan-imports';
import { driftOf, type LoanMapping } from '../../../core/domain/loan-import';
import { type Detail, type ImportRow, NO_COUNTS } from './repository';

export function presentImport(row: ImportRow): LoanImport {
  const counts = { ...NO_COUNTS, ...row.counts };
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    fileName: row.file_name,
    size: row.size,
    received: row.received,
    sha256: row.sha256,
    batchNo: row.batch_no,
    clientId: row.client_id,
    client: row.client,
    portfolioId: row.portfolio_id,
    portfolio: row.portfolio,
    mappingVersion: row.mapping_version,
    createdAt: row.created_at,
    createdBy: row.created_by,
    finishedAt: row.finished_at,
    progress: { done: row.progress_done, total: row.progress_total },
    counts,
    problem: row.problem,
    sameAs: row.same,
    mayUndo: ['done', 'cancelled', 'failed', 'undone'].includes(row.state) && counts.inserted + counts.updated > 0,
  };
}

/** `last`: the mapping of this client before. */
export function presentDetail(row: ImportRow, last: LoanMapping | undefined): Detail {
  return {
    ...presentImport(row),
    look: row.look,
    mapping: row.mapping as Detail['mapping'],
    drift: last && row.look ? driftOf(last, row.look.columns) : [],
    // While it is being made its counts are those of a part.
    verification: row.state === 'verifying' ? null : row.verification,
  };
}
