/** Requests on a loan: who may ask and answer, that one is open at a time, and that both sides hear of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedRequest, LoanRequest } from '../../core/contract/loan-requests';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const PATH = '/api/v2/loan-requests';

describe.each(engines)('requests on a loan on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let loan: TestLoan;
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    elsewhere = await createTenantWorld(held.db);
    loan = await world.addLoan({ held: { collector: 'caller' } });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const ask = (who: Who, body: object, there = world) => as(server.origin, there.people[who]).post(PATH, body);
  const answer = async (who: Who, id: string, body: object, there = world) => {
    const response = await as(server.origin, there.people[who]).fetch(`${PATH}/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, data: ((await response.json()) as { data?: LoanRequest }).data };
  };
  const noticesOf = async (who: Who) =>
    (
      await world.run((tx) =>
        tx.query<{ kind: string }>(
          'select kind from notifications where user_id = $1 and loan_id = $2 order by created_at',
          [world.people[who].id, loan.id],
        ),
      )
    ).map(({ kind }) => kind);

  it('is one while it is open, heard of by those above, and answered once', async () => {
    const visit = { loanId: loan.id, kind: 'field', note: 'Asks for somebody to come and collect' };
    const [first, again] = [await ask('caller', visit), await ask('caller', { ...visit, note: 'Once more' })];
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const made = first.body.data as unknown as LoanRequest;
    expect(again.body.data).toEqual(made);
    expect(made).toMatchObject({ state: 'open', kind: 'field', note: visit.note, answer: null });
    expect(await noticesOf('manager')).toEqual(['request-asked']);
    expect(await noticesOf('rival')).toEqual([]);

    // Neither another team nor another tenant finds it, and nobody answers with nothing said.
    const done = { state: 'done', answer: 'Asha goes there tomorrow' };
    expect((await answer('rival', made.id, done)).status).toBe(404);
    expect((await answer('manager', made.id, done, elsewhere)).status).toBe(404);
    expect((await answer('caller', made.id, done)).status).toBe(403);
    expect((await answer('manager', made.id, { ...done, answer: '' })).status).toBe(422);

    expect((await answer('manager', made.id, done)).data).toMatchObject({ state: 'done', answer: done.answer });
    expect((await answer('manager', made.id, { state: 'declined', answer: 'No, after all' })).data).toMatchObject({
      state: 'done',
      answer: done.answer,
    });
    expect(await noticesOf('caller')).toEqual(['request-answered']);
    const { body } = await as(server.origin, world.people.caller).get(`${PATH}?loanId=${loan.id}`);
    expect((body.data as unknown as { rows: LoanRequest[] }).rows).toMatchObject([{ id: made.id, state: 'done' }]);
    // Answered, it may be asked for anew.
    const next = (await ask('caller', visit)).body.data as unknown as LoanRequest;
    expect(next).toMatchObject({ state: 'open' });
    expect(next.id).not.toBe(made.id);
  });

  it('those on one’s loans stand in a list by state and kind, page by page, and an answer is audited', async () => {
    const there = await createTenantWorld(held.db);
    const made: LoanRequest[] = [];
    for (const kind of ['field', 'letter', 'escalation']) {
      const own = await there.addLoan({ held: { collector: 'caller' } });
      const { body } = await ask('caller', { loanId: own.id, kind, note: `Please, a ${kind}` }, there);
      made.push(body.data as unknown as LoanRequest);
    }
    const listed = async (who: Who, query = '', at = there) => {
      const { status, body } = await as(server.origin, at.people[who]).get(`${PATH}/list${query}`);
      return { status, ...(body.data as { rows: ListedRequest[]; total: number; exact: boolean }) };
    };
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    const all = await listed('manager');
    expect(all).toMatchObject({ total: 3, exact: true });
    expect(ids(all.rows)).toEqual(ids([...made].reverse()));
    expect(all.rows[0]).toMatchObject({
      kind: 'escalation',
      loanNumber: expect.any(String),
      borrower: expect.any(String),
    });
    expect(await listed('manager', '?kind=letter')).toMatchObject({ total: 1, rows: [{ id: made[1]?.id }] });
    expect(await listed('manager', '?page=2&size=2')).toMatchObject({ total: 3, rows: [{ id: made[0]?.id }] });
    for (const [who, at] of [
      ['rival', there],
      ['manager', elsewhere],
    ] as const)
      expect(
        ids((await listed(who, '', at)).rows).filter((id) => ids(made).includes(id)),
        who,
      ).toEqual([]);
    for (const who of ['caller', 'agent'] as const) expect((await listed(who)).status, who).toBe(403);

    expect(
      (await answer('manager', made[1]?.id ?? '', { state: 'declined', answer: 'It went out' }, there)).status,
    ).toBe(200);
    expect(ids((await listed('manager')).rows)).toEqual(ids([...made].reverse()).filter((id) => id !== made[1]?.id));
    expect(await listed('admin', '?state=declined')).toMatchObject({
      rows: [{ id: made[1]?.id, answer: 'It went out' }],
    });
    const audited = await there.run((tx) =>
      tx.query(
        "select actor_id, subject_id, detail from audit_log where tenant_id = $1 and action = 'loan-requests.answered'",
        [there.tenantId],
      ),
    );
    expect(audited).toMatchObject([
      {
        actor_id: there.people.manager.id,
        subject_id: made[1]?.id,
        detail: { kind: 'letter', before: { state: 'open' }, after: { state: 'declined', answer: 'It went out' } },
      },
    ]);
  });

  it('for another agent is seen where loans are given out, and done when the loan has left the agent’s hands', async () => {
    const theirs = await world.addLoan({ held: { field_agent: 'agent' } });
    const asked = { loanId: theirs.id, kind: 'other-agent', note: 'He is my cousin' };
    expect((await ask('manager', { ...asked, loanId: loan.id })).status).toBe(403);
    expect((await ask('rivalAgent', asked)).status).toBe(404);
    const { id } = (await ask('agent', asked)).body.data as unknown as LoanRequest;

    const seenBy = async (who: Who, there = world) => {
      const api = as(server.origin, there.people[who]);
      return (await api.get(`${PATH}/other-agent?loanIds=${loan.id},${theirs.id}`)).body.data;
    };
    expect(await seenBy('manager')).toMatchObject({
      rows: [{ id, loanId: theirs.id, loanNumber: theirs.number, note: 'He is my cousin' }],
    });
    expect(await seenBy('rival')).toEqual({ rows: [] });
    expect(await seenBy('manager', elsewhere)).toEqual({ rows: [] });

    const give = async (path: string, body: object) => {
      const given = await as(server.origin, world.people.admin).fetch(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(given.status).toBe(200);
      expect(await given.json()).toMatchObject({ data: { assigned: 1 } });
    };
    // Somebody else calls the borrower from now on, but the agent still has the visits.
    await give('/api/v1/loans/assign/collector', { profileId: world.people.caller.id, loanIds: [theirs.id] });
    expect(await seenBy('manager')).toMatchObject({ rows: [{ id }] });
    await give('/api/v2/assign/loans/profile', {
      profileId: world.people.rivalAgent.id,
      loanIds: [theirs.id],
      agentType: 'Field_Agent',
      checkPinCode: false,
    });
    expect(await seenBy('admin')).toEqual({ rows: [] });
    const kinds = await world.run((tx) =>
      tx.query<{ kind: string }>('select kind from notifications where user_id = $1 and loan_id = $2', [
        world.people.agent.id,
        theirs.id,
      ]),
    );
    expect(kinds).toEqual([{ kind: 'request-answered' }]);
    const { body } = await as(server.origin, world.people.caller).get(`${PATH}?loanId=${theirs.id}`);
    expect(body.data).toMatchObject({ rows: [{ id, state: 'done', answeredBy: expect.any(String) }] });
  });

  it.each<[string, Who, object, number]>([
    [
      'a loan of nobody’s',
      'caller',
      { loanId: '019a0000-0000-7000-8000-000000000000', kind: 'letter', note: 'A letter' },
      404,
    ],
    ['a kind that does not exist', 'caller', { kind: 'party', note: 'A party' }, 422],
    ['nothing said', 'caller', { kind: 'letter', note: '  ' }, 422],
    ['a lender', 'client', { kind: 'letter', note: 'A letter' }, 403],
  ])('%s is refused', async (_, who, body, status) => {
    expect((await ask(who, { loanId: loan.id, ...body })).status).toBe(status);
  });
});
