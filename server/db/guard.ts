/** What both engines share: who a transaction is for, that it is never nested, and when it is tried again. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError, type TenantScope } from './database';

export type Purpose =
  | { kind: 'tenant'; scope: TenantScope; platform?: true }
  | { kind: 'platform' }
  | { kind: 'owner' };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidLiteral(value: string | undefined): string {
  if (value === undefined) return "''";
  if (!UUID.test(value)) throw new TypeError('A transaction needs a tenant and user id that are UUIDs');
  return `'${value}'`;
}

/**
 * For work that finds rows by key. Planning costs more than such statements, so they are planned once a connection; and as
 * that plan stays, it must not be one for a table that was small then.
 */
const BY_KEY = [
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_seqscan', 'off'],
]
  .map(([name, value]) => `, set_config('${name}', '${value}', true)`)
  .join('');

const INDEXED = ", set_config('enable_seqscan', 'off', true)";

/** The settings a transaction starts with; all of them end with it. Literals, because it is sent in one message. */
export function openingSql(purpose: Purpose, applicationRole: string | null): string {
  if (purpose.kind === 'owner') return 'begin';
  const role = applicationRole === null ? '' : `; set local role ${applicationRole}`;
  const platform = "set_config('app.platform', 'on', true)";
  const settings =
    purpose.kind === 'platform'
      ? platform
      : `${purpose.platform ? `${platform}, ` : ''}set_config('app.tenant', ${uuidLiteral(purpose.scope.tenantId)}, true), set_config('app.user', ${uuidLiteral(purpose.scope.userId)}, true)${purpose.scope.byKey ? BY_KEY : purpose.scope.indexed ? INDEXED : ''}`;
  const most = purpose.kind === 'tenant' ? purpose.scope.statementMs : undefined;
  const bound = most === undefined ? '' : `, set_config('statement_timeout', '${Math.ceil(most)}', true)`;
  const isolation =
    purpose.kind === 'tenant' && purpose.scope.snapshot ? ' isolation level repeatable read read only' : '';
  return `begin${isolation}${role}; select ${settings}${bound}`;
}

const running = new AsyncLocalStorage<object>();

/** Runs `work` as the one transaction of this call chain on `database`; throws when there is one already. */
export function exclusively<T>(database: object, work: () => Promise<T>): Promise<T> {
  if (running.getStore() === database) {
    throw new Error('A transaction was started inside another one: pass its tx on instead');
  }
  return running.run(database, work);
}

/** Serialization failure and deadlock: the engine asks for another try. */
const TRY_AGAIN = new Set(['40001', '40P01']);

/** Up to three further tries; `attempt` must have no effects outside the database. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= 3 || !(error instanceof DatabaseError) || !TRY_AGAIN.has(error.code)) throw error;
    }
  }
}
