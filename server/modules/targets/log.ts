import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';

/** One entry of the audit about a target, or about the targets of a month. What was not there before, or is no longer, is null. */
export const auditTarget = (
  tx: Tx,
  actor: Actor,
  action: string,
  subjectId: string,
  detail: Record<string, unknown>,
  at: Date,
): Promise<unknown> =>
  appendAudit(
    tx,
    [{ action, subject: 'target', subjectId, actorId: actor.userId, detail: { before: null, after: null, ...detail } }],
    at,
  );
