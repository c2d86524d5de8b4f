/** The server's figures of the day are there again after a kill, with the time they came, and asked for when there is a network. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OwnCash } from '../../core/contract/cash';
import { dayFacts } from './day-facts';
import { enrol, person, TestDevice, until } from './test-device';
import { answer, TestServer } from './test-server';
import type { UnlockedSession } from './types';

const HOUR = 3_600_000;
let device: TestDevice;
let server: TestServer;
let unlocked: UnlockedSession;
let asked: string[];
let amountPaise: number;
const portfolio = { id: '01930000-0000-7000-8000-000000000001', name: 'Two wheelers' };
const cash = (): OwnCash => ({
  inHand: { amountPaise, payments: 1, oldestOn: '2026-11-20' },
  handedOver: { amountPaise: 0, payments: 0 },
  payments: [],
  handovers: [],
});

beforeEach(async () => {
  server = await TestServer.create();
  device = new TestDevice(server);
  unlocked = await device.signIn(enrol(server, person('ravi')));
  asked = [];
  amountPaise = 700_00;
  server.before = (_, path) => {
    const answers: Record<string, unknown> = {
      '/api/v2/cash': cash(),
      '/api/v2/notifications': { rows: [], total: 0 },
      '/api/v2/incentives': [
        { portfolio, incentiveType: 'Target', tiers: [], mine: { measure: 1200, amount: 0, next: null } },
        { portfolio, incentiveType: 'Target', tiers: [], mine: null },
      ],
      '/api/v2/collectors/targets': {
        month: '2026-11-01',
        days: { total: 25, elapsed: 15, left: 10 },
        total: 0,
        rows: [],
      },
    };
    const data = answers[path];
    if (data === undefined) return undefined;
    asked.push(path);
    return answer(200, { success: true, data });
  };
});
afterEach(() => device.close());

it('stands after a kill as it was fetched, and says when no answer comes', async () => {
  let now = Date.now();
  const first = await device.open(unlocked, { now: () => now });
  const facts = await dayFacts(first);
  await facts.refresh();
  expect(facts.get()).toMatchObject({ cash: { at: now, data: { inHand: { amountPaise: 700_00 } } }, failed: false });
  expect(facts.get().incentives?.data).toEqual([
    { portfolio, incentiveType: 'Target', mine: { measure: 1200, amount: 0, next: null } },
  ]);
  expect(asked).toHaveLength(4);
  await first.close();

  const fetched = now;
  now += HOUR;
  server.down = true;
  const again = await dayFacts(await device.open(unlocked, { now: () => now }));
  expect(again.get().cash).toMatchObject({ at: fetched, data: { inHand: { amountPaise: 700_00 } } });
  await again.refresh();
  expect(again.get()).toMatchObject({ cash: { at: fetched }, failed: true });

  server.down = false;
  amountPaise = 0;
  await again.refresh();
  expect(again.get()).toMatchObject({ cash: { at: now, data: { inHand: { amountPaise: 0 } } }, failed: false });
});

it('asks for nothing that is less than a minute old, unless it must be new', async () => {
  const facts = await dayFacts(await device.open(unlocked));
  await facts.refresh();
  await facts.refresh();
  expect(asked).toHaveLength(4);
  await facts.refresh(true);
  await until(() => asked.length === 8);
});
