/** No schedule that follows the gate's answers breaks a rule, as a second, simpler judge sees it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContactPolicy } from '../portfolio-rules';
import { asked, held, packFrom, questionOf } from './cases-support';
import { evaluateContact } from './evaluate';
import {
  type AgentFacts,
  type Attempt,
  CONTACT_CHANNELS,
  type ContactChannel,
  type ContactQuestion,
  type ContactWindow,
  type Hold,
  type PackVersion,
  type RuleId,
} from './types';

const MINUTE = 60_000;
const ZONES = [
  'Asia/Kolkata',
  'Asia/Dubai',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Africa/Cairo',
];
const LIVE: ContactChannel[] = ['call', 'sms', 'whatsapp', 'visit'];

/** Written from the texts of the rules, not from the engine: what a clock in the zone shows, and nothing clever. */
const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);
const shown = (at: number, zone: string) => {
  const [day = '', time = ''] = clocks.get(zone)?.format(at).split(' ') ?? [];
  return { day, time: time.slice(0, 5), weekday: new Date(`${day}T12:00:00Z`).getUTCDay() || 7 };
};
const mondayOf = (day: string, weekday: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) - (weekday - 1) * 86_400_000).toISOString().slice(0, 10);

type When = 'warn' | 'known' | 'always';
/** What a version of the tenant's rules says. */
interface Pack {
  /** The first of its days in India. */
  from: string;
  /** Whole hours by the borrower's clock. */
  hours: [first: number, end: number];
  perDay: number;
  perWeek: number;
  minutes: number;
  dra: When;
  language: When;
}
interface Policy {
  zone: string;
  /** The second begins in the middle of what is asked. */
  packs: [Pack, Pack];
  windows: ContactWindow[];
  /** By days in India. */
  holds: Hold[];
  deceased: boolean;
  dispute: boolean;
  /** Which phone is used. */
  phone: 'p1' | 'p2';
  agent: AgentFacts | null;
  /** The borrower's. */
  language: string | null;
  /** The portfolio's, which comes on top. */
  portfolio: ContactPolicy | null;
}

/** What the agent has on file forbids it: `known` means that something is on file, and wrong. */
const forbids = (when: When, onFile: boolean, wrong: boolean) =>
  (when !== 'warn' && onFile && wrong) || (when === 'always' && !onFile);

function broken(attempts: readonly Attempt[], policy: Policy): string | null {
  const { zone, packs, windows, holds, deceased, dispute, phone, agent, language, portfolio } = policy;
  const days = new Map<string, number>();
  const weeks = new Map<string, number>();
  let lastCall = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, channel } of attempts) {
    const { day, time, weekday } = shown(at, zone);
    const office = shown(at, 'Asia/Kolkata').day;
    const pack = office < packs[1].from ? packs[0] : packs[1];
    const { perDay, perWeek, minutes } = pack;
    if (deceased || dispute) return 'a borrower who has died, or disputes';
    const hour = Number(time.slice(0, 2));
    if (hour < pack.hours[0] || hour >= pack.hours[1]) return `${channel} at ${time} in ${zone}`;
    for (const hold of holds) {
      const phones = channel === 'visit' ? hold.phoneId === null : hold.phoneId === null || hold.phoneId === phone;
      if (!phones || (hold.channels && !hold.channels.includes(channel))) continue;
      if ((hold.from ?? office) <= office && office <= (hold.until ?? office)) return `while held: ${hold.kind}`;
    }
    if (agent && (channel === 'call' || channel === 'visit')) {
      const { draValidUntil, languages } = agent;
      if (forbids(pack.dra, draValidUntil !== null, (draValidUntil ?? '') < office)) return 'without a certificate';
      if (language && forbids(pack.language, languages.length > 0, !languages.includes(language)))
        return 'in a language that the agent does not speak';
    }
    if (portfolio) {
      const { fromHour, toHour, channels, gapMinutes } = portfolio;
      if (Number(time.slice(0, 2)) < fromHour || Number(time.slice(0, 2)) >= toHour) return `${time} of the portfolio`;
      if (!channels.includes(channel)) return `${channel}, which the portfolio does not use`;
      if (at - last < gapMinutes * MINUTE) return 'too soon for the portfolio';
      if ((days.get(day) ?? 0) + 1 > portfolio.perDay) return `too many of the portfolio on ${day}`;
      if ((weeks.get(mondayOf(day, weekday)) ?? 0) + 1 > portfolio.perWeek)
        return 'too many of the portfolio that week';
    }
    last = at;
    const inside = ({ from, to, days: on }: ContactWindow) => {
      const covers = (which: number) => on === null || on.includes(which);
      if (from < to) return covers(weekday) && time >= from && time < to;
      return (covers(weekday) && time >= from) || (covers(weekday === 1 ? 7 : weekday - 1) && time < to);
    };
    if (windows.some((window) => window.kind === 'not' && inside(window))) return `at a time that was asked not to`;
    const wanted = windows.filter(({ kind }) => kind === 'only');
    if (wanted.length > 0 && !wanted.some(inside)) return 'outside the times that were asked for';
    days.set(day, (days.get(day) ?? 0) + 1);
    if ((days.get(day) ?? 0) > perDay) return `too many on ${day}`;
    const monday = mondayOf(day, weekday);
    weeks.set(monday, (weeks.get(monday) ?? 0) + 1);
    if ((weeks.get(monday) ?? 0) > perWeek) return `too many in the week of ${monday}`;
    if (channel === 'call') {
      if (at - lastCall < minutes * MINUTE) return 'too soon after the last call';
      lastCall = at;
    }
  }
  return null;
}

