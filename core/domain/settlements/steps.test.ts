import { expect, test } from 'vitest';
import { ROLES } from '../roles';
import {
  type Actor,
  decideStep,
  isFinal,
  REVIEWS,
  reviewsFor,
  STAGES,
  STEPS,
  type Stage,
  type Step,
  turnsOf,
} from './steps';

const ACTORS: readonly Actor[] = [...ROLES, 'SYSTEM', 'BORROWER'];
const RAISERS = 'CRM_TELECALLER CRM_FIELDAGENT COLLECTOR CRM_MANAGER CLIENT_ADMIN CUSTOMER';
const REVIEW_BY: Record<string, string> = {
  manager: 'CRM_MANAGER',
  'super-manager': 'CRM_SUPERMANAGER',
  client: 'CUSTOMER CLIENT_ADMIN CRM_SUPERMANAGER',
  board: 'CRM_TENANTADMIN TENANT_ADMIN',
};
const AFTER: Record<string, Stage> = {
  manager: 'super-manager',
  'super-manager': 'client',
  client: 'board',
  board: 'approved',
};

/** Written by hand beside the rules: for each stage, step → who takes it and where it leads. Every stage must be here. */
const review = (stage: string): Partial<Record<Step, [who: string, to: Stage]>> => ({
  approve: [REVIEW_BY[stage] ?? '', AFTER[stage] ?? 'approved'],
  counter: [REVIEW_BY[stage] ?? '', 'countered'],
  reject: [REVIEW_BY[stage] ?? '', 'rejected'],
  withdraw: [RAISERS, 'withdrawn'],
  lapse: ['SYSTEM', 'lapsed'],
});
const RAISED: Partial<Record<Step, [string, Stage]>> = {
  submit: [RAISERS, 'manager'],
  withdraw: [RAISERS, 'withdrawn'],
  lapse: ['SYSTEM', 'lapsed'],
};
const EXPECTED: Record<Stage, Partial<Record<Step, [string, Stage]>>> = {
  draft: RAISED,
  countered: RAISED,
  manager: review('manager'),
  'super-manager': review('super-manager'),
  client: review('client'),
  board: review('board'),
  approved: {
    'send-letter': ['CRM_SUPERMANAGER', 'letter-out'],
    withdraw: [RAISERS, 'withdrawn'],
    lapse: ['SYSTEM', 'lapsed'],
  },
  'letter-out': {
    acknowledge: [`${RAISERS} BORROWER`, 'acknowledged'],
    ask: ['BORROWER', 'letter-out'],
    start: ['SYSTEM', 'running'],
    lapse: ['SYSTEM', 'lapsed'],
  },
  acknowledged: { ask: ['BORROWER', 'acknowledged'], start: ['SYSTEM', 'running'], lapse: ['SYSTEM', 'lapsed'] },
  running: { ask: ['BORROWER', 'running'], complete: ['SYSTEM', 'completed'], breach: ['SYSTEM', 'breached'] },
  completed: { 'confirm-no-dues': ['CRM_SUPERMANAGER', 'no-dues'], reopen: ['SYSTEM', 'running'] },
  // Final, and yet a payment that is taken back opens it again.
  'no-dues': { reopen: ['SYSTEM', 'running'] },
  rejected: {},
  lapsed: {},
  breached: {},
  withdrawn: {},
};

const steps = Object.keys(STEPS) as Step[];
const GIVEN = { remarks: 'Lost the job', offer: true, letter: true };
const decide = (step: Step, stage: Stage, role: Actor, change: Partial<Parameters<typeof decideStep>[0]> = {}) =>
  decideStep({
    step,
    stage,
    reviews: REVIEWS,
    makerId: 'makerOnly' in STEPS[step] ? 'actor' : 'maker',
    approverIds: [],
    countererIds: [],
    authority: 'CRM_MANAGER',
    actor: { id: 'actor', role },
    given: GIVEN,
    ...change,
  });

test.each(STAGES)('%s: each step by each role is taken or refused with the reason', (stage) => {
  for (const step of steps) {
    const [who, to] = EXPECTED[stage][step] ?? [];
    for (const role of ACTORS) {
      const wanted = !who
        ? { allowed: false, reason: 'stage' }
        : who.split(' ').includes(role)
          ? { allowed: true, to }
          : { allowed: false, reason: 'role' };
      expect(decide(step, stage, role), `${stage} × ${step} × ${role}`).toEqual(wanted);
    }
  }
  expect(isFinal(stage)).toBe(Object.keys(EXPECTED[stage]).every((step) => step === 'reopen'));
});

