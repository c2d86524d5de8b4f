import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../core/contract/auth';
import { enrol, everythingStored, loanOf, person, TestDevice, until, visit } from './test-device';
import { refuse, TestServer } from './test-server';

let server: TestServer;
let phone: TestDevice;
let asha: Profile;

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  asha = enrol(server, person('asha'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  return phone.close();
});

describe('a day in the field', () => {
  it('signs in, gets the loans, saves with no network and sends when it is back', async () => {
    server.loans = Array.from({ length: 30 }, (_, at) => loanOf(at));
    const loan = server.loans[3];
    if (!loan) throw new Error('no loan');
    const engine = await phone.open(await phone.signIn(asha));
    await engine.loans.refresh();
    expect(engine.loans.status.get()).toMatchObject({ phase: 'ready', count: 30 });
    server.down = true;
    const saved = await engine.record(visit(loan));
    expect(saved).toMatchObject({ ok: true, loanSeq: 1 });
    expect(engine.status.get()).toMatchObject({ saved: 1, sentToday: 0 });
    expect(engine.loans.byId(loan.id)).toMatchObject({ unsent: 1, lastVisit: { code: 'FDL', label: 'Door locked' } });
    expect(engine.loans.history(loan.id)[0]).toMatchObject({ code: 'FDL', local: 'queued' });
    await engine.sendNow();
    expect(engine.ledger.get()[0]).toMatchObject({ state: 'retry-later', problem: { code: 'unreachable' } });
    server.down = false;
    await engine.sendNow();
    expect(engine.status.get()).toMatchObject({ saved: 0, sentToday: 1 });
    expect(engine.ledger.get()[0]).toMatchObject({ state: 'accepted', borrower: loan.borrower.name });
    expect(server.records.size).toBe(1);
  });

  it('started without a network, it knows when it last heard of the server', async () => {
    server.loans = [loanOf(1)];
    const unlocked = await phone.signIn(asha);
    const before = await phone.open(unlocked);
    await before.loans.refresh();
    const { asOf } = before.loans.status.get();
    await before.close();
    server.down = true;
    const engine = await phone.open(unlocked);
    expect(engine.status.get().lastContactAt).toBeNull();
    await engine.loans.refresh();
    expect(asOf).toEqual(expect.any(Number));
    expect(engine.status.get().lastContactAt).toBe(asOf);
  });

  it('says that the list waits for the password, until the server lets its agent in again', async () => {
    server.loans = [loanOf(1)];
    const engine = await phone.open(await phone.signIn(asha));
    await engine.loans.refresh();
    const needsSignIn = async () => {
      await engine.loans.refresh();
      return engine.loans.status.get();
    };
    server.before = (_, path) => (path.endsWith('/sync/loans') ? refuse('session-ended') : undefined);
    expect(await needsSignIn()).toMatchObject({ phase: 'ready', count: 1, needsSignIn: true });
    server.before = () => undefined;
    expect(await needsSignIn()).toMatchObject({ phase: 'ready', needsSignIn: false });
  });

  it('shows what another tab sent that died before it could say so', async () => {
    const loan = loanOf(1);
    server.loans = [loan];
    vi.stubGlobal('BroadcastChannel', undefined);
    const unlocked = await phone.signIn(asha);
    const [sender, other] = [await phone.open(unlocked), await phone.open(unlocked)];
    server.down = true;
    await sender.record(visit(loan));
    await other.sendNow();
    expect(other.status.get()).toMatchObject({ saved: 1, sentToday: 0 });
    server.down = false;
    await sender.sendNow();
    await other.sendNow();
    expect(other.status.get()).toMatchObject({ saved: 0, sentToday: 1 });
    expect(other.ledger.get()[0]).toMatchObject({ state: 'accepted' });
  });

  it('has all its loans on a page that is never at rest', async () => {
    server.loans = Array.from({ length: 1_200 }, (_, at) => loanOf(at));
    const before = await phone.open(await phone.signIn(asha));
    await before.loans.refresh();
    await before.close();
    vi.stubGlobal('scheduler', { postTask: () => new Promise(() => {}) });
    const engine = await phone.open(await phone.signIn(asha), { automatic: true });
    await until(() => engine.loans.status.get().phase === 'ready' && engine.loans.status.get().count === 1_200);
  });

  it('keeps nothing readable on the phone', async () => {
    server.loans = [
      loanOf(1, { borrower: { id: loanOf(1).id, name: 'Zebrawood Quixano', language: 'hi', panMasked: null } }),
    ];
    const [loan] = server.loans;
    if (!loan) throw new Error('no loan');
    const engine = await phone.open(await phone.signIn(asha));
    await engine.loans.refresh();
    await engine.drafts.save({ loanId: loan.id, openedAt: 1, fields: { remarks: 'met at jasminehouse' }, files: [] });
    await engine.record(visit(loan, { remarks: 'spoke to cousin hippogriff' }));
    await engine.drafts.save({ loanId: loan.id, openedAt: 1, fields: { remarks: 'met at jasminehouse' }, files: [] });
    const stored = await everythingStored();
    expect(stored).toContain(loan.id);
    for (const secret of [
      'Zebrawood',
      'Quixano',
      loan.phones[0]?.number,
      'jasminehouse',
      'hippogriff',
      'secret-1',
      'token-asha',
      'refresh-asha',
    ])
      expect(stored).not.toContain(secret);
  });
});
