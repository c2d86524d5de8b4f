import { appendAudit } from '../../db/audit';
import type { Actor } from '../../http/implement';
import type { Deps } from '../../platform/deps';

/** What somebody said of themselves that their token does not bear out, where it stood, and at which endpoint. */
export interface FalseClaim {
  header: string;
  claimed: string;
  endpoint: string;
}

/** Keeps it in the audit, in a transaction of its own: the request that made the claim is refused. */
export const noteMismatch = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, claim: FalseClaim) =>
  db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) =>
    appendAudit(
      tx,
      [
        {
          action: 'auth.identity-mismatch',
          subject: 'user',
          subjectId: actor.userId,
          actorId: actor.userId,
          detail: { ...claim },
        },
      ],
      clock.now(),
    ),
  );