test.each(['approve', 'counter', 'reject'] as const)('whoever raised or approved an offer does not %s it', (step) => {
  expect(decide(step, 'manager', 'CRM_MANAGER', { makerId: 'actor' })).toMatchObject({ reason: 'maker' });
  expect(decide(step, 'board', 'CRM_TENANTADMIN', { approverIds: ['actor'] })).toMatchObject({
    reason: 'approved-before',
  });
});

test('whoever wrote the terms does not approve them, but may still refuse or change them', () => {
  const own = { countererIds: ['actor'] };
  expect(decide('approve', 'manager', 'CRM_MANAGER', own)).toEqual({ allowed: false, reason: 'own-terms' });
  expect(decide('counter', 'manager', 'CRM_MANAGER', own)).toMatchObject({ allowed: true });
  expect(decide('reject', 'manager', 'CRM_MANAGER', own)).toMatchObject({ allowed: true });
});

test.each(ROLES)('what the matrix gives to the client’s administrator is decided by %s only if that is one', (role) => {
  const answer = decide('approve', 'client', role, { authority: 'CLIENT_ADMIN' });
  expect(answer.allowed).toBe(role === 'CLIENT_ADMIN');
});

test.each(['submit', 'withdraw'] as const)('%s is for the person who raised it alone', (step) => {
  expect(decide(step, 'draft', 'CRM_TELECALLER', { makerId: 'another' })).toMatchObject({ reason: 'not-maker' });
});

test.each([
  ['submit', 'draft', 'CRM_TELECALLER', 'offer'],
  ['counter', 'manager', 'CRM_MANAGER', 'offer'],
  ['reject', 'client', 'CUSTOMER', 'remarks'],
  ['withdraw', 'approved', 'COLLECTOR', 'remarks'],
  ['send-letter', 'approved', 'CRM_SUPERMANAGER', 'letter'],
] as const)('%s without what it asks for names it', (step, stage, role, field) => {
  expect(decide(step, stage, role, { given: { remarks: '  ' } })).toEqual({ allowed: false, reason: 'missing', field });
});

test.each([
  ['CRM_MANAGER', false, ['manager', 'client']],
  ['CRM_SUPERMANAGER', false, ['manager', 'super-manager', 'client']],
  ['CLIENT_ADMIN', false, ['manager', 'super-manager', 'client']],
  ['CRM_TENANTADMIN', false, ['manager', 'super-manager', 'client', 'board']],
  ['CRM_MANAGER', true, ['manager', 'super-manager', 'client', 'board']],
] as const)('an offer that the matrix gives to %s, staff or fraud %s, passes %j', (approver, staffOrFraud, reviews) => {
  expect(reviewsFor(approver, staffOrFraud)).toEqual(reviews);
  expect(decide('approve', 'client', 'CUSTOMER', { reviews })).toEqual({
    allowed: true,
    to: (reviews as readonly string[]).includes('board') ? 'board' : 'approved',
  });
});

test('what a manager raises goes to a super manager first', () => {
  expect(reviewsFor('CRM_MANAGER', false, 'CRM_MANAGER')).toEqual(['super-manager', 'client']);
  expect(reviewsFor('CRM_MANAGER', false, 'CRM_TELECALLER')).toEqual(['manager', 'client']);
});

test.each([
  ['CRM_TELECALLER', { reviews: [], letters: [], own: ['countered'] }],
  ['CRM_MANAGER', { reviews: ['manager'], letters: [], own: ['countered'] }],
  ['CRM_SUPERMANAGER', { reviews: ['super-manager', 'client'], letters: ['approved', 'completed'], own: [] }],
  ['CLIENT_ADMIN', { reviews: ['client'], letters: [], own: ['countered'] }],
  ['TENANT_ADMIN', { reviews: ['board'], letters: [], own: [] }],
  ['ADMIN', { reviews: [], letters: [], own: [] }],
] as const)('%s has the next word at %j', (role, turns) => {
  expect(turnsOf(role)).toEqual(turns);
});
