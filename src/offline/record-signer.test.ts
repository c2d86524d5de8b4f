import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { verifyText } from '../../core/contract/device-keys';
import { recordSignedText } from '../../core/domain/evidence';
import { openDeviceDb } from './device-db';
import { enrol, loanOf, person, TestDevice, visit } from './test-device';
import { TestServer } from './test-server';
import type { OfflineEngine, UnlockedSession } from './types';
import { drainAllUsers } from './worker-drain';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let unlocked: UnlockedSession;
let engine: OfflineEngine;
const loan = loanOf(1);

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  server.loans = [loan];
  unlocked = await phone.signIn(asha);
  engine = await phone.open(unlocked);
  await engine.loans.refresh();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await phone.close();
});

/** Every record at the server, with whether its signature is the registered key's over what the server holds. */
const arrived = () =>
  Promise.all(
    [...server.records.values()].map(async ({ record, hash, signature, form }) => {
      const deviceId = record.signedBy ?? '';
      const text = recordSignedText({ tenantId: asha.tenant.id, userId: asha.id, deviceId }, hash);
      const key = server.devices.get(deviceId);
      const good = !!key && !!signature && (await verifyText(key, text, signature));
      return { form, signedBy: record.signedBy, signature: signature !== undefined, good };
    }),
  );

describe('a saved record', () => {
  it('is signed by the device that signed in, and arrives with it', async () => {
    await engine.record(visit(loan));
    await engine.sendNow();
    expect(await arrived()).toEqual([{ form: 'readable', signedBy: unlocked.deviceId, signature: true, good: true }]);
  });

  it('keeps its signature when a worker sends it sealed', async () => {
    await engine.record(visit(loan));
    await engine.close();
    await drainAllUsers({ transport: server.transport });
    expect(await arrived()).toEqual([{ form: 'sealed', signedBy: unlocked.deviceId, signature: true, good: true }]);
  });

  it('says when the clock was measured', async () => {
    await engine.record(visit(loan));
    await engine.sendNow();
    const [{ record } = { record: undefined }] = server.records.values();
    expect(Math.abs(Date.parse(record?.clockMeasuredAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('is signed anew when it is mended', async () => {
    server.judge = () => ({ code: 'invalid', fields: [{ path: 'remarks', message: 'Say more' }] });
    const first = await engine.record(visit(loan));
    await engine.sendNow();
    server.judge = () => undefined;
    if (!first.ok) throw new Error('not saved');
    await engine.mend(first.recordId);
    await engine.recordMended(first.recordId, { ...visit(loan), remarks: 'More' });
    await engine.sendNow();
    expect(await arrived()).toMatchObject([{ good: true }]);
  });

  it('says that it is unsigned where the device has no key, and is saved all the same', async () => {
    const db = openDeviceDb();
    await db.meta.delete('device');
    db.close();
    await engine.record(visit(loan));
    await engine.sendNow();
    expect(await arrived()).toEqual([{ form: 'readable', signedBy: null, signature: false, good: false }]);
  });

  it('says that it is unsigned where the platform cannot use the key', async () => {
    vi.spyOn(crypto.subtle, 'sign').mockRejectedValue(new DOMException('no', 'OperationError'));
    expect(await engine.record(visit(loan))).toMatchObject({ ok: true, loanSeq: 1 });
    vi.restoreAllMocks();
    await engine.sendNow();
    expect(await arrived()).toEqual([{ form: 'readable', signedBy: null, signature: false, good: false }]);
  });
});
