/**
 * A try that got no answer may have brought its record all the same. Before such a record goes back to its agent for a
 * reason that is not the server's word about it (a file that does not get through, a gateway's limit), the server is
 * asked: what it holds already must not be mended into a second record.
 */
import { type BatchItem, recordBatch } from '../../core/contract/dispositions';
import { urlOf } from '../../core/contract/kit';
import { type RequestVerdict, readRequest, type Verdict } from './answers';
import { readItem, resultsOf } from './item-answers';
import { noteHeld, type Uploading } from './upload';
import type { OutboxRow } from './user-db';

/** The try under way is counted in `attempts` when its row is claimed. */
const triedBefore = ({ attempts }: Pick<OutboxRow, 'attempts'>): boolean => attempts > 1;

/** What the refusal of a whole request means for a record that cannot be sent in a smaller one. */
export function ofWholeRequest(
  request: Exclude<RequestVerdict, { kind: 'answered' }>,
  row: Pick<OutboxRow, 'attempts'>,
): Verdict {
  const { problem, fate } = request;
  if (request.kind === 'all') return { to: fate, problem, waitMs: request.waitMs };
  // A gateway lets nobody ask whether an earlier try arrived: the key finds it out when one gets through.
  return { to: !request.contact && triedBefore(row) ? 'retry-later' : fate, problem, waitMs: 0 };
}

/** `refused`, unless an earlier try of this claimed row brought the record, or nobody can say whether it did. */
export async function unlessHeld(
  { db, transport, bases, now }: Uploading,
  row: OutboxRow,
  item: () => Promise<BatchItem>,
  refused: Verdict,
): Promise<Verdict> {
  const handedBack = refused.to === 'needs-you' || refused.to === 'quarantined';
  if (!handedBack || !triedBefore(row)) return refused;
  const body = JSON.stringify({ items: [await item()] });
  const answer = await transport({ method: 'POST', url: urlOf(bases, recordBatch), body }).catch(() => null);
  const request = readRequest(answer, now());
  if (request.kind !== 'answered') return ofWholeRequest(request, row);
  const verdict = readItem(resultsOf(request.body).get(row.key), row);
  if (verdict.to === 'accepted') for (const sha256 of row.attachments) await noteHeld(db, sha256);
  // Neither the record is there nor its files.
  return verdict.to === 'retry-later' && verdict.problem.code === 'not-yet' ? refused : verdict;
}
