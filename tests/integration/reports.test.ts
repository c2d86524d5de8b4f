/** The reports over a small world whose figures are known: who sees which rows, what a row says, filters, orders, files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportPage } from '../../core/contract/reports';
import { uuidv7 } from '../../core/domain/ids';
import { REPORT_COLUMNS } from '../../core/domain/report-kinds';
import { verifyAudit } from '../../server/db/audit';
import { xlsxFile } from '../../server/platform/tables';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  STAFF,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

/** Noon in India on a Saturday. */
const NOON = Date.parse('2026-11-21T06:30:00Z');
const at = (hours: number) => new Date(NOON + hours * 3_600_000).toISOString();
const EVERYBODY = Object.keys(STAFF) as Who[];
/** Pune, and 0.001° east of it: 105 m at that latitude. */
const HOME = { lat: 18.5204, lng: 73.8567 };

const CALLS = '/api/v1/call-disposition/daily-reports';
const VISITS = '/api/v1/field-disposition/daily-reports';
const BEST = '/api/v1/call-disposition/getDispositionReport';
const ALLOCATED = '/api/v1/call-disposition/allocation-reports';
const ALLOCATIONS = '/reporting/api/allocation-reports';
const DAYS = 'from=2026-11-20&to=2026-11-21&pageSize=50';

