/** Reports on people, loans and processes: each figure against what was put in, for whom it is, and nobody else. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportRow } from '../../core/contract/reports';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { REPORT_KINDS, type ReportKind, SUMMED } from '../../core/domain/report-kinds';
import { maySeeKind } from '../../core/domain/reports';
import type { Role } from '../../core/domain/roles';
import { stageFor } from '../../core/domain/settlements/sight';
import { STAGES } from '../../core/domain/settlements/steps';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, createTenantWorld, STAFF, type TenantWorld, type TestLoan, type Who } from '../support/world';

/** A Friday in Pune; its midnight is 18:30 of the day before by UTC. */
const DAY = '2026-11-20';
const at = (time: string) => `${DAY}T${time}:00+05:30`;
const ONE_DAY = `from=${DAY}&to=${DAY}`;

describe.each(bothAtNight)('reports on people, loans and processes on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let first: TestLoan;
  let second: TestLoan;
  const apis = new Map<Who, Api>();
  const api = (who: Who): Api => {
    const known = apis.get(who) ?? as(server.origin, world.people[who]);
    apis.set(who, known);
    return known;
  };
  const sql = (text: string, ...given: unknown[]) => world.run((tx) => tx.query(text, [world.tenantId, ...given]));
  const person = (who: Who) => world.people[who].id;
  const named = async (who: Who) =>
    String((await sql('select full_name as name from users where tenant_id = $1 and id = $2', person(who)))[0]?.name);
  const rows = async (who: Who, kind: ReportKind, query = ONE_DAY): Promise<ReportRow[]> => {
    const { status, body } = await api(who).get(`/api/v2/reports/${kind}?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.data as { rows: ReportRow[] }).rows;
  };
  const call = (who: Who, loan: TestLoan, when: string, code: [string, string], promised?: number) =>
    sql(
      `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no,
         record, payload_hash)
       values ($1, $2, $3::timestamptz, $4, $5, 'call', $6, $7, case when $7 = 'PTP' then 3 else 9 end, 'applied', $3::timestamptz, (random() * 1000000)::int, $8, 'hash')`,
      uuidv7(),
      when,
      loan.id,
      person(who),
      ...code,
      JSON.stringify(promised ? { ptp: { dueOn: DAY, amountPaise: promised } } : {}),
    );
  const state = (who: Who, name: string, from: string, until: string, reason: string | null = null) =>
    sql(
      "insert into dialer_times (tenant_id, id, user_id, state, reason, process, from_at, until_at) values ($1, gen_random_uuid(), $2, $3, $6, 'Early', $4, $5)",
      person(who),
      name,
      from,
      until,
      reason,
    );
  const session = (who: Who, from: string, to: string | null, reason: string | null) =>
    sql(
      `insert into sessions (tenant_id, id, user_id, created_at, refreshed_at, expires_at, ended_at, end_reason, ip, user_agent)
       values ($1, gen_random_uuid(), $2, $3::timestamptz, $3::timestamptz + interval '1 hour', $3::timestamptz + interval '2 hours', $4, $5,
         '10.0.0.7', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36')`,
      person(who),
      from,
      to,
      reason,
    );

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    first = await world.addLoan({ number: 'TW-1', posPaise: 4_500_050, held: { collector: 'caller' } });
    second = await world.addLoan({ number: 'TW-2', dpd: 40, held: { field_agent: 'rivalAgent' } });
    await session('caller', at('09:00'), at('13:30'), 'idle');
    await session('rivalAgent', at('10:00'), null, null);
    await call('caller', first, at('09:10'), ['PTP', 'PTP'], 100_000);
    await call('caller', first, at('09:30'), ['RNR', 'NON_CONTACT']);
    await call('rivalAgent', second, at('11:00'), ['PTP', 'PTP'], 70_000);
    // The night before belongs to the day before, but for its last ten minutes.
    await state('caller', 'idle', '2026-11-19T23:50:00+05:30', at('00:10'));
    await state('caller', 'idle', at('09:00'), at('09:30'));
    await state('caller', 'talk', at('09:30'), at('09:45'));
    await state('caller', 'wrap-up', at('09:45'), at('09:50'));
    await state('caller', 'break', at('09:50'), at('10:10'), 'Tea');
    await sql('update loans set last_at = $3 where tenant_id = $1 and id = $2', first.id, at('09:30'));
    await sql(
      "insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status) select $1, gen_random_uuid(), gen_random_uuid(), $2, $3, 100000, $4, 'cash', s from unnest(array['kept', 'broken', 'kept', 'open']) s",
      first.id,
      person('caller'),
      DAY,
    );
    await sql(
      "insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status) select $1, gen_random_uuid(), $2, $3, 60000, 'upi', $4, s from unnest(array['received', 'reversed']) s",
      first.id,
      person('caller'),
      at('12:00'),
    );
    await sql(
      "insert into retained_loans (tenant_id, loan_id, reason, marked_by, marked_at) values ($1, $2, 'Pays every month', $3, '2026-10-20T06:00:00Z')",
      first.id,
      person('manager'),
    );
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const EVERYBODY = Object.values(STAFF);
  const not = (...roles: Role[]) => EVERYBODY.filter((role) => !roles.includes(role));
  it.each<[ReportKind, readonly Role[]]>([
    ['calls', EVERYBODY],
    ['visits', not('CRM_TELECALLER')],
    ['field', not('CRM_TELECALLER')],
    ['allocations', EVERYBODY],
    ['best', EVERYBODY],
    ['logins', ['CRM_MANAGER', 'MANAGER']],
    ['retained', not('CLIENT_ADMIN')],
    ['last', EVERYBODY],
    ['agentDays', EVERYBODY],
    ['agentWork', EVERYBODY],
    ['processes', EVERYBODY],
    ['settlements', EVERYBODY],
    ['pendingClient', ['CRM_MANAGER', 'MANAGER']],
    ['recordings', EVERYBODY],
    ['workable', ['CRM_TENANTADMIN', 'CRM_MANAGER', 'CRM_SUPERMANAGER']],
  ])('%s is for these roles, as a page and as a file', async (kind, roles) => {
    expect(REPORT_KINDS).toContain(kind);
    const people: Who[] = ['admin', 'manager', 'plainManager', 'caller', 'agent', 'clientAdmin', 'customer', 'partner'];
    for (const who of people)
      for (const path of [`${kind}`, `${kind}/file`])
        expect([who, (await api(who).get(`/api/v2/reports/${path}?${ONE_DAY}`)).status]).toEqual([
          who,
          roles.includes(STAFF[who]) ? 200 : 403,
        ]);
  });

  it('visits: each of the five proofs counts one, and what is not known none', async () => {
    const [address] = await sql(
      'update addresses set lat = 18.5, lng = 73.8 where tenant_id = $1 and borrower_id = $2 returning id',
      second.borrowerId,
    );
    expect(address).toBeDefined();
    const near = { lat: 18.501, lng: 73.8, accuracyM: 10, mock: false };
    const cases: [proofs: number, record: object, signature: string][] = [
      [5, { gps: near, onSiteSeconds: 120, attachments: [{}] }, 'valid'],
      [4, { gps: near, onSiteSeconds: 119, attachments: [{}] }, 'valid'],
      [3, { gps: { ...near, lat: 18.6 }, onSiteSeconds: 600, attachments: [{}] }, 'none'],
      // Invented, though it is near.
      [1, { gps: { ...near, mock: true }, attachments: [] }, 'invalid'],
      [0, { gps: null }, 'none'],
    ];
    for (const [at, [, record, signature]] of cases.entries())
      await sql(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no,
           record, payload_hash, signature_state)
         values ($1, gen_random_uuid(), $2::timestamptz, $3, $4, 'field', 'FDL', 'NON_CONTACT', 9, 'applied', $2::timestamptz, 1, $5, 'hash', $6)`,
        `2026-11-12T06:0${at}:00Z`,
        second.id,
        person('rivalAgent'),
        JSON.stringify(record),
        signature,
      );
    const days = 'from=2026-11-12&to=2026-11-12';
    const proofs = (found: ReportRow[]) => found.map((row) => row.proofs);
    expect(proofs(await rows('rival', 'field', `${days}&sort=at&dir=asc`))).toEqual(cases.map(([count]) => count));
    expect(proofs(await rows('admin', 'field', `${days}&sort=proofs&dir=asc`))).toEqual([0, 1, 3, 4, 5]);
    expect(await rows('manager', 'field', days)).toEqual([]);
  });

  it('sign-ins: of one’s own people, with device, length and how they ended', async () => {
    expect(await rows('manager', 'logins')).toMatchObject([
      {
        user: await named('caller'),
        role: 'CRM_TELECALLER',
        device: 'Windows · Chrome',
        ip: '10.0.0.7',
        signedOutAt: '2026-11-20T08:00:00.000Z',
        sessionSeconds: 4.5 * 3600,
        endReason: 'idle',
      },
    ]);
    expect(await rows('rival', 'logins')).toMatchObject([
      { user: await named('rivalAgent'), sessionSeconds: 3600, endReason: 'expired' },
    ]);
    expect(await rows('plainManager', 'logins')).toEqual([]);
  });

  it('an agent’s day: each state within it, breaks by reason, net and occupancy', async () => {
    const own = await rows('caller', 'agentDays');
    expect(own).toMatchObject([
      {
        agent: await named('caller'),
        day: DAY,
        firstIn: '2026-11-20T03:30:00.000Z',
        lastOut: '2026-11-20T08:00:00.000Z',
        idleSeconds: 2400,
        talkSeconds: 900,
        wrapSeconds: 300,
        breakSeconds: 1200,
        breaks: 'Tea 20 min',
        loginSeconds: 4800,
        netSeconds: 3600,
        occupancy: 33.3,
      },
    ]);
    expect(await rows('manager', 'agentDays')).toEqual(own);
    expect(await rows('admin', 'agentDays')).toEqual(own);
    expect(await rows('rival', 'agentDays')).toEqual([]);
    const twoDays = await rows('manager', 'agentDays', 'from=2026-11-19&to=2026-11-20');
    expect(twoDays.map(({ day, loginSeconds }) => [day, loginSeconds])).toEqual([
      [DAY, 4800],
      ['2026-11-19', 600],
    ]);
  });

  it.each(Object.entries(SUMMED) as [ReportKind, readonly string[]][])(
    'the totals of %s are the sums of all its lines, as the asker sees them',
    async (kind, columns) => {
      for (const who of ['admin', 'manager', 'rival', 'caller'] as const) {
        const query = 'from=2026-11-19&to=2026-11-20';
        const path = `/api/v2/reports/${kind}/totals?${query}`;
        const { status, body } = await api(who).get(path);
        if (!maySeeKind(kind, STAFF[who])) {
          expect(status).toBe(403);
          continue;
        }
        const all = await rows(who, kind, `${query}&pageSize=250`);
        const sums = columns.map((column) => {
          const known = all.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : []));
          return [column, known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null];
        });
        // Its lines count the whole book.
        const known =
          kind === 'workable' ? { lines: null, sums: null } : { lines: all.length, sums: Object.fromEntries(sums) };
        expect(body.data, who).toEqual(known);
      }
    },
  );

  it('are narrowed to buckets of loans and to the people of an agency', async () => {
    const agency = world.agencyId;
    await sql('update users set agency_id = $2 where tenant_id = $1 and id = $3', agency, person('rivalAgent'));
    const of = async (query: string) =>
      (await rows('admin', 'calls', `${ONE_DAY}&pageSize=250&${query}`)).map(({ loanNumber }) => loanNumber);
    expect(await of(`agencyId=${agency}`)).toEqual(['TW-2']);
    expect(await of('bucket=31-60')).toEqual(['TW-2']);
    expect(await of('bucket=0-30')).toEqual(['TW-1', 'TW-1']);
    expect(await of(`bucket=0-30,31-60&agencyId=${agency}`)).toEqual(['TW-2']);
    expect(await rows('admin', 'agentDays', `${ONE_DAY}&agencyId=${agency}`)).toEqual([]);
    const { body } = await api('admin').get(`/api/v2/reports/calls/totals?${ONE_DAY}&bucket=31-60`);
    expect(body.data).toMatchObject({ lines: 1, sums: { ptpPaise: 70_000 } });
    await sql('update users set agency_id = null where tenant_id = $1 and id = $2', person('rivalAgent'));
  });

  it('an agent’s work: calls, right party, promises, what was kept and collected', async () => {
    expect(await rows('manager', 'agentWork')).toMatchObject([
      {
        agent: await named('caller'),
        calls: 2,
        visits: 0,
        talkSeconds: null,
        talkEach: null,
        waitSeconds: 2400,
        waitEach: 1200,
        pauseSeconds: 1200,
        rpc: 1,
        ptp: 1,
        ptpPaise: 100_000,
        kept: 66.7,
        collectedPaise: 60_000,
        perHourPaise: 45_000,
      },
    ]);
    const all = await rows('admin', 'agentWork');
    expect(all.map(({ ptpPaise }) => ptpPaise).toSorted()).toEqual([100_000, 70_000]);
    // Of whom no dialer told anything, nothing is known.
    expect(await rows('rival', 'agentWork')).toMatchObject([
      { ptpPaise: 70_000, waitSeconds: null, pauseSeconds: null, perHourPaise: null, talkSeconds: null },
    ]);
    expect(await rows('manager', 'agentWork', 'from=2026-11-10&to=2026-11-11')).toEqual([]);
  });

  it('retained loans: why, by whom, until when, and what the next month brought', async () => {
    const october = 'from=2026-10-01&to=2026-10-31';
    expect(await rows('manager', 'retained', october)).toMatchObject([
      {
        loanNumber: 'TW-1',
        reason: 'Pays every month',
        by: await named('manager'),
        heldBy: await named('caller'),
        validTill: '2026-11-30',
        nextLabel: 'Promise to pay',
        nextPaise: 60_000,
      },
    ]);
    expect(await rows('rival', 'retained', october)).toEqual([]);
  });

  it('settlements: terms, who approved when, what is paid; and those that wait for the client since when', async () => {
    const insert = (number: string, loan: TestLoan, more: string, stageAt: string) =>
      sql(
        `insert into settlements (tenant_id, id, number, loan_id, borrower_id, stage, stage_at, reviews, maker_id, maker_role, hardship, staff_or_fraud,
           restructuring, round, outstanding_paise, waived_paise, payable_paise, instalments, valid_till, paid_paise, created_at, answer_by)
         values ($1, gen_random_uuid(), $2, $3, $4, ${more}, $6::timestamptz, '{manager,client}', $5, 'CRM_TELECALLER', 'Ill', false, false, 1, 300000, 100000, 200000, 2,
           '2031-01-01', 50000, '2026-11-02T06:00:00Z', $6::timestamptz::date + 3) returning id`,
        number,
        loan.id,
        loan.borrowerId,
        person('caller'),
        stageAt,
      );
    const [paid] = await insert('ST/2026/000001', first, "'running'", '2026-11-05T06:00:00Z');
    const taken = (id: unknown, place: number, step: string, to: string, who: Who, at: string) =>
      sql(
        `insert into settlement_steps (tenant_id, settlement_id, place, step, from_stage, to_stage, round, by_id, by_role, remarks, at)
         values ($1, $2, $3::integer, $4, 'manager', $5, 1, $6, 'CRM_MANAGER', '', $7::timestamptz)`,
        id,
        place,
        step,
        to,
        person(who),
        at,
      );
    await taken(paid?.id, 1, 'submit', 'manager', 'caller', '2026-11-02T06:00:00Z');
    await taken(paid?.id, 2, 'approve', 'client', 'manager', '2026-11-03T06:00:00Z');
    await taken(paid?.id, 3, 'approve', 'approved', 'clientAdmin', '2026-11-03T07:30:00Z');
    await taken(paid?.id, 4, 'send-letter', 'letter-out', 'nationalManager', '2026-11-04T06:00:00Z');
    const days = 'from=2026-11-01&to=2026-11-30';
    expect(await rows('manager', 'settlements', days)).toMatchObject([
      {
        settlement: 'ST/2026/000001',
        loanNumber: 'TW-1',
        maker: await named('caller'),
        stage: 'running',
        outstandingPaise: 300_000,
        payablePaise: 200_000,
        waivedPaise: 100_000,
        waiver: 33.3,
        parts: 2,
        approver: await named('clientAdmin'),
        takenSeconds: 25.5 * 3600,
        letterAt: '2026-11-04T06:00:00.000Z',
        settledPaise: 50_000,
        balancePaise: 150_000,
        settledOn: null,
      },
    ]);
    expect(await rows('rival', 'settlements', days)).toEqual([]);
    // A word on the way is no decision: whoever gave one is no approver while others are asked, nor after a refusal.
    for (const [at, stage] of STAGES.entries()) {
      const other = await world.addLoan({ state: 'closed', held: { collector: 'caller' } });
      const [open] = await insert(`ST/2026/0001${at + 10}`, other, `'${stage}'`, '2026-11-05T06:00:00Z');
      await taken(open?.id, 1, 'approve', 'client', 'manager', '2026-11-03T06:00:00Z');
    }
    const undecided = (await rows('manager', 'settlements', `${days}&q=ST/2026/0001&pageSize=25`)) as Record<
      string,
      unknown
    >[];
    expect(undecided).toHaveLength(STAGES.length);
    expect(undecided.filter(({ approver, takenSeconds }) => approver !== null || takenSeconds !== null)).toEqual([]);
    // Whoever offers settlements learns neither in which review one stands nor who decided.
    const sealed = (await rows('caller', 'settlements', `${days}&pageSize=25`)) as Record<string, unknown>[];
    expect(sealed.find(({ settlement }) => settlement === 'ST/2026/000001')).toMatchObject({
      stage: 'running',
      approver: null,
    });
    expect(new Set(sealed.map(({ stage }) => stage))).toEqual(
      new Set(STAGES.map((stage) => stageFor(stage, 'CRM_TELECALLER'))),
    );
    await sql("delete from settlements where tenant_id = $1 and number like 'ST/2026/0001%'");
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await insert('ST/2026/000002', second, "'client'", ago(5 * 24));
    expect(await rows('rival', 'pendingClient', '')).toMatchObject([
      { settlement: 'ST/2026/000002', stage: 'client', waitingDays: 5, answerIn: 'late', waiver: 33.3 },
    ]);
    expect(await rows('manager', 'pendingClient', '')).toEqual([]);
  });

  it('the last of each kind that happened on active loans, found by the whole number', async () => {
    const mine = await rows('manager', 'last', '');
    expect(mine).toMatchObject([
      { loanNumber: 'TW-1', lastAt: '2026-11-20T04:00:00.000Z', callAt: '2026-11-20T04:00:00.000Z', paidPaise: 60_000 },
    ]);
    expect(mine[0]?.visitAt).toBeNull();
    expect((await rows('admin', 'last', 'sort=dpd')).map(({ loanNumber }) => loanNumber)).toEqual(['TW-2', 'TW-1']);
    expect((await rows('admin', 'last', 'q=TW-2')).map(({ loanNumber }) => loanNumber)).toEqual(['TW-2']);
    expect(await rows('admin', 'last', 'q=TW')).toEqual([]);
  });

  it('processes: what each dialed, reached and dropped, and how many numbers are left', async () => {
    const [process, list] = [uuidv7(), uuidv7()];
    await sql(
      `insert into dial_processes (tenant_id, id, portfolio_id, name, mode, level_tenths, drop_tenths, from_time, until_time, max_attempts, retry, created_by)
       select $1, $2, portfolio_id, 'Early', 'predictive', 20, 30, '09:00', '18:00', 3, $4::jsonb, $5 from loans where tenant_id = $1 and id = $3`,
      process,
      first.id,
      JSON.stringify(NEW_PROCESS.retry),
      person('manager'),
    );
    await sql(
      `insert into dial_lists (tenant_id, id, process_id, name, source, columns, filter, state, created_by, created_at)
       values ($1, $2, $3, 'All', 'filter', array['Loan number'], '{}', 'ready', $4, now())`,
      list,
      process,
      person('manager'),
    );
    await sql(
      'insert into dial_process_agents (tenant_id, process_id, user_id) values ($1, $2, $3)',
      process,
      person('caller'),
    );
    const results = [
      ['connected', 'PTP', 60],
      ['connected', 'REFUSE', 30],
      ['dropped', null, 0],
      ['no-answer', null, 0],
    ] as const;
    for (const [line, [result, outcome, talk]] of results.entries())
      await sql(
        `insert into dial_calls (tenant_id, call_id, process_id, list_id, line, loan_id, borrower_id, user_id, handed_at, ended_at, result, talk_seconds, class)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)`,
        `c${line}`,
        process,
        list,
        line,
        first.id,
        first.borrowerId,
        person('caller'),
        at('09:20'),
        result,
        talk,
        outcome,
      );
    await sql(
      "insert into dial_items (tenant_id, list_id, line, process_id, state, loan_id, phone_id, attempts, next_at) values ($1, $2, 9, $3, 'ready', $4, $5, 0, now())",
      list,
      process,
      first.id,
      first.phoneId,
    );
    const truth = {
      process: 'Early',
      agents: 1,
      dials: 4,
      answered: 2,
      connect: 50,
      drops: 1,
      drop: 33.3,
      rpc: 2,
      ptp: 1,
      handleEach: 45,
      waitEach: 900,
      numbersLeft: '1',
    };
    expect(await rows('admin', 'processes')).toMatchObject([truth]);
    expect(await rows('admin', 'processes', 'from=2026-11-10&to=2026-11-11')).toEqual([]);
    expect(await rows('otherClient', 'processes')).toEqual([]);
  });

  it('a file has the same cells, and a bad question is said to be one', async () => {
    const { body } = await api('manager').get(`/api/v2/reports/agentWork/file?${ONE_DAY}`);
    const { csv, fileName } = body.data as { csv: string; fileName: string };
    expect(fileName).toBe(`agentWork_${DAY}_${DAY}.csv`);
    expect(csv).toContain('Collected a login hour');
    expect(csv).toContain('1000.00');
    for (const query of ['from=2026-11-20&to=2026-11-19', 'from=2016-01-01&to=2026-01-01', 'sort=calls'])
      expect((await api('manager').get(`/api/v2/reports/agentWork?${query}`)).status).toBe(422);
    expect((await api('manager').get('/api/v2/reports/nothing')).status).toBe(422);
  });

  it('models: each as a list with days DD-MM-YYYY, within what one sees, and to no field agent', async () => {
    await sql("update loans set entered_on = '2026-11-19' where tenant_id = $1 and id = $2", first.id);
    await sql(
      "update loans set entered_on = '2026-11-20', last_bounce_reason = '=1+1' where tenant_id = $1 and id = $2",
      second.id,
    );
    await sql(
      "insert into targets (tenant_id, id, month, scope, scope_id, metric, target, created_by) values ($1, gen_random_uuid(), '2026-11-01', 'user', $2, 'amount', 12345600, $3), ($1, gen_random_uuid(), '2026-11-01', 'user', $2, 'resolution', 4550, $3), ($1, gen_random_uuid(), '2026-10-01', 'user', $2, 'ptp', 5, $3)",
      person('caller'),
      person('manager'),
    );
    const list = async (who: Who, model: string, gte = DAY, lte = DAY) => {
      const { status, body } = await api(who).get(`/api/v1/activity/get-export?model=${model}&gte=${gte}&lte=${lte}`);
      return status === 200 ? (body.data as Record<string, string>[]) : status;
    };
    expect(await list('admin', 'loan')).toMatchObject([
      { 'Loan number': 'TW-2', 'Taken in on': '20-11-2026', DPD: '40' },
    ]);
    expect(await list('admin', 'loan', '2026-11-18', '2026-11-19')).toMatchObject([
      { 'Loan number': 'TW-1', POS: '45000.50' },
    ]);
    // The manager's people hold the first loan, not the second.
    expect(await list('manager', 'loan', '2026-11-18', DAY)).toMatchObject([{ 'Loan number': 'TW-1' }]);
    expect(await list('caller', 'callDisposition')).toMatchObject([
      { Time: '20-11-2026 09:30', Disposition: 'Ringing, no response' },
      { Time: '20-11-2026 09:10', 'PTP amount': '1000.00', 'PTP date': '20-11-2026' },
    ]);
    expect(await list('manager', 'dataInsight')).toMatchObject([
      {
        'Loan number': 'TW-1',
        Calls: '2',
        Visits: '0',
        RPC: '1',
        'Reached %': '50',
        'Best hour': '09:00–10:00',
        Pincode: '411001',
      },
    ]);
    // What a spreadsheet would reckon is a text.
    expect(await list('rival', 'dataInsight')).toMatchObject([{ 'Loan number': 'TW-2', 'Last bounce': "'=1+1" }]);
    const targets = (await list('manager', 'target')) as Record<string, string>[];
    expect(targets.toSorted((a, b) => (a.Measure ?? '').localeCompare(b.Measure ?? ''))).toMatchObject([
      {
        Month: '01-11-2026',
        'Set for': 'Person',
        Name: await named('caller'),
        'Target in rupees': '123456.00',
        Target: '',
      },
      { Measure: 'Resolution %', 'Target in rupees': '', Target: '45.5' },
    ]);
    expect(await list('rival', 'target')).toEqual([]);
    expect(await list('manager', 'loan', '2026-01-01', '2026-01-02')).toEqual([]);
    expect(await list('agent', 'loan')).toBe(403);
    expect(await list('manager', 'loan', DAY, '2026-11-01')).toBe(422);
    expect(await list('manager', 'loan', '2026-01-01', DAY)).toBe(422);
    expect(await list('manager', 'payments')).toBe(422);
    // The same as a file of any length has the models' name, and is as closed.
    const asFile = (who: Who) =>
      api(who).post('/api/v2/report-exports', {
        id: uuidv7(),
        kind: 'target',
        fileType: 'xlsx',
        filters: { from: DAY, to: DAY },
      });
    expect((await asFile('manager')).body).toMatchObject({ data: { fileName: 'target_20-11-2026_20-11-2026.xlsx' } });
    expect((await asFile('agent')).status).toBe(403);
  });

  it('workable: each loan of the opening stands in one figure, by agent and bucket', async () => {
    const month = "date_trunc('month', now() at time zone 'Asia/Kolkata')::date";
    const put = async (change: string, held: Parameters<TenantWorld['addLoan']>[0] = {}, opened = true) => {
      const loan = await world.addLoan({ held: { collector: 'collector' }, posPaise: 1_000, ...held });
      if (opened)
        await sql(
          `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
           select $1, ${month}, id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, ${month} from loans where tenant_id = $1 and id = $2`,
          loan.id,
        );
      if (change) await sql(`update loans set ${change} where tenant_id = $1 and id = $2`, loan.id);
      return loan;
    };
    const called = await put('');
    await call('collector', called, new Date().toISOString(), ['RNR', 'NON_CONTACT']);
    await put('');
    for (const change of [
      "state = 'closed'",
      "state = 'settled'",
      "state = 'suppressed', flag_legal = true",
      'flag_deceased = true',
    ])
      await put(change);
    await put('flag_legal = true');
    const mute = await put('');
    await sql('update phones set invalid = true where tenant_id = $1 and borrower_id = $2', mute.borrowerId);
    // Came in the middle of the month, and so is no part of its opening; the other bucket; another holder beside.
    await put('', {}, false);
    await put('', { dpd: 45 });
    await put('', { held: { field_agent: 'agent', collector: 'collector' } });
    const name = await named('collector');
    const found = (await rows('manager', 'workable', 'sort=bucket&dir=desc')).filter(({ agent }) => agent === name);
    expect(found).toMatchObject([
      { bucket: '31-60', opening: 1, workable: 1, attempted: 0, untouched: 1, penetration: 0 },
      {
        bucket: '0-30',
        opening: 9,
        paid: 1,
        settled: 1,
        suppressed: 1,
        deceased: 1,
        legal: 1,
        invalid: 1,
        workable: 3,
        workablePaise: 3_000,
        attempted: 1,
        untouched: 2,
        penetration: 33.3,
      },
    ]);
    // The field agent's loan counts with the telecaller alone, and another manager's people are not in it.
    const fieldAgent = await named('agent');
    expect((await rows('admin', 'workable')).filter(({ agent }) => agent === fieldAgent)).toEqual([]);
    expect((await rows('rival', 'workable')).map(({ agent }) => agent)).not.toContain(name);
  });
});
