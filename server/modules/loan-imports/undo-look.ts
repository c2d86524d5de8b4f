/** What an undo would do, looked at by a job some thousand lines at a time; the page asks how far it is. */
import type { Tx } from '../../db/database';
import { lookProgress } from '../../jobs';
import { heldOfImport } from '../suppression-list';
import { chunkEnd } from './chunks';
import { findImport, type Look, setImport } from './repository';
import { previewLines } from './undo';

export const LOOK_JOB = 'loan-imports.look';
/** Loans that stay are named up to so many. */
const NAMED = 100;

const NEW_LOOK: Look = { state: 'looking', rows: 0, line: 0, removed: 0, restored: 0, stays: 0, staying: [] };

/** The look that is under way, or a new one, whose job the caller enqueues. */
export async function beginLook(tx: Tx, importId: string): Promise<Look> {
  const row = await findImport(tx, importId, undefined, true);
  if (row?.undo_look?.state === 'looking') return row.undo_look;
  await setImport(tx, importId, { undo_look: NEW_LOOK });
  return NEW_LOOK;
}

/** Looks at the next lines; false when that was all. */
export async function lookFurther(tx: Tx, importId: string, chunk: number): Promise<boolean> {
  const row = await findImport(tx, importId, undefined, true);
  const look = row?.undo_look;
  if (!row || look?.state !== 'looking') return false;
  const keep = (found: Look) => setImport(tx, importId, { undo_look: found });
  if (row.kind === 'suppressions') {
    await keep({ ...look, state: 'over', removed: await heldOfImport(tx, importId) });
    return false;
  }
  const end = await chunkEnd(tx, importId, look.line, chunk);
  if (!end) {
    await keep({ ...look, state: 'over' });
    return false;
  }
  const found = await previewLines(tx, importId, [look.line, end.line], NAMED - look.staying.length);
  await keep({
    state: 'looking',
    rows: look.rows + end.rows,
    line: end.line,
    removed: look.removed + found.removed,
    restored: look.restored + found.restored,
    stays: look.stays + found.stays,
    staying: [...look.staying, ...found.staying],
  });
  return true;
}

/** Whoever asks again begins anew. */
export async function failLook(tx: Tx, importId: string): Promise<void> {
  const row = await findImport(tx, importId, undefined, true);
  if (row?.undo_look) await setImport(tx, importId, { undo_look: { ...row.undo_look, state: 'failed' } });
}

export const presentLook = ({ state, rows, line: _, ...data }: Look, ofRows: number) => ({
  data,
  progress: lookProgress(state, rows, ofRows),
});
