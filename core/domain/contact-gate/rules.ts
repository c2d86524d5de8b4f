/**
 * One look a rule. A look answers whether the rule blocks at an instant and until when that surely stays so if no further
 * attempt is made (ms UTC, Infinity: for good). It may name an earlier end than the true one, never a later: the
 * search for the next lawful minute jumps from end to end and so misses none.
 */
import { addDays, type Day, formatDay } from '../dates';
import { minutesOf, mondayOf, nextWall, startOfDay, type WallTime, wallTime } from './local-time';
import type { ContactChannel, ContactQuestion, ContactWindow, Hold, PackRule, RuleId } from './types';
import type { LiftId, WhyId } from './words';

export interface Look {
  blocks: { why: WhyId; values?: Record<string, string | number>; lift?: LiftId } | null;
  until: number;
}

export interface Moment {
  at: number;
  /** By the borrower's clock. */
  wall: WallTime;
  /** The day in the home zone. */
  homeDay: Day;
}

type Check = (question: ContactQuestion, rule: PackRule, moment: Moment) => Look;

const FOREVER = Number.POSITIVE_INFINITY;
const MINUTE = 60_000;
const open = (until = FOREVER): Look => ({ blocks: null, until });
const shut = (until: number, why: WhyId, values?: Record<string, string | number>, lift?: LiftId): Look => ({
  blocks: { why, ...(values && { values }), ...(lift && { lift }) },
  until,
});
const flag =
  (name: 'closed' | 'deceased' | 'legal' | 'dispute', why: WhyId, lift: LiftId): Check =>
  ({ facts }) =>
    facts[name] ? shut(FOREVER, why, undefined, lift) : open();

/** The first instant after a last day of the office. */
const after = (day: Day | null, zone: string): number => (day === null ? FOREVER : startOfDay(addDays(day, 1), zone));
const covers = (channels: readonly ContactChannel[] | null, channel: ContactChannel): boolean =>
  channels === null || channels.includes(channel);

/** Of the holds of a kind: the one that lasts longest blocks; of those to come, the first ends the quiet. */
function holding(kind: Hold['kind'], words: { dated: WhyId; open: WhyId; lift: LiftId }): Check {
  return ({ facts, channel, phone, homeZone }, _rule, { homeDay }) => {
    let longest: { hold: Hold; until: number } | undefined;
    let next = FOREVER;
    for (const hold of facts.holds) {
      if (hold.kind !== kind || !covers(hold.channels, channel)) continue;
      if (hold.phoneId !== null && hold.phoneId !== phone?.id) continue;
      if (hold.until !== null && hold.until < homeDay) continue;
      if (hold.from !== null && hold.from > homeDay) {
        next = Math.min(next, startOfDay(hold.from, homeZone));
        continue;
      }
      const until = after(hold.until, homeZone);
      if (!longest || until > longest.until) longest = { hold, until };
    }
    if (!longest) return open(next);
    const { hold, until } = longest;
    const values = { label: hold.label ?? '', ...(hold.until !== null && { until: formatDay(hold.until) }) };
    return shut(until, hold.until === null ? words.open : words.dated, values, words.lift);
  };
}

const counted = ({ attempts, onRequest }: ContactQuestion, { values }: PackRule) =>
  onRequest === true
    ? []
    : attempts.filter((attempt) => attempt.onRequest !== true && (values.counts ?? []).includes(attempt.channel));

/** Attempts of the borrower's day or week; those noted for later in it count too (a phone may be ahead). */
function atMost(same: (wall: WallTime) => string, ends: (moment: Moment, zone: string) => number, why: WhyId): Check {
  return (question, rule, moment) => {
    const { zone } = question.facts;
    const now = same(moment.wall);
    const done = counted(question, rule).filter(({ at }) => same(wallTime(at, zone)) === now).length;
    const most = rule.values.most ?? FOREVER;
    const end = ends(moment, zone);
    return done < most ? open(end) : shut(end, why, { done, most });
  };
}

const inWindow = (window: ContactWindow, { minutes, weekday }: WallTime): boolean => {
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  const on = (day: number) => window.days === null || window.days.includes(day);
  if (from === to) return on(weekday);
  if (from < to) return on(weekday) && minutes >= from && minutes < to;
  return (on(weekday) && minutes >= from) || (on(weekday === 1 ? 7 : weekday - 1) && minutes < to);
};

/** Where `inWindow` may change next: one of its edges, or midnight where the weekday decides. */
const edgeOf = (window: ContactWindow, at: number, zone: string): number =>
  Math.min(...[window.from, window.to, '00:00'].map((time) => nextWall(at, minutesOf(time) % 1440, zone)));

