/** A table of ten rows a page without search or views: its problems, its rows, its foot. For whole lists there is `RecordList`. */
import { Card, Stack } from '../layout';
import { DataTable, type DataTableProps } from './data-table';
import { ListFoot } from './list-foot';
import { PAGE_SIZE } from './pagination';
import { type Problem, ProblemNote, ProblemState } from './problem';
import type { ListResult } from './record-list';
import { useTableSettings } from './table-settings';

export function PagedTable<Row>({
  name,
  list,
  problem,
  page,
  onPage,
  noun,
  columns,
  ...table
}: Omit<DataTableProps<Row>, 'rows' | 'stale' | 'settings'> & {
  /** Under which the user's columns are kept. */
  name: string;
  list: Omit<ListResult<Row>, 'dataUpdatedAt'>;
  problem: Problem | undefined;
  page: number;
  onPage: (page: number) => void;
  /** What its rows are, in the plural. */
  noun: string;
}) {
  const settings = useTableSettings(name, columns);
  const { data } = list;
  return (
    <Stack gap="3" minWidth="0">
      {data && <ProblemNote problem={problem} />}
      <Card flush>
        {problem && !data ? (
          <ProblemState problem={problem} retry={list.refetch} />
        ) : (
          <DataTable
            {...table}
            columns={columns}
            rows={data?.rows}
            settings={settings}
            stale={list.isPlaceholderData}
          />
        )}
        {data && data.total > PAGE_SIZE && (
          <ListFoot page={page} pageSize={PAGE_SIZE} total={data.total} noun={noun} onPage={onPage} />
        )}
      </Card>
    </Stack>
  );
}
