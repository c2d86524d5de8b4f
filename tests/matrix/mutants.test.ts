/**
 * The matrix must fail when any one check is taken out: each mutant is woken alone, against a stage of its own. By day those in files that
 * the change touches, all of them at night.
 */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../core/contract/kit';
import { changedFiles } from '../support/changed-files';
import { engines, type TestDatabase } from '../support/databases';
import { SECRET } from '../support/messaging';
import { atNight } from '../support/nightly';
import { startServer, type TestServer } from '../support/server';
import { tryFlags } from './flags';
import { MUTANTS } from './mutants';
import { tryRanks } from './ranks';
import { ALL } from './special';
import { type Stage, setMatrix } from './stage';
import { wake } from './wake';
import { knock, walk } from './walk';

/** Those of the browser's router are woken in src/app/app.test.tsx. */
const ALL_HERE = MUTANTS.filter(({ at }) => at !== 'browser');
const changed = atNight ? undefined : changedFiles();
const HERE = changed ? ALL_HERE.filter(({ file }) => changed.has(file)) : ALL_HERE;

it('there are enough of them', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

it('each is still exactly once in its file', () => {
  for (const { name, file, find } of MUTANTS) expect(readFileSync(file, 'utf8').split(find), name).toHaveLength(2);
});

describe.runIf(HERE.length > 0)('a check that is taken out is missed by the matrix:', () => {
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

  it('with all checks in place nothing is found', async () => {
    stage = await setMatrix(held.db, server);
    spoiled = false;
    const asked = ALL.filter((endpoint) => MUTANTS.some(({ at }) => Array.isArray(at) && at.includes(endpoint.id)));
    expect(await walk(server.origin, stage, { endpoints: asked })).toEqual([]);
    expect(await knock(server.origin, stage, ALL.slice(0, 12), { every: true })).toEqual([]);
    expect(await tryFlags(held.db, server)).toEqual([]);
    expect(await tryRanks(held.db, server)).toEqual([]);
  });

  it.each(HERE.map((mutant) => [mutant.name, mutant] as const))('%s', async (name, { at }) => {
    if (at === 'flags' || at === 'ranks') {
      wake(name);
      expect(await { flags: tryFlags, ranks: tryRanks }[at](held.db, server)).not.toEqual([]);
      return;
    }
    if (spoiled) stage = await setMatrix(held.db, server);
    // What a leak lets through may change records: the next one starts from a new stage.
    spoiled = true;
    for (const asker of stage.askers) await asker.token();
    wake(name);
    if (at === 'door') {
      const doors: Endpoint[] = ALL.filter(({ access }) => access.kind === 'session');
      expect(await knock(server.origin, stage, doors, { every: true, first: true })).not.toEqual([]);
    } else {
      const endpoints: Endpoint[] = ALL.filter(({ id }) => (at as readonly string[]).includes(id));
      expect(endpoints).toHaveLength(at.length);
      // What is only looked at stays as it is for the next one.
      spoiled = endpoints.some(({ method }) => method !== 'GET');
      expect(await walk(server.origin, stage, { endpoints, first: true })).not.toEqual([]);
    }
  });
});
