/** Days off: kept by those above, obeyed by allocation, shown where people are chosen. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AllocationRun } from '../../core/contract/allocation';
import type { Leave } from '../../core/contract/leaves';
import { EVEN_WEIGHTS } from '../../core/domain/allocation';
import { addDays, DEFAULT_ZONE, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/allocation/jobs';
import { systemClock as clock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import { engines } from '../support/databases';
import { telecallerDesk } from '../support/telecaller-desk';
import type { Who } from '../support/world';

const PATH = '/api/v2/leaves';
const RULES = '/api/v1/loans/allocation-rule';
const RUNS = '/api/v1/loans/auto-allocation';

describe.each(engines)('leave on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const { send, audit } = desk;
  let today: string;
  beforeEach(() => {
    today = dayOf(clock.now(), DEFAULT_ZONE);
  });
  const idOf = (who: Who) => desk.world.people[who].id;
  const leave = (who: Who, from = 0, until = from, more: object = {}) => ({
    id: uuidv7(),
    personId: idOf(who),
    from: addDays(today, from),
    until: addDays(today, until),
    reason: 'Wedding in the family',
    ...more,
  });
  const kept = async (by: Who, body: object): Promise<Leave> => {
    const answer = await send(by, 'POST', PATH, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data as Leave;
  };
  const listed = async (by: Who, query = '') =>
    ((await send(by, 'GET', `${PATH}${query}`)).body.data as { rows: Leave[]; total: number }).rows;

  it('is kept by those above, told in the list, and stays as history', async () => {
    const body = leave('caller', 0, 2);
    const made = await kept('manager', body);
    expect(made).toMatchObject({ person: { id: idOf('caller') }, from: today, state: 'running', reason: body.reason });
    // The same again is the same one; another that overlaps is refused, and named.
    expect((await kept('manager', body)).id).toBe(made.id);
    const twice = await send('admin', 'POST', PATH, leave('caller', 2, 5));
    expect([twice.status, JSON.stringify(twice.body)]).toEqual([
      422,
      expect.stringContaining(`On leave already from ${today} until ${addDays(today, 2)}`),
    ]);
    const later = await kept('admin', leave('caller', 3, 5));
    expect(later.state).toBe('coming');
    expect((await listed('manager')).map(({ id }) => id)).toEqual([later.id, made.id]);
    expect((await listed('manager', '?state=coming')).map(({ id }) => id)).toEqual([later.id]);
    expect(await listed('manager', `?personId=${idOf('collector')}`)).toEqual([]);
    // Nobody else's manager sees it.
    expect(await listed('rival')).toEqual([]);

    const back = (await send('manager', 'PUT', `${PATH}/${later.id}/end`, {})).body.data as Leave;
    expect(back).toMatchObject({ state: 'withdrawn', until: later.until });
    expect((await send('manager', 'PUT', `${PATH}/${later.id}/end`, {})).body.data).toEqual(back);
    expect((await listed('manager', '?state=withdrawn')).map(({ id }) => id)).toEqual([later.id]);
    expect(await audit('leave.added', made.id)).toMatchObject([
      { actor_id: idOf('manager'), detail: { before: null, after: { personId: idOf('caller'), from: today } } },
    ]);
    expect(await audit('leave.ended', later.id)).toMatchObject([
      { detail: { before: { withdrawn: false }, after: { withdrawn: true } } },
    ]);
  });

  it('that has begun ends yesterday, and what is over does not change', async () => {
    const running = await kept('manager', leave('agent', -3, 4));
    const ended = (await send('manager', 'PUT', `${PATH}/${running.id}/end`, {})).body.data as Leave;
    expect(ended).toMatchObject({ state: 'over', from: addDays(today, -3), until: addDays(today, -1) });
    expect((await send('manager', 'PUT', `${PATH}/${running.id}/end`, {})).body.data).toEqual(ended);
    expect(await audit('leave.ended', running.id)).toHaveLength(1);
    expect((await listed('manager', '?state=over')).map(({ id }) => id)).toEqual([running.id]);
    // Free again from today.
    expect((await kept('manager', leave('agent'))).state).toBe('running');
  });

  it('refuses days that cannot be, people who do not collect, and who is not above them', async () => {
    const bad: [object, string][] = [
      [leave('caller', 2, 1), 'until'],
      [leave('caller', -5, -1), 'until'],
      [leave('caller', -40, 1), 'from'],
      [leave('caller', 0, 400), 'until'],
      [leave('caller', 0, 0, { reason: ' ' }), 'reason'],
    ];
    for (const [body, path] of bad) {
      const { status, body: said } = await send('manager', 'POST', PATH, body);
      expect([status, JSON.stringify(said)]).toEqual([422, expect.stringContaining(`"${path}"`)]);
    }
    expect((await send('nationalManager', 'POST', PATH, leave('manager'))).status).toBe(422);
    for (const [who, status] of [
      ['rival', 404],
      ['caller', 403],
      ['agent', 403],
      ['clientAdmin', 403],
      ['partner', 404],
    ] as const)
      expect([who, (await send(who, 'POST', PATH, leave('collector'))).status]).toEqual([who, status]);
    const made = await kept('manager', leave('collector'));
    for (const [who, status] of [
      ['rival', 404],
      ['collector', 403],
    ] as const)
      expect([who, (await send(who, 'PUT', `${PATH}/${made.id}/end`, {})).status]).toEqual([who, status]);
    expect((await send('manager', 'PUT', `${PATH}/${uuidv7()}/end`, {})).status).toBe(404);
    const foreign = { ...leave('caller'), personId: desk.foreign.people.caller.id };
    expect((await send('admin', 'POST', PATH, foreign)).status).toBe(404);
  });

  it('leaves who is away out of an allocation, and says until when, also where people are chosen', async () => {
    await desk.world.addLoans(4);
    const until = addDays(today, 3);
    const made = await kept('manager', leave('caller', 0, 3));
    await kept('manager', leave('collector', 1, 3));
    const rule = {
      ...{ id: uuidv7(), name: 'All', active: true, condition: [[]], kind: 'collector', method: 'round-robin' },
      target: { of: 'chosen', ids: [idOf('caller'), idOf('collector')] },
      ...{ weights: EVEN_WEIGHTS, keepPresent: false, mostLoans: null, mostPos: null },
      ...{ needsDra: false, needsPresence: false, from: null, until: null },
    };
    expect((await send('admin', 'POST', `${RULES}/upload`, { version: 0, rules: [rule] })).status).toBe(200);
    const rehearsed = async (): Promise<AllocationRun> => {
      const id = uuidv7();
      await send('admin', 'POST', RUNS, { id });
      const logger = createLogger('silent');
      const jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
      registerJobs(jobs, { db: desk.held.db, clock, logger });
      jobs.start();
      const one = async () => (await send('admin', 'GET', `${RUNS}/${id}`)).body.data as AllocationRun;
      try {
        await expect.poll(async () => (await one()).state, { timeout: 20_000 }).toBe('rehearsed');
      } finally {
        await jobs.stop();
      }
      return one();
    };
    const { summary } = await rehearsed();
    expect(summary?.rules[0]?.excluded).toMatchObject([{ id: idOf('caller'), why: 'on-leave', until }]);
    expect(summary?.holders.find(({ id }) => id === idOf('collector'))?.gets).toBe(4);

    const chosen = async () => {
      const { collectors } = (await send('manager', 'GET', '/api/v2/portfolios/choices')).body.data as {
        collectors: { id: string; awayUntil: string | null }[];
      };
      return Object.fromEntries(collectors.map(({ id, awayUntil }) => [id, awayUntil]));
    };
    expect(await chosen()).toMatchObject({ [idOf('caller')]: until, [idOf('collector')]: null });

    // Back at work, they are given loans again.
    await send('manager', 'PUT', `${PATH}/${made.id}/end`, {});
    expect((await rehearsed()).summary?.rules[0]?.excluded).toEqual([]);
    expect(await chosen()).toMatchObject({ [idOf('caller')]: null });
  });
});
