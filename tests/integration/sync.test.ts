/** The feed of a phone: pages, deltas, revocations, drift, and commits that become visible out of order. */
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { digestLoans } from '../../core/contract/sync';
import { addDays, dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { alone, bothEngines, type TestDatabase } from '../support/databases';
import { signIn } from '../support/people';
import { startServer, type TestServer } from '../support/server';
import {
  type Api,
  as,
  callRecord,
  createTenantWorld,
  fieldRecord,
  itemOf,
  type TenantWorld,
  type TestLoan,
} from '../support/world';

const LATER = addDays(dayOf(Date.now(), 'Asia/Kolkata'), 3);

interface Page {
  owner: string;
  reset: boolean;
  loans: Loan[];
  revoked: { loanId: string; reason: string }[];
  cursor: string;
  more: boolean;
  total: number;
  digests: number[] | null;
}

/** A phone that does what the pages say. */
class Phone {
  readonly loans = new Map<string, Loan>();
  cursor: string | undefined;
  pages: Page[] = [];

  constructor(
    readonly api: Api,
    private readonly owner: string,
  ) {}

  async ask(query: Record<string, string | number | undefined>): Promise<Page> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    const { status, body } = await this.api.get(`/api/v2/sync/loans?${search}`);
    expect(status).toBe(200);
    const page = body.data as Page;
    // Whatever was asked for: by this a phone knows that the answer is its own.
    expect(page.owner).toBe(this.owner);
    return page;
  }

  async pull(limit = 1000): Promise<Page[]> {
    this.pages = [];
    do {
      const page = await this.ask({ cursor: this.cursor, limit });
      if (page.reset) this.loans.clear();
      for (const loan of page.loans) this.loans.set(loan.id, loan);
      for (const { loanId } of page.revoked) this.loans.delete(loanId);
      this.cursor = page.cursor;
      this.pages.push(page);
      if (this.pages.length > 50) throw new Error('the feed does not end');
    } while (this.pages.at(-1)?.more);
    return this.pages;
  }
}

