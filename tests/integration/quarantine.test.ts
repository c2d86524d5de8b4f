/** Records that were not taken: who sees them, who decides them, and what becomes of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../core/contract/dispositions';
import type { Quarantined } from '../../core/contract/quarantine';
import { seal } from '../../core/contract/sealing';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import type { Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { phoneAt, reportOf, type TestPhone } from '../support/signed-in-phone';
import {
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

describe.each(engines)('records in quarantine on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    loan = await world.addLoan({ held: { field_agent: 'agent' } });
  });

  const call = (who: Who) => as(server.origin, world.people[who]);
  const phoneOf = (person: Person) => phoneAt(server.origin, person);
  const audited = (action: string, subjectId: string) =>
    world.run((tx) =>
      tx.query<{ actor_id: string; detail: Record<string, unknown> }>(
        'select actor_id, detail from audit_log where tenant_id = $1 and action = $2 and subject_id = $3',
        [world.tenantId, action, subjectId],
      ),
    );

  const reason = { code: 'not-found', message: 'This loan is not known here.' };
  const give = async (phone: TestPhone, record: ReturnType<typeof fieldRecord>) => {
    const item = itemOf(record);
    expect((await phone.session.post('/api/v2/call-disposition/quarantine', { item, reason })).status).toBe(200);
    return item;
  };
  const base = '/api/v2/call-disposition/quarantine';
  const show = (who: Who, key: string) => call(who).get(`${base}/${world.people.agent.id}/${key}`);
  const decide = (who: Who, key: string, body: object) =>
    call(who).post(`${base}/${world.people.agent.id}/${key}/decision`, body);
  const paid = (of: TestLoan) =>
    fieldRecord(of, {
      code: 'FCOL',
      nextVisitOn: undefined,
      personMet: { relation: 'borrower' },
      payment: { amountPaise: 90_000, mode: 'upi', reference: 'UPI1' },
    });

  it.each([
    ['NUL', { remarks: 'a\0b' }],
    ['half a surrogate pair', { remarks: '\uD83D' }],
  ])('a box that holds %s is kept shut', async (_, more) => {
    const phone = await phoneOf(world.people.agent);
    const record = fieldRecord(loan, more);
    const { key, hash } = itemOf(record);
    const sealed = await seal(server.keys.sealing.publicKey, new TextEncoder().encode(JSON.stringify(record)));
    const answer = await phone.session.post(base, { item: { key, hash, sealed }, reason });
    expect([answer.status, answer.body]).toMatchObject([200, { data: { key } }]);
    expect((await show('manager', key)).body).toMatchObject({ data: { item: { key }, record: null } });
    const accepted = await decide('manager', key, { decision: 'accepted' });
    expect([accepted.status, accepted.body.code]).toEqual([422, 'invalid']);
  });

  it('that follow a record which never came, or was decided against, can be accepted without it', async () => {
    const phone = await phoneOf(world.people.agent);
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    const sent = async (item: object) =>
      (await phone.session.post('/api/v2/call-disposition/batch', { items: [item] })).body.results;
    const first = await give(phone, fieldRecord(loan));
    const follow = itemOf(fieldRecord(loan, { afterId: first.key, loanSeq: 2 }));
    expect(await sent(follow)).toMatchObject([{ error: { code: 'gone' } }]);
    expect((await decide('manager', first.key, { decision: 'refused', reason: 'Not at the door' })).status).toBe(200);
    expect(await sent(follow)).toMatchObject([{ error: { code: 'gone' } }]);

    await give(phone, follow.record as ReturnType<typeof fieldRecord>);
    expect(await decide('manager', follow.key, { decision: 'accepted' })).toMatchObject({
      status: 200,
      body: { data: { item: { decided: { decision: 'accepted' } } } },
    });
    // The phone, which has kept it, is given the receipt.
    expect(await sent(follow)).toMatchObject([{ receipt: { recordId: follow.key, outcome: 'applied' } }]);
  });

  it('are listed with their reason and shown whole to those above alone', async () => {
    const phone = await phoneOf(world.people.agent);
    const foreign = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
    const record = fieldRecord(foreign, {
      attachments: [
        {
          sha256: 'e'.repeat(64),
          size: 10,
          mime: 'image/jpeg',
          kind: 'premises',
          takenAt: new Date().toISOString(),
          name: 'door.jpg',
        },
      ],
    });
    const { key } = await give(phone, record);
    const listed = (await call('manager').get(`${base}?deviceId=${phone.id}`)).body.data as {
      rows: Quarantined[];
      open: number;
    };
    expect(listed.rows).toMatchObject([
      {
        key,
        agent: world.people.agent.username,
        code: 'FDL',
        reason: reason.message,
        loanNumber: foreign.number,
        borrower: null,
        decided: null,
      },
    ]);
    expect(listed.open).toBeGreaterThan(0);
    expect((await show('manager', key)).body.data).toMatchObject({
      record,
      files: [{ name: 'door.jpg', arrived: false }],
      // Not among the manager's loans: neither shown nor accepted on their word.
      loan: null,
    });
    expect((await show('admin', key)).body.data).toMatchObject({
      loan: { loanNumber: foreign.number, withAgent: false },
    });
    expect(await decide('manager', key, { decision: 'accepted' })).toMatchObject({ status: 403 });
    for (const who of ['rival', 'otherPartner'] as const) {
      expect((await show(who, key)).status).toBe(404);
      expect((await decide(who, key, { decision: 'refused', reason: 'No' })).status).toBe(404);
      expect(((await call(who).get(base)).body.data as { rows: Quarantined[] }).rows).toEqual([]);
    }
    expect((await decide('agent', key, { decision: 'accepted' })).status).toBe(403);
    expect((await decide('manager', key, { decision: 'refused' })).status).toBe(422);
  });

  it('accepted as they are become ordinary dispositions, once, and the phone learns of it with a receipt', async () => {
    const phone = await phoneOf(world.people.agent);
    const never = await world.addLoan({ held: { manager: 'manager' } });
    const record = paid(never);
    const { key, hash } = await give(phone, record);
    expect((await phone.session.batch(itemOf(record))).body).toMatchObject({
      results: [{ error: { code: 'not-found' } }],
    });
    const answer = await decide('manager', key, { decision: 'accepted' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { item: { decided: { decision: 'accepted', receipt: { key, hash, outcome: 'applied' } } } } },
    });
    expect((await decide('manager', key, { decision: 'accepted' })).body.code).toBe('conflict');
    const [payments, loanRow] = await world.run(async (tx) => [
      await tx.query('select amount_paise from payments where tenant_id = $1 and loan_id = $2', [
        world.tenantId,
        never.id,
      ]),
      await tx.query('select last_code, version from loans where tenant_id = $1 and id = $2', [
        world.tenantId,
        never.id,
      ]),
    ]);
    expect(payments).toEqual([{ amount_paise: 90_000 }]);
    expect(loanRow).toEqual([{ last_code: 'FCOL', version: 2 }]);
    const told = (await phone.report({ awaiting: [key] })).body.data as { decisions: { receipt: Receipt }[] };
    expect(told.decisions).toMatchObject([
      { key, decision: 'accepted', by: world.people.manager.username, receipt: { key, hash } },
    ]);
    // And should the phone send it after all, it gets that same receipt.
    expect((await phone.session.batch(itemOf(record))).body).toMatchObject({
      results: [{ receipt: told.decisions[0]?.receipt }],
    });
    expect(await audited('dispositions.quarantine-accepted', key)).toMatchObject([
      {
        actor_id: world.people.manager.id,
        detail: {
          before: { state: 'quarantined', reason: 'not-found' },
          after: { state: 'accepted', outcome: 'applied' },
        },
      },
    ]);
    expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
  });

  it.each([
    ['refused', 'The borrower denies the visit'],
    ['returned', 'The date is wrong, please mend it'],
  ])('%s carry the reason to the phone, and nothing of them is posted', async (decision, words) => {
    const phone = await phoneOf(world.people.agent);
    const { key } = await give(phone, paid(loan));
    expect((await decide('nationalManager', key, { decision, reason: words })).status).toBe(200);
    const told = (await phone.signed('/api/v2/devices/report', reportOf({ awaiting: [key, uuidv7()] }))).body.data;
    expect(told).toMatchObject({ decisions: [{ key, decision, reason: words, receipt: null }] });
    expect(
      await world.run((tx) =>
        tx.query('select 1 from dispositions where tenant_id = $1 and loan_id = $2', [world.tenantId, loan.id]),
      ),
    ).toEqual([]);
    expect(await audited(`dispositions.quarantine-${decision}`, key)).toMatchObject([
      { detail: { after: { reason: words } } },
    ]);
    // Somebody else's phone is told nothing about it.
    const other = await phoneOf(world.people.caller);
    expect((await other.report({ awaiting: [key] })).body.data).toMatchObject({ decisions: [] });
  });

  it('are decided once, however many decide at the same moment', async () => {
    const phone = await phoneOf(world.people.agent);
    for (let round = 0; round < 4; round += 1) {
      const { key } = await give(phone, paid(await world.addLoan({ held: { field_agent: 'agent' } })));
      const deciders: [Who, object][] = [
        ['manager', { decision: 'accepted' }],
        ['nationalManager', { decision: 'refused', reason: 'No' }],
        ['admin', { decision: 'accepted' }],
        ['owner', { decision: 'returned', reason: 'Mend it' }],
      ];
      const answers = await Promise.all(deciders.map(([who, body]) => decide(who, key, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const winner = deciders[answers.findIndex(({ status }) => status === 200)] as [Who, { decision: string }];
      const [row] = await world.run((tx) =>
        tx.query<{ decision: string; decided_by: string; n: number }>(
          `select q.decision, q.decided_by, (select count(*) from dispositions d where d.tenant_id = q.tenant_id and d.id = q.key) as n
             from quarantine q where q.tenant_id = $1 and q.key = $2`,
          [world.tenantId, key],
        ),
      );
      expect(row).toEqual({
        decision: winner[1].decision,
        decided_by: world.people[winner[0]].id,
        n: winner[1].decision === 'accepted' ? 1 : 0,
      });
    }
  });

  it('that cannot be accepted as they are stay open, with the reason', async () => {
    const phone = await phoneOf(world.people.agent);
    const incomplete = await give(phone, fieldRecord(loan, { code: 'FPTP', nextVisitOn: undefined }));
    expect(await decide('manager', incomplete.key, { decision: 'accepted' })).toMatchObject({ status: 422 });
    const torn = { key: uuidv7(), hash: 'c'.repeat(64), sealed: 'AAAA' };
    await phone.session.post(base, { item: torn, reason });
    expect(await decide('manager', torn.key, { decision: 'accepted' })).toMatchObject({ status: 422 });
    expect((await show('manager', torn.key)).body.data).toMatchObject({ record: null, item: { decided: null } });
    expect((await decide('manager', torn.key, { decision: 'refused', reason: 'Unreadable' })).status).toBe(200);
  });
});
