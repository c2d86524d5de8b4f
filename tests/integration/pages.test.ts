/** A page past the end says how many there are, as the first one does: every list of the contract, as somebody whom it admits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../core/contract';
import type { Endpoint } from '../../core/contract/kit';
import type { Role } from '../../core/domain/roles';
import { DEMO_PASSWORD, demoSignIns, loadDemo } from '../../server/demo';
import { schemaOf, written } from '../matrix/request';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';

/** Those with most in their lists come first. */
const ASKERS: readonly Role[] = ['CRM_TENANTADMIN', 'CRM_MANAGER', 'ADMIN', 'CRM_TELECALLER', 'SUPER_ADMIN'];
const FAR = '90000';
const PAGE = /^(page|pageNo|pageNumber|curPage)$/;

const pageOf = ({ query }: Endpoint) =>
  Object.keys((query && schemaOf(query).properties) ?? {}).find((name) => PAGE.test(name));
/** What goes on without saying how much there is, has no total that could be wrong. */
const hasTotal = ({ response }: Endpoint) => /"total(Elements)?":/.test(JSON.stringify(schemaOf(response)));
/** Lists that a demo has nothing for, and where their numbers are asked. */
const ELSEWHERE: Record<string, string> = {
  'leaderboard.promises': 'of a month that a night counted: leaderboard.test.ts',
};
const lists = (Object.values(endpoints) as Endpoint[]).filter(
  (one) => one.method === 'GET' && pageOf(one) && hasTotal(one) && !(one.id in ELSEWHERE),
);

/** As the envelope says it; rows may have totals of their own. */
function totalIn(value: unknown): number | undefined {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if ((name === 'total' || name === 'totalElements') && typeof inner === 'number') return inner;
    const found = totalIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe.each(engines)('pages on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  const tokens = new Map<Role, string>();
  /** What a list must be asked with. */
  let needed: Record<string, string>;
  /** The rows behind a figure: of which report, figure and line. */
  let behind: Record<string, string>;

  beforeAll(async () => {
    held = await fresh();
    await loadDemo(held.db, { seed: 'test', scale: 600 });
    server = await startServer(held.db);
    for (const role of ASKERS) {
      const who = demoSignIns().find((one) => one.role === role);
      const answer = await fetch(`${server.origin}/api/v1/profile/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: who?.username, password: DEMO_PASSWORD }),
      });
      const { data } = (await answer.json()) as { data: { authenticationResult: { token: string } } };
      tokens.set(role, data.authenticationResult.token);
    }
    const own = async (path: string): Promise<{ id: string }> => {
      const headers = { authorization: `Bearer ${tokens.get('CRM_TENANTADMIN')}` };
      const answer = await fetch(server.origin + path, { headers });
      const { data } = (await answer.json()) as { data: { content?: { id: string }[] } };
      const [row] = data.content ?? [];
      if (!row) throw new Error(`${path} answered no rows`);
      return row;
    };
    const today = new Date().toISOString().slice(0, 10);
    const month = `${today.slice(0, 7)}-01`;
    needed = {
      loanId: (await own('/api/v1/loans/loan2?pageSize=1')).id,
      kind: 'calls',
      portfolioId: (await own('/api/v2/portfolios/search')).id,
      fromDate: `${today.slice(0, 4)}-01-01`,
      toDate: today,
      from: month,
      to: today,
      gte: `${month}T00:00:00Z`,
      lte: `${today}T23:59:59Z`,
      month,
      role: 'Manager',
      search: 'a',
    };
    needed.id = needed.portfolioId ?? '';
    const worked = await fetch(`${server.origin}/api/v2/reports/best?from=${month}&to=${today}`, {
      headers: { authorization: `Bearer ${tokens.get('CRM_TENANTADMIN')}` },
    });
    const { data } = (await worked.json()) as { data: { rows: { id: string }[] } };
    behind = { kind: 'best', figure: 'attempts', of: data.rows[0]?.id ?? '' };
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  it('tell the same number on the first page and far behind the last', async () => {
    const wrong: string[] = [];
    let counted = 0;
    for (const endpoint of lists) {
      const { access, id, query } = endpoint;
      const role = ASKERS.find(
        (one) => access.kind === 'session' && (access.roles === '*' || access.roles.includes(one)),
      );
      if (!role || !query) {
        wrong.push(`${id}: nobody who is asked may read it`);
        continue;
      }
      const { required = [], properties = {} } = schemaOf(query);
      const given = id === 'reports.figure' ? { ...needed, ...behind } : needed;
      const asked: Record<string, unknown> = {};
      for (const name of required) asked[name] = given[name] ?? properties[name]?.enum?.[0];
      const headers = {
        authorization: `Bearer ${tokens.get(role)}`,
        portfolioid: needed.portfolioId ?? '',
        loanid: needed.loanId ?? '',
      };
      const totals: unknown[] = [];
      for (const page of ['1', FAR]) {
        const parts = { params: given, query: { ...asked, [pageOf(endpoint) ?? '']: page }, headers, files: {} };
        const { path } = written(endpoint, parts);
        const answer = await fetch(server.origin + path, { headers });
        const body = await answer.text();
        totals.push(answer.status === 200 ? totalIn(JSON.parse(body)) : `${answer.status} ${body.slice(0, 200)}`);
      }
      if (totals[0] !== totals[1] || typeof totals[0] !== 'number') wrong.push(`${id}: ${totals.join(' and ')}`);
      else if (totals[0] > 0) counted += 1;
    }
    expect(wrong).toEqual([]);
    // An empty list would agree with itself.
    expect(counted).toBeGreaterThan(lists.length / 2);
  });
});
