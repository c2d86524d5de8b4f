/** Whether a tenant may work by a pack: complete, and nowhere looser than the regulator. Used by form and server alike. */
import { minutesOf } from './local-time';
import { ALWAYS, VALUES_OF, WIDEST_HOURS } from './packs';
import type { PackRule, RuleValues } from './types';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const VALUE_CHECKS: { [Name in keyof RuleValues]-?: (values: RuleValues) => string | null } = {
  from: ({ from }) => (from && TIME.test(from) ? null : 'Enter a time like 08:00'),
  to: ({ to }) => (to && TIME.test(to) ? null : 'Enter a time like 19:00'),
  most: ({ most }) => (most !== undefined && most >= 1 && most <= 100 ? null : 'Enter a number from 1 to 100'),
  minutes: ({ minutes }) =>
    minutes !== undefined && minutes >= 1 && minutes <= 10_080 ? null : 'Enter minutes from 1 to 10,080',
  counts: ({ counts }) => (counts?.length ? null : 'Choose what counts as an attempt'),
  when: ({ when }) => (when ? null : 'Choose when it blocks'),
  days: ({ days }) => (days ? null : 'Enter the days'),
  owners: ({ owners }) => (owners?.length ? null : 'Choose whose phones may be called'),
};

function checkHours({ loans, values: { from = '', to = '' } }: PackRule, at: string) {
  const errors: { path: string; message: string }[] = [];
  for (const kind of ['other', 'microfinance'] as const) {
    if (loans !== 'all' && loans !== kind) continue;
    const widest = WIDEST_HOURS[kind];
    if (minutesOf(from) < minutesOf(widest.from) || minutesOf(to) > minutesOf(widest.to)) {
      const message =
        kind === 'other'
          ? `Hours may not be longer than ${widest.from} to ${widest.to}`
          : `Hours of microfinance loans may not be longer than ${widest.from} to ${widest.to}`;
      errors.push({ path: at, message });
    }
  }
  if (minutesOf(from) >= minutesOf(to)) errors.push({ path: at, message: 'The hours end before they begin' });
  return errors;
}

/** What must be mended, none when the pack may be taken; paths as in the request's body. `from` is its first day. */
export function checkPack(rules: readonly PackRule[], from: string): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  for (const [index, rule] of rules.entries()) {
    const wanted = VALUES_OF[rule.rule] ?? [];
    for (const name of Object.keys(rule.values) as (keyof RuleValues)[]) {
      if (rule.values[name] !== undefined && !wanted.includes(name)) {
        errors.push({ path: `rules.${index}.values.${name}`, message: 'This rule has no such value' });
      }
    }
    const wrong = wanted.flatMap((name) => {
      const message = VALUE_CHECKS[name](rule.values);
      return message ? [{ path: `rules.${index}.values.${name}`, message }] : [];
    });
    errors.push(...wrong);
    if (rule.rule === 'hours' && wrong.length === 0) errors.push(...checkHours(rule, `rules.${index}.values`));
    if (rule.until !== null && rule.until < rule.from) {
      errors.push({ path: `rules.${index}.until`, message: 'A rule cannot end before it begins' });
    }
  }
  // Such a rule must hold for all loans, from the pack's first day and without an end.
  const holds = (id: string, loans: 'microfinance' | 'other') =>
    rules.some(
      (one) =>
        one.rule === id &&
        (one.loans === 'all' || one.loans === loans) &&
        one.from <= from &&
        one.until === null &&
        one.channels.includes('call') &&
        one.channels.includes('visit'),
    );
  for (const id of ALWAYS) {
    if (!holds(id, 'other') || !holds(id, 'microfinance')) {
      errors.push({ path: 'rules', message: `The rule “${id}” must stay, for calls and visits of all loans` });
    }
  }
  return errors;
}
