/**
 * Whether those whom a person works for let them work: their agency and their lender may be switched off. What that stops
 * is said in docs/organisation.md; a record that a phone already holds is received all the same.
 */
import type { Tx } from '../../db/database';

/** SQL over a row of `users`: `agency` or `client` when that one is switched off, otherwise null. */
export const stoppedBy = (user: string): string =>
  `coalesce(
     (select 'agency' from agencies sa where sa.tenant_id = ${user}.tenant_id and sa.id = ${user}.agency_id and not sa.active),
     (select 'client' from clients sc where sc.tenant_id = ${user}.tenant_id and sc.id = ${user}.client_id and not sc.active))`;

export type Stop = 'agency' | 'client';

/** What somebody whose agency or lender is switched off is told at the sign-in. */
export const stopWords = (stop: Stop, name: string | null): string =>
  stop === 'agency'
    ? `Your agency ${name ?? ''} is switched off. Ask your administrator.`
    : `${name ?? 'Your lender'} is switched off here. Ask your administrator.`;

/** Why an agency gets nothing and nobody new; undefined for one that may. Unknown agencies are somebody else's question. */
export async function agencyRefusal(tx: Tx, agencyId: string | null): Promise<string | undefined> {
  if (agencyId === null) return undefined;
  const [agency] = await tx.query<{ name: string; active: boolean; locked: boolean }>(
    'select name, active, locked from agencies where tenant_id = current_tenant() and id = $1',
    [agencyId],
  );
  if (agency && !agency.active) return `The agency ${agency.name} is switched off.`;
  return agency?.locked
    ? `The agency ${agency.name} is locked: it keeps what it has and gets nothing further.`
    : undefined;
}

/** The same for a lender. */
export async function clientRefusal(tx: Tx, clientId: string | null): Promise<string | undefined> {
  if (clientId === null) return undefined;
  const [client] = await tx.query<{ name: string; active: boolean }>(
    'select name, active from clients where tenant_id = current_tenant() and id = $1',
    [clientId],
  );
  return client && !client.active ? `The client ${client.name} is switched off.` : undefined;
}
