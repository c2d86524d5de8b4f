/** Contact rules of a tenant, what they answer about a loan, and the report of what was held back. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoanContact } from '../../core/contract/contact';
import type { PackRow } from '../../core/contract/contact-rules';
import { DEFAULT_PACK, DRAFT_PACK, type PackRule } from '../../core/domain/contact-gate';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { mayContact } from '../../server/modules/contact';
import { contactDesk, GATE, MORNING } from '../support/contact-desk';
import { engines } from '../support/databases';
import type { Who } from '../support/world';

const ZONE = 'Asia/Kolkata';
const HOUR = 3_600_000;

describe.each(engines)('contact rules on $name', ({ fresh }) => {
  const { desk, call, start, contactOf, audited } = contactDesk(fresh);
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
        loanNumber: desk.loan.number,
        phones: [{ id: desk.loan.phoneId, masked: '98••••••78', call: { allowed: true }, sms: { allowed: true } }],
        visit: { allowed: true, allowedUntil: Date.parse('2026-11-23T13:30:00Z') },
        question: { homeZone: ZONE, attempts: [], agent: { draValidUntil: null } },
      });
      expect(JSON.stringify(contact)).not.toContain('9812345678');
      desk.now = Date.parse('2026-11-23T16:30:00Z');
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
      expect((await call(who).get(`${GATE}/loan/${desk.loan.id}`)).status).toBe(status);
      expect((await call(who).get(`${GATE}/loan/${desk.loan.number}`)).status).toBe(status);
    });

    it('of another tenant does not exist, and a forged identity is refused', async () => {
      expect((await call('admin', desk.other).get(`${GATE}/loan/${desk.loan.id}`)).status).toBe(404);
      const forged = await call('caller').get(`${GATE}/loan/${desk.loan.id}`, { tenantid: desk.other.tenantId });
      expect(forged).toMatchObject({ status: 403, body: { code: 'identity-mismatch' } });
    });

    it('is found by its number and by the mobile, within what the caller sees', async () => {
      const why = async (q: string, who: Who = 'caller') =>
        ((await call(who).get(`${GATE}/why?q=${encodeURIComponent(q)}`)).body.data as LoanContact[]).map(
          ({ loanNumber }) => loanNumber,
        );
      expect(await why(desk.loan.number.toLowerCase())).toEqual([desk.loan.number]);
      expect(await why('+91 98123 45678')).toEqual([desk.loan.number]);
      expect(await why(desk.loan.number, 'rivalAgent')).toEqual([]);
      expect(await why('nobody')).toEqual([]);
      expect((await call('caller').get(`${GATE}/why?q=1`)).status).toBe(422);
    });
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
      desk.now += HOUR;
      expect((await start()).status).toBe(200);
      desk.now = Date.parse('2026-11-24T04:30:00Z');
      expect((await start()).status).toBe(200);
      desk.now += HOUR;
      expect((await start()).body.contact).toEqual({ rule: 'per-day', nextLawfulAt: '2026-11-25T02:30:00.000Z' });
      const [entry] = await audited('contact.rules-changed');
      expect(entry).toMatchObject({
        actor_id: desk.world.people.admin.id,
        detail: {
          before: { name: 'Rules in force' },
          after: { effectiveFrom: '2026-11-24' },
          reason: 'Decided by the board',
        },
      });
      await expect(
        desk.world.run((tx) =>
          tx.query("update contact_rule_packs set name = 'x' where tenant_id = $1", [desk.world.tenantId]),
        ),
      ).rejects.toThrow('never rewritten');
      expect(await desk.world.run(verifyAudit)).toMatchObject({ ok: true });
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
      desk.now = Date.parse('2026-12-25T05:00:00Z');
      await desk.world.run((tx) =>
        tx.query("update users set dra_valid_until = '2027-06-30' where tenant_id = $1 and id = $2", [
          desk.world.tenantId,
          desk.world.people.caller.id,
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
      const { versions } = (await call('admin', desk.other).get(`${GATE}/packs`)).body.data as { versions: PackRow[] };
      expect(versions).toHaveLength(1);
    });

    it('is tried on the attempts of the last week, those of others left alone', async () => {
      for (const hours of [0, 1, 2]) {
        desk.now = MORNING + hours * HOUR;
        expect((await start()).status).toBe(200);
      }
      const theirs = await desk.other.addLoan({ held: { collector: 'caller' } });
      await call('caller', desk.other).post(
        '/api/v1/call-disposition',
        { call_status: 'CALL_STARTED', loanId: theirs.id },
        { 'idempotency-key': uuidv7() },
      );
      desk.now = MORNING + 24 * HOUR;
      const preview = async (rules: PackRule[]) =>
        (await call('admin').post(`${GATE}/packs/preview`, { microfinance: [], rules })).body.data;
      expect(await preview(DEFAULT_PACK.rules)).toMatchObject({ attempts: 3, left: 0, blocked: 0, examples: [] });
      expect(await preview(changed('per-day', { most: 1 }))).toMatchObject({
        attempts: 3,
        blocked: 2,
        byRule: [{ rule: 'per-day', count: 2 }],
        byChannel: [{ channel: 'call', count: 2 }],
        examples: [{ loanNumber: desk.loan.number }, { loanNumber: desk.loan.number }],
      });
      // With a gap of 90 minutes the second falls, and the third is far enough from the first.
      expect(await preview(changed('gap', { minutes: 90 }))).toMatchObject({ blocked: 1 });
      desk.now = MORNING + 8 * 24 * HOUR;
      expect(await preview(changed('per-day', { most: 1 }))).toMatchObject({ attempts: 0, blocked: 0 });
    });
  });

  describe('the report of blocks', () => {
    beforeEach(async () => {
      desk.now = Date.parse('2026-11-23T14:30:00Z');
      await start();
      await start();
      const theirs = await desk.world.addLoan({ held: { field_agent: 'rivalAgent' } });
      await start(theirs, 'rivalAgent');
      await desk.world.run((tx) =>
        mayContact(
          tx,
          { tenantId: desk.world.tenantId, userId: null },
          { loanId: desk.loan.id, channel: 'sms', attemptId: uuidv7(), now: new Date(desk.now), zone: ZONE },
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
      expect((await call('admin', desk.other).get(`${GATE}/blocks`)).body.data).toMatchObject({ total: 0 });
    });

    it('filters, searches, sorts and pages on the server', async () => {
      expect(await report('admin', '?channel=sms')).toMatchObject({ total: 1, rows: [{ userId: null, agent: null }] });
      expect(await report('admin', '?rule=dispute')).toMatchObject({ total: 0 });
      expect(await report('admin', `?q=${desk.loan.number.toLowerCase()}`)).toMatchObject({ total: 2 });
      expect(await report('admin', '?kind=outside')).toMatchObject({ total: 0 });
      expect(await report('admin', '?sort=times&size=1')).toMatchObject({
        total: 3,
        rows: [{ times: 2, loanNumber: desk.loan.number, nextLawfulAt: '2026-11-24T02:30:00.000Z' }],
      });
      expect(await report('admin', '?from=2026-11-24&to=2026-11-30')).toMatchObject({ total: 0 });
      expect(await report('admin', `?userId=${desk.world.people.caller.id}`)).toMatchObject({ total: 1 });
      expect((await report('admin', '?sort=colour')).status).toBe(422);
      expect((await report('admin', '?from=yesterday')).status).toBe(422);
    });
  });
});
