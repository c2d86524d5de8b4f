/** Room on a full phone is made of what the server has, and of nothing else. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { freeFiles, freeLoans } from './free-room';
import { enrol, loanOf, person, photo, TestDevice, visit } from './test-device';
import { TestServer } from './test-server';
import type { OfflineEngine, UnlockedSession } from './types';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;
let unlocked: UnlockedSession;
let engine: OfflineEngine;
const loans = Array.from({ length: 150 }, (_, n) => loanOf(n + 1));
const nth = (n: number) => loans[n] ?? loanOf(0);

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
  server.loans = [...loans];
  unlocked = await phone.signIn(asha);
  engine = await phone.open(unlocked);
  await engine.loans.refresh();
});
afterEach(() => phone.close());

const keep = async (seed: number) =>
  (await engine.keepFile({ blob: photo(90_000, seed), kind: 'premises', takenAt: new Date().toISOString() })).ref;
const kept = async (sha256: string) => (await engine.readFile(sha256)) !== undefined;

it('photos that have arrived go; those of unsent records, drafts and the open form stay', async () => {
  const [arrived, unsent, drafted, open] = [await keep(1), await keep(2), await keep(3), await keep(4)];
  await engine.record(visit(nth(0), { attachments: [arrived], photoMissing: undefined }));
  await engine.sendNow();
  expect(engine.ledger.get()).toMatchObject([{ state: 'accepted' }]);
  await engine.record(visit(nth(1), { attachments: [unsent], photoMissing: undefined }));
  await engine.drafts.save({ loanId: nth(2).id, openedAt: 1, fields: {}, files: [drafted] });

  expect(await kept(arrived.sha256)).toBe(true);
  expect(await freeFiles(engine, [open.sha256])).toBe(1);
  expect(await Promise.all([arrived, unsent, drafted, open].map(({ sha256 }) => kept(sha256)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  await engine.sendNow();
  expect(engine.ledger.get().every(({ state }) => state === 'accepted')).toBe(true);
  expect(server.records.size).toBe(2);
});

it('a photo that nothing names yet is spared: the form may be open in another window', async () => {
  const other = await keep(5);
  expect(await freeFiles(engine, [])).toBe(0);
  expect(await kept(other.sha256)).toBe(true);
});

it('the list of loans goes but for unsent work, drafts and what is asked for, and comes back with the next sync', async () => {
  await engine.record(visit(nth(0)));
  await engine.drafts.save({ loanId: nth(1).id, openedAt: 1, fields: {}, files: [] });
  expect(await freeLoans(engine, [nth(2).id])).toBe(147);
  await engine.close();
  engine = await phone.open(unlocked, { automatic: false });
  // A start without a network: what stayed is there.
  server.down = true;
  await engine.loans.refresh();
  expect([0, 1, 2, 3, 149].map((n) => engine.loans.byId(nth(n).id)?.loanNumber)).toEqual([
    nth(0).loanNumber,
    nth(1).loanNumber,
    nth(2).loanNumber,
    undefined,
    undefined,
  ]);
  expect(engine.ledger.get()).toMatchObject([{ state: 'queued', loanId: nth(0).id }]);
  server.down = false;
  await engine.loans.refresh();
  expect(engine.loans.status.get()).toMatchObject({ phase: 'ready', count: 150 });
  await engine.sendNow();
  expect(server.records.size).toBe(1);
});

it('a phone without loans has none to give', async () => {
  server.loans = [];
  const other = enrol(server, person('imran'));
  const theirs = await phone.open(await phone.signIn(other));
  expect(await freeLoans(theirs, [])).toBe(0);
});
