/** Giving loans to people and taking that back: who may, to whom, and what is left out. */
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import type { Role } from '../../core/domain/roles';
import { engines } from '../support/databases';
import { createPerson } from '../support/people';
import { telecallerDesk } from '../support/telecaller-desk';
import { type Answer, as, type TestLoan } from '../support/world';

const today = dayOf(new Date());

describe.each(engines)('assigning on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { send, numbers, rows, audit } = desk;

  it('answers each loan on its own, and is undone where nobody came after', async () => {
    const [a, b, c] = (await desk.world.addLoans(3, { held: { collector: 'collector' } })) as [
      TestLoan,
      TestLoan,
      TestLoan,
    ];
    const closed = await desk.world.addLoan({ state: 'closed', held: { collector: 'collector' } });
    const strange = await desk.foreign.addLoan({ held: { collector: 'caller' } });
    const rivals = await desk.world.addLoan({ held: { field_agent: 'rivalAgent' } });
    const ids = [a.id, b.id, c.id, closed.id, strange.id, rivals.id];
    const { status, body } = await send('manager', 'PUT', '/api/v1/loans/assign/collector', {
      loanIds: ids,
      profileId: desk.world.people.caller.id,
    });
    expect(status).toBe(200);
    const data = body.data as { batchId: string; assigned: number; results: { became: string }[] };
    expect(data.results.map(({ became }) => became)).toEqual([
      'assigned',
      'assigned',
      'assigned',
      'not-active',
      'not-found',
      'not-found',
    ]);
    expect(await numbers('caller', 'active/loans')).toHaveLength(3);
    // Repeating it changes nothing more.
    const again = await send('manager', 'PUT', '/api/v1/loans/assign/collector', {
      loanIds: [a.id],
      profileId: desk.world.people.caller.id,
    });
    expect(again.body.data).toMatchObject({ batchId: null, assigned: 0, results: [{ became: 'unchanged' }] });
    // One goes on to somebody else; the undo leaves that one.
    await send('manager', 'PUT', '/api/v1/loans/assign/collector', {
      loanIds: [c.id],
      profileId: desk.world.people.collector.id,
    });
    for (const who of ['rival', 'plainManager'] as const)
      expect((await send(who, 'PUT', '/api/v1/loans/assign/undo', { batchId: data.batchId })).status).toBe(404);
    const undone = await send('nationalManager', 'PUT', '/api/v1/loans/assign/undo', { batchId: data.batchId });
    expect(undone.body.data).toEqual({ restored: 2, left: 1, refused: [] });
    expect(
      (await send('manager', 'PUT', '/api/v1/loans/assign/undo', { batchId: data.batchId })).body.data,
    ).toMatchObject({ restored: 0 });
    expect(await numbers('collector', 'active/loans')).toHaveLength(3);
    expect(await numbers('caller', 'active/loans')).toEqual([]);
    expect(await audit('loans.assigned', data.batchId)).toMatchObject([
      { detail: { loans: [{ before: desk.world.people.collector.id, after: desk.world.people.caller.id }, {}, {}] } },
    ]);
  });

  it('keeps why, with each loan, in the report of allocations and in the audit chain', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'collector' } });
    const { caller, agent, manager } = desk.world.people;
    const give = (who: string, profileId: string, more: object) =>
      send('manager', 'PUT', `/api/v1/loans/assign/${who}`, { loanIds: [loan.id], profileId, ...more });
    const given = await give('collector', caller.id, { reason: '  Speaks Tamil ' });
    await give('manager', manager.id, { reason: '' });
    await send('manager', 'PUT', '/api/v2/assign/loans/profile', {
      profileId: agent.id,
      loanIds: [loan.id],
      agentType: 'Field_Agent',
      reason: 'Lives next door',
    });
    expect((await give('collector', caller.id, { reason: 'x'.repeat(301) })).status).toBe(422);
    const { body } = await send('admin', 'POST', '/reporting/api/allocation-reports?pageNo=1&pageSize=10', {
      q: loan.number,
    });
    const { rows: told } = body.data as { rows: { kind: string; reason: string | null }[] };
    expect(Object.fromEntries(told.filter(({ reason }) => reason).map(({ kind, reason }) => [kind, reason]))).toEqual({
      collector: 'Speaks Tamil',
      field_agent: 'Lives next door',
    });
    const { batchId } = given.body.data as { batchId: string };
    expect(await audit('loans.assigned', batchId)).toMatchObject([{ detail: { reason: 'Speaks Tamil' } }]);
  });

  it('gives loans to an agency, whose partner then sees them, and takes them back; none to one that is locked or of another tenant', async () => {
    const [a, b] = (await desk.world.addLoans(2, { held: { collector: 'collector' } })) as [TestLoan, TestLoan];
    const agencyOf = async (world: typeof desk.world) => {
      const agency = uuidv7();
      await world.run((tx) =>
        tx.query('insert into agencies (tenant_id, id, code, name) values ($1, $2, $3, $4)', [
          world.tenantId,
          agency,
          agency.slice(-12),
          `Meridian ${agency}`,
        ]),
      );
      return agency;
    };
    const [first, second, strange] = [
      await agencyOf(desk.world),
      await agencyOf(desk.world),
      await agencyOf(desk.foreign),
    ];
    const partner = await createPerson(desk.held.db, desk.world.tenantId, { role: 'PARTNER', agencyId: second });
    const give = (profileId: string, loanIds = [a.id, b.id], who: 'manager' | 'partner' | 'caller' = 'manager') =>
      send(who, 'PUT', '/api/v1/loans/assign/agency', { loanIds, profileId });
    const seen = async () => {
      const { status, body } = await as(desk.server.origin, partner).get('/api/v1/loans/active/loans');
      expect(status).toBe(200);
      return (body.data as { content: { id: string }[] }).content.map(({ id }) => id).sort();
    };
    expect((await give(first)).body.data).toMatchObject({ assigned: 2 });
    expect(await seen()).toEqual([]);
    const { batchId } = (await give(second)).body.data as { batchId: string };
    expect(await seen()).toEqual([a.id, b.id].sort());
    // Who calls the loans still does.
    expect(await numbers('collector', 'active/loans')).toHaveLength(2);
    for (const who of ['partner', 'caller'] as const) expect((await give(first, [a.id], who)).status).toBe(403);
    expect((await give(strange)).status).toBe(404);
    expect((await give(desk.world.people.caller.id)).status).toBe(404);
    await desk.world.run((tx) => tx.query('update agencies set locked = true where id = $1', [first]));
    const locked = await give(first);
    expect(locked.status).toBe(422);
    expect(JSON.stringify(locked.body)).toContain('is locked: it keeps what it has');
    const undo = () => send('manager', 'PUT', '/api/v1/loans/assign/undo', { batchId });
    expect((await undo()).body.data).toMatchObject({
      restored: 0,
      left: 2,
      refused: [{ loanIds: [a.id, b.id].sort() }],
    });
  });

  it('an agency’s partner gives its loans on to its own people, and nothing else to anybody else', async () => {
    const agency = uuidv7();
    await desk.world.run((tx) =>
      tx.query('insert into agencies (tenant_id, id, code, name) values (current_tenant(), $1, $2, $2)', [
        agency,
        agency.slice(-12),
      ]),
    );
    const of = (role: Role, agencyId?: string) =>
      createPerson(desk.held.db, desk.world.tenantId, { role, ...(agencyId && { agencyId }) });
    const [partner, caller, agent] = [
      await of('PARTNER', agency),
      await of('CRM_TELECALLER', agency),
      await of('CRM_FIELDAGENT', agency),
    ];
    const [own, others, leaving] = (await desk.world.addLoans(3, { held: { collector: 'collector' } })) as [
      TestLoan,
      TestLoan,
      TestLoan,
    ];
    // What the agency's people hold is out of the manager's sight.
    const toAgency = (loanIds: string[], profileId: string, who: 'manager' | 'admin' = 'manager') =>
      send(who, 'PUT', '/api/v1/loans/assign/agency', { loanIds, profileId });
    await toAgency([own.id, leaving.id], agency);
    const me = as(desk.server.origin, partner);
    const give = (kind: string, profileId: string, loanIds = [own.id, others.id]) =>
      me.fetch(`/api/v1/loans/assign/${kind}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ loanIds, profileId }),
      });
    const given = await give('collector', caller.id, [own.id, others.id, leaving.id]);
    expect(given.status).toBe(200);
    const { data } = (await given.json()) as { data: { batchId: string; results: { became: string }[] } };
    expect(data.results.map(({ became }) => became)).toEqual(['assigned', 'not-found', 'assigned']);
    expect((await give('field-agent', agent.id)).status).toBe(200);
    const callers = async () => {
      const { body } = await as(desk.server.origin, caller).get('/api/v1/loans/active/loans');
      return (body.data as { content: { id: string }[] }).content.map(({ id }) => id).sort();
    };
    expect(await callers()).toEqual([own.id, leaving.id].sort());
    // People of others, and what is not theirs to give.
    expect((await give('collector', desk.world.people.caller.id)).status).toBe(404);
    for (const kind of ['manager', 'agency']) expect((await give(kind, agency)).status).toBe(403);
    const choices = (await me.get('/api/v2/portfolios/choices')).body.data as Record<string, { id: string }[]>;
    expect({ ...choices, tenant: null }).toMatchObject({
      clients: [],
      agencies: [],
      portfolios: [],
      managers: [],
      collectors: [{ id: caller.id }],
      fieldAgents: [{ id: agent.id }],
    });
    const other = uuidv7();
    await desk.world.run((tx) =>
      tx.query('insert into agencies (tenant_id, id, code, name) values (current_tenant(), $1, $2, $2)', [
        other,
        other.slice(-12),
      ]),
    );
    expect((await toAgency([leaving.id], other, 'admin')).body.data).toMatchObject({ assigned: 1 });
    const undo = await me.fetch('/api/v1/loans/assign/undo', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ batchId: data.batchId }),
    });
    expect(((await undo.json()) as { data: object }).data).toEqual({ restored: 1, left: 1, refused: [] });
    // One was another agency's by then: whoever has it there was not the partner's to change.
    expect(await callers()).toEqual([leaving.id]);
  });

  it.each([
    ['locked', 'update agencies set locked = true where id = $1', 'is locked: it keeps what it has'],
    ['switched off', 'update agencies set active = false where id = $1', 'is switched off.'],
    ['deactivated', 'update users set active = false where agency_id = $1', 'This person is not active'],
  ])('gives nothing back to who was %s meanwhile, and the rest to who had it', async (_, change, words) => {
    const agency = uuidv7();
    await desk.world.run((tx) =>
      tx.query('insert into agencies (tenant_id, id, code, name) values ($1, $2, $3, $4)', [
        desk.world.tenantId,
        agency,
        agency.slice(-12),
        `Zenith ${agency}`,
      ]),
    );
    const theirs = await createPerson(desk.held.db, desk.world.tenantId, {
      role: 'CRM_TELECALLER',
      agencyId: agency,
      managerId: desk.world.people.manager.id,
    });
    const [own, agencys] = (await desk.world.addLoans(2, { held: { collector: 'collector' } })) as [TestLoan, TestLoan];
    const give = (loanIds: string[], profileId: string) =>
      send('manager', 'PUT', '/api/v1/loans/assign/collector', { loanIds, profileId });
    const holders = () =>
      desk.world.run(async (tx) => {
        const rows = await tx.query<{ loan_id: string; profile_id: string }>(
          `select loan_id, profile_id from loan_assignments where kind = 'collector' and ended_at is null and loan_id = any($1::uuid[])`,
          [[own.id, agencys.id]],
        );
        return Object.fromEntries(rows.map((row) => [row.loan_id, row.profile_id]));
      });
    expect((await give([agencys.id], theirs.id)).body.data).toMatchObject({ assigned: 1 });
    const given = (await give([own.id, agencys.id], desk.world.people.caller.id)).body.data as { batchId: string };
    await desk.world.run((tx) => tx.query(change, [agency]));

    const undone = await send('manager', 'PUT', '/api/v1/loans/assign/undo', { batchId: given.batchId });
    const refused = [{ loanIds: [agencys.id], reason: expect.stringContaining(words) }];
    expect(undone.body.data).toEqual({ restored: 1, left: 1, refused });
    expect(await holders()).toEqual({
      [own.id]: desk.world.people.collector.id,
      [agencys.id]: desk.world.people.caller.id,
    });
    expect(await audit('loans.assignment-undone', given.batchId)).toMatchObject([
      {
        detail: {
          restored: [{ loanId: own.id, before: desk.world.people.caller.id, after: desk.world.people.collector.id }],
          refused,
        },
      },
    ]);
    await give([own.id, agencys.id], desk.world.people.collector.id);
  });

  it.each(['CRM_MANAGER', 'MANAGER', 'CRM_TENANTADMIN', 'ADMIN'])(
    'is done by a %s, who finds the telecallers',
    async (role) => {
      const boss = await createPerson(desk.held.db, desk.world.tenantId, { role });
      const below = { role: 'CRM_TeleCaller', managerId: boss.id };
      const giver = await createPerson(desk.held.db, desk.world.tenantId, { ...below, fullName: 'Asha of before' });
      const taker = await createPerson(desk.held.db, desk.world.tenantId, { ...below, fullName: 'Binita of now' });
      const loan = await desk.world.addLoan();
      await rows(
        "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'collector', $4)",
        desk.world.tenantId,
        uuidv7(),
        loan.id,
        giver.id,
      );
      const by = as(desk.server.origin, boss);
      const put = (path: string, body: object) =>
        by
          .fetch(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
          .then(async (answer) => ((await answer.json()) as Answer['body']).data);
      const offered = (await by.get('/api/v2/portfolios/choices?q=binita')).body.data;
      expect(offered).toMatchObject({ collectors: [{ id: taker.id, name: 'Binita of now' }] });
      const given = (await put('/api/v1/loans/assign/collector', {
        loanIds: [loan.id],
        profileId: taker.id,
      })) as unknown as { batchId: string };
      expect(given).toMatchObject({ assigned: 1, results: [{ loanId: loan.id, became: 'assigned' }] });
      expect(await put('/api/v1/loans/assign/undo', { batchId: given.batchId })).toEqual({
        restored: 1,
        left: 0,
        refused: [],
      });
    },
  );

  it('gives a loan that two managers reach for at once to one of them, with one open assignment', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'collector' } });
    const both = (['manager', 'nationalManager'] as const).map((who, at) =>
      send(who, 'PUT', '/api/v1/loans/assign/collector', {
        loanIds: [loan.id],
        profileId: desk.world.people[at ? 'collector' : 'caller'].id,
      }),
    );
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    const open = await rows(`select profile_id from loan_assignments where loan_id = $1 and ended_at is null`, loan.id);
    expect(open).toHaveLength(1);
  });

  it.each([
    ['collector', 'agent', 422],
    ['field-agent', 'caller', 422],
    ['manager', 'caller', 422],
    ['collector', 'rivalAgent', 404],
  ] as const)('%s to %s answers %d', async (kind, whom, status) => {
    const loan = await desk.world.addLoan({ held: { collector: 'collector' } });
    const answer = await send('manager', 'PUT', `/api/v1/loans/assign/${kind}`, {
      loanIds: [loan.id],
      profileId: desk.world.people[whom].id,
    });
    expect(answer.status).toBe(status);
  });

  it('by payload plans the visit, and keeps to the agent’s pincodes when asked to', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'collector' } });
    const ask = (more: object) =>
      send('manager', 'PUT', '/api/v2/assign/loans/profile', {
        profileId: desk.world.people.agent.id,
        loanIds: [loan.id],
        agentType: 'Field_Agent',
        visitDate: `${today}T10:30:00`,
        ...more,
      });
    expect((await ask({ checkPinCode: true })).body.data).toMatchObject({
      assigned: 0,
      results: [{ became: 'other-pincode' }],
    });
    await rows(`update users set pincodes = '{411001}' where id = $1`, desk.world.people.agent.id);
    expect((await ask({ checkPinCode: true })).body.data).toMatchObject({ assigned: 1 });
    const [open] = await rows(
      `select visit_on from loan_assignments where loan_id = $1 and kind = 'field_agent' and ended_at is null`,
      loan.id,
    );
    expect(new Date((open as { visit_on: string }).visit_on).toISOString()).toBe(
      new Date(`${today}T10:30:00+05:30`).toISOString(),
    );
    expect((await ask({ visitDate: 'tomorrow' })).status).toBe(422);
    expect((await send('caller', 'PUT', '/api/v2/assign/loans/profile', {})).status).toBe(403);
  });
});
