import { expect, test } from 'vitest';
import { ROLES } from '../roles';
import { CONFIRMERS, moneyDecisions, type SettlementMoney } from './money';

const money = (change: Partial<SettlementMoney> = {}): SettlementMoney => ({
  status: 'received',
  mode: 'cheque',
  takenBy: 'agent',
  late: false,
  counts: null,
  deciderIds: ['maker'],
  ...change,
});
const manager = { id: 'manager', role: 'CRM_MANAGER' } as const;

test.each<[string, Partial<SettlementMoney>, string[]]>([
  ['a cheque that was noted', {}, ['arrived']],
  ['a transfer of a gateway that is not sure', { mode: 'upi', takenBy: null }, ['arrived']],
  ['cash, which its hand-over confirms', { mode: 'cash' }, []],
  ['what the manager took', { takenBy: 'manager' }, []],
  ['what pays a settlement that the manager approved', { deciderIds: ['maker', 'manager'], late: true }, []],
  ['what is confirmed', { status: 'verified' }, []],
  ['what was taken back', { status: 'reversed', late: true }, []],
  ['a late one', { status: 'verified', late: true }, ['counts', 'does-not-count']],
  ['a late one that counts', { status: 'verified', late: true, counts: true }, ['does-not-count']],
  ['a late one that does not', { late: true, counts: false }, ['arrived', 'counts']],
])('of %s a manager says %j', (_, change, wanted) => {
  expect(moneyDecisions(money(change), manager)).toEqual(wanted);
});

test.each(ROLES)('%s confirms money only as one of those who may', (role) => {
  expect(moneyDecisions(money(), { id: 'other', role }).length > 0).toBe(CONFIRMERS.some((one) => one === role));
});
