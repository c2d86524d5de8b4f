/** The template of a file of people: every column, and one line a kind that shows how it is filled. */
import { FILE_FIELDS, PROFILE_FIELDS } from '../../../core/domain/profile-fields';

const EXAMPLE: Readonly<Record<string, readonly [manager: string, agent: string]>> = {
  Role: ['Manager', 'Field agent'],
  'Full name': ['Meera Rao', 'Ravi Kumar'],
  'User name': ['meera.rao', 'ravi.kumar'],
  Mobile: ['9800000001', '9800000002'],
  Email: ['meera@example.in', ''],
  Manager: ['', 'meera.rao'],
  Languages: ['Hindi, Marathi', 'Hindi'],
  Pincodes: ['', '411001 411002'],
  'DRA certificate no.': ['', 'DRA0000001'],
  'DRA valid until': ['', '31/12/2027'],
  'Initial password': ['', 'choose one of 8 letters or more'],
};

export const TEMPLATE_COLUMNS: readonly string[] = [
  FILE_FIELDS.role,
  ...PROFILE_FIELDS.map(({ label }) => label),
  FILE_FIELDS.manager,
  FILE_FIELDS.initialPassword,
];

/** With the mark by which a spreadsheet knows UTF-8. */
export function templateCsv(): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell)).join(',');
  const row = (at: 0 | 1) => line(TEMPLATE_COLUMNS.map((column) => EXAMPLE[column]?.[at] ?? ''));
  return `\uFEFF${[line(TEMPLATE_COLUMNS), row(0), row(1)].join('\r\n')}\r\n`;
}