const notAtThisTime: Check = ({ facts, channel, homeZone }, _rule, { at, wall, homeDay }) => {
  const current = facts.windows.filter(
    ({ channels, until }) => covers(channels, channel) && (until === null || until >= homeDay),
  );
  if (current.length === 0) return open();
  const edges = current.map((window) => Math.min(edgeOf(window, at, facts.zone), after(window.until, homeZone)));
  const edge = Math.min(...edges);
  const lift = 'wish';
  const refused = current.find((window) => window.kind === 'not' && inWindow(window, wall));
  if (refused) {
    const { from, to } = refused;
    if (from === to) return shut(edge, 'not-this-day', {}, lift);
    return shut(edge, 'not-between', { from, to }, lift);
  }
  const wanted = current.filter(({ kind }) => kind === 'only');
  const [first] = wanted;
  if (!first || wanted.some((window) => inWindow(window, wall))) return open(edge);
  const { from, to } = first;
  if (from === to) return shut(edge, 'other-days', {}, lift);
  return shut(edge, 'only-between', { from, to }, lift);
};

const dra: Check = ({ agent, homeZone }, { values }, { homeDay }) => {
  if (!agent) return open();
  const { draValidUntil } = agent;
  const lift = 'certificate';
  if (draValidUntil === null) {
    return values.when === 'always' ? shut(FOREVER, 'dra-missing', {}, lift) : open();
  }
  if (draValidUntil >= homeDay) return open(after(draValidUntil, homeZone));
  return shut(FOREVER, 'dra-ended', { day: formatDay(draValidUntil) }, lift);
};

const language: Check = ({ agent, facts }, { values }) => {
  if (!agent || facts.language === null) return open();
  const known = agent.languages.length > 0;
  if (known ? agent.languages.includes(facts.language) : values.when !== 'always') return open();
  const why = 'language';
  return shut(FOREVER, why, { language: facts.language }, 'language');
};

const holiday: Check = ({ facts }, { values }, { at, wall }) => {
  const end = nextWall(at, 0, facts.zone);
  const day = values.days?.find(({ on }) => on === wall.day);
  return day ? shut(end, 'holiday', { name: day.name }) : open(end);
};

const place: Check = ({ facts, place: where, homeZone }, _rule, { homeDay }) => {
  if (where === null) return open();
  const refused = facts.places.find((one) => one.place === where && (one.until === null || one.until >= homeDay));
  if (!refused) return open();
  const why = 'place';
  return shut(after(refused.until, homeZone), why, {}, 'place');
};

const hours: Check = ({ facts: { zone } }, { values: { from = '00:00', to = '24:00' } }, { at, wall }) => {
  const [first, last] = [minutesOf(from), minutesOf(to)];
  if (wall.minutes >= first && wall.minutes < last) return open(nextWall(at, last % 1440, zone));
  const until = first === 0 ? nextWall(at, 0, zone) : nextWall(at, first, zone);
  return shut(until, 'hours', { from, to });
};

const gap: Check = (question, rule, { at }) => {
  const minutes = rule.values.minutes ?? 0;
  const between = minutes * MINUTE;
  let until = 0;
  let next = FOREVER;
  for (const attempt of counted(question, rule)) {
    if (Math.abs(at - attempt.at) < between) until = Math.max(until, attempt.at + between);
    else if (attempt.at > at) next = Math.min(next, attempt.at - between + 1);
  }
  return until > 0 ? shut(until, 'gap', { minutes }) : open(Math.max(next, at + 1));
};

export const CHECKS: Record<RuleId, Check> = {
  closed: flag('closed', 'closed', 'closed'),
  deceased: flag('deceased', 'deceased', 'deceased'),
  'do-not-contact': holding('do-not-contact', {
    dated: 'do-not-contact-until',
    open: 'do-not-contact',
    lift: 'request',
  }),
  legal: flag('legal', 'legal', 'legal'),
  dispute: flag('dispute', 'dispute', 'dispute'),
  complaint: holding('complaint', {
    dated: 'complaint-until',
    open: 'complaint',
    lift: 'complaint',
  }),
  sensitive: holding('sensitive', {
    dated: 'sensitive-until',
    open: 'sensitive',
    lift: 'suppression',
  }),
  suppressed: holding('suppressed', {
    dated: 'suppressed-until',
    open: 'suppressed',
    lift: 'suppression',
  }),
  channel: () => shut(FOREVER, 'channel', {}, 'channel'),
  'number-invalid': ({ phone }) => (phone?.invalid ? shut(FOREVER, 'number-invalid', {}, 'number') : open()),
  'third-party': ({ phone }, { values }) =>
    phone && !(values.owners ?? []).includes(phone.owner) ? shut(FOREVER, 'third-party', {}, 'number') : open(),
  dra,
  language,
  holiday,
  place,
  hours,
  'not-at-this-time': notAtThisTime,
  'per-day': atMost(
    ({ day }) => day,
    ({ at }, zone) => nextWall(at, 0, zone),
    'per-day',
  ),
  'per-week': atMost(
    mondayOf,
    ({ at, wall }, zone) => {
      const monday = startOfDay(addDays(mondayOf(wall), 7), zone);
      return monday > at ? monday : nextWall(at, 0, zone);
    },
    'per-week',
  ),
  gap,
};
