/** The matrix must fail when any one check is taken out: each mutant is woken alone, against a stage of its own. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../core/contract/kit';
import { ROLES } from '../../core/domain/roles';
import { mayEnter, ROUTE_IDS, type Roles, routeOf } from '../../src/routes';
import { engines, type TestDatabase } from '../support/databases';
import { SECRET } from '../support/messaging';
import { startServer, type TestServer } from '../support/server';
import { tryFlags } from './flags';
import { MUTANTS } from './mutants';
import { wake } from './mutate';
import { ALL } from './special';
import { type Stage, setMatrix } from './stage';
import { knock, walk } from './walk';

/** Read by hand from the rows: who is named, who is taken away, and nobody without a role. */
function wrongEntries(): string[] {
  const wrong: string[] = [];
  const rows = ROUTE_IDS.map((id) => ({ id: id as string, roles: routeOf(id).roles }));
  for (const { id, roles } of [...rows, { id: 'all but one', roles: ['*', '-CRM_FIELDAGENT'] as Roles }]) {
    for (const role of [...ROLES, 'CRM_GHOST', undefined]) {
      const named = roles !== 'public' && (roles as readonly string[]).includes(String(role));
      const everyone = roles !== 'public' && roles.includes('*') && ROLES.some((one) => one === role);
      const without = roles !== 'public' && (roles as readonly string[]).includes(`-${role}`);
      const expected = roles === 'public' || ((named || everyone) && !without);
      let entered: boolean;
      try {
        entered = mayEnter(role, { roles });
      } catch {
        entered = !expected;
      }
      if (entered !== expected) wrong.push(`${role} at ${id}`);
    }
  }
  return wrong;
}

describe('a check that is taken out is missed by the matrix:', () => {
  let held: TestDatabase;
  let server: TestServer;
  let stage: Stage;
  let spoiled = true;

  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error('No database');
    held = await engine.fresh();
    server = await startServer(held.db, { environment: { GATEWAY_SECRET: SECRET } });
  });
  afterEach(() => wake(null));
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('there are enough of them', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });

  it('with all checks in place nothing is found', async () => {
    stage = await setMatrix(held.db, server);
    spoiled = false;
    expect(wrongEntries()).toEqual([]);
    const asked = ALL.filter((endpoint) => MUTANTS.some(({ at }) => Array.isArray(at) && at.includes(endpoint.id)));
    expect(await walk(server.origin, stage, { endpoints: asked })).toEqual([]);
    expect(await knock(server.origin, stage, ALL.slice(0, 12))).toEqual([]);
    expect(await tryFlags(held.db, server)).toEqual([]);
  });

  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('%s', async (name, { at }) => {
    if (at === 'flags') {
      wake(name);
      expect(await tryFlags(held.db, server)).not.toEqual([]);
      return;
    }
    if (spoiled) stage = await setMatrix(held.db, server);
    // What a leak lets through may change records: the next one starts from a new stage.
    spoiled = true;
    for (const asker of stage.askers) await asker.token();
    wake(name);
    if (at === 'routes') {
      expect(wrongEntries()).not.toEqual([]);
      spoiled = false;
    } else if (at === 'door') {
      const doors: Endpoint[] = ALL.filter(({ access }) => access.kind === 'session');
      expect(await knock(server.origin, stage, doors, true)).not.toEqual([]);
    } else {
      const endpoints: Endpoint[] = ALL.filter(({ id }) => (at as readonly string[]).includes(id));
      expect(endpoints).toHaveLength(at.length);
      // What is only looked at stays as it is for the next one.
      spoiled = endpoints.some(({ method }) => method !== 'GET');
      expect(await walk(server.origin, stage, { endpoints, first: true })).not.toEqual([]);
    }
  });
});
