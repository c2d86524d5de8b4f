/** The form of a new version of the rules: what may be changed, on top of a version that stands. */
import { ALWAYS, type PackRule, type RuleId, type RuleValues } from '../../../core/domain/contact-gate';
import { uuidv7 } from '../../../core/domain/ids';
import type { NewPack, PackList } from './rule-queries';

export interface PackForm {
  id: string;
  name: string;
  /** `current`: the version in force. */
  base: 'current' | 'default' | 'draft-2026-02';
  effectiveFrom: string;
  reason: string;
  microfinance: string;
  rules: PackRule[];
}

export const emptyForm = (rules: PackRule[], microfinance: readonly string[]): PackForm => ({
  id: uuidv7(),
  name: '',
  base: 'current',
  effectiveFrom: '',
  reason: '',
  microfinance: microfinance.join(', '),
  rules,
});

/** Starts over from another version; what else was typed stays. */
export function rebased(form: PackForm, base: PackForm['base'], list: PackList): PackForm {
  const from =
    base === 'current'
      ? list.versions.find(({ state }) => state === 'in-force')
      : list.offered.find((offer) => offer.base === base);
  if (!from) return form;
  return { ...form, base, rules: from.rules, microfinance: from.microfinance.join(', ') };
}

export const changed = (form: PackForm, index: number, values: RuleValues): PackForm => ({
  ...form,
  rules: form.rules.map((rule, at) => (at === index ? { ...rule, values: { ...rule.values, ...values } } : rule)),
});
export const without = (form: PackForm, index: number): PackForm => ({
  ...form,
  rules: form.rules.filter((_, at) => at !== index),
});

export const isOptional = (rule: RuleId): boolean => !ALWAYS.includes(rule);

export const productsOf = ({ microfinance }: Pick<PackForm, 'microfinance'>): string[] =>
  microfinance
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

export const bodyOf = (form: PackForm): NewPack => ({
  id: form.id,
  name: form.name.trim(),
  base: form.base === 'current' ? null : form.base,
  effectiveFrom: form.effectiveFrom,
  microfinance: productsOf(form),
  rules: form.rules,
  reason: form.reason.trim(),
});

/** `2026-12-25 Christmas`, one a line, as days; a line that is none is left out. */
export const daysOf = (text: string): NonNullable<RuleValues['days']> =>
  text.split('\n').flatMap((line) => {
    const found = /^\s*(\d{4}-\d{2}-\d{2})\s+(.+?)\s*$/.exec(line);
    return found?.[1] && found[2] ? [{ on: found[1], name: found[2] }] : [];
  });
