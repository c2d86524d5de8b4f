/** What the figures of a report mean, as the second sheet of its workbook. */
import type { DpdPolicy } from '../../../core/domain/ageing';
import type { ExportKind } from '../../../core/domain/export-kinds';
import { notedColumns, policyNotes } from '../../../core/domain/report-notes';
import type { WrittenSheet } from '../../platform/tables';
import type { Shape } from './shape';

/** None for a report whose headings say all. `portfolios` are those that it may hold rows of. */
export function meaningsSheet(
  { kind, columns }: Pick<Shape<ExportKind>, 'kind' | 'columns'>,
  portfolios: readonly (DpdPolicy & { name: string })[],
): WrittenSheet[] {
  const noted = notedColumns(kind, columns);
  if (noted.length === 0) return [];
  const byPolicy = policyNotes(columns, portfolios);
  return [
    {
      name: 'What the figures mean',
      rows: [
        ['Column', 'What it means'],
        ...noted.map(({ label, note }) => [label, note]),
        ...(byPolicy.length > 0 ? [[], ['Portfolio', 'How days past due and buckets move']] : []),
        ...byPolicy.map(({ portfolios: alike, notes }) => [alike.join(', '), `${notes.join('. ')}.`]),
      ],
    },
  ];
}
