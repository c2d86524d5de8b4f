/**
 * Every endpoint of the contract, asked with numbers, days and times that no database holds: it refuses them in the
 * contract's words or takes them, and whatever it took can be read by everybody afterwards.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../core/contract';
import { MAX_BATCH } from '../../core/contract/dispositions';
import { errorBodySchema } from '../../core/contract/errors';
import type { Endpoint } from '../../core/contract/kit';
import { recordSchema } from '../../core/contract/records';
import { uuidv7 } from '../../core/domain/ids';
import { issueServiceToken } from '../../server/modules/dialer';
import { changesOf, limitRequests } from '../matrix/limits';
import { type Parts, partsFor, schemaOf, valueFor, written } from '../matrix/request';
import { ALL, SPECIAL } from '../matrix/special';
import { type Asker, type Stage, setMatrix } from '../matrix/stage';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { callRecord, fieldRecord, itemOf } from '../support/world';

describe.each(engines)('at the ends of numbers, days and times on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let stage: Stage;
  let dialerToken: string;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    stage = await setMatrix(held.db, server);
    dialerToken = await issueServiceToken(held.db, stage.ids.own.tenant, 'limits');
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  function askerOf({ id, access }: Endpoint): Asker {
    const asker = stage.askers.find(
      ({ role }) => access.kind === 'public' || access.roles === '*' || access.roles.includes(role),
    );
    if (!asker) throw new Error(`${id} admits nobody of the stage`);
    return asker;
  }

  const goodParts = (endpoint: Endpoint): Parts => {
    const { own } = stage.ids;
    const parts = partsFor(endpoint, own, askerOf(endpoint), SPECIAL[endpoint.id as keyof typeof SPECIAL]?.(own));
    return endpoint.id.startsWith('dialerService.')
      ? { ...parts, headers: { ...parts.headers, 'x-dialer-token': dialerToken } }
      : parts;
  };

  /** What is wrong with the answer; null when it is a success or a refusal as the contract has it. */
  async function wrongWith(endpoint: Endpoint, parts: Parts, what: string): Promise<string | null> {
    const asker = askerOf(endpoint);
    const { method, path, headers, body } = written(endpoint, parts);
    const response = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        ...headers,
        ...(endpoint.access.kind === 'session' && { authorization: `Bearer ${await asker.token()}` }),
      },
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('event-stream')) {
      await response.body?.cancel();
      return null;
    }
    const text = await response.text();
    if (status === 401) asker.renew();
    const told = `${what}: ${status} ${text.slice(0, 200)}`;
    if (status >= 500) return told;
    // The page of a payment link is for a person's browser.
    if (status < 400 || method === 'HEAD' || type.includes('text/html')) return null;
    return errorBodySchema.safeParse(JSON.parse(text)).success ? null : told;
  }

  it.each(ALL.map((endpoint: Endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
    const { own } = stage.ids;
    const cases = limitRequests(endpoint, goodParts(endpoint), own);
    const problems: (string | null)[] = [];
    // One at work and three that wait are a person's share of heavy work.
    const most = endpoint.heavy ? 4 : 8;
    for (let at = 0; at < cases.length; at += most) {
      const some = cases.slice(at, at + most);
      problems.push(...(await Promise.all(some.map(({ what, parts }) => wrongWith(endpoint, parts, what)))));
    }
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  it.each([
    ['a visit', fieldRecord, {}],
    ['a call', callRecord, {}],
    ['a call of a phone with another clock', callRecord, { recordedAt: '2020-01-01T10:00:00Z', clockOffsetMs: null }],
  ])('%s', async (_, make, more) => {
    const { own } = stage.ids;
    const batch: Endpoint = endpoints['dispositions.batch'];
    const record = make({ id: own.loan, number: own.loanNumber, borrowerId: own.borrower, phoneId: own.phone }, more);
    const changes = changesOf(schemaOf(recordSchema), record, (one, name) => valueFor(one, name, batch.path, own));
    const items = changes.map(({ whole }) => itemOf({ ...(whole as typeof record), id: uuidv7() }));
    const { path, method, headers } = written(batch, goodParts(batch));
    const problems: string[] = [];
    for (let at = 0; at < items.length; at += MAX_BATCH) {
      const response = await fetch(`${server.origin}${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${await askerOf(batch).token()}` },
        body: JSON.stringify({ items: items.slice(at, at + MAX_BATCH) }),
      });
      const { results } = (await response.json()) as { results: { error?: { status: number; code: string } }[] };
      for (const [index, { error }] of results.entries()) {
        const { path, value } = changes[at + index] ?? { path: [], value: null };
        if (error && error.status >= 500) problems.push(`${path.join('.')} = ${String(value)}: ${error.code}`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('leave nothing behind that keeps anybody from reading', async () => {
    const readers = ALL.filter(({ idempotency, method }: Endpoint) => idempotency === 'safe' && method === 'GET');
    const problems: (string | null)[] = [];
    for (const endpoint of readers) problems.push(await wrongWith(endpoint, goodParts(endpoint), endpoint.id));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});