describe.each(engines)('reports on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let now = new Date(NOON);
  let loans: Record<'early' | 'second' | 'visited' | 'rivals', TestLoan>;
  const apis = new Map<string, Api>();
  const api = (who: Who, of: TenantWorld = world): Api => {
    const known = apis.get(of.people[who].id) ?? as(server.origin, of.people[who]);
    apis.set(of.people[who].id, known);
    return known;
  };
  const page = async (who: Who, path: string): Promise<ReportPage> => {
    const { status, body } = await api(who).get(path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as ReportPage;
  };
  const numbersOf = ({ rows }: ReportPage) => rows.map(({ loanNumber }) => loanNumber);
  const record = async (who: Who, made: ReturnType<typeof callRecord>) => {
    const { body } = await api(who).batch(itemOf(made));
    expect(JSON.stringify(body)).toContain('"outcome":"applied"');
    return made.id;
  };
  const rename = (who: Who, name: string) =>
    world.run((tx) => tx.query('update users set full_name = $2 where id = $1', [world.people[who].id, name]));

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock: { now: () => now } });
    world = await createTenantWorld(held.db);
    elsewhere = await createTenantWorld(held.db);
    for (const [who, name] of [
      ['caller', 'Ravi Kumar'],
      ['collector', 'Deepak Rao'],
      ['agent', 'Asha Patil'],
      ['rivalAgent', 'Vikram Shah'],
      ['manager', 'Meera Joshi'],
    ] as const)
      await rename(who, name);
    loans = {
      early: await world.addLoan({ number: 'TW-1', dpd: 12, posPaise: 4_500_000, held: { collector: 'caller' } }),
      second: await world.addLoan({ number: 'TW-2', dpd: 40, posPaise: 9_000_000, held: { collector: 'collector' } }),
      visited: await world.addLoan({
        number: 'TW-3',
        dpd: 55,
        posPaise: 2_000_000,
        held: { field_agent: 'agent', agency: true },
      }),
      rivals: await world.addLoan({ number: 'PL-9', otherClient: true, held: { field_agent: 'rivalAgent' } }),
    };
    // Everything was given out at eight in the morning of the day before.
    await world.run(async (tx) => {
      await tx.query('update loan_assignments set assigned_at = $1 where tenant_id = $2', [at(-28), world.tenantId]);
      await tx.query('update addresses set lat = $1, lng = $2 where tenant_id = $3', [
        HOME.lat,
        HOME.lng,
        world.tenantId,
      ]);
      await tx.query('update users set agency_id = $2 where id = $1', [world.people.agent.id, world.agencyId]);
    });
    await record(
      'caller',
      callRecord(loans.early, {
        recordedAt: at(-2),
        code: 'PTP',
        subCode: 'After the salary',
        ptp: { amountPaise: 150_000, dueOn: '2026-11-25', mode: 'upi' },
        durationSeconds: 95,
        callId: 'CALL-2026-11-21-0001',
        phoneId: loans.early.phoneId,
        remarks: '=HYPERLINK("http://x")',
      }),
    );
    await record('caller', callRecord(loans.early, { recordedAt: at(-1), loanSeq: 2 }));
    // A quarter to one at night in India, on the twenty-first; by UTC it was still the twentieth.
    await record('collector', callRecord(loans.second, { recordedAt: at(-11.25), durationSeconds: 10, callId: '17' }));
    // What the dialer said of two of the calls; of the third it said nothing.
    await world.run(async (tx) => {
      for (const [id, who, talked, hold, wrap, recording] of [
        ['CALL-2026-11-21-0001', 'caller', 90, 10, 33, '/recordings/call-1.wav'],
        ['17', 'collector', null, 0, null, null],
      ] as const)
        await tx.query(
          `insert into dialer_calls (tenant_id, id, user_id, mode, number, phase, started_at, answered_at, ended_at, hold_seconds,
             wrap_seconds, recording) values ($1, $2, $3, 'manual', '9812345678', 'ended', $4, $5, $6, $7, $8, $9)`,
          [
            world.tenantId,
            id,
            world.people[who].id,
            at(-3),
            talked && at(-3),
            new Date(NOON - 3 * 3_600_000 + (talked ?? 5) * 1000),
            hold,
            wrap,
            recording,
          ],
        );
    });
    await record(
      'agent',
      fieldRecord(loans.visited, {
        recordedAt: at(-3),
        code: 'FCOL',
        nextVisitOn: undefined,
        gpsMissing: undefined,
        gps: { lat: HOME.lat, lng: HOME.lng + 0.001, accuracyM: 12.4, at: at(-3), mock: false },
        personMet: { relation: 'spouse' },
        payment: { amountPaise: 50_000, mode: 'upi', reference: 'U1' },
        onSiteSeconds: 240,
      }),
    );
    await record('rivalAgent', fieldRecord(loans.rivals, { recordedAt: at(-4) }));
    const gave = await api('manager').fetch('/api/v1/loans/assign/collector', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profileId: world.people.collector.id, loanIds: [loans.early.id] }),
    });
    expect(gave.status, await gave.text()).toBe(200);
    now = new Date(NOON + 60_000);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('a call says what was recorded of it and how its loan stands, with the number masked', async () => {
    const { rows, totalElements } = await page('caller', `${CALLS}?${DAYS}`);
    expect(totalElements).toBe(2);
    const [other, promise] = rows;
    // Nothing here called for it.
    expect(other?.mode).toBe('other-phone');
    expect(promise).toEqual({
      id: expect.any(String),
      loanId: loans.early.id,
      at: at(-2),
      loanNumber: 'TW-1',
      borrower: 'Asha Kulkarni',
      client: 'Sahyadri Bank',
      portfolio: 'Two wheelers',
      bucket: '0-30',
      dpd: 12,
      posPaise: 4_500_000,
      phone: '98••••••78',
      agent: 'Ravi Kumar',
      agency: null,
      process: null,
      mode: 'manual',
      callStatus: 'answered',
      talkSeconds: 80,
      holdSeconds: 10,
      wrapSeconds: 33,
      formSeconds: 95,
      class: 'PTP',
      codeLabel: expect.any(String),
      code: 'PTP',
      subCode: 'After the salary',
      ptpOn: '2026-11-25',
      ptpPaise: 150_000,
      callbackAt: null,
      remarks: '=HYPERLINK("http://x")',
      recording: '/recordings/call-1.wav',
      outcome: 'applied',
    });
  });

  it('a visit says where, how long, who was met and what was collected', async () => {
    const { rows } = await page('agent', `${VISITS}?${DAYS}`);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      loanNumber: 'TW-3',
      agent: 'Asha Patil',
      agency: 'AG1',
      place: 'residence',
      position: '18.52040, 73.85770',
      metres: 105,
      accuracy: 12,
      siteSeconds: 240,
      met: 'spouse',
      class: 'COLLECTED',
      collectedPaise: 50_000,
      paymentMode: 'upi',
      receipt: expect.stringMatching(/^R-\d{6}$/),
      photos: 0,
      signature: 'none',
      syncedAt: at(0),
    });
    const [unplaced] = (await page('rivalAgent', `${VISITS}?${DAYS}`)).rows;
    expect(unplaced).toMatchObject({ position: null, metres: null, accuracy: null, met: null, collectedPaise: null });
  });

  it('of a loan the best disposition stands, with its attempts and the last one', async () => {
    const { rows } = await page('manager', `${BEST}?${DAYS}&sort=loanNumber&dir=asc`);
    expect(rows).toMatchObject([
      { loanNumber: 'TW-1', class: 'PTP', at: at(-2), agent: 'Ravi Kumar', attempts: 2, lastAt: at(-1) },
      { loanNumber: 'TW-2', attempts: 1, at: at(-11.25), lastAt: at(-11.25) },
      { loanNumber: 'TW-3', class: 'COLLECTED', attempts: 1 },
    ]);
    // Asked for by class it is the best one that counts, not any of them.
    expect(numbersOf(await page('manager', `${BEST}?${DAYS}&disposition=PTP`))).toEqual(['TW-1']);
    expect(numbersOf(await page('manager', `${BEST}?${DAYS}&disposition=NON_CONTACT`))).toEqual(['TW-2']);
  });

  it('an allocation says who had the loan before, who has it now, and who gave it', async () => {
    const { body } = await api('manager').post(`${ALLOCATIONS}?pageNo=1&pageSize=10`, {
      from: '2026-11-20',
      to: '2026-11-21',
      holder: 'collector',
      sort: 'at',
    });
    expect(body.data).toMatchObject({
      totalElements: 3,
      rows: [
        {
          loanNumber: 'TW-1',
          kind: 'collector',
          from: 'Ravi Kumar',
          to: 'Deepak Rao',
          by: 'Meera Joshi',
          at: at(0),
          endedAt: null,
        },
        { to: expect.any(String), from: null, by: null, at: at(-28) },
        { to: expect.any(String), from: null, by: null, at: at(-28) },
      ],
    });
    const ended = (await page('admin', `${ALLOCATED}?${DAYS}&sort=endedAt&holder=collector&q=ravi`)).rows;
    expect(ended).toMatchObject([{ loanNumber: 'TW-1', to: 'Ravi Kumar', endedAt: at(0) }]);
  });

  /** Loan numbers by who asks, in alphabetical order; nobody else sees any row. */
  const SEEN: Record<'calls' | 'visits' | 'best' | 'allocations', Partial<Record<Who, string[]>>> = {
    calls: {
      caller: ['TW-1', 'TW-1'],
      collector: ['TW-2'],
      manager: ['TW-1', 'TW-1', 'TW-2'],
      nationalManager: ['TW-1', 'TW-1', 'TW-2'],
      client: ['TW-1', 'TW-1', 'TW-2'],
      clientAdmin: ['TW-1', 'TW-1', 'TW-2'],
      customer: ['TW-1', 'TW-1', 'TW-2'],
      admin: ['TW-1', 'TW-1', 'TW-2'],
      owner: ['TW-1', 'TW-1', 'TW-2'],
    },
    visits: {
      agent: ['TW-3'],
      manager: ['TW-3'],
      nationalManager: ['TW-3'],
      partner: ['TW-3'],
      rival: ['PL-9'],
      rivalAgent: ['PL-9'],
      otherClient: ['PL-9'],
      client: ['TW-3'],
      clientAdmin: ['TW-3'],
      customer: ['TW-3'],
      admin: ['PL-9', 'TW-3'],
      owner: ['PL-9', 'TW-3'],
    },
    best: {
      caller: ['TW-1'],
      collector: ['TW-2'],
      agent: ['TW-3'],
      manager: ['TW-1', 'TW-2', 'TW-3'],
      nationalManager: ['TW-1', 'TW-2', 'TW-3'],
      partner: ['TW-3'],
      rival: ['PL-9'],
      rivalAgent: ['PL-9'],
      otherClient: ['PL-9'],
      client: ['TW-1', 'TW-2', 'TW-3'],
      clientAdmin: ['TW-1', 'TW-2', 'TW-3'],
      customer: ['TW-1', 'TW-2', 'TW-3'],
      admin: ['PL-9', 'TW-1', 'TW-2', 'TW-3'],
      owner: ['PL-9', 'TW-1', 'TW-2', 'TW-3'],
    },
    allocations: {
      // What was taken away since was given all the same.
      caller: ['TW-1'],
      collector: ['TW-1', 'TW-2'],
      agent: ['TW-3'],
      manager: ['TW-1', 'TW-1', 'TW-2', 'TW-3'],
      nationalManager: ['TW-1', 'TW-1', 'TW-2', 'TW-3'],
      // Given to its people, and to the agency itself.
      partner: ['TW-3', 'TW-3'],
      rival: ['PL-9'],
      rivalAgent: ['PL-9'],
      otherClient: ['PL-9'],
      client: ['TW-1', 'TW-1', 'TW-2', 'TW-3', 'TW-3'],
      clientAdmin: ['TW-1', 'TW-1', 'TW-2', 'TW-3', 'TW-3'],
      customer: ['TW-1', 'TW-1', 'TW-2', 'TW-3', 'TW-3'],
      admin: ['PL-9', 'TW-1', 'TW-1', 'TW-2', 'TW-3', 'TW-3'],
      owner: ['PL-9', 'TW-1', 'TW-1', 'TW-2', 'TW-3', 'TW-3'],
    },
  };
  const LISTS: readonly Who[] = ['caller', 'manager', 'nationalManager', 'plainManager', 'rival'];

  it.each(EVERYBODY)('%s sees what is theirs', async (who) => {
    const seen = async (path: string) => numbersOf(await page(who, `${path}?${DAYS}`)).sort();
    expect(await seen(CALLS)).toEqual(SEEN.calls[who] ?? []);
    expect(await seen(BEST)).toEqual(SEEN.best[who] ?? []);
    if (who === 'caller') expect((await api(who).get(`${VISITS}?${DAYS}`)).status).toBe(403);
    else expect(await seen(VISITS)).toEqual(SEEN.visits[who] ?? []);
    const given = SEEN.allocations[who] ?? [];
    const listed = (await api(who).get(`${ALLOCATED}?${DAYS}`)).body.data as ReportPage | ReportPage['rows'];
    expect(Array.isArray(listed), 'the shape that the role gets').toBe(LISTS.includes(who));
    const rows = Array.isArray(listed) ? listed : listed.rows;
    expect(rows.map(({ loanNumber }) => loanNumber).sort()).toEqual(given);
    const paged = await api(who).post(`${ALLOCATIONS}?pageNo=1&pageSize=50`, { from: '2026-11-20', to: '2026-11-21' });
    expect(numbersOf(paged.body.data as unknown as ReportPage).sort()).toEqual(given);
  });

  it.each([CALLS, VISITS, BEST, ALLOCATED])('%s holds nothing of another tenant', async (path) => {
    const { status, body } = await api('admin', elsewhere).get(`${path}?from=2026-10-01&to=2026-11-30`);
    expect([status, body.data]).toMatchObject([200, { rows: [], totalElements: 0 }]);
  });

  it.each<[string, string, string[]]>([
    ['a day of the tenant, not of UTC', 'from=2026-11-20&to=2026-11-20', []],
    ['one day', 'from=2026-11-21&to=2026-11-21', ['TW-1', 'TW-1', 'TW-2']],
    ['a class', `${DAYS}&disposition=PTP`, ['TW-1']],
    ['a code or a class', `${DAYS}&disposition=PTP,NON_CONTACT`, ['TW-1', 'TW-1', 'TW-2']],
    ['a client', `${DAYS}&client=sahyadri%20bank`, ['TW-1', 'TW-1', 'TW-2']],
    ['another client', `${DAYS}&client=Kaveri%20Finance`, []],
    ['part of a client’s name', `${DAYS}&client=sahyadri`, []],
    ['an agent’s name', `${DAYS}&q=deepak`, ['TW-2']],
    ['a loan number', `${DAYS}&q=tw-1`, ['TW-1', 'TW-1']],
    ['what stands for nothing', `${DAYS}&q=%25`, []],
  ])('calls are found by %s', async (_, query, expected) => {
    expect(numbersOf(await page('admin', `${CALLS}?${query}`)).sort()).toEqual(expected);
  });

  it('calls are found by who made them and by portfolio, and a foreign id finds none', async () => {
    const { caller, rivalAgent } = world.people;
    const found = async (query: string) => numbersOf(await page('manager', `${CALLS}?${DAYS}&${query}`));
    expect(await found(`agentId=${caller.id}`)).toEqual(['TW-1', 'TW-1']);
    expect(await found(`agentId=${rivalAgent.id}`)).toEqual([]);
    const { body } = await api('manager').get('/api/v2/reports/choices');
    const { portfolios, clients, agents } = body.data as Record<string, { id: string; name: string }[]>;
    expect(portfolios?.map(({ name }) => name)).toEqual(['Two wheelers']);
    expect(clients?.map(({ name }) => name)).toEqual(['Sahyadri Bank']);
    expect(agents?.map(({ name }) => name)).toEqual(['Asha Patil', 'Deepak Rao', 'Meera Joshi', 'Ravi Kumar']);
    expect(await found(`portfolioId=${portfolios?.[0]?.id}`)).toHaveLength(3);
  });

  it('without days: calls of today to tomorrow by UTC, the rest of this month', async () => {
    expect(await page('admin', CALLS)).toMatchObject({ from: '2026-11-21', to: '2026-11-22', totalElements: 3 });
    expect(await page('admin', VISITS)).toMatchObject({ from: '2026-11-01', to: '2026-11-30', totalElements: 2 });
    expect(await page('admin', `${VISITS}?from=2026-12-05`)).toMatchObject({ from: '2026-12-05', to: '2026-12-05' });
  });

  it('pages are cut and ordered by the server', async () => {
    const one = (n: number, more = '') =>
      page('admin', `${CALLS}?from=2026-11-20&to=2026-11-21&pageSize=2&pageNo=${n}${more}`);
    expect(await one(1)).toMatchObject({ rows: [{ at: at(-1) }, { at: at(-2) }], totalElements: 3, totalPages: 2 });
    expect(await one(2)).toMatchObject({ rows: [{ at: at(-11.25) }], pageNo: 2 });
    expect((await one(1, '&sort=talkSeconds&dir=asc')).rows).toMatchObject([{ talkSeconds: 0 }, { talkSeconds: 80 }]);
    expect((await one(1, '&sort=posPaise')).rows).toMatchObject([{ posPaise: 9_000_000 }, { posPaise: 4_500_000 }]);
    for (const { id } of REPORT_COLUMNS.visits.filter((column) => 'sort' in column))
      expect((await page('admin', `${VISITS}?${DAYS}&sort=${id}&dir=asc`)).rows, id).toHaveLength(2);
    for (const { id } of REPORT_COLUMNS.allocations.filter((column) => 'sort' in column))
      expect((await page('admin', `${ALLOCATED}?${DAYS}&sort=${id}`)).rows, id).toHaveLength(6);
  });

  it.each<[string, string, string]>([
    ['a day that does not exist', 'from=2026-02-30', 'from'],
    ['a day written otherwise', 'to=21-11-2026', 'to'],
    ['days that end before they begin', 'from=2026-11-21&to=2026-11-20', 'to'],
    ['more than 92 days', 'from=2026-01-01&to=2026-04-03', 'to'],
    ['a column that does not sort', 'sort=remarks', 'sort'],
    ['a column of another report', 'sort=metres', 'sort'],
    ['a name that is no filter', 'tenant=x', ''],
    ['more rows than a page may hold', 'pageSize=251', 'pageSize'],
  ])('%s is refused', async (_, query, path) => {
    const { status, body } = await api('admin').get(`${CALLS}?${query}`);
    expect(status, JSON.stringify(body)).toBe(422);
    if (path) expect(body).toMatchObject({ fields: [{ path }] });
    if (path === 'from' || path === 'to')
      expect((await api('admin').get(`/api/v2/reports/best/file?${query}`)).status).toBe(422);
  });

  it('92 days are answered', async () => {
    expect(await page('admin', `${CALLS}?from=2026-09-01&to=2026-12-01`)).toMatchObject({ totalElements: 3 });
  });

  it('an identity header of somebody else is refused', async () => {
    const { status } = await api('caller').get(CALLS, { profileid: world.people.collector.id });
    expect(status).toBe(403);
  });

  it('a file holds all that matches, the caller’s alone, no formula, and stands in the audit', async () => {
    const { status, body } = await api('caller').get('/api/v2/reports/calls/file?from=2026-11-20&to=2026-11-21');
    expect(status, JSON.stringify(body)).toBe(200);
    const { fileName, csv } = body.data as { fileName: string; csv: string };
    expect(fileName).toBe('calls_2026-11-20_2026-11-21.csv');
    expect(csv.startsWith('\uFEFF')).toBe(true);
    const lines = csv.slice(1).split('\r\n');
    const heads = REPORT_COLUMNS.calls.map(({ type, label }) => (type === 'seconds' ? `${label} in seconds` : label));
    expect(lines[0]).toBe(heads.join(','));
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain(
      '21-11-2026 10:00,TW-1,Asha Kulkarni,Sahyadri Bank,Two wheelers,0-30,12,45000.00,98••••••78',
    );
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[2]).toContain('25-11-2026,1500.00');
    expect(csv).not.toContain('9812345678');
    const notes = await world.run((tx) =>
      tx.query<{ detail: object; actor_id: string }>(
        `select detail, actor_id from audit_log where action = 'export.report' and subject_id = 'calls'`,
      ),
    );
    expect(notes).toMatchObject([{ actor_id: world.people.caller.id, detail: { rows: 2 } }]);
    expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });

  it('each report has its file; that of visits is not for telecallers', async () => {
    for (const [kind, lines] of [
      ['calls', 5],
      ['visits', 4],
      ['best', 6],
      ['allocations', 8],
    ] as const) {
      const { body } = await api('admin').get(`/api/v2/reports/${kind}/file?from=2026-11-20&to=2026-11-21`);
      expect((body.data as { csv: string }).csv.split('\r\n'), kind).toHaveLength(lines);
    }
    expect((await api('caller').get('/api/v2/reports/visits/file')).status).toBe(403);
    expect((await api('admin').get('/api/v2/reports/nothing/file')).status).toBe(422);
  });

  describe('formats of clients', () => {
    const send = async (who: Who, method: string, path: string, body?: unknown) => {
      const response = await api(who).fetch(path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const FORMATS = '/api/v2/report-formats';
    const BY_FORMAT = '/api/v1/call-disposition/additionalreports';
    const clientOf = async (loan: TestLoan): Promise<string> => {
      const [row] = await world.run((tx) =>
        tx.query<{ client_id: string }>('select client_id from loans where id = $1', [loan.id]),
      );
      return row?.client_id ?? '';
    };
    const format = (more: object = {}) => ({
      id: uuidv7(),
      name: 'BOI daily',
      clientId: null as string | null,
      kind: 'calls',
      columns: [
        { id: 'loanNumber', label: 'A/C NO' },
        { id: 'at', label: 'CALL DATE' },
        { id: 'ptpOn', label: 'PTP DT' },
        { id: 'posPaise', label: 'O/S' },
      ],
      dayStyle: 'DD-MMM-YYYY',
      ...more,
    });
    const made = format();
    const audit = (id: string) =>
      world.run((tx) =>
        tx.query<{ action: string; detail: { before: object | null; after: object | null } }>(
          'select action, detail from audit_log where subject_id = $1 order by seq',
          [id],
        ),
      );

    it('without one the report is empty and says so', async () => {
      expect(await page('admin', BY_FORMAT)).toMatchObject({ format: null, rows: [], from: '2026-11-21' });
    });

    it('of Encore Reports is for those who have that page, and stays there when it is changed', async () => {
      const encore = format({ name: 'Encore calls', family: 'encore' });
      expect((await send('admin', 'POST', FORMATS, encore)).status).toBe(200);
      const familiesOf = async (who: Who) =>
        ((await send(who, 'GET', FORMATS)).body.data as { name: string; family: string }[])
          .filter(({ name }) => name.startsWith('Encore'))
          .map(({ family }) => family);
      for (const who of EVERYBODY)
        expect(await familiesOf(who), who).toEqual(['admin', 'owner'].includes(who) ? ['encore'] : []);
      expect((await api('manager').get(`${BY_FORMAT}?formatId=${encore.id}`)).status).toBe(404);
      const { id, family: _, ...settings } = encore as typeof encore & { family: string };
      expect(
        (await send('admin', 'PUT', `${FORMATS}/${id}`, { ...settings, name: 'Encore two', version: 1 })).status,
      ).toBe(200);
      expect(await familiesOf('owner')).toEqual(['encore']);
      expect((await send('admin', 'DELETE', `${FORMATS}/${id}`)).status).toBe(200);
    });

    it('is made by administrators, once, and read by everybody', async () => {
      for (const who of EVERYBODY)
        expect((await send(who, 'POST', FORMATS, made)).status, who).toBe(['admin', 'owner'].includes(who) ? 200 : 403);
      for (const who of EVERYBODY)
        expect((await api(who).get(FORMATS)).body.data, who).toMatchObject([{ id: made.id }]);
      expect((await api('admin', elsewhere).get(FORMATS)).body.data).toEqual([]);
      expect(await audit(made.id)).toMatchObject([
        { action: 'report-formats.created', detail: { before: null, after: { name: 'BOI daily', version: 1 } } },
      ]);
    });

    it('shows its columns alone, each caller their own rows', async () => {
      const { rows, ...rest } = await page('caller', `${BY_FORMAT}?${DAYS}&formatId=${made.id}`);
      expect(rest).toMatchObject({ totalElements: 2, format: { id: made.id, name: 'BOI daily' } });
      expect(rows[1]).toEqual({
        id: expect.any(String),
        loanId: loans.early.id,
        loanNumber: 'TW-1',
        at: at(-2),
        ptpOn: '2026-11-25',
        posPaise: 4_500_000,
      });
      expect(numbersOf(await page('collector', `${BY_FORMAT}?${DAYS}`))).toEqual(['TW-2']);
      expect(numbersOf(await page('rival', `${BY_FORMAT}?${DAYS}`))).toEqual([]);
    });

    it('is a file in its headings, order and days', async () => {
      const { body } = await api('caller').get(`${FORMATS}/${made.id}/file?from=2026-11-20&to=2026-11-21`);
      const { fileName, csv } = body.data as { fileName: string; csv: string };
      expect(fileName).toBe('BOI-daily_2026-11-20_2026-11-21.csv');
      expect(csv.slice(1).split('\r\n')).toEqual([
        'A/C NO,CALL DATE,PTP DT,O/S',
        'TW-1,21-Nov-2026 11:00,,45000.00',
        'TW-1,21-Nov-2026 10:00,25-Nov-2026,45000.00',
        '',
      ]);
      expect((await api('admin', elsewhere).get(`${FORMATS}/${made.id}/file`)).status).toBe(404);
      expect((await api('admin', elsewhere).get(`${BY_FORMAT}?formatId=${made.id}`)).status).toBe(404);
    });

    it('of one client shows its loans alone, and is not there for people of another', async () => {
      const theirs = format({
        name: 'Kaveri visits',
        kind: 'visits',
        clientId: await clientOf(loans.rivals),
        columns: [{ id: 'loanNumber', label: 'Loan' }],
      });
      expect((await send('admin', 'POST', FORMATS, theirs)).body).toMatchObject({ data: { client: 'Kaveri Finance' } });
      const asked = `${BY_FORMAT}?${DAYS}&formatId=${theirs.id}`;
      expect(numbersOf(await page('admin', asked))).toEqual(['PL-9']);
      expect(numbersOf(await page('otherClient', asked))).toEqual(['PL-9']);
      expect(numbersOf(await page('manager', asked))).toEqual([]);
      // Visits are not reported to telecallers, in this form either.
      for (const who of ['client', 'clientAdmin', 'customer', 'caller'] as const) {
        expect((await api(who).get(asked)).status, who).toBe(404);
        expect((await api(who).get(`${FORMATS}/${theirs.id}/file`)).status, who).toBe(404);
        expect((await api(who).get(FORMATS)).body.data, who).toHaveLength(1);
      }
    });

    it('is changed by one at a time and taken away, with what it was in the audit', async () => {
      const { id, ...settings } = made;
      const change = (version: number, more: object) =>
        send('admin', 'PUT', `${FORMATS}/${id}`, { version, ...settings, ...more });
      expect((await change(1, { name: 'BOI calls' })).body).toMatchObject({ data: { name: 'BOI calls', version: 2 } });
      expect((await change(1, { name: 'Too late' })).status).toBe(409);
      expect((await change(2, { name: 'kaveri VISITS' })).body).toMatchObject({ fields: [{ path: 'name' }] });
      expect((await send('manager', 'PUT', `${FORMATS}/${id}`, { version: 2, ...settings })).status).toBe(403);
      expect((await send('manager', 'DELETE', `${FORMATS}/${id}`)).status).toBe(403);
      expect((await send('admin', 'DELETE', `${FORMATS}/${id}`)).status).toBe(200);
      expect((await send('admin', 'DELETE', `${FORMATS}/${id}`)).status).toBe(404);
      expect(await audit(id)).toMatchObject([
        { action: 'report-formats.created' },
        { action: 'report-formats.changed', detail: { before: { name: 'BOI daily' }, after: { name: 'BOI calls' } } },
        { action: 'report-formats.deleted', detail: { before: { name: 'BOI calls' }, after: null } },
      ]);
    });

    it('of any report holds its rows in the client’s headings; one client’s alone where the report is of loans', async () => {
      const given = format({
        name: 'Who was given what',
        kind: 'allocations',
        columns: [
          { id: 'to', label: 'ALLOCATED TO' },
          { id: 'loanNumber', label: 'A/C NO' },
        ],
      });
      expect((await send('admin', 'POST', FORMATS, given)).status).toBe(200);
      const { body } = await api('admin').get(`${FORMATS}/${given.id}/file?from=2026-11-20&to=2026-11-21`);
      const [heading, ...lines] = (body.data as { csv: string }).csv.slice(1).trim().split('\r\n');
      expect(heading).toBe('ALLOCATED TO,A/C NO');
      expect(lines.length).toBeGreaterThan(2);
      const of = await clientOf(loans.rivals);
      expect(
        await send(
          'admin',
          'POST',
          FORMATS,
          format({ name: 'Days', kind: 'agentDays', columns: [{ id: 'agent', label: 'U' }], clientId: of }),
        ),
      ).toMatchObject({ status: 422, body: { fields: [{ path: 'clientId' }] } });
      // Whoever does not see the report does not see its formats.
      const workable = format({ name: 'Workable', kind: 'workable', columns: [{ id: 'agent', label: 'U' }] });
      expect((await send('admin', 'POST', FORMATS, workable)).status).toBe(200);
      expect((await api('owner').get(`${BY_FORMAT}?formatId=${workable.id}`)).status).toBe(200);
      expect((await api('caller').get(`${BY_FORMAT}?formatId=${workable.id}`)).status).toBe(404);
      const logins = format({ name: 'Logins', kind: 'logins', columns: [{ id: 'user', label: 'U' }] });
      expect(await send('admin', 'POST', FORMATS, logins)).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'kind' }] },
      });
    });

    describe('learnt from an example', () => {
      const learn = async (who: Who, bytes: Uint8Array<ArrayBuffer>, query = '') => {
        const answer = await api(who).fetch(`${FORMATS}/learn${query}`, {
          method: 'POST',
          body: bytes,
          headers: { 'content-type': 'application/octet-stream' },
        });
        return { status: answer.status, body: (await answer.json()) as { data: Record<string, unknown> } };
      };
      const text = (csv: string) => new TextEncoder().encode(csv);

      it('makes the files that the client sent', async () => {
        const { status, body } = await learn(
          'admin',
          text('S.No;Account Number;Call Date;PTP Date;POS\r\n1;X-1;20/11/2026 10:00;;1,23,456.00\r\n'),
        );
        expect([status, body]).toMatchObject([
          200,
          { data: { kind: 'calls', unknown: ['S.No'], dayStyle: 'DD/MM/YYYY', amountStyle: 'lakh', sheetName: null } },
        ]);
        const { kind, columns, dayStyle, amountStyle } = body.data;
        const made = format({ name: 'As they send it', kind, columns, dayStyle, amountStyle });
        expect((await send('admin', 'POST', FORMATS, made)).status).toBe(200);
        const file = await api('caller').get(`${FORMATS}/${made.id}/file?from=2026-11-20&to=2026-11-21`);
        expect((file.body.data as { csv: string }).csv.slice(1).split('\r\n').slice(0, 2)).toEqual([
          'Account Number,Call Date,PTP Date,POS',
          'TW-1,21/11/2026 11:00,,"45,000.00"',
        ]);
      });

      it('reads a workbook with its sheet', async () => {
        const pieces: Uint8Array[] = [];
        async function* lines() {
          yield ['Loan No', 'Visit Date', 'Amount collected'];
          yield ['X-1', '21-11-2026', { amount: 1_234_567.5 }];
        }
        for await (const piece of xlsxFile(lines(), 'Field MIS', [])) pieces.push(piece);
        expect((await learn('owner', new Uint8Array(Buffer.concat(pieces)))).body.data).toMatchObject({
          kind: 'visits',
          sheetName: 'Field MIS',
          dayStyle: 'DD-MM-YYYY',
          columns: [{ id: 'loanNumber' }, { id: 'at' }, { id: 'collectedPaise', label: 'Amount collected' }],
        });
      });

      it.each([
        ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0)],
        ['nothing', new Uint8Array(0)],
        ['a table of something else', text('Invoice,GSTIN\n1,2\n')],
      ])('is refused for %s', async (_, bytes) => {
        expect(await learn('admin', bytes)).toMatchObject({ status: 422 });
      });

      it('is for administrators', async () => {
        for (const who of EVERYBODY)
          expect((await learn(who, text('Loan No\n1\n'))).status, who).toBe(
            ['admin', 'owner'].includes(who) ? 200 : 403,
          );
      });
    });

    it.each<[string, object, string]>([
      ['without a name', { name: '' }, 'name'],
      ['without columns', { columns: [] }, 'columns'],
      ['with a column of another report', { columns: [{ id: 'metres', label: 'M' }] }, 'columns.0'],
      [
        'with a column twice',
        {
          columns: [
            { id: 'at', label: 'A' },
            { id: 'at', label: 'B' },
          ],
        },
        'columns.1',
      ],
      ['of a client that is not there', { clientId: '01900000-0000-7000-8000-000000000001' }, 'clientId'],
      ['with days that nobody writes', { dayStyle: 'MM/DD/YY' }, 'dayStyle'],
    ])('%s is refused', async (_, more, path) => {
      const { status, body } = await send('admin', 'POST', FORMATS, format({ name: `Format ${path}`, ...more }));
      expect([status, body]).toMatchObject([422, { fields: [{ path }] }]);
    });
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-11-22T05:00:00+23:59'])(
    'a call of before whose callback is at %s leaves the report to everybody',
    async (callbackAt) => {
      const set = (value: string | null) =>
        world.run((tx) =>
          tx.query(
            'update dispositions set record = record || $2::jsonb where tenant_id = current_tenant() and loan_id = $1',
            [loans.early.id, { callbackAt: value }],
          ),
        );
      await set(callbackAt);
      const { rows } = await page('caller', `${CALLS}?${DAYS}`);
      expect(rows.map((row) => row.callbackAt)).toEqual([null, null]);
      await set('2026-11-22T10:30:00+05:30');
      const [row] = (await page('caller', `${CALLS}?${DAYS}`)).rows;
      expect(row?.callbackAt).toBe('2026-11-22T05:00:00.000Z');
      await set(null);
    },
  );

  it('a record that was withdrawn is in no report', async () => {
    await world.run((tx) =>
      tx.query('update dispositions set withdrawn_at = $2 where loan_id = $1', [loans.second.id, at(0)]),
    );
    expect(numbersOf(await page('collector', `${CALLS}?${DAYS}`))).toEqual([]);
    expect(numbersOf(await page('collector', `${BEST}?${DAYS}`))).toEqual([]);
  });
});
