/** Contact rules, wishes of borrowers and the report of what was held back: who may do what, and what is kept of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoanContact, PackRow } from '../../core/contract/contact';
import { DEFAULT_PACK, DRAFT_PACK, type PackRule } from '../../core/domain/contact-gate';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { mayContact } from '../../server/modules/contact';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const ZONE = 'Asia/Kolkata';
/** Monday 23 November 2026, 10:00 in India. */
const MORNING = Date.parse('2026-11-23T04:30:00Z');
const HOUR = 3_600_000;
const GATE = '/api/v2/contact-gate';

const NO_WISH = {
  channels: null,
  phoneId: null,
  days: null,
  fromTime: null,
  toTime: null,
  place: null,
  until: null,
  note: null,
};

describe.each(engines)('contact rules on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let loan: TestLoan;
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
    now = MORNING;
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    other = await createTenantWorld(held.db, { contactRules: 'in-force' });
    loan = await world.addLoan({ held: { collector: 'caller', field_agent: 'agent' } });
  });

  const call = (who: Who, from = world) => as(server.origin, from.people[who]);
  const start = (which = loan, who: Who = 'caller') =>
    call(who).post(
      '/api/v1/call-disposition',
      { call_status: 'CALL_STARTED', loanId: which.id },
      { 'idempotency-key': uuidv7() },
    );
  const contactOf = async (who: Who = 'caller') =>
    (await call(who).get(`${GATE}/loan/${loan.id}`)).body.data as LoanContact;
  const wish = (more: object, who: Who = 'caller', from = world) =>
    call(who, from).post(`${GATE}/loan/${loan.id}/preferences`, { id: uuidv7(), ...NO_WISH, ...more });
  const audited = (action: string) =>
    world.run((tx) =>
      tx.query<{ actor_id: string; detail: { before: unknown; after: unknown; reason?: string } }>(
        'select actor_id, detail from audit_log where tenant_id = $1 and action = $2 order by seq',
        [world.tenantId, action],
      ),
    );
  const pack = (more: object = {}) => ({
    id: uuidv7(),
    name: 'Shorter evenings',
    base: 'default',
    effectiveFrom: '2026-12-01',
    microfinance: DEFAULT_PACK.microfinance,
    rules: DEFAULT_PACK.rules,
    reason: 'Decided by the board',
    ...more,
  });
  const changed = (id: PackRule['rule'], values: PackRule['values']): PackRule[] =>
    DEFAULT_PACK.rules.map((rule) => (rule.rule === id ? { ...rule, values: { ...rule.values, ...values } } : rule));

  describe('a loan', () => {
    it('answers by phone and channel, with what the answers rest on', async () => {
      const contact = await contactOf();
      expect(contact).toMatchObject({
        loanNumber: loan.number,
        phones: [{ id: loan.phoneId, masked: '98••••••78', call: { allowed: true }, sms: { allowed: true } }],
        visit: { allowed: true, allowedUntil: Date.parse('2026-11-23T13:30:00Z') },
        question: { homeZone: ZONE, attempts: [], agent: { draValidUntil: null } },
      });
      expect(JSON.stringify(contact)).not.toContain('9812345678');
      now = Date.parse('2026-11-23T16:30:00Z');
      expect((await contactOf()).phones[0]?.call).toMatchObject({
        allowed: false,
        reasons: [{ rule: 'hours', source: expect.stringContaining('RBI/2022-23/108') }],
        nextLawfulAt: Date.parse('2026-11-24T02:30:00Z'),
      });
    });

    it.each([
      ['caller', 200],
      ['agent', 200],
      ['manager', 200],
      ['admin', 200],
      ['rivalAgent', 404],
      ['collector', 404],
      ['dialer', 404],
    ] as const)('is shown to %s: %i', async (who, status) => {
      expect((await call(who).get(`${GATE}/loan/${loan.id}`)).status).toBe(status);
      expect((await call(who).get(`${GATE}/loan/${loan.number}`)).status).toBe(status);
    });

    it('of another tenant does not exist, and a forged identity is refused', async () => {
      expect((await call('admin', other).get(`${GATE}/loan/${loan.id}`)).status).toBe(404);
      const forged = await call('caller').get(`${GATE}/loan/${loan.id}`, { tenantid: other.tenantId });
      expect(forged).toMatchObject({ status: 403, body: { code: 'identity-mismatch' } });
    });

    it('is found by its number and by the mobile, within what the caller sees', async () => {
      const why = async (q: string, who: Who = 'caller') =>
        ((await call(who).get(`${GATE}/why?q=${encodeURIComponent(q)}`)).body.data as LoanContact[]).map(
          ({ loanNumber }) => loanNumber,
        );
      expect(await why(loan.number.toLowerCase())).toEqual([loan.number]);
      expect(await why('+91 98123 45678')).toEqual([loan.number]);
      expect(await why(loan.number, 'rivalAgent')).toEqual([]);
      expect(await why('nobody')).toEqual([]);
      expect((await call('caller').get(`${GATE}/why?q=1`)).status).toBe(422);
    });
  });

  describe('a wish', () => {
    it('not to be called at lunch holds contact back until after it, and its end is a supervisor’s', async () => {
      const made = await wish({ kind: 'not-at-this-time', fromTime: '10:00', toTime: '11:30', note: 'At work' });
      expect(made.status).toBe(200);
      const { preferences } = made.body.data as LoanContact;
      expect(preferences).toMatchObject([{ kind: 'not-at-this-time', fromTime: '10:00', note: 'At work' }]);
      expect((await start()).body.contact).toEqual({
        rule: 'not-at-this-time',
        nextLawfulAt: '2026-11-23T06:00:00.000Z',
      });
      const end = (who: Who, from = world) =>
        call(who, from).post(`${GATE}/loan/${loan.id}/preferences/${preferences[0]?.id}/end`, {
          reason: 'Asked again',
        });
      expect((await end('caller')).status).toBe(403);
      expect((await end('rival')).status).toBe(404);
      expect((await end('admin', other)).status).toBe(404);
      expect((await end('manager')).status).toBe(200);
      expect((await end('manager')).status).toBe(200);
      expect((await start()).status).toBe(200);
      expect(await audited('contact.preference-added')).toMatchObject([
        { actor_id: world.people.caller.id, detail: { before: null, after: { kind: 'not-at-this-time' } } },
      ]);
      expect(await audited('contact.preference-ended')).toMatchObject([{ detail: { reason: 'Asked again' } }]);
    });

    it('sent twice is one wish', async () => {
      const id = uuidv7();
      await wish({ id, kind: 'do-not-contact' });
      const again = await wish({ id, kind: 'do-not-contact' });
      expect((again.body.data as LoanContact).preferences).toHaveLength(1);
    });

    it('not to be contacted is on the loan that phones see, and gone from it when it ends', async () => {
      const flags = () =>
        world.run((tx) =>
          tx.query('select flag_do_not_contact, pause_reason from loans where tenant_id = $1 and id = $2', [
            world.tenantId,
            loan.id,
          ]),
        );
      await wish({ kind: 'do-not-contact', until: '2026-12-05' });
      expect(await flags()).toEqual([{ flag_do_not_contact: true, pause_reason: 'Do not contact' }]);
      expect((await start()).body.contact).toEqual({
        rule: 'do-not-contact',
        nextLawfulAt: '2026-12-06T02:30:00.000Z',
      });
      const lift = { what: 'do-not-contact', reason: 'They called us' };
      expect((await call('caller').post(`${GATE}/loan/${loan.id}/lift`, lift)).status).toBe(403);
      expect((await call('manager').post(`${GATE}/loan/${loan.id}/lift`, lift)).status).toBe(200);
      expect(await flags()).toEqual([{ flag_do_not_contact: false, pause_reason: null }]);
      expect((await start()).status).toBe(200);
    });

    const marks = (of = loan) =>
      world.run((tx) =>
        tx.query('select flag_dispute, pause_reason, pause_until from loans where tenant_id = $1 and id = $2', [
          world.tenantId,
          of.id,
        ]),
      );
    const endOf = (id: string, who: Who = 'manager') =>
      call(who).post(`${GATE}/loan/${loan.id}/preferences/${id}/end`, { reason: 'Resolved' });
    /** A second loan of the same borrower. */
    async function anotherLoan(): Promise<TestLoan> {
      const made = await world.addLoan({ held: { collector: 'caller' } });
      await world.run((tx) =>
        tx.query('update loans set borrower_id = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          made.id,
          loan.borrowerId,
        ]),
      );
      return made;
    }
    const DISPUTED = { kind: 'dispute', note: 'Paid in March' };

    it('that disputes a loan silences this one on every channel, until a manager ends it', async () => {
      const second = await anotherLoan();
      const id = uuidv7();
      const made = await wish({ ...DISPUTED, id });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      const { preferences, visit, phones } = made.body.data as LoanContact;
      expect(preferences).toMatchObject([{ id, kind: 'dispute', note: 'Paid in March' }]);
      const [phone] = phones;
      for (const answer of [phone?.call, phone?.sms, phone?.whatsapp, visit]) {
        expect(answer).toMatchObject({ allowed: false, nextLawfulAt: null, reasons: [{ rule: 'dispute' }] });
      }
      expect((await start()).body.contact).toEqual({ rule: 'dispute', nextLawfulAt: null });
      expect(await marks()).toEqual([{ flag_dispute: true, pause_reason: 'Dispute', pause_until: null }]);
      // The borrower's other loan is not disputed.
      const beside = (await call('caller').get(`${GATE}/loan/${second.id}`)).body.data as LoanContact;
      expect(beside.preferences).toEqual([]);
      expect((await start(second)).status).toBe(200);
      expect((await endOf(id, 'caller')).status).toBe(403);
      expect((await endOf(id, 'rival')).status).toBe(404);
      expect((await endOf(id)).status).toBe(200);
      expect(await marks()).toEqual([{ flag_dispute: false, pause_reason: null, pause_until: null }]);
      expect(await audited('contact.preference-added')).toMatchObject([
        { actor_id: world.people.caller.id, detail: { before: null, after: { kind: 'dispute' } } },
      ]);
      expect(JSON.stringify(await audited('contact.preference-added'))).not.toContain('Paid in March');
    });

    it('that disputes a loan takes only its own mark away, and hands it on to another one', async () => {
      const [first, second] = [uuidv7(), uuidv7()];
      await wish({ ...DISPUTED, id: first });
      await wish({ ...DISPUTED, id: second, note: 'Never borrowed' });
      await endOf(first);
      expect(await marks()).toMatchObject([{ flag_dispute: true }]);
      await endOf(second);
      expect(await marks()).toMatchObject([{ flag_dispute: false }]);
      // What came of a visit or with the book is no wish's to end.
      await world.run((tx) =>
        tx.query(
          "update loans set flag_dispute = true, pause_reason = 'Amount disputed' where tenant_id = $1 and id = $2",
          [world.tenantId, loan.id],
        ),
      );
      const third = uuidv7();
      await wish({ ...DISPUTED, id: third });
      await endOf(third);
      expect(await marks()).toMatchObject([{ flag_dispute: true, pause_reason: 'Amount disputed' }]);
      // Lifting the dispute ends it however it came, wishes and all.
      await wish({ ...DISPUTED, id: uuidv7() });
      const lifted = await call('manager').post(`${GATE}/loan/${loan.id}/lift`, {
        what: 'dispute',
        reason: 'Resolved',
      });
      expect((lifted.body.data as LoanContact).preferences).toEqual([]);
      expect(await marks()).toMatchObject([{ flag_dispute: false, pause_reason: null }]);
    });

    it('of a family in mourning silences all its loans until after its last day, and its end gives them back', async () => {
      const second = await anotherLoan();
      const id = uuidv7();
      const made = await wish({ id, kind: 'bereavement', until: '2026-12-05', note: 'Her mother' });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      const held = { rule: 'sensitive', nextLawfulAt: '2026-12-06T02:30:00.000Z' };
      expect((await start()).body.contact).toEqual(held);
      expect((await start(second)).body.contact).toEqual(held);
      for (const one of [loan, second]) {
        expect(await marks(one)).toEqual([
          { flag_dispute: false, pause_reason: 'Bereavement', pause_until: '2026-12-05' },
        ]);
      }
      expect((await endOf(id)).status).toBe(200);
      expect(await marks(second)).toMatchObject([{ pause_reason: null }]);
      expect((await start()).status).toBe(200);
    });

    it.each([
      [DISPUTED, { note: null }, 'note'],
      [DISPUTED, { until: '2026-12-05' }, 'until'],
      [DISPUTED, { channels: ['sms'] }, 'channels'],
      [{ kind: 'bereavement' }, { channels: ['call'] }, 'channels'],
      [{ kind: 'bereavement' }, { until: '2026-11-22' }, 'until'],
      [{ kind: 'not-at-this-time' }, {}, 'fromTime'],
      [{ kind: 'only-at-this-time', fromTime: '10:00', toTime: '10:00' }, {}, 'toTime'],
      [{ kind: 'not-at-this-place' }, {}, 'place'],
      [{ kind: 'do-not-contact', until: '2026-11-22' }, {}, 'until'],
      [{ kind: 'do-not-contact', phoneId: uuidv7() }, {}, 'phoneId'],
      [{ kind: 'do-not-contact', channels: [] }, {}, 'channels'],
      [{ kind: 'something' }, {}, 'kind'],
      [{ kind: 'do-not-contact', days: [8] }, {}, 'days.0'],
    ])('%j with %j is refused with its field', async (body, more, path) => {
      const refused = await wish({ ...body, ...more });
      expect(refused.status).toBe(422);
      expect(refused.body.fields).toEqual(expect.arrayContaining([expect.objectContaining({ path })]));
    });

    it('about somebody else’s loan is not taken', async () => {
      expect((await wish({ kind: 'do-not-contact' }, 'rivalAgent')).status).toBe(404);
      expect((await wish({ kind: 'do-not-contact' }, 'admin', other)).status).toBe(404);
      expect((await wish({ kind: 'do-not-contact' }, 'client')).status).toBe(403);
    });
  });

  it.each([
    ['flag_dispute', 'dispute'],
    ['flag_legal', 'legal'],
  ])('a manager lifts %s', async (column, what) => {
    await world.run((tx) =>
      tx.query(`update loans set ${column} = true, pause_reason = 'Held' where tenant_id = $1 and id = $2`, [
        world.tenantId,
        loan.id,
      ]),
    );
    expect((await start()).status).toBe(409);
    const lift = { what, reason: 'Resolved' };
    expect((await call('rival').post(`${GATE}/loan/${loan.id}/lift`, lift)).status).toBe(404);
    expect((await call('manager').post(`${GATE}/loan/${loan.id}/lift`, lift)).status).toBe(200);
    expect((await start()).status).toBe(200);
    expect(await audited('contact.hold-lifted')).toMatchObject([
      { detail: { before: { [what]: true }, after: { [what]: false }, reason: 'Resolved' } },
    ]);
  });

  describe('a version of the rules', () => {
    it('begins on its day, is audited with before and after, and what stood stays as it was', async () => {
      const rules = changed('per-day', { most: 1 });
      const made = await call('admin').post(`${GATE}/packs`, pack({ effectiveFrom: '2026-11-24', rules }));
      expect(made.status).toBe(200);
      const { versions } = made.body.data as { versions: PackRow[] };
      expect(versions.map(({ version, state }) => [version, state])).toEqual([
        [1, 'planned'],
        [0, 'in-force'],
      ]);
      expect((await start()).status).toBe(200);
      now += HOUR;
      expect((await start()).status).toBe(200);
      now = Date.parse('2026-11-24T04:30:00Z');
      expect((await start()).status).toBe(200);
      now += HOUR;
      expect((await start()).body.contact).toEqual({ rule: 'per-day', nextLawfulAt: '2026-11-25T02:30:00.000Z' });
      const [entry] = await audited('contact.rules-changed');
      expect(entry).toMatchObject({
        actor_id: world.people.admin.id,
        detail: {
          before: { name: 'Rules in force' },
          after: { effectiveFrom: '2026-11-24' },
          reason: 'Decided by the board',
        },
      });
      await expect(
        world.run((tx) => tx.query("update contact_rule_packs set name = 'x' where tenant_id = $1", [world.tenantId])),
      ).rejects.toThrow('never rewritten');
      expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
    });

    it('of one day made later replaces the earlier, and both stay in the history', async () => {
      await call('admin').post(`${GATE}/packs`, pack());
      const id = uuidv7();
      await call('owner').post(`${GATE}/packs`, pack({ id, name: 'Second thoughts' }));
      const again = await call('owner').post(`${GATE}/packs`, pack({ id, name: 'Second thoughts' }));
      const { versions } = again.body.data as { versions: PackRow[] };
      expect(versions.map(({ name, state }) => [name, state])).toEqual([
        ['Second thoughts', 'planned'],
        ['Shorter evenings', 'replaced'],
        ['Rules in force', 'in-force'],
      ]);
    });

    it('two administrators at once make two versions', async () => {
      const answers = await Promise.all(
        ['admin', 'owner', 'admin'].map((who) => call(who as Who).post(`${GATE}/packs`, pack())),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { versions } = (await call('manager').get(`${GATE}/packs`)).body.data as { versions: PackRow[] };
      expect(versions.map(({ version }) => version).sort()).toEqual([0, 1, 2, 3]);
    });

    it('may be the draft, with its festivals', async () => {
      const rules = DRAFT_PACK.rules.map((rule) =>
        rule.rule === 'holiday' ? { ...rule, values: { days: [{ on: '2026-12-25', name: 'Christmas' }] } } : rule,
      );
      const made = await call('admin').post(`${GATE}/packs`, pack({ base: 'draft-2026-02', rules }));
      expect(made.status).toBe(200);
      now = Date.parse('2026-12-25T05:00:00Z');
      await world.run((tx) =>
        tx.query("update users set dra_valid_until = '2027-06-30' where tenant_id = $1 and id = $2", [
          world.tenantId,
          world.people.caller.id,
        ]),
      );
      expect((await start()).body.contact).toEqual({ rule: 'holiday', nextLawfulAt: '2026-12-26T02:30:00.000Z' });
    });

    it.each([
      ['that begins today', { effectiveFrom: '2026-11-23' }, 'effectiveFrom'],
      ['without a reason', { reason: '' }, 'reason'],
      ['without rules', { rules: [] }, 'rules'],
      ['without the hours', { rules: DEFAULT_PACK.rules.filter(({ rule }) => rule !== 'hours') }, 'rules'],
      ['with longer hours', { rules: changed('hours', { to: '21:00' }) }, 'rules.12.values'],
      [
        'with hours that end before they begin',
        { rules: changed('hours', { from: '18:00', to: '09:00' }) },
        'rules.12.values',
      ],
      ['with no number of attempts', { rules: changed('per-day', { most: undefined }) }, 'rules.15.values.most'],
      ['with a value that the rule has not', { rules: changed('dispute', { most: 2 }) }, 'rules.4.values.most'],
      ['with a rule that nobody knows', { rules: [{ ...DEFAULT_PACK.rules[0], rule: 'moon' }] }, 'rules.0.rule'],
      ['with more than is known', { colour: 'red' }, 'colour'],
    ])('%s is refused with its field', async (_what, more, path) => {
      const refused = await call('admin').post(`${GATE}/packs`, pack(more));
      expect(refused.status).toBe(422);
      expect((refused.body.fields as { path: string }[]).map((field) => field.path)).toContain(path);
      const { versions } = (await call('admin').get(`${GATE}/packs`)).body.data as { versions: PackRow[] };
      expect(versions).toHaveLength(1);
    });

    it.each([
      ['admin', 200, 200],
      ['owner', 200, 200],
      ['manager', 200, 403],
      ['partner', 200, 403],
      ['caller', 403, 403],
      ['agent', 403, 403],
      ['client', 403, 403],
      ['dialer', 403, 403],
    ] as const)('%s: looking %i, making %i', async (who, look, make) => {
      expect((await call(who).get(`${GATE}/packs`)).status).toBe(look);
      expect((await call(who).post(`${GATE}/packs`, pack())).status).toBe(make);
      const { microfinance, rules } = DEFAULT_PACK;
      expect((await call(who).post(`${GATE}/packs/preview`, { microfinance, rules })).status).toBe(make);
    });

    it('is of its own tenant alone', async () => {
      await call('admin').post(`${GATE}/packs`, pack());
      const { versions } = (await call('admin', other).get(`${GATE}/packs`)).body.data as { versions: PackRow[] };
      expect(versions).toHaveLength(1);
    });

    it('is tried on the attempts of the last week, those of others left alone', async () => {
      for (const hours of [0, 1, 2]) {
        now = MORNING + hours * HOUR;
        expect((await start()).status).toBe(200);
      }
      const theirs = await other.addLoan({ held: { collector: 'caller' } });
      await call('caller', other).post(
        '/api/v1/call-disposition',
        { call_status: 'CALL_STARTED', loanId: theirs.id },
        { 'idempotency-key': uuidv7() },
      );
      now = MORNING + 24 * HOUR;
      const preview = async (rules: PackRule[]) =>
        (await call('admin').post(`${GATE}/packs/preview`, { microfinance: [], rules })).body.data;
      expect(await preview(DEFAULT_PACK.rules)).toMatchObject({ attempts: 3, left: 0, blocked: 0, examples: [] });
      expect(await preview(changed('per-day', { most: 1 }))).toMatchObject({
        attempts: 3,
        blocked: 2,
        byRule: [{ rule: 'per-day', count: 2 }],
        byChannel: [{ channel: 'call', count: 2 }],
        examples: [{ loanNumber: loan.number }, { loanNumber: loan.number }],
      });
      // With a gap of 90 minutes the second falls, and the third is far enough from the first.
      expect(await preview(changed('gap', { minutes: 90 }))).toMatchObject({ blocked: 1 });
      now = MORNING + 8 * 24 * HOUR;
      expect(await preview(changed('per-day', { most: 1 }))).toMatchObject({ attempts: 0, blocked: 0 });
    });
  });

  describe('the report of blocks', () => {
    beforeEach(async () => {
      now = Date.parse('2026-11-23T14:30:00Z');
      await start();
      await start();
      const theirs = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
      await start(theirs, 'rivalAgent');
      await world.run((tx) =>
        mayContact(
          tx,
          { tenantId: world.tenantId, userId: null },
          { loanId: loan.id, channel: 'sms', attemptId: uuidv7(), now: new Date(now), zone: ZONE },
        ),
      );
    });
    const report = async (who: Who, query = '') => {
      const { status, body } = await call(who).get(`${GATE}/blocks${query}`);
      return { status, ...(body.data as Record<string, unknown>) };
    };

    it('counts by rule, channel, person and day, within the caller’s people', async () => {
      expect(await report('admin')).toMatchObject({
        totals: { refused: 4, outside: 0 },
        byRule: [{ rule: 'hours', refused: 4, outside: 0, warned: 0 }],
        byChannel: [
          { channel: 'call', refused: 3 },
          { channel: 'sms', refused: 1 },
        ],
        byDay: [{ day: '2026-11-23', refused: 4 }],
        total: 3,
      });
      expect(await report('manager')).toMatchObject({ totals: { refused: 3 }, total: 2 });
      expect(await report('rival')).toMatchObject({ totals: { refused: 1 }, total: 1 });
      expect(await report('partner')).toMatchObject({ totals: { refused: 0 }, total: 0, rows: [] });
      expect((await report('caller')).status).toBe(403);
      expect((await call('admin', other).get(`${GATE}/blocks`)).body.data).toMatchObject({ total: 0 });
    });

    it('filters, searches, sorts and pages on the server', async () => {
      expect(await report('admin', '?channel=sms')).toMatchObject({ total: 1, rows: [{ userId: null, agent: null }] });
      expect(await report('admin', '?rule=dispute')).toMatchObject({ total: 0 });
      expect(await report('admin', `?q=${loan.number.toLowerCase()}`)).toMatchObject({ total: 2 });
      expect(await report('admin', '?kind=outside')).toMatchObject({ total: 0 });
      expect(await report('admin', '?sort=times&size=1')).toMatchObject({
        total: 3,
        rows: [{ times: 2, loanNumber: loan.number, nextLawfulAt: '2026-11-24T02:30:00.000Z' }],
      });
      expect(await report('admin', '?from=2026-11-24&to=2026-11-30')).toMatchObject({ total: 0 });
      expect(await report('admin', `?userId=${world.people.caller.id}`)).toMatchObject({ total: 1 });
      expect((await report('admin', '?sort=colour')).status).toBe(422);
      expect((await report('admin', '?from=yesterday')).status).toBe(422);
    });
  });
});
