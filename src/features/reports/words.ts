/** What reports say: headings by column and words for stored values. */
import { CLASSES, DISPOSITION_CLASSES } from '../../../core/domain/dispositions';
import { CELL_WORDS, COLUMN_LABELS } from '../../../core/domain/report-kinds';
import { t } from '../../i18n';
import { roleWords } from '../auth';

const isLabelled = (id: string): id is keyof typeof COLUMN_LABELS => id in COLUMN_LABELS;
export const columnLabel = (id: string): string => (isLabelled(id) ? t(COLUMN_LABELS[id]) : id);

/** The word for a stored value; the value itself where nobody gave it one. */
export function cellWords(column: string, value: string): string {
  if (column === 'role') return roleWords(value);
  if (column !== 'class') return CELL_WORDS[column]?.[value] === undefined ? value : t(CELL_WORDS[column][value]);
  const known = DISPOSITION_CLASSES.find((one) => one === value);
  return known ? t(CLASSES[known].label) : value;
}
