import { t } from '../../i18n';
import type { Column, Sort } from './column';
import { SortButton } from './table-parts';

/** The head of a table: what each column is called, and by which it is sorted. */
export function TableHead<Row>({
  columns,
  placed,
  sort,
  onSort,
  picked,
  onPickAll,
}: {
  columns: readonly Column<Row>[];
  /** Its columns have measured widths: it is no longer the browser's table. */
  placed: boolean;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  /** How many of the page's rows are chosen; undefined for a table whose rows are not. */
  picked: 'none' | 'some' | 'all' | undefined;
  onPickAll: () => void;
}) {
  return (
    <thead role={placed ? 'rowgroup' : undefined}>
      <tr role={placed ? 'row' : undefined} aria-rowindex={1}>
        {picked && (
          <th scope="col" role={placed ? 'columnheader' : undefined} className="pin pick">
            <input
              type="checkbox"
              className="check"
              aria-label={t('Choose every row of this page')}
              checked={picked === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = picked === 'some';
              }}
              onChange={onPickAll}
            />
          </th>
        )}
        {columns.map((column, at) => {
          const sorted = column.sort && sort?.by === column.sort.by ? sort.dir : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              role={placed ? 'columnheader' : undefined}
              className={[column.end ? 'num' : '', at === 0 ? 'pin pin-edge' : ''].join(' ').trim() || undefined}
              aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
            >
              {column.sort && onSort ? (
                <SortButton
                  type="button"
                  data-sorted={sorted}
                  onClick={() => {
                    const { by, first: start = 'asc' } = column.sort ?? { by: '' };
                    onSort({ by, dir: sorted ? (sorted === 'asc' ? 'desc' : 'asc') : start });
                  }}
                >
                  {column.label}
                  <span style={{ display: 'inline-flex', transform: sorted === 'asc' ? 'rotate(180deg)' : undefined }}>
                    <SortArrow />
                  </span>
                </SortButton>
              ) : (
                column.label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** The totals below the rows; nothing where no column has one. */
export function TableFoot<Row>({
  columns,
  placed,
  picks,
}: {
  columns: readonly Column<Row>[];
  placed: boolean;
  picks: boolean;
}) {
  if (columns.every((column) => column.total === undefined)) return null;
  const role = placed ? 'gridcell' : undefined;
  return (
    <tfoot role={placed ? 'rowgroup' : undefined}>
      <tr role={placed ? 'row' : undefined}>
        {picks && <td role={role} className="pin pick" />}
        {columns.map((column, at) =>
          at === 0 ? (
            <th key={column.id} scope="row" role={placed ? 'rowheader' : undefined} className="pin pin-edge">
              {column.total}
            </th>
          ) : (
            <td key={column.id} role={role} className={column.end ? 'num' : undefined}>
              {column.total}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}

const SortArrow = () => (
  <svg
    viewBox="0 0 24 24"
    width="14"
    height="14"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    aria-hidden="true"
  >
    <path d="M12 5v14M6 13l6 6 6-6" />
  </svg>
);
