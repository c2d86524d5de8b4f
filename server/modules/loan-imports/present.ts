/** What is told of an import. */
import type { LoanImport } from '../../../core/contract/loan-imports';
import { driftOf, type LoanMapping } from '../../../core/domain/loan-import';
import { type Detail, type ImportRow, NO_COUNTS } from './repository';

export function presentImport(row: ImportRow): LoanImport {
  const counts = { ...NO_COUNTS, ...row.counts };
  const stopped = row.state === 'failed' || row.state === 'cancelled';
  const { step } = row.step_work;
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
    mayUndo:
      ((stopped || row.state === 'done' || row.state === 'undone') && counts.inserted + counts.updated > 0) ||
      (stopped && step === 'undoing'),
    mayGoOn: stopped && step === 'committing',
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

/** Why a file may not be checked now. */
export function verifyRefusal(row: ImportRow): string | undefined {
  if (row.mapping_version === null) return 'Choose what each column is first.';
  if (!['mapping', 'verified', 'failed', 'cancelled'].includes(row.state)) return `This import is ${row.state}.`;
  // Checked anew its rows would get other ids, and nothing would take back those that are in.
  if ((row.state === 'failed' || row.state === 'cancelled') && row.committed_at !== null)
    return 'Rows of this file were loaded: go on with the rest, or take them back.';
  return undefined;
}
