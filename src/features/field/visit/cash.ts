/** Counting notes. Face values are rupees, sums are paise. */
import { NOTES } from '../../../../core/contract/records';
import { formatRupees } from '../../../../core/domain/money';
import { t } from '../../../i18n';

export type Note = (typeof NOTES)[number];

/** What was typed beside each face value, as counts; undefined when nothing is counted or something is no count. */
export function notesFrom(typed: (note: Note) => string): Partial<Record<Note, number>> | undefined {
  const counted: Partial<Record<Note, number>> = {};
  for (const note of NOTES) {
    const text = typed(note).trim();
    if (!text) continue;
    if (!/^\d{1,5}$/.test(text)) return undefined;
    if (Number(text) > 0) counted[note] = Number(text);
  }
  return Object.keys(counted).length ? counted : undefined;
}

/** Sum in paise. */
export function sumNotes(counted: Partial<Record<Note, number>> | undefined): number {
  return NOTES.reduce((sum, note) => sum + Number(note) * (counted?.[note] ?? 0), 0) * 100;
}

/** What the live sum under the notes says. */
export function cashWords(countedPaise: number, amountPaise: number | undefined): { matches: boolean; text: string } {
  if (amountPaise === undefined)
    return { matches: false, text: t('Counted {counted}', { counted: formatRupees(countedPaise) }) };
  const missing = amountPaise - countedPaise;
  if (missing === 0)
    return { matches: true, text: t('{counted} counted, it adds up', { counted: formatRupees(countedPaise) }) };
  const words =
    missing > 0
      ? t('{missing} still missing', { missing: formatRupees(missing) })
      : t('{missing} too much', { missing: formatRupees(-missing) });
  return {
    matches: false,
    text: t('Counted {counted} of {amount}: {words}', {
      counted: formatRupees(countedPaise),
      amount: formatRupees(amountPaise),
      words,
    }),
  };
}
