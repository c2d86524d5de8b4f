/** A mended record names what it replaces, so that a first try that is still on its way cannot make two of one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import type { Loan } from '../../core/contract/loans';
import { MAX_MENDS } from '../../core/contract/records';
import { enrol, loanOf, person, photo, TestDevice, visit } from './test-device';
import { refuse, TestServer } from './test-server';
import type { Transport, TransportRequest } from './transport';
import type { OfflineEngine } from './types';
import { openUserDb } from './user-db';
import { drainAllUsers } from './worker-drain';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let loan: Loan;

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  loan = loanOf(1);
});
afterEach(() => phone.close());

const isRecord = ({ url }: Pick<TransportRequest, 'url'>) => /\/call-disposition(\/batch)?$/.test(url);
const isFile = ({ url }: Pick<TransportRequest, 'url'>) => url.includes('/attachments/');
const states = (engine: OfflineEngine) => engine.ledger.get().map(({ state }) => state);
const idOf = (result: Awaited<ReturnType<OfflineEngine['record']>>): string => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.recordId;
};
const stored = () => [...server.records.values()].map(({ record }) => record);

/** A record whose first try is on its way, its photo refused meanwhile: it is the agent's to mend. */
async function onItsWay(engine: OfflineEngine): Promise<{ id: string; arrive: () => ReturnType<Transport> }> {
  const file = { blob: photo(20_000, 1), kind: 'premises' as const, takenAt: new Date().toISOString() };
  const { ref } = await engine.keepFile(file);
  const id = idOf(await engine.record(visit(loan, { attachments: [ref], photoMissing: undefined })));
  let held: TransportRequest | undefined;
  server.before = (request) => {
    if (!isRecord(request)) return undefined;
    held ??= request;
    throw new TypeError('timed out');
  };
  await engine.sendNow();
  server.before = (request) => (isFile(request) ? refuse('wrong-type') : undefined);
  await engine.sendNow();
  server.before = () => undefined;
  expect(states(engine)).toEqual(['needs-you']);
  return {
    id,
    arrive: () => {
      if (!held) throw new Error('Nothing was sent');
      return server.transport(held);
    },
  };
}

describe('a record whose first try arrives late', () => {
  it('is there once, in its mended form', async () => {
    const engine = await phone.open(await phone.signIn(asha));
    const { id, arrive } = await onItsWay(engine);
    idOf(await engine.recordMended(id, visit(loan, { remarks: 'mended' })));
    await engine.sendNow();
    expect(JSON.parse((await arrive()).text)).toMatchObject({ code: 'superseded' });
    expect(stored()).toMatchObject([{ remarks: 'mended', mends: [id] }]);
    expect(states(engine)).toEqual(['accepted']);
  });

  it('is there once when it was faster, and its correction is kept for review', async () => {
    const engine = await phone.open(await phone.signIn(asha));
    const { id, arrive } = await onItsWay(engine);
    const mended = idOf(await engine.recordMended(id, visit(loan, { remarks: 'mended' })));
    await arrive();
    await engine.sendNow();
    expect(stored()).toMatchObject([{ id }]);
    expect(engine.ledger.get()).toMatchObject([
      { id: mended, state: 'quarantined', problem: { code: 'key-conflict' } },
    ]);
    expect(server.quarantined.get(mended)?.record.remarks).toBe('mended');
    // It holds nothing back.
    await engine.record(visit(loan));
    await engine.sendNow();
    expect(stored()).toHaveLength(2);
  });

  it('is barred also by a phone that is locked', async () => {
    const engine = await phone.open(await phone.signIn(asha));
    const { id, arrive } = await onItsWay(engine);
    idOf(await engine.recordMended(id, visit(loan, { remarks: 'mended' })));
    await engine.close();
    await drainAllUsers({ transport: server.transport });
    expect([...server.records.values()]).toMatchObject([{ form: 'sealed', record: { mends: [id] } }]);
    await arrive();
    expect(stored()).toMatchObject([{ remarks: 'mended' }]);
  });
});

describe('what a mended record names', () => {
  it('is every earlier form, the newest last, and no more than may be named', async () => {
    const engine = await phone.open(await phone.signIn(asha));
    const ids = [idOf(await engine.record(visit(loan)))];
    server.judge = () => ({ code: 'invalid' });
    for (let at = 0; at < MAX_MENDS + 2; at += 1) {
      await engine.sendNow();
      const last = ids.at(-1) ?? '';
      expect((await engine.mend(last))?.fields).not.toHaveProperty('mends');
      ids.push(idOf(await engine.recordMended(last, visit(loan))));
    }
    server.judge = () => undefined;
    await engine.sendNow();
    expect(stored()).toHaveLength(1);
    expect(stored()[0]?.mends).toEqual(ids.slice(2, -1));
    expect(stored()[0]?.mends).toHaveLength(MAX_MENDS);
  });

  it('is nothing for a record that was never mended', async () => {
    const engine = await phone.open(await phone.signIn(asha));
    await engine.record(visit(loan));
    await engine.sendNow();
    expect(stored()[0]).not.toHaveProperty('mends');
  });
});

it('a record whose mended form came from another phone leaves this one, with all that is kept of it', async () => {
  const engine = await phone.open(await phone.signIn(asha));
  const id = idOf(await engine.record(visit(loan)));
  server.barred.add(`${asha.id}:${id}`);
  await engine.sendNow();
  expect(engine.ledger.get()).toEqual([]);
  expect(server.records.size).toBe(0);
  const db = openUserDb(asha.tenant.id, asha.id);
  expect([await db.outbox.count(), await db.visits.count(), await db.receipts.count()]).toEqual([0, 0, 0]);
  db.close();
});
