/** The rows of a data table: all of a short one, of a long one those in sight. */
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n';
import type { Column } from './column';
import { isSelected, type Selection } from './selection';
import type { LongTable } from './table-widths';

/** Above this many rows only those in sight are in the document. */
export const VIRTUAL_FROM = 100;
/** Rows kept ready above and below, drawn between the frames of a scroll. */
const AHEAD = 12;

interface LineProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** Empty for tables that do not name their rows' boxes. */
  name: string;
  picks: boolean;
  picked: boolean;
  open: boolean;
  opens: boolean;
  tabbable: boolean;
  height: string;
  /** Where the row stands, in px, when it is not among those in sight. */
  top?: number | undefined;
  /** How wide the cells of a long table are. */
  cells?: readonly CSSProperties[] | undefined;
}

/**
 * One row. Plain elements with the table's own classes: a styled component a cell made one row cost as much as a frame
 * may take. Out of the flow a row no longer is a table's to a screen reader, so its parts say what they are.
 */
function LineOf<Row>(props: LineProps<Row>) {
  const { row, index, columns, name, picks, picked, open, opens, tabbable, height, top, cells } = props;
  const placed = cells !== undefined;
  const from = picks ? 1 : 0;
  return (
    <tr
      role={placed ? 'row' : undefined}
      data-index={index}
      data-open={open || undefined}
      data-opens={opens || undefined}
      data-picked={picked || undefined}
      aria-rowindex={index + 2}
      aria-selected={picks ? picked : open}
      tabIndex={tabbable ? 0 : -1}
      data-away={top === undefined ? undefined : true}
      style={top === undefined ? { height } : { height, top }}
    >
      {picks && (
        <td role={placed ? 'gridcell' : undefined} className="pin pick" style={cells?.[0]}>
          <input
            type="checkbox"
            className="check"
            tabIndex={-1}
            aria-label={t('Choose {name}', { name })}
            checked={picked}
            readOnly
            data-pick
          />
        </td>
      )}
      {columns.map((column, at) =>
        at === 0 ? (
          <th
            key={column.id}
            scope="row"
            role={placed ? 'rowheader' : undefined}
            className="pin pin-edge"
            style={cells?.[from]}
          >
            {column.cell(row)}
          </th>
        ) : (
          <td
            key={column.id}
            role={placed ? 'gridcell' : undefined}
            className={column.end ? 'num' : undefined}
            style={cells?.[at + from]}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
const Line = memo(LineOf) as typeof LineOf;

/** Draws what stands at a place before it is looked at, so that it can take the focus. */
export type Reveal = () => void;

/** Which rows of a long table are drawn: those in sight and some around them. */
function useInSight(long: LongTable | undefined) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [range, setRange] = useState({ first: 0, last: VIRTUAL_FROM });
  const held = useRef(range);
  held.current = range;
  const look = useRef<(now: boolean) => void>(() => {});
  const on = long !== undefined;
  const px = long?.px ?? 0;
  useLayoutEffect(() => {
    // The box around the table; what its owner holds of it is not there yet when this part is.
    const box = body.current?.closest('table')?.parentElement;
    if (!on || !box) return;
    let height = box.clientHeight || 800;
    look.current = (now) => {
      const first = Math.floor(box.scrollTop / px);
      const last = Math.ceil((box.scrollTop + height) / px);
      const next = { first: Math.max(0, first - AHEAD), last: last + AHEAD };
      if (held.current.first === next.first && held.current.last === next.last) return;
      // As a rule there is time until the rows ahead come into sight. Thrown further than they reach, the table would show
      // nothing: then they are drawn in this very frame.
      if (now && (first < held.current.first || last > held.current.last)) flushSync(() => setRange(next));
      else setRange(next);
    };
    look.current(false);
    const onScroll = () => look.current(true);
    // Asked for while it scrolls, the height would cost a layout at every step.
    const watch = new ResizeObserver(() => {
      height = box.clientHeight || 800;
      look.current(false);
    });
    watch.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', onScroll);
      look.current = () => {};
    };
  }, [on, px]);
  return { body, range, look };
}

export interface RowsProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** CSS height of a row. */
  height: string;
  /** Set for a table with more than `VIRTUAL_FROM` rows. */
  long: LongTable | undefined;
  /** The row that Tab reaches. */
  tabbable: number;
  selection: Selection | undefined;
  openKey: string | undefined;
  opens: boolean;
  reveal: Ref<Reveal>;
}

/** The table's body. It draws anew by itself while the table scrolls; head and foot are not asked. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { rows, columns, keyOf, nameOf, height, long, tabbable, selection, openKey, opens, reveal } = props;
  const { body, range, look } = useInSight(long);
  useImperativeHandle(reveal, () => () => look.current(true), [look]);
  const count = rows.length;
  const picks = selection !== undefined;
  const first = long ? Math.min(range.first, Math.max(0, count - 1)) : 0;
  const last = long ? Math.min(range.last, count - 1) : count - 1;

  const line = (index: number, top?: number): ReactNode => {
    const row = rows[index];
    if (row === undefined) return null;
    const key = keyOf(row);
    return (
      <Line
        key={key}
        row={row}
        index={index}
        columns={columns}
        name={picks ? nameOf(row) : ''}
        picks={picks}
        picked={picks && isSelected(selection, key)}
        open={key === openKey}
        opens={opens}
        tabbable={index === tabbable}
        height={height}
        top={top}
        cells={long?.cells}
      />
    );
  };
  const lines: ReactNode[] = [];
  for (let index = first; index <= last; index += 1) lines.push(line(index));

  const placed = long?.cells !== undefined;
  if (placed) {
    // The row with the focus stays, wherever the table is scrolled: the keys go on from it, and Tab finds it.
    if (tabbable < first) lines.unshift(line(tabbable, tabbable * long.px));
    if (tabbable > last) lines.push(line(tabbable, tabbable * long.px));
    return (
      <tbody
        ref={body}
        role={placed ? 'rowgroup' : undefined}
        style={{ height: count * long.px, paddingTop: first * long.px }}
      >
        {lines}
      </tbody>
    );
  }
  const space = (rowsOutside: number) =>
    long &&
    rowsOutside > 0 && (
      <tr style={{ height: rowsOutside * long.px }}>
        <td colSpan={columns.length + (picks ? 1 : 0)} style={{ borderBottomWidth: 0 }} />
      </tr>
    );
  return (
    <tbody ref={body}>
      {space(first)}
      {lines}
      {space(count - 1 - last)}
    </tbody>
  );
}
