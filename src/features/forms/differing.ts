import { said } from '../../i18n';

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.map((one) => said(String(one))).join(', ') || '—' : said(String(value ?? '')) || '—';

/** The fields that two people left with different values, by their labels. */
export function differing<V extends object>(
  labels: Readonly<Record<string, string>>,
  mine: V,
  theirs: V,
): { field: string; label: string; mine: string; theirs: string }[] {
  // By the names of the form's fields, which both hold.
  const [ours, others] = [mine, theirs] as Readonly<Record<string, unknown>>[];
  return Object.entries(labels)
    .filter(([field]) => JSON.stringify(ours?.[field]) !== JSON.stringify(others?.[field]))
    .map(([field, label]) => ({ field, label, mine: shown(ours?.[field]), theirs: shown(others?.[field]) }));
}
