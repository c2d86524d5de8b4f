/** The first question of the form: which outcome. Grouped by class, what this agent uses most on top. */
import { CLASSES, type DispositionClass, type DispositionCode } from '../../../../core/domain/dispositions';
import { said, t } from '../../../i18n';

/** Classes of mostly one code each, in which somebody was met: one group instead of a heading for every button. */
const MET: ReadonlySet<DispositionClass> = new Set(['PAID', 'REFUSE', 'INABILITY', 'DISPUTE', 'SETTLE', 'THIRD_PARTY']);

export interface OutcomeGroup {
  key: DispositionClass | 'MET' | 'most-used';
  label: string;
  codes: DispositionCode[];
}

/** The order in which things happen at doors; a class that is not named comes last, by rank. */
const CLASS_ORDER: readonly DispositionClass[] = [
  'NOT_MET',
  'COLLECTED',
  'PTP',
  'REFUSE',
  'INABILITY',
  'PAID',
  'THIRD_PARTY',
  'DISPUTE',
  'SETTLE',
  'TRACE',
  'SENSITIVE',
  'SAFETY',
  'ASSET',
];

const place = (name: DispositionClass) => {
  const at = CLASS_ORDER.indexOf(name);
  return at === -1 ? CLASS_ORDER.length + CLASSES[name].rank : at;
};

const MOST_USED = 4;

/**
 * Field codes an agent may choose. `used` are the codes of this agent's earlier records; those chosen at least twice
 * are repeated on top, most used first. `search` looks in label, code and class, and then shows no repeated group.
 */
export function groupOutcomes(
  codes: readonly DispositionCode[],
  used: readonly string[] = [],
  search = '',
): OutcomeGroup[] {
  const wanted = search.trim().toLowerCase();
  const mine = codes.filter(
    (item) =>
      item.channel === 'field' &&
      item.selectable &&
      (!wanted ||
        `${item.label} ${said(item.label)} ${item.code} ${t(CLASSES[item.class].label)}`
          .toLowerCase()
          .includes(wanted)),
  );
  const groups = new Map<DispositionClass | 'MET', DispositionCode[]>();
  for (const item of [...mine].sort((a, b) => place(a.class) - place(b.class))) {
    const key = MET.has(item.class) ? 'MET' : item.class;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const byClass: OutcomeGroup[] = [...groups].map(([key, list]) => ({
    key,
    label: key === 'MET' ? t('Met') : t(CLASSES[key].label),
    codes: list,
  }));
  if (wanted) return byClass;

  const counts = new Map<string, number>();
  for (const code of used) counts.set(code, (counts.get(code) ?? 0) + 1);
  const most = mine
    .filter((item) => (counts.get(item.code) ?? 0) > 1)
    .sort((a, b) => (counts.get(b.code) ?? 0) - (counts.get(a.code) ?? 0))
    .slice(0, MOST_USED);
  return most.length ? [{ key: 'most-used', label: t('You use most'), codes: most }, ...byClass] : byClass;
}
