/** Rules that give loans to dialing processes. */
import { expect, it } from 'vitest';
import { type AllocationRule, type Candidate, EVEN_WEIGHTS, type HeldLoan, methodsOf, RULE_KINDS, ruleFaults } from '.';
import { allocated } from './allocated-support';

const process = (id: string, over: Partial<Candidate> = {}): Candidate => ({
  id,
  portfolioId: 'bikes',
  active: true,
  suited: true,
  agencyStopped: false,
  draUntil: null,
  clockedIn: true,
  languages: [],
  pincodes: [],
  ...over,
});
const rule = (over: Partial<AllocationRule> = {}): AllocationRule => ({
  id: 'rule',
  name: 'Rule',
  active: true,
  condition: [[]],
  kind: 'process',
  target: { of: 'chosen', ids: ['a', 'b'] },
  method: 'round-robin',
  weights: EVEN_WEIGHTS,
  keepPresent: true,
  mostLoans: null,
  mostPos: null,
  needsDra: false,
  needsPresence: false,
  from: null,
  until: null,
  ...over,
});
const loan = (id: string, over: Partial<HeldLoan> = {}): HeldLoan => ({
  id,
  clientId: 'c',
  portfolioId: 'bikes',
  product: 'P',
  bucket: '0-30',
  dpd: 10,
  pos: 100,
  overdue: 10,
  attempts: 0,
  visits: 0,
  brokenPromises: 0,
  propensity: null,
  pincode: null,
  language: 'hi',
  lastCode: null,
  brokenPromise: false,
  legal: false,
  holders: {},
  retained: false,
  ...over,
});
const dealt = (candidates: Candidate[], loans: HeldLoan[], over: Partial<AllocationRule> = {}) =>
  allocated('process', [{ rule: rule(over), candidates }], loans, new Map(), '2026-11-28');

it('takes loans of the portfolio that stand in no process', () => {
  const { outcomes, rules } = dealt(
    [process('a'), process('b')],
    [
      loan('1'),
      loan('2', { portfolioId: 'cars' }),
      loan('3', { holders: { process: 'z' } }),
      // Retained with its telecaller: who dials it is another matter.
      loan('4', { retained: true, holders: { collector: 'x' } }),
    ],
  );
  expect(outcomes.map(({ to, stays }) => to ?? stays)).toEqual(['a', 'no-rule', 'retained', 'b']);
  expect(rules).toMatchObject([{ matched: 2, placed: 2, moved: 2 }]);
});

it.each([
  [{ active: false }, 'process-stopped'],
  [{ suited: false }, 'not-yours'],
] as const)('leaves one out that is %o: %s', (over, why) => {
  const { outcomes, rules } = dealt([process('a', over), process('b')], [loan('1'), loan('2')]);
  expect(outcomes.map(({ to }) => to)).toEqual(['b', 'b']);
  expect(rules[0]?.excluded).toEqual([{ id: 'a', why }]);
});

it('caps what a process has to call', () => {
  const { outcomes } = dealt([process('a'), process('b')], [loan('1'), loan('2'), loan('3')], { mostLoans: 1 });
  expect(outcomes.map(({ to, stays }) => to ?? stays)).toEqual(['a', 'b', 'full']);
});

it('deals in ways that look at no place and no language', () => {
  expect(methodsOf('process')).toEqual(['round-robin', 'least-loaded', 'share']);
  for (const method of ['proximity', 'language', 'best'] as const)
    for (const kind of RULE_KINDS)
      expect(ruleFaults([rule({ kind, method })]).get('rule')).toBe(kind === 'process' ? 'method' : undefined);
  // One of another portfolio may stand before it.
  expect(ruleFaults([rule(), rule({ id: 'second' })]).size).toBe(0);
});
