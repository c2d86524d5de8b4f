/**
 * Section 7: the headers by which a caller names themselves. The server refuses one that disagrees with the token, so all of them
 * come from the signed-in profile. `agencyid` and `portfolioid` are not among them: they choose what to look at.
 */
import type * as z from 'zod/mini';
import type { Profile } from '../../core/contract/auth';
import type { Endpoint } from '../../core/contract/kit';

export type Caller = Pick<Profile, 'id' | 'tenant' | 'role'>;

const ownId = ({ id }: Caller) => id;
const IDENTITY = {
  tenantid: ({ tenant }: Caller) => tenant.id,
  profileid: ownId,
  sub: ownId,
  collectorid: ownId,
  userid: ownId,
  managerid: ownId,
  profiletype: ({ role }: Caller) => role.name,
};
export type IdentityHeader = keyof typeof IDENTITY;

/** Those that the endpoint's own schema names. */
export function identityHeaders({ headers }: Pick<Endpoint, 'headers'>, caller: Caller): Record<string, string> {
  const named = headers ? Object.keys((headers as z.core.$ZodObject)._zod.def.shape) : [];
  return Object.fromEntries(
    Object.entries(IDENTITY).flatMap(([name, part]) => (named.includes(name) ? [[name, part(caller)]] : [])),
  );
}
