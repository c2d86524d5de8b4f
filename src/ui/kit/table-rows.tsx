/** The rows of a data table: all of a short one, of a long one those in sight. */
import {
  type ComponentProps,
  isValidElement,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n';
import { Badge, BucketBadge } from '../badge';
import { DateText, Money } from '../money';
import { CellText } from './cell-text';
import type { Column } from './column';
import { isSelected, type Selection } from './selection';
import type { LongTable } from './table-widths';

/** Above this many rows only those in sight are in the document. */
export const VIRTUAL_FROM = 100;
/** Rows of a long table that come and go together, and that the browser lays out and paints as one piece. */
const BLOCK = 4;
/** Blocks kept ready where the table is scrolled to, drawn between the frames of a scroll: more the faster it goes. */
const AHEAD = { least: 3, most: 10 };
/** What comes into sight within this time is drawn already: a slow processor needs it for two frames. */
const AHEAD_MS = 250;
/** A table that stood still for this long is at rest. */
const REST_MS = 200;
/** And where it comes from: each row that stands costs every frame a little. */
const BEHIND = 1;

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
  /** CSS; undefined where the table says it for all rows. */
  height: string | undefined;
  /** It stands in a block of a long table. */
  placed: boolean;
}

/** Parts of a cell that hold no state: what they become is asked for at once, instead of a component each. */
const PLAIN: ReadonlySet<unknown> = new Set([Money, DateText, CellText, Badge, BucketBadge]);

interface CellLook {
  className: string | undefined;
  title?: string;
  content: ReactNode;
}

/** What stands in a cell. Words that only look different give the cell itself their look, and need no element. */
function cellLook(own: string, drawn: ReactNode): CellLook {
  let content = drawn;
  while (isValidElement(content) && PLAIN.has(content.type))
    content = (content.type as (props: unknown) => ReactNode)(content.props);
  if (isValidElement<ComponentProps<'span'>>(content) && content.type === 'span') {
    const { className = '', title, children, ...more } = content.props;
    if (Object.values(more).every((value) => value === undefined) && !className.includes('badge'))
      return {
        className: [own, className].filter(Boolean).join(' ') || undefined,
        ...(title !== undefined && { title }),
        content: children,
      };
  }
  return { className: own || undefined, content };
}

/**
 * One row. Plain elements with the table's own classes: a styled component a cell made one row cost as much as a frame
 * may take. Out of the flow a row no longer is a table's to a screen reader, so its parts say what they are.
 */
