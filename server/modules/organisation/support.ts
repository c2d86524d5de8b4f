/** Whom people of a tenant ask for help; one row a tenant. */
import type { RequestOf } from '../../../core/contract/kit';
import type { Support, saveSupport } from '../../../core/contract/support';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { note, refuseStale } from './records';

const NOBODY: Support = {
  ...{ version: 0, name: '', phone: null, email: null, hours: null, note: null },
  ...{ updatedBy: null, updatedAt: null },
};

async function read(tx: Tx): Promise<Support> {
  const [row] = await tx.query<Support & Record<string, unknown>>(
    `select s.version, s.name, s.phone, s.email, s.hours, s.note, s.updated_at as "updatedAt",
            (select u.full_name from users u where u.tenant_id = s.tenant_id and u.id = s.updated_by) as "updatedBy"
       from tenant_support s where s.tenant_id = current_tenant()`,
  );
  return row ?? NOBODY;
}

export function supportService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const run = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  return {
    get: (actor: Actor) => run(actor, read),

    save: (actor: Actor, { version, ...said }: RequestOf<typeof saveSupport>['body']) =>
      run(actor, async (tx) => {
        await tx.query("select pg_advisory_xact_lock(hashtextextended('support:' || current_tenant()::text, 0))");
        const before = await read(tx);
        refuseStale(before, version);
        const now = clock.now();
        await tx.query(
          `insert into tenant_support (tenant_id, version, name, phone, email, hours, note, updated_by, updated_at)
           values (current_tenant(), 1, $1, $2, $3, $4, $5, $6, $7)
           on conflict (tenant_id) do update set version = tenant_support.version + 1, name = excluded.name, phone = excluded.phone,
             email = excluded.email, hours = excluded.hours, note = excluded.note, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
          [said.name, said.phone, said.email, said.hours || null, said.note || null, actor.userId, now],
        );
        const { name, phone, email, hours, note: words } = before;
        await note(
          tx,
          actor,
          'support.saved',
          { kind: 'support', id: actor.tenantId },
          { before: { name, phone, email, hours, note: words }, after: said },
          now,
        );
        return read(tx);
      }),
  };
}
