/** What the first rows of a file become by a mapping, as a person reads it; by the same code that loads them. */

import type { Suppression } from '../../../core/contract/suppression-list';
import { formatDay } from '../../../core/domain/dates';
import { type CellProblem, compileMapping, type LoanMapping, loanField } from '../../../core/domain/loan-import';
import { formatRupees } from '../../../core/domain/money';
import { said, t } from '../../i18n';
import { CHANNEL_WORDS } from '../contact';
import { REASON_WORDS } from './suppression-words';

export interface Became {
  words: string;
  /** `warning`: it was taken, and somebody should look. */
  tone: 'ok' | 'warning' | 'wrong' | 'empty';
  why?: string;
}

function valueWords(field: string, value: string | number): string {
  switch (loanField(field)?.type) {
    case 'money':
      return typeof value === 'number' ? formatRupees(value) : value;
    case 'day':
      return formatDay(String(value));
    case 'suppressionReason':
      return t(REASON_WORDS[value as Suppression['reason']]);
    case 'channels':
      return value === ''
        ? t('All')
        : String(value)
            .split(',')
            .map((channel) => t(CHANNEL_WORDS[channel as keyof typeof CHANNEL_WORDS]))
            .join(', ');
    case 'yesNo':
      return value ? t('Yes') : t('No');
    case 'percent':
      return `${value} %`;
    default:
      return said(String(value));
  }
}

const worst = (problems: readonly CellProblem[]) => problems.find(({ warning }) => !warning) ?? problems[0];

/** Asked for column `at` of row `row`; undefined for a column that is left out. */
export function previewOf(
  mapping: LoanMapping,
  columns: readonly string[],
  samples: readonly (readonly string[])[],
): (at: number, row: number) => Became | undefined {
  const read = compileMapping(mapping, columns);
  const rows = samples.map((cells, line) => read({ line, cells }));
  return (at, row) => {
    const field = mapping.columns[at]?.field;
    const found = rows[row];
    if (!field || !found) return undefined;
    const problem = worst(found.problems.filter(({ column }) => column === columns[at]));
    const value = found.values[field as keyof typeof found.values];
    const words = value === null || value === undefined ? '' : valueWords(field, value);
    const why = problem && { why: said(problem.message) };
    if (problem && !problem.warning) return { words: '', tone: 'wrong', ...why };
    if (problem) return { words, tone: 'warning', ...why };
    return { words, tone: words === '' ? 'empty' : 'ok' };
  };
}