describe.each(alone(bothEngines))('sync on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let phone: Phone;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
  });
  beforeEach(async () => {
    world = await createTenantWorld(held.db);
    phone = new Phone(as(server.origin, world.people.agent), world.people.agent.id);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('sends a first snapshot in pages without old revocations, then only what changed', async () => {
    const loans = await world.addLoans(25, { held: { field_agent: 'agent' } });
    await world.addLoans(3, { held: { field_agent: 'rivalAgent' } });
    await world.addLoan({ held: { field_agent: 'agent' }, state: 'closed' });
    const [gone] = loans;
    if (!gone) throw new Error('no loan');
    await world.unassign(gone, 'field_agent');

    const pages = await phone.pull(10);
    expect(pages.map((page) => [page.loans.length, page.revoked.length, page.more, page.total])).toEqual([
      [10, 0, true, 24],
      [10, 0, true, 24],
      [4, 0, false, 24],
    ]);
    expect(pages.map((page) => page.digests === null)).toEqual([true, true, false]);
    expect(pages.at(-1)?.digests).toEqual(digestLoans(phone.loans.values()));

    const [nothing] = await phone.pull();
    expect(nothing).toMatchObject({ loans: [], revoked: [], more: false, reset: false, total: 24 });

    const second = loans[1];
    const third = loans[2];
    if (!second || !third) throw new Error('no loan');
    await phone.api.batch(itemOf(fieldRecord(second)));
    await world.unassign(third, 'field_agent');
    const [delta] = await phone.pull();
    expect(delta?.loans).toMatchObject([{ id: second.id, version: 2, lastVisit: { code: 'FDL' }, attempts30d: 1 }]);
    expect(delta?.loans[0]?.recent).toHaveLength(1);
    expect(delta?.revoked).toEqual([{ loanId: third.id, reason: 'unassigned' }]);
    expect(delta?.digests).toEqual(digestLoans(phone.loans.values()));
  });

  it.each([
    ['closed', 'closed'],
    ['settled', 'closed'],
    ['suppressed', 'suppressed'],
  ])('a loan that is %s is revoked as %s, and comes back when it is active again', async (state, reason) => {
    const loan = await world.addLoan({ held: { field_agent: 'agent' } });
    await phone.pull();
    const become = (to: string) =>
      world.run((tx) =>
        tx.query('update loans set state = $3, version = version + 1 where tenant_id = $1 and id = $2', [
          world.tenantId,
          loan.id,
          to,
        ]),
      );
    await become(state);
    expect((await phone.pull())[0]?.revoked).toEqual([{ loanId: loan.id, reason }]);
    await become('active');
    expect((await phone.pull())[0]?.loans.map(({ id }) => id)).toEqual([loan.id]);
  });

  it('tells a revocation that happens between two pages of the first snapshot', async () => {
    const loans = await world.addLoans(4, { held: { field_agent: 'agent' } });
    const first = await phone.ask({ limit: 2 });
    const taken = loans.find((loan) => first.loans.some(({ id }) => id === loan.id));
    if (!taken) throw new Error('no loan');
    await world.unassign(taken, 'field_agent');
    const second = await phone.ask({ limit: 10, cursor: first.cursor });
    expect(second.revoked).toEqual([{ loanId: taken.id, reason: 'unassigned' }]);
    expect(second.loans).toHaveLength(2);
    expect(second).toMatchObject({ more: false, total: 3 });
  });

  const spoilt = (more: object) => (cursor: string) =>
    Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(cursor, 'base64url').toString()) as object), ...more }),
    ).toString('base64url');
  it.each<readonly [what: string, spoil: (cursor: string) => string]>([
    ['garbled', () => 'not-a-cursor'],
    ['of another shape', () => Buffer.from('{"xid":"1"}').toString('base64url')],
    ['of another life of the database', spoilt({ epoch: '00000000' })],
    ...['xid', 'from', 'safe'].flatMap((name) =>
      ['99999999999999999999', '09', '-1'].map((value) => [`at ${name} ${value}`, spoilt({ [name]: value })] as const),
    ),
  ])('a cursor that is %s starts over', async (_, spoil) => {
    await world.addLoans(2, { held: { field_agent: 'agent' } });
    await phone.pull();
    phone.cursor = spoil(phone.cursor ?? '');
    const [page] = await phone.pull();
    expect(page).toMatchObject({ reset: true, more: false });
    expect(page?.loans).toHaveLength(2);
  });

  it('repairs drift by whole groups, in pages', async () => {
    await world.addLoans(40, { held: { field_agent: 'agent' } });
    const pages = await phone.pull();
    const theirs = pages.at(-1)?.digests ?? [];
    const [lost, stale] = [...phone.loans.values()];
    if (!lost || !stale) throw new Error('no loan');
    phone.loans.delete(lost.id);
    phone.loans.set(stale.id, { ...stale, version: stale.version + 5 });
    const wrong = digestLoans(phone.loans.values()).flatMap((digest, group) =>
      digest === theirs[group] ? [] : [group],
    );
    expect(wrong.length).toBeGreaterThan(0);
    const repaired: Loan[] = [];
    let cursor: string | undefined;
    for (let more = true; more; ) {
      const page = await phone.ask({ groups: wrong.join(','), limit: 2, cursor });
      repaired.push(...page.loans);
      ({ more, cursor } = page);
    }
    const groupOf = (id: string) => Number.parseInt(id.slice(24, 26), 16) % 16;
    const expected = [...phone.loans.keys(), lost.id].filter((id) => wrong.includes(groupOf(id))).sort();
    expect(repaired.map(({ id }) => id)).toEqual(expected);
    for (const loan of repaired) phone.loans.set(loan.id, loan);
    expect(digestLoans(phone.loans.values())).toEqual(theirs);
    expect((await phone.api.get('/api/v2/sync/loans?groups=16')).status).toBe(422);
  });

  it.each(['br', 'gzip'])('travels compressed (%s), to a fifth of its size or less', async (encoding) => {
    await world.addLoans(200, { held: { field_agent: 'agent' } });
    const { token } = await signIn(server.origin, world.people.agent);
    const { hostname, port } = new URL(server.origin);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        {
          hostname,
          port,
          path: '/api/v2/sync/loans',
          headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
        },
        resolve,
      )
        .on('error', reject)
        .end();
    });
    const packed = await buffer(answer);
    expect(answer.headers['content-encoding']).toBe(encoding);
    const plain = encoding === 'br' ? brotliDecompressSync(packed) : gunzipSync(packed);
    expect((JSON.parse(plain.toString('utf8')) as { data: Page }).data.loans).toHaveLength(200);
    expect(packed.length).toBeLessThan(plain.length / 5);
  });

  /** What happens on a loan that the agent does not have, and what the agent's own loan of the borrower is judged by then. */
  const besides: readonly [what: string, act: (there: TestLoan) => Promise<unknown>, contact: object][] = [
    [
      'a call that starts',
      (there) =>
        as(server.origin, world.people.caller).post(
          '/api/v1/call-disposition',
          { call_status: 'CALL_STARTED', loanId: there.id },
          { 'idempotency-key': uuidv7() },
        ),
      { attempts: [{ channel: 'call', connected: null }], holds: [] },
    ],
    [
      'a visit',
      (there) => as(server.origin, world.people.rivalAgent).batch(itemOf(fieldRecord(there))),
      { attempts: [{ channel: 'visit' }], holds: [] },
    ],
    [
      'no contact until a day',
      (there) =>
        as(server.origin, world.people.caller).batch(
          itemOf(callRecord(there, { code: 'JL', reason: 'Laid off', until: LATER })),
        ),
      { holds: [{ kind: 'do-not-contact', until: LATER, channels: ['call', 'visit'] }] },
    ],
    [
      'a suppression of the family that starts later',
      (there) =>
        world.run((tx) =>
          tx.query(
            `insert into suppressions (tenant_id, id, loan_id, reason, class, from_on) values ($1, $2, $3, 'Bereavement', 'SENSITIVE', $4)`,
            [world.tenantId, uuidv7(), there.id, LATER],
          ),
        ),
      { holds: [{ kind: 'sensitive', from: LATER, until: null }] },
    ],
  ];
  it.each(besides)(
    'on another loan of the borrower, %s reaches the phone at its next sync',
    async (_, act, contact) => {
      const mine = await world.addLoan({ held: { field_agent: 'agent' } });
      const there = await world.addLoan({ held: { collector: 'caller', field_agent: 'rivalAgent' } });
      await world.addLoan({ held: { field_agent: 'agent' } });
      await world.run((tx) =>
        tx.query('update loans set borrower_id = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          there.id,
          mine.borrowerId,
        ]),
      );
      await phone.pull();
      await act(there);
      const [page] = await phone.pull();
      expect(page).toMatchObject({ loans: [{ id: mine.id, version: 1, contact }], revoked: [], total: 2 });
      expect(page?.digests).toEqual(digestLoans(phone.loans.values()));
      // And then it is quiet again.
      expect((await phone.pull())[0]?.loans).toEqual([]);
    },
  );

  it('digests in SQL as in the contract, for large versions too', async () => {
    await world.addLoans(30, { held: { field_agent: 'agent' } });
    await world.run((tx) =>
      tx.query("update loans set version = (('x' || substr(md5(id::text), 1, 7))::bit(28)::int) where tenant_id = $1", [
        world.tenantId,
      ]),
    );
    const pages = await phone.pull();
    expect(Math.max(...[...phone.loans.values()].map(({ version }) => version))).toBeGreaterThan(1_000_000);
    expect(pages.at(-1)?.digests).toEqual(digestLoans(phone.loans.values()));
  });
});

