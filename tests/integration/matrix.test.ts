/** Every role × every endpoint × own, same tenant but not own, and another tenant's: from the contract, so none is forgotten. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../core/contract/kit';
import { ALL, ELSEWHERE } from '../matrix/special';
import { type Stage, setMatrix } from '../matrix/stage';
import { asksForOwn, knock, walk, worksForSomebody } from '../matrix/walk';
import { engines, type TestDatabase } from '../support/databases';
import { atNight } from '../support/nightly';
import { startServer, type TestServer } from '../support/server';

/** What changes people comes last: whose password is set anew asks for nothing more. */
const isOfPeople = ({ id }: Endpoint) => Number(id.startsWith('people.'));
const sessions: Endpoint[] = ALL.filter(({ access }) => access.kind === 'session').sort(
  (a, b) => isOfPeople(a) - isOfPeople(b),
);

describe.each(engines)('nobody reaches what is not theirs on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let stage: Stage;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    stage = await setMatrix(held.db, server);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it.each(['rival', 'foreign'] as const)(
    '%s records are neither shown nor changed by any endpoint',
    async (relation) => {
      expect(
        await walk(server.origin, stage, { endpoints: sessions, relations: [relation], look: atNight ? 1 : 12 }),
      ).toEqual([]);
    },
    180_000,
  );

  it('is let in by no token that has lost its ground, and as nobody else', async () => {
    expect(await knock(server.origin, stage, sessions, { every: atNight })).toEqual([]);
  }, 180_000);

  it.each(sessions.filter(({ id }) => !(id in ELSEWHERE)).map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s answers somebody who asks for their own',
    async (_, endpoint) => {
      expect(await worksForSomebody(server.origin, stage, endpoint)).toBeNull();
    },
  );

  it('turns away nobody whom an endpoint admits from their own, and breaks for none of them', async () => {
    const asked = sessions.filter(({ id }) => !(id in ELSEWHERE));
    expect(await asksForOwn(server.origin, () => setMatrix(held.db, server), asked)).toEqual([]);
  }, 180_000);
});
