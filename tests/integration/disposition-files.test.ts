/** Outcomes of calls by file: through the service that takes calls, once however often they come, with the refused rows named. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DispositionFile } from '../../core/contract/disposition-files';
import { createJobs } from '../../server/jobs';
import { registerFileJobs } from '../../server/modules/dispositions/file-jobs';
import { systemClock as clock } from '../../server/platform/clock';
import { createLogger } from '../../server/platform/logger';
import { xlsxFile } from '../../server/platform/tables';
import { bothAtNight } from '../support/databases';
import { telecallerDesk } from '../support/telecaller-desk';
import type { TestLoan, Who } from '../support/world';

const FILES = '/api/v2/disposition-files';
const HEADER = 'Loan number,Disposition code,Date,Agent,Remarks,PTP amount,PTP date,PTP mode,Foreclosure amount';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

describe.each(bothAtNight)('outcomes by file on $name', ({ fresh }) => {
  const desk = telecallerDesk(fresh);
  const logger = createLogger('silent');
  const given = () => ({ db: desk.held.db, storage: desk.server.storage, keys: desk.server.keys, clock });
  let jobs: ReturnType<typeof createJobs>;
  let loans: TestLoan[];

  beforeAll(() => {
    jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
    registerFileJobs(jobs, { ...given(), logger }, 2);
    jobs.start();
  });
  afterAll(() => jobs.stop());
  beforeEach(async () => {
    loans = await desk.world.addLoans(4, { held: { collector: 'caller' } });
  });

  const upload = async (bytes: string | Uint8Array<ArrayBuffer>, who: Who = 'manager', name = 'outcomes.csv') => {
    const response = await desk.api(who).fetch(`${FILES}?fileName=${name}`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return { status: response.status, body: (await response.json()) as { data: DispositionFile; message?: string } };
  };
  const files = async (who: Who = 'manager') =>
    ((await desk.send(who, 'GET', FILES)).body.data as { content: DispositionFile[] }).content;
  async function taken(bytes: string | Uint8Array<ArrayBuffer>, who: Who = 'manager', name?: string) {
    const { status, body } = await upload(bytes, who, name);
    expect(status, JSON.stringify(body)).toBe(200);
    const one = async () => (await files(who)).find(({ id }) => id === body.data.id) as DispositionFile;
    await expect.poll(async () => (await one()).state, { timeout: 20_000 }).not.toBe('working');
    return one();
  }
  const errors = async (id: string, who: Who = 'manager') => {
    const response = await desk.api(who).fetch(`${FILES}/${id}/errors`);
    return { status: response.status, text: await response.text() };
  };
  const number = (at: number) => loans[at]?.number ?? '';
  const recorded = () =>
    desk.rows(
      `select l.loan_number, d.code, d.user_id, d.outcome, d.record ->> 'amountPaise' as amount
         from dispositions d join loans l on l.tenant_id = d.tenant_id and l.id = d.loan_id
        where d.tenant_id = current_tenant() order by d.recorded_at`,
    );

  it('records what a call would, once however often it comes, and names what it refuses', async () => {
    const { caller, manager } = desk.world.people;
    const csv = [
      HEADER,
      `${number(0)},PTP,${yesterday} 11:00,${caller.username},will pay,1500,${inAWeek},upi,`,
      `${number(1)},FCL,${yesterday} 11:10,,,,,,null`,
      `${number(2)},PTP,${yesterday} 11:20,,,,,,`,
      `UNKNOWN,RNR,${yesterday} 11:30,,,,,,`,
      `${number(2)},RNR,${yesterday} 11:40,nobody,,,,,`,
      `${number(3)},RNR,${yesterday} 11:50,,,,,,`,
      `${number(3)},RNR,${yesterday} 11:50,,,,,,`,
    ].join('\n');
    const file = await taken(csv);
    expect(file).toMatchObject({ state: 'done', rows: 7, taken: 2, repeated: 0, withoutEffect: 0, refused: 5 });
    const { text } = await errors(file.id);
    expect(text.trim().split(/\r?\n/)).toHaveLength(6);
    for (const words of [
      'Enter the promised amount and date',
      'There is no such loan among yours',
      'There is no active person of this login among your people',
      'Enter the reason',
      'An earlier row of the file says the same',
    ])
      expect(text).toContain(words);
    expect(await recorded()).toEqual([
      { loan_number: number(0), code: 'PTP', user_id: caller.id, outcome: 'applied', amount: null },
      { loan_number: number(3), code: 'RNR', user_id: manager.id, outcome: 'applied', amount: null },
    ]);
    expect(await desk.loanOf('caller', loans[0] as TestLoan)).toMatchObject({ recent: [{ code: 'PTP' }] });

    // The same rows again, by somebody else in another file: nothing is recorded twice.
    const again = await taken(`${csv}\n${number(1)},RNR,${yesterday} 12:00,,,,,,`, 'admin', 'again.csv');
    expect(again).toMatchObject({ taken: 1, repeated: 2, refused: 5 });
    expect(await recorded()).toHaveLength(3);
    const found = await desk.send('admin', 'GET', '/reporting/api/jobs/search?type=DispositionUploadFile');
    expect(found.body.data).toMatchObject({
      totalElements: 2,
      content: [
        { fileName: 'again.csv', totalCount: 8, successCount: 3, failureCount: 5, status: 'done' },
        { fileName: 'outcomes.csv', totalCount: 7, successCount: 2, failureCount: 5 },
      ],
    });
    expect(await desk.audit('dispositions.file-taken', file.id)).toMatchObject([{ detail: { taken: 2, refused: 5 } }]);
  });

  it('takes a workbook, and keeps an outcome of a closed loan as history only', async () => {
    await desk.world.run((tx) =>
      tx.query("update loans set state = 'closed' where tenant_id = $1 and id = $2", [
        desk.world.tenantId,
        loans[1]?.id,
      ]),
    );
    const rows = async function* () {
      yield [...HEADER.split(',')];
      yield [number(0), 'Busy', `${yesterday} 11:00`];
      yield [number(1), 'BSY', `${yesterday} 11:00`];
    };
    const parts: Buffer[] = [];
    for await (const part of xlsxFile(rows())) parts.push(part);
    const file = await taken(new Uint8Array(Buffer.concat(parts)), 'manager', 'outcomes.xlsx');
    expect(file).toMatchObject({ state: 'done', taken: 1, withoutEffect: 1, refused: 0 });
    expect((await errors(file.id)).text).toContain('the loan is closed');
  });

  it('goes on after a run that ended between recording rows and counting them', async () => {
    const csv = [HEADER, ...loans.map(({ number: of }) => `${of},RNR,${yesterday} 11:00,,,,,,`)].join('\n');
    const first = await taken(csv);
    expect(first).toMatchObject({ taken: 4 });
    // As the row of the file was when the process died: recorded, and not yet counted.
    await jobs.stop();
    await desk.world.run((tx) =>
      tx.query(
        `update disposition_files set state = 'working', finished_at = null, line = 3, rows_done = 2, taken = 2 where tenant_id = $1 and id = $2`,
        [desk.world.tenantId, first.id],
      ),
    );
    await desk.server.storage.put(`disposition-files/${desk.world.tenantId}/${first.id}`, Buffer.from(csv));
    jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
    registerFileJobs(jobs, { ...given(), logger }, 2);
    await jobs.enqueue('dispositions.file', { id: first.id }, { tenantId: desk.world.tenantId });
    jobs.start();
    await expect.poll(async () => (await files())[0]?.state, { timeout: 20_000 }).toBe('done');
    expect((await files())[0]).toMatchObject({ rows: 4, taken: 4, repeated: 0, refused: 0 });
    expect(await recorded()).toHaveLength(4);
  });

  it('that is cancelled is taken no further; who sent it and who ended it stand in the audit', async () => {
    await jobs.stop();
    const { status, body } = await upload(`${HEADER}\n${number(0)},RNR,${yesterday},,,,,,`);
    expect(status).toBe(200);
    const { id } = body.data as { id: string };
    expect(await desk.audit('dispositions.file-uploaded', id)).toMatchObject([
      { detail: { before: null, after: { fileName: 'outcomes.csv' } } },
    ]);
    const ended = await desk.send('manager', 'PUT', `${FILES}/${id}/cancel`, {});
    expect(ended.body.data).toMatchObject({ id, state: 'cancelled' });
    expect(await desk.audit('dispositions.file-cancelled', id)).toMatchObject([
      { detail: { before: 'working', after: 'cancelled' } },
    ]);
    jobs = createJobs({ db: desk.held.db, clock, logger, pollMs: 20 });
    registerFileJobs(jobs, { ...given(), logger }, 2);
    jobs.start();
    await taken(`${HEADER}\n${number(1)},RNR,${yesterday},,,,,,`);
    expect((await recorded()).map(({ loan_number }) => loan_number)).toEqual([number(1)]);
  });

  it('is refused for a table of something else, and for whoever may not send or see it', async () => {
    const bad = await upload('Name,Amount\nA,1\n');
    expect(bad.status).toBe(422);
    expect(JSON.stringify(bad.body)).toContain('The file needs a column Loan number');
    expect((await upload('')).status).toBe(422);
    for (const who of ['caller', 'agent', 'partner'] as const) expect((await upload('x', who)).status).toBe(403);
    const { id } = await taken(`${HEADER}\n${number(0)},RNR,${yesterday},,,,,,`);
    // Another manager sees neither the file nor the loan.
    expect(await files('rival')).toEqual([]);
    expect((await errors(id, 'rival')).status).toBe(404);
    expect((await desk.send('rival', 'PUT', `${FILES}/${id}/cancel`, {})).status).toBe(404);
    const theirs = await taken(`${HEADER}\n${number(0)},BSY,${yesterday},,,,,,`, 'rival');
    expect(theirs).toMatchObject({ taken: 0, refused: 1 });
  });
});
