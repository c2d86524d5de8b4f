import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { enrol, loanOf, person, TestDevice, until, visit } from './test-device';
import { TestServer } from './test-server';
import type { OfflineEngine } from './types';
import { drainAllUsers } from './worker-drain';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
const loan = loanOf(1);
/** Records that the server asks their agent to mend. */
let toMend: Set<string>;
const WAITS = 'The record that this one follows is not here yet.';

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  server.loans = [loan];
  toMend = new Set();
  server.judge = ({ id, afterId }) => {
    if (toMend.has(id)) return { code: 'loan-state' };
    const here = !afterId || server.records.has(`${asha.id}:${afterId}`);
    return here ? undefined : { code: 'not-yet', fields: [{ path: 'afterId', message: WAITS }] };
  };
});
afterEach(() => phone.close());

const open = async (more: Parameters<TestDevice['open']>[1] = {}) => phone.open(await phone.signIn(asha), more);
async function save(engine: OfflineEngine, more: Parameters<typeof visit>[1] = {}): Promise<string> {
  const saved = await engine.record(visit(loan, more));
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.recordId;
}
const states = (engine: OfflineEngine) => Object.fromEntries(engine.ledger.get().map(({ id, state }) => [id, state]));
const problem = (engine: OfflineEngine, id: string) => engine.ledger.get().find((entry) => entry.id === id)?.problem;
const DISCARDED = {
  code: 'gone',
  message: 'The record that this one follows was discarded by its agent.',
  fields: [{ path: 'afterId' }],
};

describe('a record that follows one which its user discards', () => {
  async function refusedWithFollower(engine: OfflineEngine) {
    const visited = await save(engine);
    toMend.add(visited);
    await engine.sendNow();
    const follower = await save(engine, { afterId: visited });
    const free = await save(engine);
    await engine.sendNow();
    expect(states(engine)).toEqual({ [visited]: 'needs-you', [follower]: 'queued', [free]: 'queued' });
    return { visited, follower, free };
  }

  it('does not wait for it: it is in quarantine after one try, with its reason, and a supervisor sees it', async () => {
    const engine = await open();
    const { visited, follower, free } = await refusedWithFollower(engine);
    await engine.discard(visited);
    await engine.sendNow();
    expect(states(engine)).toEqual({ [follower]: 'quarantined', [free]: 'accepted' });
    expect(problem(engine, follower)).toMatchObject(DISCARDED);
    expect([...server.quarantined]).toMatchObject([[follower, { code: 'gone', userId: asha.id }]]);
    expect(server.arrivals.filter(({ key }) => key === follower)).toHaveLength(1);
  });

  it('goes by itself, without another tap', async () => {
    const engine = await open({ automatic: true });
    const visited = await save(engine);
    toMend.add(visited);
    await until(() => states(engine)[visited] === 'needs-you');
    const follower = await save(engine, { afterId: visited });
    await engine.discard(visited);
    await until(() => states(engine)[follower] === 'quarantined' && server.quarantined.has(follower));
  });

  it('is told so from a locked phone too', async () => {
    const engine = await open();
    const { visited, follower, free } = await refusedWithFollower(engine);
    await engine.discard(visited);
    await engine.close();
    await phone.session.lock('idle');
    expect(await drainAllUsers({ transport: server.transport })).toEqual({ accepted: 1, left: 0 });
    expect(server.quarantined.get(follower)).toMatchObject({ code: 'gone' });
    const again = await open();
    expect(states(again)).toEqual({ [follower]: 'quarantined', [free]: 'accepted' });
  });

  it('goes through where the server holds that one after all: only its answer was lost', async () => {
    const engine = await open();
    const visited = await save(engine);
    const follower = await save(engine, { afterId: visited });
    server.after = (_, path) => {
      if (path.endsWith('/batch')) throw new TypeError('connection lost');
    };
    await engine.sendNow();
    server.after = () => {};
    expect(states(engine)).toEqual({ [visited]: 'retry-later', [follower]: 'queued' });
    await engine.discard(visited);
    await engine.sendNow();
    expect(states(engine)).toEqual({ [follower]: 'accepted' });
    expect(server.records.size).toBe(2);
  });

  it('is tried at once where it waits for that one already', async () => {
    const now = Date.now();
    const engine = await open({ now: () => now });
    const visited = await save(engine);
    const judge = server.judge;
    server.judge = (record) => (record.id === visited ? { code: 'forbidden' } : judge(record));
    // The server does not hear of the quarantine.
    server.before = (_, path) => {
      if (path.endsWith('/quarantine')) throw new TypeError('connection lost');
      return undefined;
    };
    const follower = await save(engine, { afterId: visited });
    await engine.sendNow();
    expect(states(engine)).toEqual({ [visited]: 'quarantined', [follower]: 'retry-later' });
    await engine.discard(visited);
    expect(engine.ledger.get()).toMatchObject([{ id: follower, nextAttemptAt: 0 }]);
    await engine.sendNow();
    expect(states(engine)).toEqual({ [follower]: 'quarantined' });
  });

  it('knows it in its mended form as well', async () => {
    const engine = await open();
    const { visited, follower } = await refusedWithFollower(engine);
    toMend.add(follower);
    await engine.discard(visited);
    await engine.sendNow();
    expect(states(engine)[follower]).toBe('needs-you');
    const mended = await engine.recordMended(follower, visit(loan, { afterId: visited }));
    if (!mended.ok) throw new Error('not saved');
    await engine.sendNow();
    expect(problem(engine, mended.recordId)).toMatchObject(DISCARDED);
  });

  it('of another person or phone waits as before: nobody here knows what became of it', async () => {
    const engine = await open();
    const visited = await save(engine);
    toMend.add(visited);
    const other = await save(engine, { afterId: '01938f5c-0000-7000-8000-000000000001' });
    await engine.sendNow();
    await engine.discard(visited);
    await engine.sendNow();
    expect(states(engine)).toEqual({ [other]: 'retry-later' });
  });
});
