/** Many who give the same loans at the same moment: one holder of each kind a loan, and a history without gaps or doubles. */
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../server/http/implement';
import { actorOf } from '../../server/modules/auth';
import { assignLoans } from '../../server/modules/loans';
import { engines } from '../support/databases';
import { atNight } from '../support/nightly';
import { telecallerDesk } from '../support/telecaller-desk';

const LOANS = 5;
const GIVES = atNight ? 1_000 : 240;

describe.each(engines)('giving the same loans at once on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);

  it('leaves each loan with one telecaller and one agency, and every give saw the one before it', {
    timeout: 300_000,
  }, async () => {
    const { tenantId } = desk.world;
    const { admin, caller, collector } = desk.world.people;
    const loans = await desk.world.addLoans(LOANS, { held: { collector: 'collector' } });
    const ids = loans.map(({ id }) => id);
    const results = await Promise.all(
      Array.from({ length: GIVES }, async (_, at) => {
        // In different orders, so that a lock taken in the order of the request would end in a deadlock.
        const loanIds = at % 3 === 0 ? [...ids].reverse() : ids;
        const profileId = at % 4 === 3 ? desk.world.agencyId : at % 2 === 0 ? caller.id : collector.id;
        const kind = at % 4 === 3 ? 'agency' : 'collector';
        // As the server's handlers do it; over the wire only a few of one tenant run at once.
        return desk.held.db.transaction({ tenantId, userId: admin.id }, async (tx) => {
          const actor = (await actorOf(tx, tenantId, admin.id)) as Actor;
          return assignLoans(tx, actor, { kind, profileId, loanIds }, new Date());
        });
      }),
    );

    const rows = await desk.rows(
      `select loan_id, kind, profile_id, ended_at is null as open, ended_at < assigned_at as backwards
         from loan_assignments where tenant_id = current_tenant() and loan_id = any($1::uuid[])`,
      ids,
    );
    expect(rows.filter(({ backwards }) => backwards)).toEqual([]);
    for (const loan of ids) {
      const of = (kind: string, holder?: string) =>
        rows.filter((row) => row.loan_id === loan && row.kind === kind && (!holder || row.profile_id === holder));
      for (const kind of ['collector', 'agency']) expect(of(kind).filter(({ open }) => open)).toHaveLength(1);
      // Whoever had it is never given it again, so two holders take turns: the first one began.
      const turns = of('collector', collector.id).length - of('collector', caller.id).length;
      expect([0, 1]).toContain(turns);
      expect(of('collector').find(({ open }) => open)?.profile_id).toBe(turns === 1 ? collector.id : caller.id);
      expect(of('agency')).toHaveLength(1);
    }
    // What the answers say was given stands in the history, and nothing else.
    const assigned = results.flatMap((given) => given.results).filter(({ became }) => became === 'assigned');
    expect(rows).toHaveLength(assigned.length + LOANS);
    // Every batch says who had the loan before, and no two say the same step out of it.
    const batches = await desk.rows(
      `select b.profile_id, l ->> 'loanId' as loan, l ->> 'before' as before
         from assignment_batches b cross join lateral jsonb_array_elements(b.loans) l
        where b.tenant_id = current_tenant() and b.kind = 'collector'`,
    );
    expect(batches.filter(({ profile_id, before }) => profile_id === before || before === null)).toEqual([]);
  });
});
