/** Saved mappings between files: shown, changed as the next version, and taken away. */

import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { changeMapping, listMappings } from '../../../core/contract/loan-imports';
import { uuidv7 } from '../../../core/domain/ids';
import { type LoanMapping, mappingProblems } from '../../../core/domain/loan-import';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { keepMapping, mappingsOf } from './repository';

type Saved = ResponseOf<typeof listMappings>['data'][number];

/** A lender's administrator knows no mapping but their own. */
const clientsOf = (actor: Actor, wanted?: string): string[] | null => {
  if (actor.role !== 'CLIENT_ADMIN') return wanted === undefined ? null : [wanted];
  return actor.clientId && (wanted === undefined || wanted === actor.clientId) ? [actor.clientId] : [];
};

export function mappingService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const at = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);

  /** With all versions of the same client and kind, newest first. Throws `not-found`. */
  async function found(tx: Tx, actor: Actor, id: string): Promise<{ one: Saved; newest: Saved }> {
    const [one] = await mappingsOf(tx, { clientIds: clientsOf(actor), id, limit: 1 });
    if (!one) throw new ApiError('not-found');
    const [newest = one] = await mappingsOf(tx, { clientIds: [one.clientId], kind: one.kind, limit: 1 });
    return { one, newest };
  }

  const audited = (
    tx: Tx,
    actor: Actor,
    action: string,
    { id, client, kind }: Saved,
    detail: Record<string, unknown>,
  ) =>
    appendAudit(
      tx,
      [
        {
          action,
          subject: 'loan-mapping',
          subjectId: id,
          actorId: actor.userId,
          detail: { client, kind, ...detail },
        },
      ],
      clock.now(),
    );

  return {
    list: (actor: Actor, { clientId, kind }: RequestOf<typeof listMappings>['query']): Promise<Saved[]> =>
      at(actor, (tx) => mappingsOf(tx, { clientIds: clientsOf(actor, clientId), kind })),

    /** Keeps it as the client's next version; throws `conflict` where there is a newer one than the asker has seen. */
    change: (actor: Actor, id: string, { newest: seen, mapping }: RequestOf<typeof changeMapping>['body']) =>
      at(actor, async (tx): Promise<Saved> => {
        const { one, newest } = await found(tx, actor, id);
        if (newest.version !== seen) throw new ApiError('conflict');
        const headers = mapping.columns.map(({ header }) => header);
        const problems = mappingProblems(mapping as LoanMapping, headers, one.kind);
        if (problems.length > 0)
          throw new ApiError('invalid', {
            fields: problems.map(({ field, header, message }) => ({
              path: `mapping.${field ?? header ?? ''}`,
              message,
            })),
          });
        const now = clock.now();
        const version = await keepMapping(tx, {
          id: uuidv7(now.getTime()),
          clientId: one.clientId,
          kind: one.kind,
          mapping: mapping as LoanMapping,
          by: actor.userId,
          now,
        });
        const [kept] = await mappingsOf(tx, { clientIds: [one.clientId], kind: one.kind, limit: 1 });
        if (!kept) throw new ApiError('not-found');
        if (version !== newest.version)
          await audited(tx, actor, 'loan-imports.mapping-changed', kept, { before: one.version, after: version });
        return kept;
      }),

    /** The next file is mapped by the version before it. */
    remove: (actor: Actor, id: string): Promise<void> =>
      at(actor, async (tx) => {
        const { one } = await found(tx, actor, id);
        await tx.query(
          'update loan_mappings set removed_at = $2 where tenant_id = current_tenant() and id = $1 and removed_at is null',
          [id, clock.now()],
        );
        await audited(tx, actor, 'loan-imports.mapping-removed', one, { version: one.version });
      }),
  };
}
