import { describe, expect, it } from 'vitest';
import { FACT_CASES } from './cases-facts';
import { POLICY, POLICY_CASES } from './cases-policy';
import { type Case, questionOf } from './cases-support';
import { TIME_CASES } from './cases-time';
import { evaluateContact } from './evaluate';
import { ALWAYS, BUILT_IN, VALUES_OF } from './packs';
import { RULE_IDS } from './types';
import { sentence, WHY } from './words';

const CASES: Case[] = [...TIME_CASES, ...FACT_CASES, ...POLICY_CASES];

describe('the contact gate', () => {
  it('is asked at least 150 different things', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(CASES.map(([what]) => what)).size).toBe(CASES.length);
    expect(new Set(CASES.flatMap(([, , , rules]) => (rules === 'ok' ? [] : rules)))).toEqual(new Set(RULE_IDS));
  });

  it.each(CASES)('%s', (_what, at, given, rules, next) => {
    const answer = evaluateContact(questionOf(at, given));
    expect(answer.reasons.map(({ rule }) => rule)).toEqual(rules === 'ok' ? [] : rules);
    expect(answer.allowed).toBe(rules === 'ok');
    const shown = answer.nextLawfulAt === null ? 'never' : new Date(answer.nextLawfulAt).toISOString();
    expect(shown).toBe(next === 'never' ? next : new Date(next === 'now' ? at : next).toISOString());
    for (const { why, values, source } of answer.reasons) {
      expect(sentence(WHY[why], values)).not.toMatch(/[{}]/);
      expect(source).not.toBe('');
    }
  });

  it.each([
    ['until seven', '2026-11-23T10:00:00+05:30', {}, '2026-11-23T19:00:00+05:30'],
    [
      'until lunch',
      '2026-11-23T10:00:00+05:30',
      { windows: [{ kind: 'not', days: null, from: '13:00', to: '14:00', channels: null, until: null }] },
      '2026-11-23T13:00:00+05:30',
    ],
    [
      'until the certificate ends, in New York',
      '2026-11-23T09:00:00-05:00',
      { zone: 'America/New_York', agent: { draValidUntil: '2026-11-23', languages: [] } },
      '2026-11-23T13:30:00-05:00',
    ],
    [
      'over a night without hours, until a hold',
      '2026-11-23T10:00:00+05:30',
      {
        channel: 'letter',
        holds: [{ kind: 'suppressed', label: null, from: '2026-11-26', until: null, channels: null, phoneId: null }],
      },
      '2026-11-26T00:00:00+05:30',
    ],
  ] as const)('says how long it stays allowed: %s', (_what, at, given, until) => {
    const { allowed, allowedUntil } = evaluateContact(
      questionOf(at, structuredClone(given) as Parameters<typeof questionOf>[1]),
    );
    expect(allowed).toBe(true);
    expect(allowedUntil).toBe(Date.parse(until));
  });

  it('a letter with nothing ahead is allowed without an end', () => {
    expect(evaluateContact(questionOf('2026-11-23T10:00:00+05:30', { channel: 'letter' })).allowedUntil).toBeNull();
  });

  it('names what only warns beside what blocks, and apart from it', () => {
    const given = { language: 'ta', agent: { draValidUntil: '2027-01-01', languages: ['hi'] } };
    const asked = (at: string) => evaluateContact(questionOf(at, given));
    const warning = [{ rule: 'language', why: 'language', values: { language: 'ta' }, lift: 'language' }];
    expect(asked('2026-11-23T10:00:00+05:30')).toMatchObject({ allowed: true, reasons: [], warnings: warning });
    expect(asked('2026-11-23T10:00:00+05:30').allowedUntil).toBe(Date.parse('2026-11-23T19:00:00+05:30'));
    expect(asked('2026-11-23T22:00:00+05:30')).toMatchObject({
      allowed: false,
      reasons: [{ rule: 'hours' }],
      warnings: warning,
      nextLawfulAt: Date.parse('2026-11-24T08:00:00+05:30'),
    });
  });

  it('names the portfolio’s policy as the source of what the pack would allow', () => {
    const { reasons } = evaluateContact(questionOf('2026-11-23T18:00:00+05:30', { policy: POLICY }));
    expect(reasons.map(({ source }) => source)).toEqual(['Contact policy of the portfolio “Two wheelers”']);
    const night = evaluateContact(questionOf('2026-11-23T20:00:00+05:30', { policy: POLICY }));
    expect(night.reasons.map(({ rule, source }) => [rule, source.includes('RBI/2022-23/108')])).toEqual([
      ['hours', false],
      ['hours', true],
    ]);
  });

  it('refuses a zone that nobody knows', () => {
    expect(() => evaluateContact(questionOf('2026-11-23T10:00:00+05:30', { zone: 'Mars/Olympus' }))).toThrow(
      RangeError,
    );
  });

  it.each(Object.entries(BUILT_IN))(
    'the pack %s has every rule that no pack may be without, and the values of each',
    (_name, pack) => {
      for (const rule of ALWAYS) expect(pack.rules.map((one) => one.rule)).toContain(rule);
      for (const { rule, values, source } of pack.rules) {
        expect(Object.keys(values).sort()).toEqual([...(VALUES_OF[rule] ?? [])].sort());
        expect(source).not.toBe('');
      }
    },
  );
});
