/** The tenant's sorting rules on a phone: they come with the codes, order the list without a network, and follow what is recorded here. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidv7 } from '../../core/domain/ids';
import type { SortingRule } from '../../core/domain/work-order';
import { enrol, loanOf, person, TestDevice, visit } from './test-device';
import { TestServer } from './test-server';
import type { LoanQuery, OfflineEngine } from './types';

let server: TestServer;
let phone: TestDevice;
const [low, high, legal] = [
  loanOf(1, { dpd: 10, overduePaise: 900 }),
  loanOf(2, { dpd: 200, overduePaise: 100 }),
  loanOf(3, {
    dpd: 50,
    overduePaise: 500,
    flags: { dispute: false, deceased: false, legal: true, doNotContact: false, vulnerable: false },
  }),
];
const rule = (name: string, over: Partial<SortingRule> = {}): SortingRule => ({
  id: uuidv7(),
  name,
  active: true,
  work: 'visits',
  condition: [[]],
  by: [{ key: 'dpd', dir: 'desc' }],
  ...over,
});
const never = rule('Never met', { condition: [[{ field: 'untouched', not: false }]] });
const rest = rule('The rest');

beforeEach(async () => {
  server = await TestServer.create();
  phone = new TestDevice(server);
  server.loans = [low, high, legal];
});
afterEach(() => phone.close());

const EVERY: Omit<LoanQuery, 'sort'> = {
  ...{ text: '', buckets: [], pincode: '', ptp: 'any', notVisitedDays: 0, plan: 'any', visit: 'any', paid: 'any' },
  ...{ legal: false, near: null },
};
function listed(engine: OfflineEngine, sort: LoanQuery['sort'] = 'priority') {
  const page = engine.loans.query({ ...EVERY, sort });
  return Array.from({ length: page.total }, (_, at) => page.at(at)).map((loan) => [loan?.dpd, loan?.standsBy]);
}

it('orders the list by the rules, says which one, and does so after a restart without a network', async () => {
  server.order = { version: 3, rules: [rule('For callers', { work: 'calls' }), never, rest] };
  const unlocked = await phone.signIn(enrol(server, person('asha')));
  const online = await phone.open(unlocked);
  await online.loans.refresh();
  const first = [
    [200, 'Never met'],
    [50, 'Never met'],
    [10, 'Never met'],
  ];
  expect(listed(online)).toEqual(first);
  // Another order that was asked for is not the rules'.
  expect(listed(online, 'overdue')).toEqual([
    [10, undefined],
    [50, undefined],
    [200, undefined],
  ]);
  await online.close();
  server.down = true;
  const engine = await phone.open(unlocked);
  await engine.loans.refresh();
  expect(listed(engine)).toEqual(first);
  // What is recorded here counts at once.
  expect(await engine.record(visit(high))).toMatchObject({ ok: true });
  expect(listed(engine)).toEqual([
    [50, 'Never met'],
    [10, 'Never met'],
    [200, 'The rest'],
  ]);
});

it('takes up rules that were saved since, with the next list and not after hours', async () => {
  const engine = await phone.open(await phone.signIn(enrol(server, person('asha'))));
  await engine.loans.refresh();
  const own = [
    [10, undefined],
    [50, undefined],
    [200, undefined],
  ];
  expect(listed(engine)).toEqual(own);
  const before = engine.loans.revision.get();
  server.order = { version: 1, rules: [rule('Legal', { condition: [[{ field: 'legal', not: false }]] })] };
  await engine.loans.refresh();
  expect(engine.loans.revision.get()).toBeGreaterThan(before);
  expect(listed(engine)).toEqual([
    [50, 'Legal'],
    [10, undefined],
    [200, undefined],
  ]);
  // A form that this app does not know: its own order, and nobody is asked again for the same version.
  server.order = { version: 2, rules: [{ ...rest, moon: 'full' }] };
  await engine.loans.refresh();
  expect(listed(engine)).toEqual(own);
  const asked = () => server.calls.filter(({ url }) => url.includes('disposition/all')).length;
  const times = asked();
  await engine.loans.refresh();
  expect(asked()).toBe(times);
  expect(engine.codes.get()?.codes.length).toBeGreaterThan(10);
});
