/** The codes in use as the CSV that `disposition/csv/upload` takes back. */
import { CODE_COLUMNS } from '../../../core/contract/code-import';
import type { DispositionCode } from '../../../core/domain/dispositions';

/** A cell that a spreadsheet would run as a formula is led by an apostrophe; quotes only where they are needed. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Codes that only the system sets are left out: a file may not change them. */
export function codesCsv(codes: readonly DispositionCode[]): string {
  const lines = codes
    .filter((code) => code.selectable)
    .map((code) =>
      [code.code, code.label, code.channel, code.class, code.requires.join(' '), 'yes', (code.subCodes ?? []).join('|')]
        .map(cell)
        .join(','),
    );
  // The mark tells spreadsheets that labels in other scripts are UTF-8.
  return `\uFEFF${[CODE_COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