function LineOf<Row>(props: LineProps<Row>) {
  const { row, index, columns, name, picks, picked, open, opens, tabbable, height, placed } = props;
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
      style={height === undefined ? undefined : { height }}
    >
      {picks && (
        <td role={placed ? 'gridcell' : undefined} className="pin pick">
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
      {columns.map((column, at) => {
        const { content, ...look } = cellLook(at === 0 ? 'pin pin-edge' : column.end ? 'num' : '', column.cell(row));
        return at === 0 ? (
          <th key={column.id} scope="row" role={placed ? 'rowheader' : undefined} {...look}>
            {content}
          </th>
        ) : (
          <td key={column.id} role={placed ? 'gridcell' : undefined} {...look}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}
const Line = memo(LineOf) as typeof LineOf;

/** Draws what stands at a place before it is looked at, so that it can take the focus. */
export type Reveal = () => void;

/** Which rows of a long table are drawn: those in sight and some around them. */
function useInSight(long: LongTable | undefined) {
  const body = useRef<HTMLTableSectionElement>(null);
  const around = useRef<HTMLElement>(null);
  const [range, setRange] = useState({ first: 0, last: VIRTUAL_FROM });
  const held = useRef(range);
  held.current = range;
  const look = useRef<(now: boolean) => void>(() => {});
  const on = long !== undefined;
  const px = long?.px ?? 0;
  useLayoutEffect(() => {
    // The box around the table; what its owner holds of it is not there yet when this part is.
    // Once the rows stand in blocks that body is gone, and the box is still the same.
    around.current = body.current?.closest('table')?.parentElement ?? around.current;
    const box = around.current;
    if (!on || !box) return;
    let height = box.clientHeight || 800;
    let seen = box.scrollTop;
    let seenAt = performance.now();
    let down = true;
    let ahead = AHEAD.least;
    look.current = (now) => {
      const top = box.scrollTop;
      if (top !== seen) {
        const at = performance.now();
        const ms = at - seenAt;
        const moved = Math.abs(top - seen);
        // Not fewer again until it rests: the rows that stand must not come and go with every change of pace.
        if (down !== top > seen || ms > REST_MS) ahead = AHEAD.least;
        // Farther than a screen at once, it was thrown there.
        else if (moved < height)
          ahead = Math.max(ahead, Math.min(AHEAD.most, Math.ceil((moved * AHEAD_MS) / ms / px / BLOCK)));
        down = top > seen;
        seenAt = at;
      }
      seen = top;
      const first = Math.floor(top / px);
      const last = Math.ceil((top + height) / px);
      // Whole blocks, at both ends in the same step: most frames of a scroll then change nothing at all.
      const block = Math.floor(first / BLOCK);
      const next = {
        first: Math.max(0, block - (down ? BEHIND : ahead)) * BLOCK,
        last: (block + Math.ceil(height / px / BLOCK) + (down ? ahead : BEHIND) + 1) * BLOCK - 1,
      };
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

/** What the rows of a table have in common. */
interface Common<Row>
  extends Pick<RowsProps<Row>, 'rows' | 'columns' | 'keyOf' | 'nameOf' | 'selection' | 'openKey' | 'opens'> {
  height: string | undefined;
  placed: boolean;
}

function lineAt<Row>(common: Common<Row>, index: number, tabbable: boolean): ReactNode {
  const { rows, columns, keyOf, nameOf, selection, openKey, opens, height, placed } = common;
  const row = rows[index];
  if (row === undefined) return null;
  const key = keyOf(row);
  const picks = selection !== undefined;
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
      tabbable={tabbable}
      height={height}
      placed={placed}
    />
  );
}

/** Lines `first` to `last`. */
function linesOf<Row>(common: Common<Row>, first: number, last: number, tabbable: number): ReactNode[] {
  const lines: ReactNode[] = [];
  for (let index = first; index <= last; index += 1) lines.push(lineAt(common, index, index === tabbable));
  return lines;
}

interface BlockProps<Row> {
  common: Common<Row>;
  /** Which block, from 0. */
  at: number;
  /** The rows of it that are drawn. */
  first: number;
  last: number;
  /** Of this block; -1 when it is in another. */
  tabbable: number;
  /** Room for what is not drawn, px. */
  before: number;
  after: number;
  px: number;
}

/** A few rows of a long table. It has its whole height from the first row on, so that what is below stays where it is. */
function BlockOf<Row>({ common, at, first, last, tabbable, before, after, px }: BlockProps<Row>) {
  const start = at * BLOCK;
  const height = (Math.min(start + BLOCK, common.rows.length) - start) * px;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as a block it no longer is a table's part to a screen reader
    <tbody role="rowgroup" style={{ height, paddingTop: (first - start) * px, marginTop: before, marginBottom: after }}>
      {linesOf(common, first, last, tabbable)}
    </tbody>
  );
}
const Block = memo(BlockOf) as typeof BlockOf;

/** The rows that are drawn, block by block: those in sight, and the one that has the focus wherever that is. */
function blocksOf(first: number, last: number, tabbable: number): { at: number; first: number; last: number }[] {
  const blocks: { at: number; first: number; last: number }[] = [];
  for (let at = Math.floor(first / BLOCK); at <= Math.floor(last / BLOCK); at += 1)
    blocks.push({ at, first: Math.max(first, at * BLOCK), last: Math.min(last, at * BLOCK + BLOCK - 1) });
  if (tabbable >= first && tabbable <= last) return blocks;
  const at = Math.floor(tabbable / BLOCK);
  const own = blocks.find((block) => block.at === at);
  if (own) {
    own.first = Math.min(own.first, tabbable);
    own.last = Math.max(own.last, tabbable);
  } else blocks.splice(tabbable < first ? 0 : blocks.length, 0, { at, first: tabbable, last: tabbable });
  return blocks;
}

/** The table's body. It draws anew by itself while the table scrolls; head and foot are not asked. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { rows, columns, keyOf, nameOf, height, long, tabbable, selection, openKey, opens, reveal } = props;
  const { body, range, look } = useInSight(long);
  useImperativeHandle(reveal, () => () => look.current(true), [look]);
  const count = rows.length;
  const placed = long?.placed !== undefined;
  const common = useMemo<Common<Row>>(
    () => ({
      rows,
      columns,
      keyOf,
      nameOf,
      selection,
      openKey,
      opens,
      height: placed ? undefined : height,
      placed,
    }),
    [rows, columns, keyOf, nameOf, selection, openKey, opens, height, placed],
  );
  const first = long ? Math.min(range.first, Math.max(0, count - 1)) : 0;
  const last = long ? Math.min(range.last, count - 1) : count - 1;

  if (placed) {
    const blocks = blocksOf(first, last, tabbable);
    const end = Math.ceil(count / BLOCK);
    // A row's number in pixels, which only the last block does not fill.
    const top = (block: number) => Math.min(block * BLOCK, count) * long.px;
    return blocks.map((block, index) => (
      <Block
        key={block.at}
        common={common}
        {...block}
        tabbable={tabbable >= block.first && tabbable <= block.last ? tabbable : -1}
        before={top(block.at) - top((blocks[index - 1]?.at ?? -1) + 1)}
        after={index === blocks.length - 1 ? top(end) - top(block.at + 1) : 0}
        px={long.px}
      />
    ));
  }
  const lines = linesOf(common, first, last, tabbable);
  const space = (rowsOutside: number) =>
    long &&
    rowsOutside > 0 && (
      <tr style={{ height: rowsOutside * long.px }}>
        <td colSpan={columns.length + (selection ? 1 : 0)} style={{ borderBottomWidth: 0 }} />
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
