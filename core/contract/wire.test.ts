/**
 * What goes over the wire has a fingerprint, and `history.json` holds one row for every state of it that was ever
 * committed. CONTRIBUTING says how a change gets its row. Each row's `chain` holds the rows before it, so that none can be
 * changed alone, and where git is at hand its own record is asked whether a committed row is still there.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as mini from 'zod/mini';
import * as z from 'zod/v4/core';
import { canonicalJson } from '../domain/canonical';
import { ERRORS, errorBodySchema } from './errors';
import { endpoints } from './index';
import type { Endpoint, Schema } from './kit';
import { CONTRACT_REVISION, CONTRACT_VERSION } from './version';

const FILE = new URL('history.json', import.meta.url);
const all = Object.entries(endpoints) as [string, Endpoint][];

const shapeOf = (schema: Schema | undefined, io: 'input' | 'output') =>
  schema && z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** Everything about an endpoint that the other side of the wire could notice; words are not part of it. */
function wireOf({ id: _, summary: __, headers, params, query, body, response, bare, ...rest }: Endpoint): unknown {
  return {
    ...rest,
    headers: shapeOf(headers, 'input'),
    params: shapeOf(params, 'input'),
    query: shapeOf(query, 'input'),
    body: shapeOf(body, 'input'),
    response: shapeOf(response, 'output'),
    ...(bare && { bare: { status: bare.status, headers: shapeOf(bare.headers, 'output') } }),
  };
}

function fingerprint(registry: readonly [string, Endpoint][] = all): string {
  const errors = Object.entries(ERRORS).map(([code, { status, class: kind }]) => [code, status, kind]);
  const wire = {
    endpoints: Object.fromEntries(registry.map(([id, endpoint]) => [id, wireOf(endpoint)])),
    errors,
    error: shapeOf(errorBodySchema, 'output'),
  };
  return createHash('sha256').update(canonicalJson(wire)).digest('hex').slice(0, 32);
}

