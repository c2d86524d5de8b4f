import { describe, expect, it } from 'vitest';
import type { ContactFacts } from '../../../../core/contract/contact-parts';
import type { Loan } from '../../../../core/contract/loans';
import { DEFAULT_PACK, policyRules } from '../../../../core/domain/contact-gate';
import { DEFAULT_POLICY } from '../../../../core/domain/portfolio-rules';
import type { ContactFactsHere } from '../../../offline/contact-facts';
import { loanOf } from '../../../offline/test-device';
import { contactWords } from './gate';
import { judgeLoan, type OwnHistory } from './judge';

const zone = 'Asia/Kolkata';
/** Monday 23 November 2026, 10:00 in India. */
const now = Date.parse('2026-11-23T04:30:00Z');
const MINUTE = 60_000;
const NOTHING: ContactFacts = { zone, holds: [], windows: [], places: [], attempts: [] };
const HOLD = { label: null, from: null, until: null, channels: null, phoneId: null };
const phone = { id: 'p1', number: '9876543210', owner: 'borrower', lastResult: null, invalid: false };

const attempt = (id: string, minutesAgo: number, channel: 'call' | 'visit' = 'visit') => ({
  id,
  at: now - minutesAgo * MINUTE,
  channel,
  connected: null,
});
const here = (more: Partial<ContactFactsHere> = {}): ContactFactsHere => ({ calls: [], ...more });
const rules = (more: object = {}) =>
  here({ rules: { zone, packs: [DEFAULT_PACK], agent: null, portfolios: [], ...more } });
const dialled = (loan: Loan, minutesAgo: number) =>
  here({
    calls: [{ id: 'c', loanId: loan.id, phoneId: 'p1', at: now - minutesAgo * MINUTE, startedAt: '', told: true }],
  });
const visited: OwnHistory = [
  {
    id: '0192a000-0000-7000-8000-000000000003',
    at: new Date(now - 90 * MINUTE).toISOString(),
    channel: 'field',
    local: 'queued',
  },
];
const two = {
  ...NOTHING,
  attempts: [
    attempt('0192a000-0000-7000-8000-000000000001', 200),
    attempt('0192a000-0000-7000-8000-000000000002', 100),
  ],
};
const loan = loanOf(1);

describe('a phone without a network judges as the server does', () => {
  it.each<[string, Partial<Loan>, ContactFactsHere, OwnHistory, 'call' | 'visit', string | null, string]>([
    ['nothing stands against it', { contact: NOTHING }, here(), [], 'visit', null, 'Till 19:00'],
    [
      'the borrower is not to be visited before noon',
      {
        contact: {
          ...NOTHING,
          windows: [{ kind: 'not', days: null, from: '09:00', to: '12:00', channels: null, until: null }],
        },
      },
      here(),
      [],
      'visit',
      'not-at-this-time',
      'From 12:00',
    ],
    [
      'a wish about messages alone',
      { contact: { ...NOTHING, holds: [{ kind: 'do-not-contact', ...HOLD, channels: ['sms'] }] } },
      here(),
      [],
      'visit',
      null,
      'Till 19:00',
    ],
    [
      'a pause of calls and visits',
      {
        contact: {
          ...NOTHING,
          holds: [{ kind: 'do-not-contact', ...HOLD, until: '2026-11-26', channels: ['call', 'visit'] }],
        },
      },
      here(),
      [],
      'call',
      'do-not-contact',
      'Blocked',
    ],
    ['two attempts of the day', { contact: two }, here(), [], 'visit', null, 'Till 19:00'],
    ['and one that this phone has not sent', { contact: two }, here(), visited, 'visit', 'per-day', 'From 08:00'],
    [
      'which the loan’s facts know already',
      {
        contact: {
          ...NOTHING,
          attempts: [
            attempt('0192a000-0000-7000-8000-000000000002', 100),
            attempt('0192a000-0000-7000-8000-000000000003', 90),
          ],
        },
      },
      here(),
      visited,
      'visit',
      null,
      'Till 19:00',
    ],
    [
      'a call from this phone five minutes ago',
      { contact: NOTHING },
      dialled(loan, 5),
      [],
      'call',
      'gap',
      'From 10:25',
    ],
    ['which is no bar to a visit', { contact: NOTHING }, dialled(loan, 5), [], 'visit', null, 'Till 19:00'],
    [
      'the agent’s certificate has ended',
      { contact: NOTHING },
      rules({ agent: { draValidUntil: '2026-11-22', languages: [] } }),
      [],
      'visit',
      'dra',
      'Blocked',
    ],
    [
      'the portfolio begins at eleven',
      { contact: NOTHING },
      rules({
        portfolios: [
          {
            name: loan.portfolio,
            rules: policyRules(loan.portfolio, { ...DEFAULT_POLICY, fromHour: 11, gapMinutes: 0 }),
          },
        ],
      }),
      [],
      'visit',
      'hours',
      'From 11:00',
    ],
    [
      'a loan of a server of before: its pause',
      { contactPause: { reason: 'Bereavement', until: '2026-11-30' } },
      here(),
      [],
      'visit',
      'sensitive',
      'Blocked',
    ],
  ])('%s', (_name, more, facts, own, channel, rule, word) => {
    const answer = judgeLoan(
      { ...loan, ...more },
      facts,
      own,
      { now, zone },
      channel,
      channel === 'call' ? phone : null,
    );
    expect(answer.reasons[0]?.rule ?? null).toBe(rule);
    expect(contactWords(answer, now, zone)).toMatchObject({ allowed: rule === null, word });
  });
});
