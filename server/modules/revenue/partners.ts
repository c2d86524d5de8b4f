/** Partners: whom a tenant gives a part of its fees. */

import type { RequestOf } from '../../../core/contract/kit';
import type { listPartners, Partner } from '../../../core/contract/partners';
import type { Tx } from '../../db/database';
import { pageWithTotal } from '../../db/listing';
import type { Actor } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { likeOf, PARTY_COLUMNS, type PartyRow, partyOf, recordWrites } from '../organisation';

const COLUMNS = {
  name: 'name',
  kind: 'kind',
  ...PARTY_COLUMNS,
  accountName: 'account_name',
  accountNumber: 'account_number',
  ifsc: 'ifsc',
  agreedOn: 'agreed_on',
  agreedUntil: 'agreed_until',
} as const;
const NAME_TAKEN = 'There is already a partner with this name.';

interface Stored extends PartyRow {
  id: string;
  name: string;
  kind: Partner['kind'];
  account_name: string | null;
  account_number: string | null;
  ifsc: string | null;
  agreed_on: string | null;
  agreed_until: string | null;
  active: boolean;
  fees: number;
  version: number;
  updated_at: string;
  updated_by: string | null;
}

const present = (row: Stored): Partner => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  ...partyOf(row),
  accountName: row.account_name,
  accountNumber: row.account_number,
  ifsc: row.ifsc,
  agreedOn: row.agreed_on,
  agreedUntil: row.agreed_until,
  active: row.active,
  fees: row.fees,
  version: row.version,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});

const ROWS = `select p.*, u.full_name as changed_by,
    (select count(*) from success_fees f where f.tenant_id = p.tenant_id and f.partner_id = p.id) as fees
  from partners p left join users u on u.tenant_id = p.tenant_id and u.id = p.updated_by
 where p.tenant_id = current_tenant()`;
const rowOf = (row: Stored & { changed_by: string | null }) => present({ ...row, updated_by: row.changed_by });

const ORDER = { name: 'lower(x.name)', kind: 'x.kind', updatedAt: 'x.updated_at' } as const;

async function findPartner(tx: Tx, _: Actor, id: string, lock = false): Promise<Partner | undefined> {
  const [row] = await tx.query<Stored & { changed_by: string | null } & Record<string, unknown>>(
    `${ROWS} and p.id = $1${lock ? ' for update of p' : ''}`,
    [id],
  );
  return row && rowOf(row);
}

export function partnerService(deps: Pick<Deps, 'db' | 'clock'>) {
  const {
    run,
    found: _,
    ...records
  } = recordWrites<Partner>(deps, {
    table: 'partners',
    subject: 'partner',
    columns: COLUMNS,
    find: findPartner,
    taken: { partners_name: { path: 'name', message: NAME_TAKEN } },
  });

  return {
    ...records,

    list: (
      actor: Actor,
      { q, kind, status, sort = 'name', dir, page, size }: RequestOf<typeof listPartners>['query'],
    ) =>
      run(actor, async (tx) => {
        const { rows, total } = await pageWithTotal<Stored & { changed_by: string | null }>(
          tx,
          `select x.*, count(*) over () as total from (${ROWS}
              and lower(concat_ws(' ', p.name, p.contact_name, p.contact_email, p.contact_mobile, p.city, p.gst, p.pan)) like $1
              and ($2::text[] is null or p.kind = any ($2)) and ($3::boolean is null or p.active = $3)) x
            order by ${ORDER[sort]} ${dir ?? 'asc'}, lower(x.name), x.id`,
          [likeOf(q), kind?.length ? kind : null, status?.length === 1 ? status[0] === 'active' : null],
          { limit: size, offset: (page - 1) * size },
        );
        return { rows: rows.map(rowOf), total };
      }),

    async validateName(actor: Actor, name: string, except: string | undefined) {
      if (name === '') return { available: false, message: 'This Field Is Required' };
      const taken = await run(actor, (tx) =>
        tx.query(
          'select 1 from partners where tenant_id = current_tenant() and lower(name) = lower($1) and id is distinct from $2',
          [name, except ?? null],
        ),
      );
      return { available: taken.length === 0, message: taken.length > 0 ? NAME_TAKEN : null };
    },
  };
}
