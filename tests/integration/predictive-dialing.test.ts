/** What the dialer makes of the lists: nobody twice at once, nobody against a rule of contact, and every call has its end. */
import { describe, expect, it } from 'vitest';
import type { Process } from '../../core/contract/predictive';
import { uuidv7 } from '../../core/domain/ids';
import type { SortingRule } from '../../core/domain/work-order';
import { engines } from '../support/databases';
import { predictiveDesk } from '../support/predictive-desk';

describe.each(engines)('dialing for processes on $name', ({ fresh }) => {
  const desk = predictiveDesk(fresh);
  const { later, call, username, work, ended, steer, started, loanOf, upload, listed, checked, filled } = desk;

  it('numbers come with the process, count as attempts, and their results come back', async () => {
    const { process, list } = await filled(4, { maxLevel: 3, maxAttempts: 2 });
    const { parties, process: told } = await work();
    expect(told).toEqual({ name: process.name, mode: 'predictive', callerIds: [], maxLevel: 3, dropPercent: 3 });
    expect(parties).toHaveLength(3);
    const attempts = await desk.world.run((tx) =>
      tx.query<{ id: string }>("select id from contact_attempts where tenant_id = $1 and channel = 'call'", [
        desk.world.tenantId,
      ]),
    );
    expect(attempts.map(({ id }) => id).sort()).toEqual(parties.map(({ callId }) => callId).sort());
    const [first, second, third] = parties;
    if (!first || !second || !third) throw new Error('Three were to be handed out');
    later(1);
    await ended(first, 'hung-up', 65);
    await ended(second, 'busy');
    await ended(third, 'dropped');
    // A report that comes twice changes nothing.
    await ended(second, 'no-answer');
    expect(await listed(list.id)).toMatchObject({ lines: { done: 1, ready: 3, dialing: 0 } });
    const rows = await desk.world.run((tx) =>
      tx.query<{ result: string; talk_seconds: number }>(
        'select result, talk_seconds from dial_calls where tenant_id = $1 order by result',
        [desk.world.tenantId],
      ),
    );
    expect(rows).toEqual([
      { result: 'busy', talk_seconds: 0 },
      { result: 'connected', talk_seconds: 65 },
      { result: 'dropped', talk_seconds: 0 },
    ]);
    // Busy: after an hour, and only the second attempt.
    const [last] = (await work()).parties;
    if (!last) throw new Error('The fourth was to be handed out');
    await ended(last, 'hung-up', 5);
    later(59);
    expect((await work()).parties).toEqual([]);
    later(2);
    const [again] = (await work()).parties;
    expect(again?.loanNumber).toBe(second.loanNumber);
    if (again) await ended(again, 'no-answer');
    expect(await listed(list.id)).toMatchObject({ lines: { exhausted: 1 } });
  });

  it('numbers that were tried as often come in the order of the tenant’s sorting rules', async () => {
    const rule = (name: string, condition: SortingRule['condition'], by: SortingRule['by']): SortingRule => ({
      ...{ id: uuidv7(), name, active: true, work: 'calls', condition, by },
    });
    const [first, least] = [
      rule('One of them', [[{ field: 'dpd', from: 49, to: 49, not: false }]], []),
      rule('Least', [[]], [{ key: 'dpd', dir: 'asc' }]),
    ];
    const saved = await call('admin').fetch('/api/v1/loans/sorting-rules', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, rules: [first, least] }),
    });
    expect(saved.status).toBe(200);
    const { loans } = await filled(4, { maxLevel: 3 });
    expect((await work()).parties.map(({ loanNumber }) => loanNumber)).toEqual(
      [loans[1], loans[3], loans[2]].map((loan) => loan?.number),
    );
  });

  it('of several processes the agent works the one they chose, and the next when that is stopped', async () => {
    const early = await filled(1, { name: 'Zeal early' });
    const late = await filled(1, { name: 'Zeal late' });
    const own = async () =>
      ((await call('caller').get('/api/v2/dialer/my-processes')).body.data as { processes: object[] }).processes;
    const choose = (processId: string) => desk.put('caller', '/api/v2/dialer/my-process', { processId });
    expect(await own()).toMatchObject([
      { name: 'Zeal early', state: 'running', worked: true },
      { name: 'Zeal late', state: 'running', worked: false },
    ]);
    expect(await choose(late.process.id)).toMatchObject({ status: 200 });
    expect((await work()).parties.map(({ loanNumber }) => loanNumber)).toEqual([late.loans[0]?.number]);
    // The dialer, and a break's form, hear of the same one.
    expect((await call('caller').get(`/dialer/agent-status?username=${username()}`)).body.data).toMatchObject({
      processName: 'Zeal late',
    });
    expect(await desk.audited('dialer.process-chosen')).toMatchObject([{ subject_id: late.process.id }]);
    // Paused it stays theirs; stopped they work the other.
    const paused = (await steer(late.process, 'pause')).body.data as Process;
    expect(await work()).toMatchObject({ parties: [], process: { name: 'Zeal late' } });
    expect((await steer(paused, 'stop')).status).toBe(200);
    expect(await work()).toMatchObject({ process: { name: 'Zeal early' } });
    expect(await own()).toMatchObject([{ name: 'Zeal early', worked: true }]);
    for (const id of [late.process.id, uuidv7(), (await desk.made({ agentIds: [], name: 'Zeal other' })).id]) {
      expect(await choose(id)).toMatchObject({ status: 422, body: { fields: [{ path: 'processId' }] } });
    }
    expect(await desk.put('manager', '/api/v2/dialer/my-process', { processId: early.process.id })).toMatchObject({
      status: 403,
    });
  });

  it('an agent who has chosen none works the process of the lowest priority number that runs', async () => {
    const usual = await filled(1, { name: 'Alpha' });
    const urgent = await filled(1, { name: 'Zeta', priority: 2 });
    expect(usual.process.priority).toBe(5);
    expect((await work()).parties.map(({ loanNumber }) => loanNumber)).toEqual([urgent.loans[0]?.number]);
    // An app that does not know of it leaves it as it is.
    const { name, mode, callerIds, maxLevel, dropPercent, fromTime, untilTime, maxAttempts, retry, agents } =
      urgent.process;
    const known = { name, mode, callerIds, maxLevel, dropPercent, fromTime, untilTime, maxAttempts, retry };
    const { version } = urgent.process;
    const changed = await desk.put('manager', `/api/v2/processes/${urgent.process.id}`, {
      ...{ ...known, version, agentIds: agents.map(({ id }) => id) },
    });
    expect(changed).toMatchObject({ status: 200, body: { data: { priority: 2 } } });
    expect((await steer(changed.body.data as Process, 'pause')).status).toBe(200);
    expect(await work()).toMatchObject({ process: { name: 'Alpha' } });
  });

  it('a paused process hands out nothing, neither does one outside its hours, and its agents’ own loans stay untouched', async () => {
    const { process } = await filled(2, { fromTime: '11:00', untilTime: '13:00' });
    const paused = (await steer(process, 'pause')).body.data as Process;
    expect(await work()).toMatchObject({ parties: [], process: { name: process.name } });
    await steer(paused, 'start');
    desk.now = new Date('2026-11-21T07:30:00Z');
    expect((await work()).parties).toEqual([]);
    desk.now = new Date('2026-11-22T05:29:00Z');
    expect((await work()).parties).toEqual([]);
    desk.now = new Date('2026-11-22T05:30:00Z');
    expect((await work()).parties.length).toBeGreaterThan(0);
  });

  it('the gate decides at each call: who may not be called now waits for their next lawful minute', async () => {
    const { loans } = await filled(1, { fromTime: '08:00', untilTime: '19:00' });
    const [loan] = loans;
    await desk.world.run((tx) =>
      tx.query(
        `insert into contact_preferences (tenant_id, id, borrower_id, loan_id, kind, from_time, to_time, created_at)
         values ($1, $2, $3, $4, 'only-at-this-time', '15:00', '17:00', $5)`,
        [desk.world.tenantId, uuidv7(), loan?.borrowerId, loan?.id, new Date('2026-11-20T00:00:00Z')],
      ),
    );
    expect((await work()).parties).toEqual([]);
    const blocks = await desk.world.run((tx) =>
      tx.query<{ rule: string }>('select rule from contact_blocks where tenant_id = $1 and loan_id = $2', [
        desk.world.tenantId,
        loan?.id,
      ]),
    );
    expect(blocks).toMatchObject([{ rule: 'not-at-this-time' }]);
    desk.now = new Date('2026-11-21T09:29:00Z');
    expect((await work()).parties).toEqual([]);
    desk.now = new Date('2026-11-21T09:30:00Z');
    expect((await work()).parties).toHaveLength(1);
  });

  it('nobody is handed out twice, however many ask at once', async () => {
    const { loans } = await filled(3, { maxLevel: 3 });
    const answers = await Promise.all([work(), work(), work(), work()]);
    const handed = answers.flatMap(({ parties }) => parties.map(({ loanNumber }) => loanNumber));
    expect(handed.sort()).toEqual(loans.map(({ number }) => number).sort());
  });

  it('a borrower with two loans, or on the phone already, is not dialed a second time', async () => {
    const { process, loans } = await filled(1, { maxLevel: 3 });
    const [first] = loans;
    const second = await loanOf();
    await desk.world.run(async (tx) => {
      await tx.query('update loans set borrower_id = $3 where tenant_id = $1 and id = $2', [
        desk.world.tenantId,
        second.id,
        first?.borrowerId,
      ]);
      await tx.query('update phones set borrower_id = $3 where tenant_id = $1 and id = $2', [
        desk.world.tenantId,
        second.phoneId,
        first?.borrowerId,
      ]);
    });
    expect((await checked(await upload(process, `Loan number\n${second.number}`))).lines.ready).toBe(1);
    expect((await work()).parties).toHaveLength(1);
    expect((await work()).parties).toEqual([]);
  });

  it('what a dialer took and never dialed is free again after five minutes', async () => {
    const { list } = await filled(1);
    expect((await work()).parties).toHaveLength(1);
    later(4);
    expect((await work()).parties).toEqual([]);
    // Its attempt stays counted: the gate's pause between two attempts holds all the same.
    later(2);
    expect((await work()).parties).toEqual([]);
    expect(await listed(list.id)).toMatchObject({ lines: { ready: 1, dialing: 0 } });
    later(240);
    expect((await work()).parties).toHaveLength(1);
    const rows = await desk.world.run((tx) =>
      tx.query<{ result: string | null }>('select result from dial_calls where tenant_id = $1 order by handed_at', [
        desk.world.tenantId,
      ]),
    );
    expect(rows.map(({ result }) => result)).toEqual(['unused', null]);
  });

  it('too many dropped calls leave one line', async () => {
    const { process } = await filled(3, { maxLevel: 3 });
    const [line] = await desk.world.run((tx) =>
      tx.query<{ list_id: string; loan_id: string }>(
        'select list_id, loan_id from dial_items where tenant_id = $1 limit 1',
        [desk.world.tenantId],
      ),
    );
    await desk.world.run(async (tx) => {
      for (let at = 0; at < 20; at += 1) {
        await tx.query(
          `insert into dial_calls (tenant_id, call_id, process_id, list_id, line, loan_id, borrower_id, user_id, handed_at, ended_at, result)
           values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $8, $9)`,
          [
            desk.world.tenantId,
            uuidv7(),
            process.id,
            line?.list_id,
            line?.loan_id,
            uuidv7(),
            desk.world.people.caller.id,
            desk.now,
            at === 0 ? 'dropped' : 'connected',
          ],
        );
      }
    });
    expect((await work()).parties).toHaveLength(1);
  });

  it('loans that no agent of the process holds are counted and not dialed', async () => {
    const process = await started();
    const loan = await loanOf({ held: { collector: 'collector' } });
    const list = await checked(await upload(process, `Loan number\n${loan.number}`));
    expect(list).toMatchObject({ lines: { ready: 1 }, unheld: 1 });
    expect((await work()).parties).toEqual([]);
    await desk.world.unassign(loan, 'collector');
    await desk.world.assign(loan, 'collector', 'caller');
    expect((await work()).parties).toHaveLength(1);
  });

  it('the agent’s status and break name the process, and nothing else', async () => {
    const { process } = await filled(1);
    const asked = { username: username(), breakName: 'Tea' };
    const other = await call('caller').post('/api/v2/dialer/break', { ...asked, processName: 'Somebody’s' });
    expect(other).toMatchObject({ status: 422, body: { fields: [{ path: 'processName' }] } });
    expect((await call('caller').post('/api/v2/dialer/break', { ...asked, processName: process.name })).status).toBe(
      200,
    );
    const status = await call('caller').get(`/dialer/agent-status?username=${username()}`);
    expect(status.body.data).toMatchObject({ status: 'BREAK', processName: process.name });
    const times = await desk.world.run((tx) =>
      tx.query<{ process: string }>("select process from dialer_times where tenant_id = $1 and reason = 'Tea'", [
        desk.world.tenantId,
      ]),
    );
    expect(times.at(-1)).toEqual({ process: process.name });
    await steer(process, 'stop');
    const after = await call('caller').get(`/dialer/agent-status?username=${username()}`);
    expect(after.body.data).toMatchObject({ processName: 'manual' });
  });
});
