/** The day of a visit: with an assignment or by the agent who plans, on the agent's phone, and back when the giving is undone. */
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../core/domain/dates';
import { MAX_VISIT_DAYS_AHEAD } from '../../core/domain/visits';
import { engines } from '../support/databases';
import { createPerson } from '../support/people';
import { telecallerDesk } from '../support/telecaller-desk';
import { type Api, as, type TestLoan, type Who } from '../support/world';

const today = dayOf(new Date());
const tomorrow = addDays(today, 1);
const [SECOND, THIRD] = [addDays(today, 2), addDays(today, 3)];
const WRONG: [day: string, message: string][] = [
  [addDays(today, -1), 'Choose today or a later day'],
  [addDays(today, MAX_VISIT_DAYS_AHEAD + 1), 'Choose a day within 180 days'],
];

describe.each(engines)('the day of a visit on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { send, rows, audit } = desk;

  const give = (loans: TestLoan[], day: string, profileId = desk.world.people.agent.id, agentType = 'Field_Agent') =>
    send('manager', 'PUT', '/api/v2/assign/loans/profile', {
      profileId,
      loanIds: loans.map(({ id }) => id),
      agentType,
      visitDate: `${day}T10:30:00`,
    });
  const visitOf = async (loan: TestLoan) =>
    (await rows('select next_visit_on as on, version from loans where id = $1', loan.id))[0];
  const plan = (who: Who, loan: TestLoan, on: unknown) =>
    send(who, 'PUT', '/api/v2/loans/visit-day', { loanId: loan.id, on });
  const planAs = async (api: Api, loan: TestLoan, on: string) =>
    (
      await api.fetch('/api/v2/loans/visit-day', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ loanId: loan.id, on }),
      })
    ).status;
  const planned = async (loan: TestLoan) =>
    (await audit('loans.visit-planned', loan.id)).map(({ detail }) => detail as object);

  it('given with an assignment reaches the phone, also of who has the loan already', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'collector' } });
    expect((await give([loan], today)).body.data).toMatchObject({ assigned: 1 });
    const synced = await send('agent', 'GET', '/api/v2/sync/loans');
    expect(JSON.stringify(synced.body)).toContain(`"nextVisitOn":"${today}"`);
    expect((await give([loan], tomorrow)).body.data).toMatchObject({ assigned: 0, batchId: null });
    expect(await visitOf(loan)).toEqual({ on: tomorrow, version: 3 });
    expect(await planned(loan)).toEqual([
      { before: { nextVisitOn: null }, after: { nextVisitOn: today } },
      { before: { nextVisitOn: today }, after: { nextVisitOn: tomorrow } },
    ]);
    for (const [day, message] of WRONG)
      expect(await give([loan], day)).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'visitDate', message }] },
      });
    expect(await visitOf(loan)).toEqual({ on: tomorrow, version: 3 });
  });

  it('given to a telecaller moves nobody’s visit', async () => {
    const loan = await desk.world.addLoan({ held: { collector: 'collector' } });
    expect((await give([loan], tomorrow, desk.world.people.caller.id, 'Collector')).body.data).toMatchObject({
      assigned: 1,
    });
    expect(await visitOf(loan)).toEqual({ on: null, version: 1 });
  });

  it('goes back with the giving, unless somebody has planned another since', async () => {
    const [kept, moved] = (await desk.world.addLoans(2, { held: { field_agent: 'agent' } })) as [TestLoan, TestLoan];
    const other = await createPerson(desk.held.db, desk.world.tenantId, {
      role: 'CRM_FieldAgent',
      managerId: desk.world.people.manager.id,
    });
    for (const loan of [kept, moved]) expect((await plan('agent', loan, tomorrow)).status).toBe(200);
    const given = await give([kept, moved], SECOND, other.id);
    expect(given.body.data).toMatchObject({ assigned: 2 });
    expect(await planAs(as(desk.server.origin, other), moved, THIRD)).toBe(200);
    const { batchId } = given.body.data as { batchId: string };
    expect((await send('manager', 'PUT', '/api/v1/loans/assign/undo', { batchId })).body.data).toMatchObject({
      restored: 2,
    });
    expect([await visitOf(kept), await visitOf(moved)]).toMatchObject([{ on: tomorrow }, { on: THIRD }]);
  });

  it('is planned and taken off by who holds the loan, once, with before and after in the audit', async () => {
    const loan = await desk.world.addLoan({ held: { field_agent: 'agent' } });
    for (const _ of [1, 2])
      expect((await plan('agent', loan, tomorrow)).body.data).toMatchObject({
        id: loan.id,
        nextVisitOn: tomorrow,
        version: 2,
      });
    for (const [on, message] of WRONG)
      expect(await plan('agent', loan, on)).toMatchObject({ status: 422, body: { fields: [{ path: 'on', message }] } });
    expect((await plan('agent', loan, '2026-02-30')).status).toBe(422);
    for (const [who, status] of [
      ['rivalAgent', 404],
      ['manager', 403],
      ['caller', 403],
    ] as const)
      expect([who, (await plan(who, loan, today)).status]).toEqual([who, status]);
    expect(await visitOf(loan)).toEqual({ on: tomorrow, version: 2 });
    expect((await plan('agent', loan, null)).body.data).toMatchObject({ nextVisitOn: null, version: 3 });
    expect(await planned(loan)).toEqual([
      { before: { nextVisitOn: null }, after: { nextVisitOn: tomorrow } },
      { before: { nextVisitOn: tomorrow }, after: { nextVisitOn: null } },
    ]);
  });
});