const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
const days = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 }), { nil: null });
const window = fc
  .tuple(fc.constantFrom('not' as const, 'only' as const), time, time, days)
  .filter(([, from, to]) => from !== to)
  .map(([kind, from, to, on]) => asked(kind, from, to, { days: on }));
// Around the days on which clocks change, and a year's end.
const START = fc.constantFrom(
  '2026-03-05',
  '2026-03-26',
  '2026-04-21',
  '2026-10-02',
  '2026-10-22',
  '2026-10-29',
  '2026-11-20',
  '2026-12-29',
);
const portfolio: fc.Arbitrary<ContactPolicy> = fc
  .record({
    hours: fc.uniqueArray(fc.integer({ min: 8, max: 19 }), { minLength: 2, maxLength: 2 }),
    perDay: fc.integer({ min: 1, max: 6 }),
    perWeek: fc.integer({ min: 1, max: 20 }),
    gapMinutes: fc.integer({ min: 0, max: 2000 }),
    channels: fc.uniqueArray(fc.constantFrom(...CONTACT_CHANNELS), { minLength: 1, maxLength: 5 }),
  })
  .map(({ hours, ...rest }) => ({ fromHour: Math.min(...hours), toHour: Math.max(...hours), ...rest }));
const dayAfter = (start: string, count: number) =>
  new Date(Date.parse(`${start}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
const later = (start: string, count: number | null) => (count === null ? null : dayAfter(start, count));
const seldom = fc.integer({ min: 0, max: 14 }).map((one) => one === 0);
const offset = fc.option(fc.integer({ min: 0, max: 12 }), { nil: null });

const pack = fc.record({
  hours: fc.tuple(fc.integer({ min: 8, max: 12 }), fc.integer({ min: 14, max: 19 })),
  perDay: fc.integer({ min: 1, max: 5 }),
  perWeek: fc.integer({ min: 1, max: 15 }),
  minutes: fc.integer({ min: 1, max: 600 }),
  dra: fc.constantFrom<When>('warn', 'known', 'always'),
  language: fc.constantFrom<When>('warn', 'known', 'always'),
});
const hold = fc.record({
  kind: fc.constantFrom<Hold['kind']>('do-not-contact', 'complaint', 'sensitive', 'suppressed'),
  from: offset,
  until: offset,
  channels: fc.option(fc.uniqueArray(fc.constantFrom(...LIVE), { minLength: 1, maxLength: 3 }), { nil: null }),
  phoneId: fc.option(fc.constantFrom('p1', 'p2'), { nil: null }),
});
const agent = fc.option(
  fc.record({ draValidUntil: offset, languages: fc.constantFrom<string[]>([], ['hi'], ['mr'], ['mr', 'hi']) }),
  { nil: null },
);
const policy: fc.Arbitrary<Policy & { start: string }> = fc
  .record({
    start: START,
    zone: fc.constantFrom(...ZONES),
    packs: fc.tuple(pack, pack),
    second: fc.integer({ min: 1, max: 9 }),
    windows: fc.array(window, { maxLength: 3 }),
    holds: fc.array(hold, { maxLength: 2 }),
    deceased: seldom,
    dispute: seldom,
    phone: fc.constantFrom('p1' as const, 'p2' as const),
    agent,
    language: fc.option(fc.constant('hi'), { nil: null }),
    portfolio: fc.option(portfolio, { nil: null }),
  })
  .map(({ packs: [first, next], second, ...rest }) => ({
    ...rest,
    packs: [
      { ...first, from: '2000-01-01' },
      { ...next, from: dayAfter(rest.start, second) },
    ],
    holds: rest.holds.map(({ kind, from, until, ...more }) =>
      held(kind, later(rest.start, until), { ...more, from: later(rest.start, from) }),
    ),
    agent: rest.agent && { ...rest.agent, draValidUntil: later(rest.start, rest.agent.draValidUntil) },
  }));

const written = ({ from, hours, perDay, perWeek, minutes, dra, language }: Pack): PackVersion =>
  packFrom(from, (rule) => {
    const { values } = rule;
    const [first, end] = hours.map((hour) => `${String(hour).padStart(2, '0')}:00`);
    if (rule.rule === 'hours') return { ...rule, values: { from: first, to: end } };
    if (rule.rule === 'per-day') return { ...rule, values: { ...values, most: perDay } };
    if (rule.rule === 'per-week') return { ...rule, values: { ...values, most: perWeek } };
    if (rule.rule === 'gap') return { ...rule, values: { ...values, minutes } };
    if (rule.rule === 'dra') return { ...rule, values: { when: dra } };
    if (rule.rule === 'language') return { ...rule, values: { when: language } };
    return rule;
  });

function question(rules: Policy, at: number, channel: ContactChannel, attempts: Attempt[]): ContactQuestion {
  const { zone, language, windows, holds, portfolio, agent: who, phone, deceased, dispute } = rules;
  return questionOf(new Date(at).toISOString(), {
    channel,
    zone,
    language,
    windows,
    holds,
    attempts,
    packs: rules.packs.map(written),
    flags: [...(deceased ? ['deceased' as const] : []), ...(dispute ? ['dispute' as const] : [])],
    ...(who && { agent: who }),
    ...(channel !== 'visit' && { phone: { id: phone, owner: 'borrower', invalid: false } }),
    ...(portfolio && { policy: portfolio }),
  });
}

describe('the contact gate, whatever is asked', () => {
  it('no schedule that follows it breaks a rule', () => {
    const blocking = new Set<RuleId>();
    const steps = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 900 }), channel: fc.constantFrom(...LIVE), patient: fc.boolean() }),
      { minLength: 5, maxLength: 60 },
    );
    fc.assert(
      fc.property(policy, steps, (rules, plan) => {
        const attempts: Attempt[] = [];
        // Seconds that are not whole minutes, as clocks are.
        let at = Date.parse(`${rules.start}T00:00:17Z`);
        for (const { wait, channel, patient } of plan) {
          at += wait * MINUTE;
          const answer = evaluateContact(question(rules, at, channel, attempts));
          for (const { rule } of answer.reasons) blocking.add(rule);
          if (answer.allowed) attempts.push({ at, channel, connected: null });
          else if (patient && answer.nextLawfulAt !== null) {
            // Waits for the minute that it was told, and takes it without asking again.
            at = answer.nextLawfulAt;
            attempts.push({ at, channel, connected: null });
          }
        }
        const problem = broken(attempts, rules);
        if (problem) throw new Error(`${problem}: ${attempts.map((one) => new Date(one.at).toISOString()).join(' ')}`);
      }),
      { numRuns: 200 },
    );
    // Each of them had its say.
    expect([...blocking]).toEqual(
      expect.arrayContaining([
        'deceased',
        'do-not-contact',
        'dispute',
        'complaint',
        'sensitive',
        'suppressed',
        'dra',
        'language',
        'hours',
        'not-at-this-time',
        'per-day',
        'per-week',
        'gap',
      ]),
    );
  });

  it('what the judge allows it allows too, and the other way round', () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 14 * 1440 }), fc.constantFrom(...LIVE)), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        policy,
        moments,
        fc.integer({ min: 0, max: 14 * 1440 }),
        fc.constantFrom(...LIVE),
        fc.boolean(),
        (rules, past, minute, channel, onLastDay) => {
          const start = Date.parse(`${rules.start}T00:00:00Z`);
          const lastDay = rules.agent?.draValidUntil;
          // Chance alone would seldom ask on the day on which a certificate ends.
          const at =
            onLastDay && lastDay
              ? Date.parse(`${lastDay}T00:00:00+05:30`) + (minute % 1440) * MINUTE
              : start + minute * MINUTE;
          // A past that itself was lawful, so that the judge finds fault with nothing but the last one.
          const attempts: Attempt[] = [];
          for (const [when, by] of past.sort(([a], [b]) => a - b)) {
            const one = { at: start + when * MINUTE, channel: by, connected: null };
            if (one.at <= at && broken([...attempts, one], rules) === null) attempts.push(one);
          }
          const { allowed } = evaluateContact(question(rules, at, channel, attempts));
          expect(allowed).toBe(broken([...attempts, { at, channel, connected: null }], rules) === null);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('the next lawful minute is lawful, and no minute before it is', () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 10 * 1440 * 60 }), fc.constantFrom(...LIVE)), {
      maxLength: 15,
    });
    fc.assert(
      fc.property(
        policy,
        moments,
        fc.integer({ min: 0, max: 864_000 }),
        fc.constantFrom(...LIVE),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
        (rules, past, second, channel, looks) => {
          const start = Date.parse(`${rules.start}T00:00:00Z`);
          const at = start + second * 1000;
          const attempts = past.map(
            ([when, by]): Attempt => ({ at: start + when * 1000, channel: by, connected: null }),
          );
          const lawful = (when: number) =>
            evaluateContact({ ...question(rules, at, channel, attempts), at: when }).allowed;
          const { allowed, nextLawfulAt } = evaluateContact(question(rules, at, channel, attempts));
          if (allowed) {
            expect(nextLawfulAt).toBe(at);
            return;
          }
          const first = Math.ceil(at / MINUTE) * MINUTE;
          const last = nextLawfulAt ?? first + 60 * 1440 * MINUTE;
          if (nextLawfulAt !== null) {
            expect(nextLawfulAt % MINUTE).toBe(0);
            expect(lawful(nextLawfulAt)).toBe(true);
            if (nextLawfulAt > first) expect(lawful(nextLawfulAt - MINUTE)).toBe(false);
          }
          for (const look of looks) {
            const minute = first + Math.floor((look * (last - first)) / MINUTE) * MINUTE;
            if (minute < last) expect(lawful(minute)).toBe(false);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stays allowed for as long as it says', () => {
    fc.assert(
      fc.property(
        policy,
        fc.integer({ min: 0, max: 864_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rules, second, look) => {
          const at = Date.parse(`${rules.start}T00:00:00Z`) + second * 1000;
          const ask = (when: number) => evaluateContact({ ...question(rules, at, 'sms', []), at: when });
          const { allowed, allowedUntil } = ask(at);
          if (!allowed || allowedUntil === null) return;
          expect(ask(allowedUntil).allowed).toBe(false);
          expect(ask(allowedUntil - 1).allowed).toBe(true);
          expect(ask(Math.floor(at + look * (allowedUntil - 1 - at))).allowed).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