interface State {
  version: number;
  revision: number;
}
interface Row extends State {
  /** The day on which it was made. */
  since: string;
  fingerprint: string;
  chain: string;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
const nameOf = ({ version, revision }: State) => `${version}.${revision}`;
const isStep = (from: State | undefined, to: State) =>
  from
    ? (to.version === from.version && to.revision === from.revision + 1) ||
      (to.version === from.version + 1 && to.revision === 0)
    : to.version === 1 && to.revision === 0;

function chainOf(before: Row | undefined, { version, revision, since, fingerprint }: Omit<Row, 'chain'>): string {
  return hash(`${before?.chain ?? ''} ${canonicalJson({ version, revision, since, fingerprint })}`);
}

/** What is wrong with a history in itself; nothing, usually. */
function faultsOf(history: readonly Row[]): string[] {
  return history.flatMap((row, at) => {
    const before = history[at - 1];
    return [
      ...(row.chain === chainOf(before, row) ? [] : [`${nameOf(row)} is not the row that was made`]),
      ...(isStep(before, row) ? [] : [`${nameOf(row)} is no step from the row before it`]),
      ...(row.fingerprint === before?.fingerprint ? [`${nameOf(row)} is the wire of the row before it`] : []),
      ...(/^\d{4}-\d{2}-\d{2}$/.test(row.since) ? [] : [`${nameOf(row)} has no day`]),
    ];
  });
}

/** The history with a row for the wire as it is now. Only a row that was never committed is replaced; the others stay. */
function withRow(history: readonly Row[], committed: number, to: State, fingerprint: string, since: string): Row[] {
  const made = history.at(-1);
  const renew = made && history.length > committed && nameOf(made) === nameOf(to);
  const rows = renew ? history.slice(0, -1) : [...history];
  const before = rows.at(-1);
  if (before?.fingerprint === fingerprint) throw new Error(`The wire is that of ${nameOf(before)}: it needs no row`);
  if (!isStep(before, to))
    throw new Error(`Step CONTRACT_REVISION or CONTRACT_VERSION in version.ts first: ${nameOf(to)} is no step`);
  const row = { ...to, since, fingerprint };
  return [...rows, { ...row, chain: chainOf(before, row) }];
}

const isRow = (row: Partial<Row>): row is Row => typeof row.chain === 'string';

/** The file as each commit left it, the newest first; nothing without git. Rows without a chain are of before this rule. */
function committedHistories(): Row[][] {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const found: Row[][] = [];
  try {
    for (const commit of git('log', '--format=%H', '--', 'history.json').split('\n').filter(Boolean)) {
      const rows = JSON.parse(git('show', `${commit}:./history.json`)) as Partial<Row>[];
      if (!rows.every(isRow)) break;
      found.push(rows);
    }
  } catch {
    // An archive without its git: then the chain alone holds the rows.
  }
  return found;
}

const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as Row[];
const written = (history: readonly Row[]) => `[\n${history.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

describe('the wire', () => {
  const now = { version: CONTRACT_VERSION, revision: CONTRACT_REVISION };

  it('is the one that its version names', () => {
    if (process.env.RECOUP_WRITE_FINGERPRINT) {
      const committed = committedHistories()[0]?.length ?? read().length;
      const day = new Date().toISOString().slice(0, 10);
      writeFileSync(FILE, written(withRow(read(), committed, now, fingerprint(), day)));
    }
    const newest = read().at(-1);
    expect(
      fingerprint(),
      'The wire has changed. Step CONTRACT_REVISION (or CONTRACT_VERSION) in core/contract/version.ts, then run this test with RECOUP_WRITE_FINGERPRINT=1; CONTRIBUTING says which of the two.',
    ).toBe(newest?.fingerprint);
    expect(newest && nameOf(newest), 'version.ts names a state that has no row in history.json').toBe(nameOf(now));
  });

  it('has a history in which each row stands on the ones before it', () => {
    expect(faultsOf(read())).toEqual([]);
    expect(readFileSync(FILE, 'utf8')).toBe(written(read()));
  });

  it('has lost no row that was ever committed', () => {
    const rows = read();
    for (const before of committedHistories()) expect(rows.slice(0, before.length)).toEqual(before);
  });

  describe('has another fingerprint', () => {
    const made: Endpoint = {
      id: 'made.up',
      method: 'POST',
      service: 'crm',
      path: '/made/{id}',
      summary: 'For this test',
      access: { kind: 'session', roles: ['CRM_MANAGER'], scope: 'none' },
      idempotency: 'none',
      params: mini.strictObject({ id: mini.string() }),
      query: mini.strictObject({ page: mini.optional(mini.number()) }),
      body: mini.strictObject({ deep: mini.strictObject({ name: mini.string().check(mini.maxLength(10)) }) }),
      response: mini.strictObject({ rows: mini.array(mini.strictObject({ paise: mini.number() })) }),
    };
    const printed = (endpoint: Endpoint) => fingerprint([...all, [endpoint.id, endpoint]]);

    it.each<[string, Partial<Endpoint>]>([
      [
        'a field deep in a body is named otherwise',
        { body: mini.strictObject({ deep: mini.strictObject({ title: mini.string().check(mini.maxLength(10)) }) }) },
      ],
      [
        'a bound changes',
        { body: mini.strictObject({ deep: mini.strictObject({ name: mini.string().check(mini.maxLength(11)) }) }) },
      ],
      [
        'a field of the answer changes its type',
        { response: mini.strictObject({ rows: mini.array(mini.strictObject({ paise: mini.string() })) }) },
      ],
      [
        'a field of the answer may be missing',
        {
          response: mini.strictObject({ rows: mini.array(mini.strictObject({ paise: mini.optional(mini.number()) })) }),
        },
      ],
      ['a query parameter must be given', { query: mini.strictObject({ page: mini.number() }) }],
      ['a role is let in', { access: { kind: 'session', roles: ['CRM_MANAGER', 'ADMIN'], scope: 'none' } }],
      ['the path changes', { path: '/made-up/{id}' }],
      ['the method changes', { method: 'PUT' }],
      ['a repeat means something else', { idempotency: 'key' }],
    ])('when %s', (_, change) => {
      expect(printed({ ...made, ...change })).not.toBe(printed(made));
    });

    it('but not when only its words change', () => {
      expect(printed({ ...made, summary: 'Said better' })).toBe(printed(made));
    });
  });
});

describe('a history', () => {
  const made = [
    { version: 1, revision: 0, print: 'a' },
    { version: 1, revision: 1, print: 'b' },
    { version: 2, revision: 0, print: 'c' },
  ].reduce<Row[]>((rows, { print, ...state }) => withRow(rows, rows.length, state, hash(print), '2026-11-22'), []);
  const row = (at: number) => made[at] as Row;
  const changed = (at: number, change: Partial<Row>) =>
    made.map((one, place) => (place === at ? { ...one, ...change } : one));

  it('of steps is whole', () => {
    expect(made.map(nameOf)).toEqual(['1.0', '1.1', '2.0']);
    expect(faultsOf(made)).toEqual([]);
  });

  it.each<[string, Row[], string]>([
    ['an old row has another fingerprint', changed(0, { fingerprint: hash('z') }), '1.0 is not the row that was made'],
    ['an old row has another day', changed(0, { since: '2026-11-21' }), '1.0 is not the row that was made'],
    ['the newest row is another one', changed(2, { fingerprint: hash('z') }), '2.0 is not the row that was made'],
    [
      'an old row was made anew, with its chain',
      changed(0, {
        fingerprint: hash('z'),
        chain: chainOf(undefined, { version: 1, revision: 0, since: '2026-11-22', fingerprint: hash('z') }),
      }),
      '1.1 is not the row that was made',
    ],
    ['a row was taken out', [row(0), row(2)], '2.0 is not the row that was made'],
    ['the first row is gone', made.slice(1), '1.1 is no step from the row before it'],
  ])('is at fault when %s', (_, history, fault) => {
    expect(faultsOf(history)).toContain(fault);
  });

  it.each<[State, State, boolean]>([
    [{ version: 1, revision: 0 }, { version: 1, revision: 1 }, true],
    [{ version: 1, revision: 4 }, { version: 2, revision: 0 }, true],
    [{ version: 1, revision: 0 }, { version: 1, revision: 0 }, false],
    [{ version: 1, revision: 0 }, { version: 1, revision: 2 }, false],
    [{ version: 1, revision: 4 }, { version: 2, revision: 4 }, false],
    [{ version: 2, revision: 0 }, { version: 1, revision: 1 }, false],
  ])('from %j to %j is a step: %s', (from, to, step) => {
    const before = [{ ...from, since: '2026-11-22', fingerprint: hash('a'), chain: 'c' }];
    const next = () => withRow(before, 1, to, hash('b'), '2026-11-23');
    if (step) expect(next()).toMatchObject([...before, { ...to, fingerprint: hash('b') }]);
    else expect(next).toThrow(/Step CONTRACT_REVISION/);
  });

  it('gets no row for a wire that has not changed', () => {
    expect(() => withRow(made, 3, { version: 2, revision: 1 }, hash('c'), '2026-11-23')).toThrow(/needs no row/);
  });

  it('renews a row that was never committed, and no other', () => {
    const state = { version: 2, revision: 0 };
    const renewed = withRow(made, 2, state, hash('d'), '2026-11-23');
    expect(renewed.map(nameOf)).toEqual(['1.0', '1.1', '2.0']);
    expect(renewed.at(-1)?.fingerprint).toBe(hash('d'));
    expect(faultsOf(renewed)).toEqual([]);
    expect(() => withRow(made, 3, state, hash('d'), '2026-11-23')).toThrow(/Step CONTRACT_REVISION/);
  });
});
