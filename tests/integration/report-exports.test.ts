/** Exports of reports without a ceiling: complete, of one moment, cancelled, expiring, and only for whoever still sees what is in them. */
import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportExport } from '../../core/contract/report-exports';
import { uuidv7 } from '../../core/domain/ids';
import { columnNote } from '../../core/domain/report-notes';
import { verifyAudit } from '../../server/db/audit';
import { createJobs } from '../../server/jobs';
import { registerJobs } from '../../server/modules/reports/jobs';
import { questionOf } from '../../server/modules/reports/question';
import { withSnapshot } from '../../server/modules/reports/snapshot';
import { systemClock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import type { Storage } from '../../server/platform/storage';
import { fileSource, lookAtTable, readTable } from '../../server/platform/tables';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const EXPORTS = '/api/v2/report-exports';
const DAYS = { from: '2026-11-20', to: '2026-11-21' };
/** More than two pieces of what the database gives at once. */
const CALLER_CALLS = 2_503;
const OTHERS_CALLS = 40;

/** A promise that is resolved from outside. */
function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe.each(bothAtNight)('exports of reports on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;
  const clock = systemClock;
  const apis = new Map<string, Api>();
  const api = (who: Who): Api => {
    const known = apis.get(who) ?? as(server.origin, world.people[who]);
    apis.set(who, known);
    return known;
  };

  const addCalls = (who: Who, count: number, remarks = 'Said =1+1') =>
    world.run((tx) =>
      tx.query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at,
           receipt_no, remarks, record, payload_hash)
         select $1, gen_random_uuid(), '2026-11-21T06:00:00Z', $2, $3, 'call', 'PTP', 'PTP', 10, 'applied',
           '2026-11-21T05:00:00Z'::timestamptz - n * interval '1 second', n, $5,
           jsonb_build_object('ptp', jsonb_build_object('dueOn', '2026-11-25', 'amountPaise', 100000 + n)), 'hash'
           from generate_series(1, $4::int) n`,
        [world.tenantId, loan.id, world.people[who].id, count, remarks],
      ),
    );

  /** Works the queue until it is true. */
  async function worked(until: () => Promise<boolean>, storage = server.storage, also?: string): Promise<void> {
    const logger = createLogger('silent');
    const jobs = createJobs({ db: held.db, clock, logger, pollMs: 20 });
    registerJobs(jobs, { db: held.db, clock, logger, storage });
    if (also) await jobs.enqueue(also, {}, { tenantId: world.tenantId });
    jobs.start();
    try {
      await expect.poll(until, { timeout: 30_000 }).toBe(true);
    } finally {
      await jobs.stop();
    }
  }
  const listed = async (who: Who, id: string): Promise<ReportExport> => {
    const { body } = await api(who).get(EXPORTS);
    const found = (body.data as ReportExport[]).find((one) => one.id === id);
    if (!found) throw new Error('The export is not in the list');
    return found;
  };
  const ask = (who: Who, more: object = {}) =>
    api(who).post(EXPORTS, { id: uuidv7(), kind: 'calls', fileType: 'csv', filters: DAYS, ...more });
  const begun = async (who: Who, more: object = {}): Promise<string> => {
    const { status, body } = await ask(who, more);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.data as ReportExport).id;
  };
  const isOver = (who: Who, id: string) => async () => !['waiting', 'running'].includes((await listed(who, id)).state);
  const done = async (who: Who, more: object = {}): Promise<ReportExport> => {
    const id = await begun(who, more);
    await worked(isOver(who, id));
    return listed(who, id);
  };
  const cancel = (who: Who, id: string) => api(who).fetch(`${EXPORTS}/${id}/cancel`, { method: 'PUT' });
  const file = (who: Who, id: string) => api(who).fetch(`${EXPORTS}/${id}/file`);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock });
    world = await createTenantWorld(held.db);
    loan = await world.addLoan({ number: 'TW-1', posPaise: 4_500_050, held: { collector: 'caller' } });
    await world.addLoan({ number: 'TW-2', dpd: 300, held: { manager: 'manager' } });
    await addCalls('caller', CALLER_CALLS, '=HYPERLINK("http://x")');
    await addCalls('rivalAgent', OTHERS_CALLS);
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it.each([
    ['caller', CALLER_CALLS],
    ['manager', CALLER_CALLS],
    ['rival', OTHERS_CALLS],
    ['admin', CALLER_CALLS + OTHERS_CALLS],
    ['otherClient', 0],
  ] as const)('the CSV of %s is complete: %i lines, and says so with its hash', async (who, count) => {
    const made = await done(who);
    expect(made).toMatchObject({ state: 'done', rowsDone: count, rowsTotal: count });
    const response = await file(who, made.id);
    expect(response.headers.get('content-disposition')).toContain('calls_2026-11-20_2026-11-21.csv');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(made.size);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256);
    const [head = [], ...lines] = Papa.parse<string[]>(bytes.toString('utf8').replace(/^\uFEFF/, ''), {
      skipEmptyLines: true,
    }).data;
    expect(lines.pop()).toEqual(['Complete', `${count} lines`]);
    // Its last line adds up what adds up.
    const total = count > 0 ? lines.pop() : undefined;
    const amounts = lines.map((cells) => Number(cells[head.indexOf('PTP amount')]));
    const paise = (rupees: number) => Math.round(rupees * 100);
    expect([total?.[0], paise(Number(total?.[head.indexOf('PTP amount')] ?? 0))]).toEqual([
      count > 0 ? 'Total' : undefined,
      amounts.reduce((sum, rupees) => sum + paise(rupees), 0),
    ]);
    const truth = await world.run((tx) =>
      tx.query<{ rupees: number }>(
        `select ((record -> 'ptp' ->> 'amountPaise')::numeric / 100) as rupees from dispositions d
          where d.tenant_id = $1 and (not $2 or user_id <> $3) and (not $4 or user_id = $3)`,
        [world.tenantId, who === 'caller' || who === 'manager', world.people.rivalAgent.id, who === 'rival'],
      ),
    );
    const numeric = (a: number, b: number) => a - b;
    expect(amounts.toSorted(numeric)).toEqual(
      who === 'otherClient' ? [] : truth.map(({ rupees }) => Number(rupees)).toSorted(numeric),
    );
    if (count >= CALLER_CALLS)
      expect(lines.some((cells) => cells[head.indexOf('Remarks')] === '\'=HYPERLINK("http://x")')).toBe(true);
    expect(lines.every((cells) => cells[0]?.startsWith('21-11-2026 '))).toBe(true);
  });

  it('a workbook holds money as numbers and days as DD-MM-YYYY', async () => {
    const made = await done('rival', { fileType: 'xlsx' });
    expect(made.state).toBe('done');
    const source = await fileSource(join(server.filesFolder, 'exports', world.tenantId, `${made.id}.1`));
    const rows: string[][] = [];
    for await (const batch of readTable(source, { sheet: 'calls', headerLine: 1 }))
      rows.push(...batch.map(({ cells }) => cells));
    expect(rows.length).toBe(OTHERS_CALLS + 2);
    expect(rows.at(-2)?.[0]).toBe('Total');
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['Complete', `${OTHERS_CALLS} lines`]);
    expect(rows[0]).toEqual(expect.arrayContaining(['45000.5', '1000.01', '25-11-2026']));
  });

  const sheetsOf = async (made: ReportExport): Promise<[sheet: string, cells: string[][]][]> => {
    const source = await fileSource(join(server.filesFolder, 'exports', world.tenantId, `${made.id}.1`));
    const { sheets } = await lookAtTable(source);
    return Promise.all(
      sheets.map(async (sheet): Promise<[string, string[][]]> => {
        const cells: string[][] = [];
        for await (const batch of readTable(source, { sheet, headerLine: 1 }))
          cells.push(...batch.map((row) => row.cells));
        return [sheet, cells];
      }),
    );
  };

  it('a workbook says on its second sheet what its figures mean, and how days past due move in the portfolios of its rows', async () => {
    const [other] = await world.run(async (tx) => {
      await tx.query(
        "update portfolios set ageing = 'calendar', payment_effect = 'none' where tenant_id = $1 and name = 'Two wheelers'",
        [world.tenantId],
      );
      return tx.query<{ id: string }>("select id from portfolios where tenant_id = $1 and name = 'Personal loans'", [
        world.tenantId,
      ]);
    });
    const of = async (who: Who, more: object = {}) => {
      const [, meanings] = await sheetsOf(await done(who, { fileType: 'xlsx', ...more }));
      expect(meanings?.[0]).toBe('What the figures mean');
      return meanings?.[1] ?? [];
    };
    const calls = await of('admin');
    expect(calls).toContainEqual(['Talk time in seconds', columnNote('calls', 'talkSeconds')]);
    expect(calls.map(([label]) => label).filter((label) => label === 'Borrower')).toEqual([]);
    const moves = [
      'Two wheelers',
      'A day past due more each day while something is overdue. A payment does not change them before the next file.',
    ];
    const asFile = [
      'Personal loans',
      'Days past due are those of the lender’s file. A payment changes them when nothing is overdue any more.',
    ];
    expect(calls).toEqual(expect.arrayContaining([moves, asFile]));
    // Of one portfolio, and of those that the asker sees a loan of, alone.
    expect((await of('admin', { filters: { ...DAYS, portfolioId: other?.id } })).slice(-1)).toEqual([asFile]);
    expect((await of('manager')).slice(-1)).toEqual([moves]);
    expect((await of('admin', { kind: 'agentWork' })).map(([label]) => label)).not.toContain('Portfolio');
  });

  it('a workbook in a client’s format holds what the client asked for alone', async () => {
    const formatId = uuidv7();
    const { status } = await api('admin').post('/api/v2/report-formats', {
      id: formatId,
      name: 'BOI daily',
      clientId: null,
      kind: 'calls',
      columns: [{ id: 'loanNumber', label: 'LAN' }],
      dayStyle: 'DD-MM-YYYY',
    });
    expect(status).toBe(200);
    const sheets = await sheetsOf(await done('admin', { fileType: 'xlsx', formatId }));
    expect(sheets.map(([name]) => name)).toEqual(['BOI daily']);
  });

  it('a client’s format says what its sheet is called and how amounts are written; left out, both stay', async () => {
    const made = {
      id: uuidv7(),
      name: 'In lakhs',
      clientId: null,
      kind: 'calls',
      columns: [
        { id: 'loanNumber', label: 'LAN' },
        { id: 'posPaise', label: 'O/S' },
      ],
      dayStyle: 'DD-MM-YYYY',
      sheetName: 'Daily calls',
      amountStyle: 'lakh',
    };
    await world.run((tx) => tx.query('update loans set pos_paise = 1234567890123 where id = $1', [loan.id]));
    const formats = '/api/v2/report-formats';
    expect((await api('admin').post(formats, made)).body.data).toMatchObject({
      sheetName: 'Daily calls',
      amountStyle: 'lakh',
    });
    const { id: _, sheetName: __, amountStyle: ___, ...others } = made;
    const change = (version: number, more: object) =>
      api('admin').fetch(`${formats}/${made.id}`, {
        method: 'PUT',
        body: JSON.stringify({ ...others, version, ...more }),
        headers: { 'content-type': 'application/json' },
      });
    expect((await change(1, {})).status).toBe(200);
    const [[sheet, cells] = ['', []]] = await sheetsOf(await done('rival', { fileType: 'xlsx', formatId: made.id }));
    // In the workbook it is a number still.
    expect([sheet, cells[0]?.[1]]).toEqual(['Daily calls', '12345678901.23']);
    const csv = async () => {
      const { body } = await api('rival').get(`${formats}/${made.id}/file?from=2026-11-21&to=2026-11-21`);
      return (body.data as { csv: string }).csv.split('\r\n')[1];
    };
    expect(await csv()).toBe('TW-1,"12,34,56,78,901.23"');
    expect((await change(2, { sheetName: null, amountStyle: 'plain' })).status).toBe(200);
    expect(await csv()).toBe('TW-1,12345678901.23');
    const [[renamed] = ['']] = await sheetsOf(await done('rival', { fileType: 'xlsx', formatId: made.id }));
    expect(renamed).toBe('In lakhs');
    for (const sheetName of ['', 'a/b', '*', 'x'.repeat(32)]) expect((await change(3, { sheetName })).status).toBe(422);
    await world.run((tx) => tx.query('update loans set pos_paise = 4500050 where id = $1', [loan.id]));
  });

  it('that is ready is told to whoever asked for it, once, and to apps that know of such notices alone', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const notices = async (who: Who, more = '&all=true') => {
      const { body } = await api(who).get(
        `/api/v2/notifications?fromDate=2026-01-01&toDate=${today.slice(0, 4)}-12-31&role=Manager&kind=export-ready${more}`,
      );
      return (body.data as { rows: { exported?: object; loanId: string | null }[] }).rows;
    };
    const before = (await notices('manager')).length;
    const made = await done('manager');
    const found = await notices('manager');
    expect(found).toHaveLength(before + 1);
    expect(found[0]).toMatchObject({
      loanId: null,
      loanNumber: '',
      customerName: '',
      exported: { id: made.id, fileName: made.fileName },
    });
    expect(await notices('manager', '')).toEqual([]);
    expect((await notices('manager', `&all=true&q=${made.fileName.slice(0, 12)}`)).length).toBeGreaterThan(0);
    expect(await notices('manager', '&all=true&q=nothing-of-this-name')).toEqual([]);
    // One that was given up tells nothing.
    await cancel('manager', await begun('manager'));
    expect(await notices('manager')).toHaveLength(before + 1);
  });

  it.each([
    // Who, filtered by what, and the numbers in their order.
    ['manager', {}, ['TW-2', 'TW-1']],
    ['caller', { bucket: '0-30,61-90' }, ['TW-1']],
    ['manager', { sort: 'loanNumber', dir: 'asc', dpdTo: '400' }, ['TW-1', 'TW-2']],
    ['manager', { q: 'TW-2' }, ['TW-2']],
    ['rival', {}, []],
    ['otherClient', {}, []],
  ] as const)('the list of loans of %s, filtered by %j, is a file', async (who, list, numbers) => {
    const made = await done(who, { kind: 'loans', list, filters: undefined });
    expect(made).toMatchObject({ state: 'done', rowsDone: numbers.length, rowsTotal: numbers.length });
    const response = await file(who, made.id);
    expect(response.headers.get('content-disposition')).toMatch(/loans_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv/);
    const [head = [], ...lines] = Papa.parse<string[]>((await response.text()).replace(/^\uFEFF/, ''), {
      skipEmptyLines: true,
    }).data;
    expect(lines.pop()).toEqual(['Complete', `${numbers.length} lines`]);
    expect(lines.map(([number]) => number)).toEqual(numbers);
    const cell = (line: string[] | undefined, label: string) => line?.[head.indexOf(label)];
    const first = lines.find(([number]) => number === 'TW-1');
    const [caller] = await world.run((tx) =>
      tx.query<{ full_name: string }>('select full_name from users where id = $1', [world.people.caller.id]),
    );
    if (first)
      expect(['State', 'POS', 'Held by'].map((label) => cell(first, label))).toEqual([
        'Active',
        '45000.50',
        caller?.full_name,
      ]);
  });

  it('the list of loans of another tenant, or with a filter that nobody knows, is refused', async () => {
    expect((await ask('manager', { kind: 'loans', list: { tenantId: uuidv7() } })).status).toBe(403);
    expect((await ask('manager', { kind: 'loans', list: { colour: 'red' } })).status).toBe(422);
  });

  it('holds one moment: what is recorded while it is written is not in it', async () => {
    const actor = {
      tenantId: world.tenantId,
      userId: world.people.admin.id,
      role: 'CRM_TENANTADMIN',
      subRole: null,
    } as never;
    const question = questionOf(
      'calls',
      actor,
      {},
      { span: DAYS, zone: 'Asia/Kolkata', recordingDays: 365, now: new Date() },
    );
    const reached = signal();
    const added = reached.promise.then(() => addCalls('rivalAgent', 5));
    const seen = await withSnapshot(
      held.db,
      { tenantId: world.tenantId, userId: world.people.admin.id },
      question,
      async ({ total, pieces }) => {
        let rows = 0;
        for await (const piece of pieces) {
          rows += piece.length;
          reached.resolve();
          await added;
        }
        return { total, rows };
      },
    );
    expect(seen).toEqual({ total: CALLER_CALLS + OTHERS_CALLS, rows: CALLER_CALLS + OTHERS_CALLS });
    await world.run((tx) =>
      tx.query(
        `delete from dispositions where tenant_id = $1 and user_id = $2 and id in (select id from dispositions
           where tenant_id = $1 and user_id = $2 limit 5)`,
        [world.tenantId, world.people.rivalAgent.id],
      ),
    );
  });

  it('is cancelled before its turn and in the middle, and leaves no file', async () => {
    const before = await begun('caller');
    expect((await cancel('caller', before)).status).toBe(200);
    const middle = await begun('caller');
    const written = signal();
    const slow: Storage = {
      ...server.storage,
      append: (key, offset, chunks) =>
        server.storage.append(
          key,
          offset,
          (async function* () {
            for await (const chunk of chunks) {
              yield chunk;
              written.resolve();
              await expect.poll(async () => (await listed('caller', middle)).state).toBe('cancelled');
            }
          })(),
        ),
    };
    const cancelled = written.promise.then(() => cancel('caller', middle));
    let answered = false;
    void cancelled.then(() => {
      answered = true;
    });
    await worked(async () => answered && (await isOver('caller', middle)()), slow);
    for (const id of [before, middle]) {
      expect((await listed('caller', id)).state).toBe('cancelled');
      expect((await file('caller', id)).status).toBe(404);
      await expect(access(join(server.filesFolder, 'exports', world.tenantId, `${id}.1`))).rejects.toThrow('ENOENT');
    }
  });

  it('is nobody else’s, and no longer theirs who may see less than when it was written', async () => {
    const made = await done('manager');
    for (const who of ['admin', 'nationalManager', 'rival'] as const) {
      expect((await file(who, made.id)).status).toBe(404);
      expect((await cancel(who, made.id)).status).toBe(404);
    }
    expect((await file('manager', made.id)).status).toBe(200);
    const below = [world.tenantId, world.people.manager.id, world.people.caller.id];
    await world.run((tx) =>
      tx.query('delete from user_tree where tenant_id = $1 and ancestor_id = $2 and descendant_id = $3', below),
    );
    const refused = await file('manager', made.id);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Export it again');
    await world.run((tx) =>
      tx.query(
        'insert into user_tree (tenant_id, ancestor_id, descendant_id, depth) values ($1, $2, $3, 1) on conflict do nothing',
        below,
      ),
    );
    expect((await file('manager', made.id)).status).toBe(200);
    const [noted] = await world.run((tx) =>
      tx.query<{ count: number }>(
        "select count(*) as count from audit_log where tenant_id = $1 and action = 'export.downloaded' and subject_id = $2",
        [world.tenantId, made.id],
      ),
    );
    expect(noted?.count).toBe(2);
    expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });

  it('refuses what cannot be written, and a fourth at a time', async () => {
    expect((await ask('caller', { kind: 'visits' })).status).toBe(403);
    expect((await ask('caller', { filters: { from: '2026-11-21', to: '2026-11-20' } })).status).toBe(422);
    expect((await ask('caller', { filters: { sort: 'remarks' } })).status).toBe(422);
    expect((await ask('caller', { formatId: uuidv7() })).status).toBe(404);
    const three = [await begun('caller'), await begun('caller'), await begun('caller')];
    expect((await ask('caller')).status).toBe(429);
    // A repeated request is the same export.
    expect(await begun('caller', { id: three[0] })).toBe(three[0]);
    for (const id of three) await cancel('caller', id);
  });

  it('is gone after a week, its file with it', async () => {
    const made = await done('rival');
    const path = join(server.filesFolder, 'exports', world.tenantId, `${made.id}.1`);
    await access(path);
    await world.run((tx) =>
      tx.query("update report_exports set expires_at = now() - interval '1 minute' where tenant_id = $1 and id = $2", [
        world.tenantId,
        made.id,
      ]),
    );
    expect((await file('rival', made.id)).status).toBe(410);
    const state = async () => (await listed('rival', made.id)).state === 'expired';
    await worked(state, server.storage, 'reports.expired-exports');
    await expect.poll(() => access(path).then(Boolean, () => 'gone')).toBe('gone');
    expect((await file('rival', made.id)).status).toBe(410);
  });
});
