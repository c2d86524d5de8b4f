/** Scheduled reports: kept by administrators, mailed at 19:30 of the tenant's day, once each, whatever happens on the way. */
import Papa from 'papaparse';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportDelivery, ScheduledReport } from '../../core/contract/schedule-reports';
import { uuidv7 } from '../../core/domain/ids';
import { createJobs } from '../../server/jobs';
import { registerJobs as registerExports } from '../../server/modules/reports/jobs';
import { registerJobs as registerMails } from '../../server/modules/reports/mail-jobs';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
import { type MailSender, smtpMail } from '../../server/platform/senders/mail';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { createPerson, type Person } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import { type Mailbox, startMailbox } from '../support/smtp';
import { type Api, as, createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const SCHEDULES = '/api/v2/schedule-reports';
/** 19:00 in India, on a Monday; 19:30 there is 14:00. */
const SEVEN = Date.parse('2026-11-23T13:30:00Z');
const HOUR = 3_600_000;
const [RISK, HEAD] = ['risk@bank.example', 'head@bank.example'];

describe.each(bothAtNight)('scheduled reports on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let elsewhere: TenantWorld;
  let box: Mailbox;
  let smtp: MailSender;
  let area: Person;
  let portfolios: Record<'ours' | 'theirs', string>;
  let loans: Record<'ours' | 'theirs', TestLoan>;
  /** The clock goes on from where it was set. */
  let set = { to: SEVEN, at: Date.now() };
  const clock = { now: () => new Date(set.to + Date.now() - set.at) };
  const moveTo = (to: number) => {
    set = { to, at: Date.now() };
    // Sessions of before are over.
    admin = as(server.origin, world.people.admin);
    stranger = as(server.origin, elsewhere.people.admin);
  };
  const hours = (count: number) => moveTo(SEVEN + count * HOUR);

  let admin: Api;
  let stranger: Api;
  const wanted = (more: object = {}) => ({
    reportName: 'daily-reports',
    portfolioIds: [portfolios.ours],
    portfolioNames: ['whatever'],
    emails: [RISK, HEAD],
    frequency: 'DAILY',
    daysOfWeek: [],
    dateOfMonth: null,
    timing: '19:30',
    ...more,
  });
  const created = async (more: object = {}, by = admin): Promise<ScheduledReport> => {
    const { status, body } = await by.post(SCHEDULES, wanted(more));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as ScheduledReport;
  };
  const listed = async (by = admin, query = ''): Promise<ScheduledReport[]> =>
    ((await by.get(`${SCHEDULES}${query}`)).body.data as { rows: ScheduledReport[] }).rows;
  const sendings = async (id: string): Promise<ReportDelivery[]> =>
    (await admin.get(`${SCHEDULES}/${id}/deliveries`)).body.data as ReportDelivery[];
  const put = (path: string, body?: object, headers: Record<string, string> = {}, by = admin) =>
    by.fetch(`${SCHEDULES}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const switched = (id: string, active: boolean) =>
    put('/active', undefined, { schedulereportid: id, active: String(active) });

  const worker = (mail = smtp, attachedBytes?: number) => {
    const logger = createLogger('silent');
    const deps = { db: held.db, clock, logger, storage: server.storage, mail, config: readConfig({}) };
    const jobs = createJobs({ db: held.db, clock, logger, pollMs: 20 });
    registerExports(jobs, deps);
    registerMails(jobs, deps, attachedBytes);
    return jobs;
  };
  /** Jobs that could be done by now. */
  const waiting = async () => {
    const [row] = await held.db.platform((tx) =>
      tx.query<{ count: number }>(
        'select count(*) as count from jobs where failed_at is null and run_at <= $1 and (claimed_until is null or claimed_until <= $1)',
        [new Date(clock.now().getTime() + 5000)],
      ),
    );
    const [busy] = await held.db.platform((tx) =>
      tx.query<{ count: number }>('select count(*) as count from jobs where claimed_until > $1', [clock.now()]),
    );
    return (row?.count ?? 0) + (busy?.count ?? 0);
  };
  /** Works until nothing is left to do at this moment. */
  async function worked(workers = [worker()]): Promise<void> {
    for (const one of workers) {
      await one.enqueue(
        'reports.mails-planned',
        {},
        { tenantId: world.tenantId, singletonKey: 'reports.mails-planned' },
      );
      one.start();
    }
    try {
      await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
    } finally {
      for (const one of workers) await one.stop();
    }
  }
  const addCalls = (loan: TestLoan, day: string, count: number) =>
    world.run((tx) =>
      tx.query(
        `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at,
           receipt_no, remarks, record, payload_hash)
         select $1, gen_random_uuid(), $5::timestamptz, $2, $3, 'call', 'PTP', 'PTP', 10, 'applied',
           $5::timestamptz - n * interval '1 second', n, '=1+1', '{}'::jsonb, 'hash' from generate_series(1, $4::int) n`,
        [world.tenantId, loan.id, world.people.caller.id, count, `${day}T06:00:00Z`],
      ),
    );
  const linesOf = (content: Buffer | undefined) =>
    Papa.parse<string[]>((content?.toString('utf8') ?? '').replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data;
  const zone = (name: string) =>
    held.db.platform((tx) => tx.query('update tenants set zone = $2 where id = $1', [world.tenantId, name]));

  beforeAll(async () => {
    held = await fresh();
    box = await startMailbox();
    smtp = smtpMail(box.url, 'Recoup <reports@recoup.example>');
    server = await startServer(held.db, { clock });
    world = await createTenantWorld(held.db);
    elsewhere = await createTenantWorld(held.db);
    area = await createPerson(held.db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole: 'ACM' });
    loans = {
      ours: await world.addLoan({ number: 'TW-1', held: { collector: 'caller' } }),
      theirs: await world.addLoan({ number: 'PL-9', otherClient: true }),
    };
    const of = async ({ id }: TestLoan) => {
      const [row] = await world.run((tx) =>
        tx.query<{ portfolio_id: string }>('select portfolio_id from loans where tenant_id = $1 and id = $2', [
          world.tenantId,
          id,
        ]),
      );
      return row?.portfolio_id ?? '';
    };
    portfolios = { ours: await of(loans.ours), theirs: await of(loans.theirs) };
    await world.run((tx) =>
      tx.query("update users set email = 'owner@agency.example' where tenant_id = $1 and id = $2", [
        world.tenantId,
        world.people.admin.id,
      ]),
    );
    await addCalls(loans.ours, '2026-11-23', 3);
    await addCalls(loans.ours, '2026-11-22', 5);
    await addCalls(loans.theirs, '2026-11-23', 7);
  }, 60_000);
  afterAll(async () => {
    smtp.close();
    await server.close();
    await box.close();
    await held.close();
  });
  beforeEach(() => hours(0));
  afterEach(async () => {
    box.mails.length = 0;
    box.refuse = 0;
    box.unknown.clear();
    for (const table of ['schedule_reports', 'report_deliveries', 'report_mails'])
      await world.run((tx) => tx.query(`delete from ${table} where tenant_id = $1`, [world.tenantId]));
    await held.db.platform((tx) => tx.query('delete from jobs'));
    await held.db.platform((tx) => tx.query('delete from job_schedules'));
  });

  describe('as they are kept', () => {
    it('are made, changed, switched and deleted, each in the audit with before and after', async () => {
      const made = await created();
      expect(made).toMatchObject({
        displayName: 'Daily Call',
        portfolios: [expect.any(String)],
        frequency: 'daily',
        timing: '19:30',
        active: true,
        tenantId: world.tenantId,
        nextOn: '2026-11-23',
      });
      const change = wanted({ frequency: 'MONTHLY', dateOfMonth: 28, emails: [` ${RISK} `, RISK.toUpperCase()] });
      const changed = await put(`/${made.id}`, { ...change, version: made.version });
      expect((await changed.json()).data).toMatchObject({
        frequency: 'monthly',
        dateOfMonth: 28,
        emails: [RISK.toUpperCase()],
        nextOn: '2026-11-28',
      });
      expect((await put(`/${made.id}`, { ...wanted(), version: made.version })).status).toBe(409);
      expect((await (await switched(made.id, false)).json()).data).toMatchObject({ active: false, nextOn: null });
      expect(await listed(admin, '?status=inactive&q=daily%20c')).toHaveLength(1);
      expect(await listed(admin, '?status=active')).toHaveLength(0);
      expect(await listed(admin, '?q=nobody')).toHaveLength(0);
      hours(30);
      expect((await (await switched(made.id, true)).json()).data).toMatchObject({ active: true, nextOn: '2026-11-28' });
      expect((await admin.fetch(`${SCHEDULES}/${made.id}`, { method: 'DELETE' })).status).toBe(200);
      expect(await listed()).toEqual([]);
      const noted = await world.run((tx) =>
        tx.query<{ action: string; detail: { before: { active: boolean } | null; after: { active: boolean } | null } }>(
          "select action, detail from audit_log where tenant_id = $1 and subject_id = $2 and subject = 'schedule-report' order by seq",
          [world.tenantId, made.id],
        ),
      );
      expect(noted).toMatchObject([
        { action: 'schedule-reports.created', detail: { before: null, after: { emails: [RISK, HEAD] } } },
        { action: 'schedule-reports.changed', detail: { before: { frequency: 'daily' }, after: { dateOfMonth: 28 } } },
        { action: 'schedule-reports.deactivated', detail: { before: { active: true }, after: { active: false } } },
        { action: 'schedule-reports.activated', detail: { before: { active: false }, after: { active: true } } },
        { action: 'schedule-reports.deleted', detail: { before: { active: true }, after: null } },
      ]);
    });

    it.each<[string, () => object, string]>([
      ['no report', () => ({ reportName: '' }), 'Please select a report.'],
      ['no portfolio', () => ({ portfolioIds: [] }), 'Please select at least one portfolio.'],
      ['no address', () => ({ emails: [] }), 'Please add at least one email.'],
      ['a wrong address', () => ({ emails: [RISK, 'head'] }), 'Invalid email(s): head'],
      [
        'an address that adds a line to the head',
        () => ({ emails: ['a@b.in\r\nBcc: c@d.in'] }),
        'Invalid email(s): a@b.in\r\nBcc: c@d.in',
      ],
      ['two addresses as one', () => ({ emails: ['a@b.in,c@d.in'] }), 'Invalid email(s): a@b.in,c@d.in'],
      ['no weekday', () => ({ frequency: 'WEEKLY' }), 'Please select at least one weekday.'],
      ['no date', () => ({ frequency: 'MONTHLY' }), 'Please select a date for the monthly frequency.'],
      ...[29, 30, 31].map((dateOfMonth): [string, () => object, string] => [
        `the ${dateOfMonth}th`,
        () => ({ frequency: 'MONTHLY', dateOfMonth }),
        'Please select a date for the monthly frequency.',
      ]),
      ['a report without rows', () => ({ reportName: 'upload-sheets' }), 'This report cannot be mailed'],
      ['a portfolio of nobody', () => ({ portfolioIds: [uuidv7()] }), 'There is no such portfolio'],
    ])('%s is refused in words', async (_, more, message) => {
      const { status, body } = await admin.post(SCHEDULES, wanted(more()));
      expect([status, body.message]).toEqual([422, message]);
      expect(await listed()).toEqual([]);
    });

    it('belong to their owner, to whoever stands above, and to no other tenant', async () => {
      const made = await created();
      const own = as(server.origin, area);
      expect(await listed(own)).toEqual([]);
      expect(await listed(stranger)).toEqual([]);
      for (const other of [own, stranger]) {
        expect((await put(`/${made.id}`, wanted(), {}, other)).status).toBe(404);
        expect((await put('/active', undefined, { schedulereportid: made.id, active: 'false' }, other)).status).toBe(
          404,
        );
        expect((await other.fetch(`${SCHEDULES}/${made.id}`, { method: 'DELETE' })).status).toBe(404);
        expect((await other.get(`${SCHEDULES}/${made.id}/deliveries`)).status).toBe(404);
        expect((await other.post(`${SCHEDULES}/${made.id}/send`, { deliveryId: uuidv7() })).status).toBe(404);
      }
      // Nobody below works on it, so it is no portfolio of theirs.
      expect((await own.post(SCHEDULES, wanted())).body.message).toBe('There is no such portfolio');
      expect((await as(server.origin, world.people.manager).get(SCHEDULES)).status).toBe(403);
      expect(await listed()).toMatchObject([{ id: made.id, active: true }]);
    });
  });

  describe('as they are mailed', () => {
    it('go out at 19:30 of the tenant’s day and not before, to each address, with the lines of the portfolio and the day', async () => {
      const made = await created();
      await worked();
      expect(box.mails).toEqual([]);
      hours(0.5);
      await worked([worker(), worker()]);
      hours(3);
      await worked();
      const mails = [await box.take(RISK), await box.take(HEAD)];
      expect(box.mails).toEqual([]);
      for (const mail of mails) {
        expect(mail.subject).toBe('Daily Call, 23/11/2026');
        const [file] = mail.attachments;
        expect(file?.filename).toBe('Daily-Call_2026-11-23_2026-11-23.csv');
        const [head = [], ...lines] = linesOf(file?.content);
        expect(lines.pop()).toEqual(['Complete', '3 lines']);
        expect(lines.pop()?.[0]).toBe('Total');
        expect(lines.map((cells) => cells[head.indexOf('Loan number')])).toEqual(['TW-1', 'TW-1', 'TW-1']);
        expect(lines[0]?.[head.indexOf('Remarks')]).toBe("'=1+1");
      }
      expect(await sendings(made.id)).toMatchObject([
        {
          day: '2026-11-23',
          state: 'sent',
          lines: 3,
          linked: false,
          mails: [
            { address: RISK, state: 'sent' },
            { address: HEAD, state: 'sent' },
          ],
        },
      ]);
      // What is written for a sending is not among the exports that its owner asked for.
      expect((await admin.get('/api/v2/report-exports')).body.data).toEqual([]);
    });

    it('wait for no export that somebody asked for', async () => {
      await created({ emails: [RISK] });
      const { id } = world.people.admin;
      await world.run((tx) =>
        tx.query(
          `insert into report_exports (tenant_id, id, user_id, kind, file_type, file_name, filters, state, created_at, expires_at)
           values ($1, gen_random_uuid(), $2, 'dailyCalls', 'csv', 'long.csv', '{}', 'running', $3, $4)`,
          [world.tenantId, id, new Date(clock.now().getTime() - 3_600_000), new Date('2027-12-01')],
        ),
      );
      hours(0.5);
      await worked();
      await world.run((tx) =>
        tx.query("delete from report_exports where tenant_id = $1 and file_name = 'long.csv'", [world.tenantId]),
      );
      expect((await box.take(RISK)).subject).toBe('Daily Call, 23/11/2026');
    });

    it('go out once a day over the end of a month, also with two workers and when nobody worked for days', async () => {
      await created({ emails: [RISK] });
      await created({ emails: [HEAD], frequency: 'MONTHLY', dateOfMonth: 1 });
      for (let day = 0; day < 9; day += 1) {
        // From the 26th to the 28th no server runs.
        if (day >= 3 && day <= 5) continue;
        hours(day * 24 + 0.5);
        await worked([worker(), worker()]);
      }
      const daysTo = (address: string) =>
        box.mails
          .filter((mail) => JSON.stringify(mail.to).includes(address))
          .map(({ subject }) => subject?.split(', ')[1])
          .sort();
      expect(daysTo(RISK)).toEqual(
        ['23/11', '24/11', '25/11', '26/11', '27/11', '28/11', '29/11', '30/11', '01/12']
          .map((day) => `${day}/2026`)
          .sort(),
      );
      expect(daysTo(HEAD)).toEqual(['02/11/2026 to 01/12/2026']);
    });

    it('go out at 19:30 of the new zone when the tenant’s changes, and not twice for a day', async () => {
      await created({ emails: [RISK] });
      await worked();
      try {
        await zone('Asia/Dubai');
        hours(0.6);
        await worked();
        expect(box.mails).toHaveLength(0);
        hours(2);
        await worked();
        expect(box.mails).toHaveLength(1);
        // Where it is 19:30 later than where it was sent: the same day again, which is done.
        await zone('Europe/London');
        hours(6.5);
        await worked();
        expect(box.mails).toHaveLength(1);
        hours(30);
        await worked();
        expect(box.mails.map(({ subject }) => subject)).toEqual(['Daily Call, 23/11/2026', 'Daily Call, 24/11/2026']);
      } finally {
        await zone('Asia/Kolkata');
      }
    });

    it.each(['before the mail server has it', 'after it has it, which nobody was told'])(
      'are sent by another worker when one dies %s, under the same Message-ID',
      async (when) => {
        await created({ emails: [RISK] });
        hours(0.5);
        let reached = false;
        const ids: string[] = [];
        const dying: MailSender = {
          ...smtp,
          async send(mail) {
            ids.push(mail.id ?? '');
            if (when.startsWith('after')) await smtp.send(mail);
            reached = true;
            await new Promise(() => {});
          },
        };
        const first = worker(dying);
        first.start();
        await expect.poll(() => reached, { timeout: 15_000 }).toBe(true);
        await first.stop(0);
        hours(0.6);
        await worked();
        const ours = box.mails.map(({ messageId }) => messageId);
        expect(ours).toHaveLength(when.startsWith('after') ? 2 : 1);
        expect(new Set(ours)).toEqual(new Set([`<${ids[0]}@recoup>`]));
      },
    );

    it('wait for a mail server that is away for a day, and then go out once for each day', async () => {
      const made = await created();
      const away = smtpMail('smtp://recoup:letters@127.0.0.1:1', 'Recoup <reports@recoup.example>');
      for (let hour = 0.5; hour <= 25; hour += 6) {
        hours(hour);
        await worked([worker(away)]);
      }
      expect(await sendings(made.id)).toMatchObject([
        { day: '2026-11-24', state: 'sending', problem: 'The mail server did not take it yet. It is tried again.' },
        { day: '2026-11-23', state: 'sending' },
      ]);
      // It is back, and first says twice that it is busy.
      box.refuse = 2;
      for (const hour of [26, 32]) {
        hours(hour);
        await worked();
      }
      const sent = box.mails.map(({ subject, to }) => `${subject} ${JSON.stringify(to).match(/\w+@bank/)?.[0]}`).sort();
      expect(sent).toEqual(
        ['23', '24'].flatMap((day) => ['head@bank', 'risk@bank'].map((to) => `Daily Call, ${day}/11/2026 ${to}`)),
      );
      expect((await sendings(made.id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
      expect(await listed()).toMatchObject([{ active: true, problem: null }]);
    });

    it('go to the others when one address is refused; when all are, three times, they stop and their owner hears of it', async () => {
      const made = await created();
      box.unknown.add(HEAD);
      hours(0.5);
      await worked();
      expect(box.mails).toHaveLength(1);
      expect(await sendings(made.id)).toMatchObject([
        {
          state: 'sent',
          mails: [{ state: 'sent' }, { state: 'refused', problem: expect.stringContaining('address') }],
        },
      ]);
      box.mails.length = 0;
      box.unknown.add(RISK);
      for (let day = 1; day <= 4; day += 1) {
        hours(day * 24 + 0.5);
        await worked();
      }
      expect((await sendings(made.id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'sent']);
      const word = await box.take('owner@agency.example');
      expect(word.subject).toBe('Daily Call is no longer mailed');
      expect(word.text).toContain('/info-report');
      expect(box.mails).toEqual([]);
      expect(await listed()).toMatchObject([{ active: false, problem: expect.stringContaining('mail server') }]);
    });

    it('are sent by hand at once, once a request, and not while one is under way', async () => {
      const made = await created({ frequency: 'WEEKLY', daysOfWeek: ['Friday'], emails: [RISK] });
      const deliveryId = uuidv7();
      const send = (id: string) => admin.post(`${SCHEDULES}/${made.id}/send`, { deliveryId: id });
      expect((await send(deliveryId)).status).toBe(200);
      expect((await send(deliveryId)).status).toBe(200);
      expect((await send(uuidv7())).status).toBe(429);
      await worked();
      expect(box.mails.map(({ subject }) => subject)).toEqual(['Daily Call, 21/11/2026 to 23/11/2026']);
      expect(await sendings(made.id)).toMatchObject([{ id: deliveryId, day: null, state: 'sent', lines: 8 }]);
      const noted = await world.run((tx) =>
        tx.query(
          "select detail from audit_log where tenant_id = $1 and subject_id = $2 and action = 'schedule-reports.sent-by-hand'",
          [world.tenantId, made.id],
        ),
      );
      expect(noted).toMatchObject([{ detail: { before: null, after: { delivery: deliveryId, emails: [RISK] } } }]);
    });

    it('link to a file that is too large, which those it was mailed to fetch after signing in', async () => {
      const made = await created({ emails: ['meera@agency.example', RISK] });
      await world.run((tx) =>
        tx.query("update users set email = 'Meera@agency.example' where tenant_id = $1 and id = $2", [
          world.tenantId,
          world.people.manager.id,
        ]),
      );
      hours(0.5);
      await worked([worker(smtp, 10)]);
      const mail = await box.take('meera@agency.example');
      expect(mail.attachments).toEqual([]);
      const [sending] = await sendings(made.id);
      expect(sending).toMatchObject({ linked: true, state: 'sent' });
      expect(mail.text).toContain('/mailed-reports');
      const path = '/api/v2/report-deliveries';
      for (const [who, kept, status] of [
        ['manager', 1, 200],
        ['admin', 0, 404],
        ['nationalManager', 0, 404],
      ] as const) {
        const api = as(server.origin, world.people[who]);
        expect((await api.get(path)).body.data, who).toHaveLength(kept);
        expect((await api.fetch(`${path}/${sending?.id}/file`)).status, who).toBe(status);
      }
      expect((await as(server.origin, world.people.caller).get(path)).status).toBe(403);
      expect((await stranger.fetch(`${path}/${sending?.id}/file`)).status).toBe(404);
      const fetched = () => as(server.origin, world.people.manager).fetch(`${path}/${sending?.id}/file`);
      expect(linesOf(Buffer.from(await (await fetched()).arrayBuffer())).at(-1)).toEqual(['Complete', '3 lines']);
      hours(24 * 8);
      expect((await as(server.origin, world.people.manager).get(path)).body.data).toEqual([]);
      expect((await fetched()).status).toBe(410);
    });

    it('are not sent when they were deleted or switched off before their file was there', async () => {
      for (const stop of ['delete', 'switch'] as const) {
        const made = await created();
        hours(0.5);
        await held.db.platform((tx) => tx.query("delete from jobs where name = 'reports.export'"));
        const planner = worker();
        await planner.enqueue('reports.mails-planned', {}, { tenantId: world.tenantId });
        planner.start();
        await expect.poll(async () => (await sendings(made.id)).length).toBe(1);
        await planner.stop();
        if (stop === 'delete') await admin.fetch(`${SCHEDULES}/${made.id}`, { method: 'DELETE' });
        else await switched(made.id, false);
        hours(0.6);
        await worked();
        expect(box.mails, stop).toEqual([]);
        hours(0);
      }
    });

    it('go to the domains that the tenant allows alone, when they are made and when they are sent', async () => {
      const allow = (domains: string[]) =>
        held.db.platform((tx) =>
          tx.query('update tenants set mail_domains = $2 where id = $1', [world.tenantId, domains]),
        );
      const made = await created({ emails: [RISK, 'head@other.example'] });
      await allow(['bank.example']);
      try {
        // A change of settings is seen within seconds.
        await expect
          .poll(async () => (await admin.post(SCHEDULES, wanted({ emails: [RISK, 'head@other.example'] }))).status, {
            timeout: 15_000,
            interval: 500,
          })
          .toBe(422);
        const { body } = await admin.post(SCHEDULES, wanted({ emails: ['head@other.example'] }));
        expect(body).toMatchObject({
          message: 'Reports are not mailed to head@other.example: only to bank.example.',
          fields: [{ path: 'emails' }],
        });
        await world.run((tx) =>
          tx.query('delete from schedule_reports where tenant_id = $1 and id <> $2', [world.tenantId, made.id]),
        );
        hours(0.5);
        await worked();
        expect(box.mails).toHaveLength(1);
        expect(await sendings(made.id)).toMatchObject([
          {
            state: 'sent',
            mails: [{ state: 'sent' }, { state: 'refused', problem: 'Reports are not mailed to this domain.' }],
          },
        ]);
      } finally {
        // The last test: nobody waits until it is heard.
        await allow([]);
      }
    });
  });
});
