/** A portfolio's contact policy, saved on its second tab, as the contact gate keeps it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoanContact } from '../../core/contract/contact';
import { DEFAULT_PACK } from '../../core/domain/contact-gate';
import { uuidv7 } from '../../core/domain/ids';
import { type ContactPolicy, DEFAULT_POLICY } from '../../core/domain/portfolio-rules';
import { mayContact, peekContact } from '../../server/modules/contact';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import {
  as,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
  type Who,
} from '../support/world';

const ZONE = 'Asia/Kolkata';
/** Monday 23 November 2026, 10:00 in India. */
const MORNING = Date.parse('2026-11-23T04:30:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SOURCE = 'Contact policy of the portfolio “Two wheelers”';
const GATE = '/api/v2/contact-gate';

describe.each(engines)('the contact policy of a portfolio on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loan: TestLoan;
  /** Of the other client, so of another portfolio. */
  let elsewhere: TestLoan;
  let version: number;
  let now = MORNING;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { clock: { now: () => new Date(now) } });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });
  beforeEach(async () => {
    now = MORNING - 24 * HOUR;
    version = 0;
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    loan = await world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
    elsewhere = await world.addLoan({ otherClient: true, held: { collector: 'caller' } });
  });

  const call = (who: Who) => as(server.origin, world.people[who]);
  /** Saves the second tab of the loan's portfolio, as an administrator does. */
  async function policy(more: Partial<ContactPolicy>): Promise<void> {
    const [row] = await world.run((tx) =>
      tx.query<{ portfolio_id: string }>('select portfolio_id from loans where tenant_id = $1 and id = $2', [
        world.tenantId,
        loan.id,
      ]),
    );
    const answer = await call('admin').fetch(`/api/v2/portfolios/${row?.portfolio_id}/script`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        version,
        scripts: [],
        dispositionCodes: [],
        templates: [],
        contactPolicy: { ...DEFAULT_POLICY, gapMinutes: 0, ...more },
        recordingNotice: '',
      }),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    version += 1;
  }
  const start = (which = loan) =>
    call('caller').post(
      '/api/v1/call-disposition',
      { call_status: 'CALL_STARTED', loanId: which.id },
      { 'idempotency-key': uuidv7() },
    );
  const may = (channel: 'call' | 'sms' | 'whatsapp' | 'visit' | 'letter', which = loan, more: object = {}) =>
    world.run((tx) =>
      mayContact(
        tx,
        { tenantId: world.tenantId, userId: null },
        { loanId: which.id, channel, attemptId: uuidv7(), now: new Date(now), zone: ZONE, ...more },
      ),
    );
  const contactOf = async (which = loan) =>
    (await call('caller').get(`${GATE}/loan/${which.id}`)).body.data as LoanContact;
  const counted = () =>
    world.run((tx) =>
      tx.query<{ rule: string; kind: string; times: number }>(
        'select rule, kind, times from contact_blocks where tenant_id = $1 and loan_id = $2 order by rule, kind',
        [world.tenantId, loan.id],
      ),
    );

  it('refuses a call outside its hours, until its own next minute, for its own loans alone', async () => {
    await policy({ fromHour: 11, toHour: 17 });
    now = MORNING;
    expect((await start()).body).toMatchObject({
      code: 'contact-blocked',
      contact: { rule: 'hours', nextLawfulAt: '2026-11-23T05:30:00.000Z' },
    });
    expect((await start(elsewhere)).status).toBe(200);
    expect(await counted()).toEqual([{ rule: 'hours', kind: 'refused', times: 1 }]);
    now = Date.parse('2026-11-23T05:30:00Z');
    expect((await start()).status).toBe(200);
  });

  it('is shown with its name, by phone and channel, with the rules for judging without a network', async () => {
    await policy({ toHour: 17, channels: ['call', 'visit'] });
    now = MORNING;
    const contact = await contactOf();
    expect(contact.question.portfolioRules.map(({ rule, source }) => [rule, source])).toEqual([
      ['channel', SOURCE],
      ['hours', SOURCE],
      ['per-day', SOURCE],
      ['per-week', SOURCE],
    ]);
    expect(contact.phones[0]).toMatchObject({
      call: { allowed: true, allowedUntil: Date.parse('2026-11-23T11:30:00Z') },
      sms: { allowed: false, nextLawfulAt: null, reasons: [{ rule: 'channel', source: SOURCE, lift: 'channel' }] },
    });
    expect(contact.letter).toMatchObject({ allowed: false, reasons: [{ rule: 'channel' }] });
    const why = (await call('caller').get(`${GATE}/why?q=${loan.number}`)).body.data as LoanContact[];
    expect(why[0]?.phones[0]?.whatsapp.reasons).toMatchObject([{ rule: 'channel', source: SOURCE }]);
    expect((await contactOf(elsewhere)).question.portfolioRules).toEqual([]);
  });

  it('counts attempts of all loans of the borrower and over all channels', async () => {
    await policy({ perDay: 2, perWeek: 2, gapMinutes: 90 });
    now = MORNING;
    expect(await may('sms')).toMatchObject({ allowed: true });
    now += 89 * MINUTE;
    expect(await may('visit')).toMatchObject({
      allowed: false,
      reason: { rule: 'gap', source: SOURCE },
      nextLawfulAt: new Date(MORNING + 90 * MINUTE).toISOString(),
    });
    now += MINUTE;
    expect(await may('visit')).toMatchObject({ allowed: true });
    now += 2 * HOUR;
    expect(await may('call')).toMatchObject({
      allowed: false,
      reason: { rule: 'per-day', source: SOURCE },
      nextLawfulAt: '2026-11-30T02:30:00.000Z',
    });
    expect(await may('sms', loan, { onRequest: true })).toMatchObject({ allowed: true });
    const peek = await world.run((tx) =>
      peekContact(
        tx,
        { tenantId: world.tenantId, userId: null },
        { loanId: loan.id, channel: 'sms', now: new Date(now), zone: ZONE },
      ),
    );
    expect(peek).toMatchObject({ allowed: false, reason: { rule: 'per-day' } });
  });

  it('never loosens the pack: of both the stricter counts', async () => {
    await policy({ perDay: 50, perWeek: 200 });
    now = MORNING;
    for (const minutes of [0, 31, 62]) {
      now = MORNING + minutes * MINUTE;
      expect((await start()).status).toBe(200);
    }
    now += HOUR;
    expect((await start()).body.contact).toEqual({ rule: 'per-day', nextLawfulAt: '2026-11-24T02:30:00.000Z' });
    now = Date.parse('2026-11-23T14:30:00Z');
    expect(await may('call', elsewhere)).toMatchObject({ allowed: false, reason: { rule: 'hours' } });
  });

  it('of two who ask at once, one takes the last attempt of the day', async () => {
    await policy({ perDay: 1 });
    now = MORNING;
    const answers = await Promise.all([start(), start(), may('sms')]);
    const allowed = answers.map((answer) => ('allowed' in answer ? answer.allowed : answer.status === 200));
    expect(allowed.filter(Boolean)).toHaveLength(1);
  });

  it('counts in the preview of other rules, for what came after it was saved', async () => {
    now = MORNING;
    expect((await start()).status).toBe(200);
    now += HOUR;
    await policy({ fromHour: 11, toHour: 12 });
    now += 10 * MINUTE;
    expect((await start()).status).toBe(200);
    now += 30 * MINUTE;
    await policy({ fromHour: 8, toHour: 9 });
    now += 24 * HOUR;
    const preview = async () =>
      (await call('admin').post(`${GATE}/packs/preview`, { microfinance: [], rules: DEFAULT_PACK.rules })).body.data;
    // Saved after both: what it said before is not kept, so it is held against neither.
    expect(await preview()).toMatchObject({ attempts: 2, blocked: 0 });
    await world.run((tx) =>
      tx.query("update portfolio_tabs set saved_at = $2 where tenant_id = $1 and tab = 'script'", [
        world.tenantId,
        new Date(MORNING + 30 * MINUTE),
      ]),
    );
    expect(await preview()).toMatchObject({ blocked: 1, byRule: [{ rule: 'hours', count: 1 }] });
  });

  it('marks a visit that was saved without a network, and refuses none', async () => {
    await policy({ fromHour: 11, toHour: 17 });
    now = MORNING + HOUR;
    const visit = fieldRecord(loan, { recordedAt: '2026-11-23T04:40:00Z', nextVisitOn: '2026-12-01' });
    expect((await call('agent').batch(itemOf(visit))).body.results).toMatchObject([
      { receipt: { outcome: 'applied' } },
    ]);
    expect(await counted()).toEqual([{ rule: 'hours', kind: 'outside', times: 1 }]);
  });

  describe('another language than the agent’s', () => {
    const speaks = (who: Who, ...languages: string[]) =>
      world.run((tx) =>
        tx.query('update users set languages = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          world.people[who].id,
          languages,
        ]),
      );
    beforeEach(async () => {
      now = MORNING;
      await world.run((tx) =>
        tx.query("update borrowers set language = 'ta' where tenant_id = $1 and id = $2", [
          world.tenantId,
          loan.borrowerId,
        ]),
      );
      await speaks('caller', 'hi');
      await speaks('agent', 'hi');
    });

    it('is a warning, shown and counted, and the call goes on', async () => {
      expect((await contactOf()).phones[0]?.call).toMatchObject({
        allowed: true,
        reasons: [],
        warnings: [{ rule: 'language', values: { language: 'ta' } }],
      });
      expect((await start()).status).toBe(200);
      expect(await counted()).toEqual([{ rule: 'language', kind: 'warned', times: 1 }]);
      now += HOUR;
      const visit = fieldRecord(loan, { recordedAt: '2026-11-23T05:20:00Z', nextVisitOn: '2026-12-01' });
      await call('agent').batch(itemOf(visit));
      expect((await call('admin').get(`${GATE}/blocks?kind=warned`)).body.data).toMatchObject({
        totals: { refused: 0, outside: 0, warned: 2 },
        byRule: [{ rule: 'language', refused: 0, outside: 0, warned: 2 }],
        total: 2,
      });
      await speaks('caller', 'hi', 'ta');
      expect((await contactOf()).phones[0]?.call.warnings).toEqual([]);
    });

    it('blocks where the tenant’s rules say so', async () => {
      now = MORNING - 24 * HOUR;
      const rules = DEFAULT_PACK.rules.map((rule) =>
        rule.rule === 'language' ? { ...rule, values: { when: 'known' as const } } : rule,
      );
      const made = await call('admin').post(`${GATE}/packs`, {
        id: uuidv7(),
        name: 'Own language',
        base: 'default',
        effectiveFrom: '2026-11-23',
        microfinance: [],
        rules,
        reason: 'Asked by the lender',
      });
      expect(made.status).toBe(200);
      now = MORNING;
      expect((await start()).body.contact).toEqual({ rule: 'language', nextLawfulAt: null });
      expect(await counted()).toEqual([{ rule: 'language', kind: 'refused', times: 1 }]);
    });
  });
});
