/** A record is handed back to its agent only when it is sure that no earlier try brought it: else mending makes two of one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { drain } from './drain';
import { enrol, loanOf, person, photo, TestDevice, visit } from './test-device';
import { answer, refuse, TestServer } from './test-server';
import type { TransportRequest } from './transport';
import type { OfflineEngine } from './types';
import { openUserDb } from './user-db';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let loan: Loan;
let now: number;

beforeEach(async () => {
  now = Date.now();
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  loan = loanOf(1);
});
afterEach(() => phone.close());

async function saved(photos: number) {
  const engine = await phone.open(await phone.signIn(asha), { now: () => now });
  const refs = [];
  for (let at = 0; at < photos; at += 1) {
    const file = { blob: photo(20_000, at), kind: 'premises' as const, takenAt: new Date(now).toISOString() };
    refs.push((await engine.keepFile(file)).ref);
  }
  const result = await engine.record(visit(loan, photos > 0 ? { attachments: refs, photoMissing: undefined } : {}));
  if (!result.ok) throw new Error(JSON.stringify(result));
  return { engine, id: result.recordId };
}
const entry = (engine: OfflineEngine) => engine.ledger.get()[0];
const isRecord = ({ url }: Pick<TransportRequest, 'url'>) => /\/call-disposition(\/batch)?$/.test(url);
const isFile = ({ url }: Pick<TransportRequest, 'url'>) => url.includes('/attachments/');
const tooLarge = () => answer(413, '<html>Too large</html>');
function lost(): never {
  throw new TypeError('connection lost');
}
/** The server takes the record, and its answer does not come back. */
async function sentWithoutAnswer(engine: OfflineEngine): Promise<void> {
  server.after = (request) => void (isRecord(request) && lost());
  await engine.sendNow();
  server.after = () => {};
  expect(server.records.size).toBe(1);
  expect(entry(engine)?.state).toBe('retry-later');
}

describe('a record whose answer was lost', () => {
  it.each([
    ['a gateway refuses the question for its photo', () => tooLarge()],
    ['its photo is refused', () => refuse('wrong-type')],
    ['its photo is not to be brought any more', () => refuse('forbidden')],
  ])('gets its receipt when %s', async (_, refusal) => {
    const { engine } = await saved(1);
    await sentWithoutAnswer(engine);
    server.before = (request) => (isFile(request) ? refusal() : undefined);
    await engine.sendNow();
    expect(entry(engine)).toMatchObject({ state: 'accepted', receipt: [...server.records.values()][0]?.receipt });
    expect(server.records.size).toBe(1);
  });

  it.each([0, 1])('is not handed back while a gateway takes no record, with %i photos', async (photos) => {
    const { engine, id } = await saved(photos);
    await sentWithoutAnswer(engine);
    server.before = (request) => (isRecord(request) || isFile(request) ? tooLarge() : undefined);
    await engine.sendNow();
    expect(entry(engine)).toMatchObject({ state: 'retry-later', problem: { code: 'too-large' } });
    expect(await engine.recordMended(id, visit(loan))).toMatchObject({ ok: false });
    server.before = () => undefined;
    await engine.sendNow();
    expect(entry(engine)?.state).toBe('accepted');
    expect(server.records.size).toBe(1);
  });

  it('waits when it cannot be asked for', async () => {
    const { engine } = await saved(1);
    await sentWithoutAnswer(engine);
    server.before = (request) => (isFile(request) ? refuse('wrong-type') : isRecord(request) ? lost() : undefined);
    await engine.sendNow();
    expect(entry(engine)).toMatchObject({ state: 'retry-later', problem: { code: 'unreachable' } });
  });
});

describe('a record that never arrived', () => {
  it('is handed back with what is wrong with its photo, and mended once', async () => {
    const { engine, id } = await saved(1);
    server.before = (request) => (isRecord(request) ? lost() : undefined);
    await engine.sendNow();
    server.before = (request) => (isFile(request) ? refuse('wrong-type') : undefined);
    await engine.sendNow();
    expect(entry(engine)).toMatchObject({ state: 'needs-you', problem: { code: 'wrong-type' } });
    expect(await engine.recordMended(id, visit(loan))).toMatchObject({ ok: true });
    await engine.sendNow();
    expect(server.records.size).toBe(1);
  });

  it('is not asked for when nothing was tried before', async () => {
    const { engine } = await saved(1);
    server.before = (request) => (isFile(request) ? tooLarge() : undefined);
    await engine.sendNow();
    expect(entry(engine)).toMatchObject({ state: 'needs-you', problem: { code: 'too-large' } });
    expect(server.calls.filter(isRecord)).toHaveLength(0);
  });
});

it('a tab that stood still between claiming a record and sending it does not send it', async () => {
  const { engine, id } = await saved(0);
  await engine.close();
  server.calls = [];
  const db = openUserDb(asha.tenant.id, asha.id);
  let leads = true;
  await drain({
    db,
    transport: server.transport,
    bases: server.config.bases,
    sender: 'one',
    leadership: { leading: () => leads },
    now: () => now,
    changed: () => {
      leads = false;
    },
  });
  expect(server.calls).toHaveLength(0);
  expect(await db.outbox.get(id)).toMatchObject({ state: 'queued', sender: null, attempts: 0 });
  db.close();
});
