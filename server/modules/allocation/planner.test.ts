/** The plan of a rehearsal beside a process that goes on answering. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { EVEN_WEIGHTS, type HeldLoan } from '../../../core/domain/allocation';
import type { Prepared } from './plan';
import { type Planner, PlanTooLarge, startPlanner } from './planner';

const TODAY = '2026-11-23';
const LOANS = 20_000;
const PEOPLE = 200;
const REQUESTS = 5;
const AT_ONCE = 5000;
const LANGUAGES = ['hi', 'ta', 'mr', 'te', 'kn'];
const pincode = (n: number) => String(600_001 + ((n * 7919) % 480) * 100);

const loan = (n: number): HeldLoan => ({
  id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  clientId: 'c',
  product: 'PL',
  bucket: '31-60',
  dpd: 45,
  pos: 100_000 + n,
  pincode: pincode(n),
  language: LANGUAGES[n % 5] ?? '',
  lastCode: null,
  brokenPromise: false,
  portfolioId: 'b',
  overdue: 0,
  attempts: 0,
  visits: 0,
  brokenPromises: 0,
  propensity: null,
  legal: false,
  holders: n % 2 ? { collector: `p${n % PEOPLE}` } : {},
  retained: false,
});
const book = Array.from({ length: LOANS }, (_, n) => loan(n));
const loads = new Map<string, { loans: number; pos: number }>();
for (const { holders, pos } of book) {
  const had = loads.get(holders.collector ?? '') ?? { loans: 0, pos: 0 };
  if (holders.collector) loads.set(holders.collector, { loans: had.loans + 1, pos: had.pos + pos });
}
const prepared: Prepared[] = [
  {
    kind: 'collector',
    rules: [
      {
        rule: {
          id: 'r',
          name: 'Rule',
          active: true,
          condition: [[]],
          kind: 'collector',
          target: { of: 'chosen', ids: [] },
          method: 'best',
          weights: EVEN_WEIGHTS,
          keepPresent: false,
          mostLoans: Math.ceil((LOANS / PEOPLE) * 1.05),
          mostPos: null,
          needsDra: false,
          needsPresence: false,
          from: null,
          until: null,
        },
        candidates: Array.from({ length: PEOPLE }, (_, n) => ({
          id: `p${n}`,
          active: true,
          suited: true,
          agencyStopped: false,
          draUntil: null,
          clockedIn: true,
          languages: [LANGUAGES[n % 5] ?? ''],
          pincodes: [pincode(n), pincode(n + 1)],
        })),
      },
    ],
    loads,
  },
];

let planner: Planner | undefined;
afterEach(() => planner?.close());

async function filled(most?: Parameters<typeof startPlanner>[0]): Promise<Planner> {
  planner = startPlanner(most);
  for (let at = 0; at < LOANS; at += AT_ONCE) await planner.add(book.slice(at, at + AT_ONCE));
  return planner;
}

it('answers other requests while it plans, and hands the plan over in pieces', async () => {
  const ready = await filled();
  let [turns, planned] = [0, false];
  let kind: { moved: number } | undefined;
  const server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const found = ready.plan(prepared, TODAY).finally(() => {
      planned = true;
    });
    while (!planned && turns < REQUESTS) {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      expect(await answer.text()).toBe('here');
      if (!planned) turns++;
    }
    expect(turns).toBe(REQUESTS);
    [kind] = (await found).kinds;
    expect(kind).toMatchObject({ loans: LOANS, full: 0 });
  } finally {
    server.close();
  }
  const loans = new Set<string>();
  for (let next = await ready.next(AT_ONCE); next.length > 0; next = await ready.next(AT_ONCE)) {
    expect(next.length).toBeLessThanOrEqual(AT_ONCE);
    for (const { loanId, from, to } of next) {
      expect(to).not.toBe(from);
      loans.add(loanId);
    }
  }
  expect(loans.size).toBe(kind?.moved);
  for (const { id } of book) loans.delete(id);
  expect(loans.size).toBe(0);
});

it.each([
  ['columns', { heap: 1024, columns: 1 }, 1, new Map()],
  [
    'heap',
    { heap: 48, columns: 1024 },
    48,
    new Map(Array.from({ length: 500_000 }, (_, n) => [`somebody ${n}`, { loans: n + 0.5, pos: n }])),
  ],
] as const)('says so when a plan does not fit into its memory: %s', async (_, most, mb, held) => {
  const whole = prepared.map((one) => ({ ...one, loads: new Map(held) }));
  const tooLarge = filled(most).then((ready) => ready.plan(whole, TODAY));
  await expect(tooLarge).rejects.toThrow(PlanTooLarge);
  await expect(tooLarge).rejects.toThrow(`more than ${mb} MB`);
});

it('ends in the middle of a plan when it is closed', async () => {
  const ready = await filled();
  const found = expect(ready.plan(prepared, TODAY)).rejects.toThrow('has ended');
  await ready.close();
  await found;
});