describe.each(alone(bothEngines.filter(({ name }) => name === 'postgres')))(
  'commits out of order on $name',
  ({ fresh }) => {
    let held: TestDatabase;
    let server: TestServer;
    beforeAll(async () => {
      held = await fresh();
      server = await startServer(held.db);
    });
    afterAll(async () => {
      await server.close();
      await held.close();
    });

    it.each([1000, 2])('finds a change that commits after a later one was read (pages of %i)', async (limit) => {
      const world = await createTenantWorld(held.db);
      const loans = await world.addLoans(9, { held: { field_agent: 'agent' } });
      const phone = new Phone(as(server.origin, world.people.agent), world.people.agent.id);
      await phone.pull();
      const [early, ...later] = loans;
      if (!early || !held.url) throw new Error('no loan');

      const touch = 'update loans set version = version + 1 where tenant_id = $1 and id = $2';
      const slow = new pg.Client({ connectionString: held.url });
      await slow.connect();
      try {
        await slow.query('begin');
        await slow.query("select set_config('app.tenant', $1, true)", [world.tenantId]);
        await slow.query(touch, [world.tenantId, early.id]);
        // Later transactions overtake it: their numbers are higher, and they are visible first.
        for (const loan of later) await world.run((tx) => tx.query(touch, [world.tenantId, loan.id]));

        const seen = (await phone.pull(limit)).flatMap((page) => page.loans.map(({ id }) => id));
        expect(seen.sort()).toEqual(later.map(({ id }) => id).sort());
        expect(phone.loans.get(early.id)?.version).toBe(1);
        await slow.query('commit');
      } finally {
        await slow.end();
      }
      const found = (await phone.pull(limit)).flatMap((page) => page.loans);
      expect(found.find(({ id }) => id === early.id)?.version).toBe(2);
      expect(phone.pages.at(-1)?.digests).toEqual(digestLoans(phone.loans.values()));
      // And then it is quiet again.
      expect((await phone.pull(limit)).flatMap((page) => page.loans)).toEqual([]);
    });
  },
);
