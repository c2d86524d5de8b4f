import type { ReactNode } from 'react';
import { Table, TableScroll } from './plain-table';

export interface SmallColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** A number, to the right. */
  num?: boolean;
}

/** A few rows that are all there: what is paged, sorted or picked is a list. On a phone each row is a block. `total` stands below. */
export function SmallTable<Row>({
  columns,
  rows,
  keyOf,
  openKey,
  total,
  label,
}: {
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row that is shown beside the table. */
  openKey?: string;
  total?: { name: string; row: Row };
  /** Names the table where no heading does. */
  label?: string;
}) {
  const kind = ({ num }: SmallColumn<Row>) => (num ? { className: 'num' } : {});
  return (
    <TableScroll>
      <Table stacks {...(label !== undefined && { 'aria-label': label })}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} {...kind(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-open={keyOf(row) === openKey || undefined}>
              {columns.map((column) => (
                <td key={column.label} {...kind(column)} data-label={column.label || undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              {columns.map((column, at) => (
                <td key={column.label} {...kind(column)} {...(at > 0 && { 'data-label': column.label })}>
                  {at === 0 ? total.name : column.cell(total.row)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
    </TableScroll>
  );
}
