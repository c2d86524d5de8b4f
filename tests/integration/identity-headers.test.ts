/**
 * Headers by which specification section 7 lets a caller name themselves: whatever endpoint names one, the app's client sends it,
 * and the server finds that it agrees with the token.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../core/contract';
import type { Bases, Endpoint } from '../../core/contract/kit';
import { uuidv7 } from '../../core/domain/ids';
import { ROLES, type Role } from '../../core/domain/roles';
import { BASES } from '../../server/http/mount';
import { ApiError } from '../../src/api/api-error';
import { type Call, createApi } from '../../src/api/client';
import { type Ids, partsFor, schemaOf } from '../matrix/request';
import { engines, type TestDatabase } from '../support/databases';
import { createPerson, createTenant, type Session, signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';

const IDENTITY: Record<string, (profile: Session['profile']) => string> = {
  tenantid: ({ tenant }) => tenant.id,
  profileid: ({ id }) => id,
  sub: ({ id }) => id,
  collectorid: ({ id }) => id,
  userid: ({ id }) => id,
  managerid: ({ id }) => id,
  profiletype: ({ role }) => role.name,
};
/** They say what is asked for, or how. A new name is put here or above. */
const OTHERS =
  'active agencyid content-length file-path id idempotency-key loanid portfolioid schedulereportid username ' +
  'tus-resumable upload-length upload-metadata upload-offset x-payload-hash x-record-signature';

const namesOf = ({ headers }: Endpoint) => Object.keys((headers && schemaOf(headers).properties) ?? {});
const identityOf = (endpoint: Endpoint) => namesOf(endpoint).filter((name) => name in IDENTITY);
const ofSessions = (Object.values(endpoints) as Endpoint[]).filter(({ access }) => access.kind === 'session');
/** The offline session signs out by itself: its one call for that goes past this client. */
const naming = ofSessions.filter((endpoint) => endpoint.id !== 'auth.logout' && identityOf(endpoint).length > 0);

it('every header of a call names the caller or is known to be something else', () => {
  const names = new Set(ofSessions.flatMap(namesOf));
  expect([...names].filter((name) => !(name in IDENTITY) && !OTHERS.split(' ').includes(name))).toEqual([]);
});

describe.each(engines)('identity headers on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let last: IncomingMessage | undefined;
  const sessions = new Map<Role, Session>();
  const listen = (message: unknown) => {
    last = (message as { request: IncomingMessage }).request;
  };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    const tenantId = await createTenant(held.db);
    for (const role of ROLES) {
      sessions.set(role, await signIn(server.origin, await createPerson(held.db, tenantId, { role })));
    }
    subscribe('http.server.request.start', listen);
  });
  afterAll(async () => {
    unsubscribe('http.server.request.start', listen);
    await server.close();
    await held.close();
  });

  const rolesOf = ({ access }: Endpoint) => (access.kind === 'session' && access.roles !== '*' ? access.roles : ROLES);
  const cases = naming.flatMap((endpoint) => rolesOf(endpoint).map((role) => [endpoint.id, role, endpoint] as const));

  it.each(cases)('%s by %s: all are sent and agree', async (_, role, endpoint) => {
    const { token, profile } = sessions.get(role) as Session;
    const api = createApi({
      bases: Object.fromEntries(
        Object.entries(BASES).map(([service, base]) => [service, server.origin + base]),
      ) as Bases,
      caller: profile,
      accessToken: async () => token,
      renew: async () => 'ended',
      onSessionEnded: () => undefined,
    });
    const ids = { portfolio: uuidv7(), loan: uuidv7(), rows: {} } as unknown as Ids;
    const parts = partsFor(endpoint, ids, { tenantId: profile.tenant.id, id: profile.id });
    const needed = Object.entries(parts.headers).filter(([name]) => name === 'portfolioid');
    const call = { ...parts, headers: Object.fromEntries(needed) } as unknown as Call<Endpoint>;
    const code = await api.call(endpoint, call).then(
      () => 'answered',
      (error: unknown) => (error instanceof ApiError ? error.detail.code : error),
    );
    // Nothing that the ids name exists (a report of such portfolios is refused in words), and Node's axios gives a PUT without a body a type; who it is has been looked at before.
    const refused = endpoint.id === 'scheduleReports.create' ? 'invalid' : 'not-found';
    expect(['answered', 'wrong-type', refused]).toContain(code);
    for (const name of identityOf(endpoint)) expect(last?.headers[name], name).toBe(IDENTITY[name]?.(profile));
  });
});
