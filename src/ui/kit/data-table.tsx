import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useDelayed } from '../states';
import type { Column, Sort } from './column';
import { isSelected, pageToggled, type Selection, toggled } from './selection';
import { TableCards } from './table-cards';
import { TableFoot, TableHead } from './table-head';
import { Bones, Grid, Scroll } from './table-parts';
import { type Reveal, Rows, VIRTUAL_FROM } from './table-rows';
import { ROW_HEIGHT, type TableSettings } from './table-settings';
import { useLongTable } from './table-widths';
import { usePhone } from './use-media';

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** What a row is called when it is read out or picked. */
  nameOf: (row: Row) => string;
  settings: TableSettings;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  onOpen?: (row: Row) => void;
  /** The key of the row whose panel is open. */
  openKey?: string | undefined;
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Rows stand for an older question while the new one is on its way. */
  stale?: boolean;
}

/** The user's text size against the usual one; rows grow with it. Asking costs a layout, so it is asked once a table. */
const rootScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/**
 * Rows with a head and a first column that stay in sight. Arrow keys, Home, End and Page keys move, Enter opens, Space
 * picks; a click opens. 10,000 rows scroll as ten do. On a phone each row is a card.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  settings,
  sort,
  onSort,
  onOpen,
  openKey,
  selection,
  onSelection,
  empty,
  stale = false,
}: DataTableProps<Row>) {
  const phone = usePhone();
  const scroll = useRef<HTMLDivElement>(null);
  const reveal = useRef<Reveal>(null);
  const keys = useRef(keyOf);
  const [active, setActive] = useState(0);
  const late = useDelayed();
  const { isShown } = settings;
  const kept = columns.filter((column, at) => at === 0 || isShown(column));
  // The same list as long as the same columns stand in it, so that a row that did not change is not drawn again.
  const [shown, setShown] = useState(kept);
  if (shown.length !== kept.length || shown.some((column, at) => column !== kept[at])) setShown(kept);
  const picks = selection !== undefined && onSelection !== undefined;
  const count = rows?.length ?? 0;
  const least = useMemo(() => ROW_HEIGHT[settings.density] * rootScale(), [settings.density]);
  const long = useLongTable(scroll, count > VIRTUAL_FROM && !phone, shown, least);
  const px = long?.px ?? least;
  const tabbable = Math.min(active, Math.max(0, count - 1));
  const framed = !phone && !(rows && count === 0);

  useLayoutEffect(() => {
    const box = scroll.current;
    if (!framed || !box) return;
    // A first column that stays makes a layer of each row. It costs every step of a scroll, so they stick only while the
    // table is moved sideways.
    const aside = (now: boolean) => box.firstElementChild?.toggleAttribute('data-aside', now);
    const onScroll = () => aside(box.scrollLeft > 0);
    // Before the first step of it, where the browser tells.
    const onWheel = ({ deltaX, deltaY, shiftKey }: WheelEvent) => {
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) aside(true);
    };
    onScroll();
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('wheel', onWheel, { passive: true });
    return () => {
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('wheel', onWheel);
    };
  }, [framed]);

  function goTo(index: number) {
    const to = Math.max(0, Math.min(count - 1, index));
    setActive(to);
    const box = scroll.current;
    if (!box) return;
    // Its row may not be in the document yet: bring its place into sight first.
    const head = box.querySelector('thead')?.clientHeight ?? 0;
    const foot = box.querySelector('tfoot')?.clientHeight ?? 0;
    if (to * px < box.scrollTop) box.scrollTop = to * px;
    else if ((to + 1) * px > box.scrollTop + box.clientHeight - head - foot)
      box.scrollTop = (to + 1) * px - box.clientHeight + head + foot;
    requestAnimationFrame(() => {
      reveal.current?.();
      box.querySelector<HTMLElement>(`tr[data-index="${to}"]`)?.focus({ preventScroll: true });
    });
  }
  const pick = (index: number) => {
    const row = rows?.[index];
    if (row && picks) onSelection(toggled(selection, keyOf(row)));
  };
  const indexOf = (target: EventTarget) =>
    target instanceof Element ? Number(target.closest('tr[data-index]')?.getAttribute('data-index') ?? -1) : -1;

  function onKeyDown(event: KeyboardEvent) {
    const at = indexOf(event.target);
    if (at < 0 || !(event.target instanceof HTMLTableRowElement)) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? px) / px) - 2);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    const row = rows?.[at];
    if (to !== undefined) goTo(to);
    else if (event.key === 'Enter' && row && onOpen) onOpen(row);
    else if (event.key === ' ' && picks) pick(at);
    else return;
    event.preventDefault();
  }

  // Of thousands of rows these are asked for once, not at every step of the scroll.
  const pageKeys = useMemo(() => rows?.map((row) => keys.current(row)) ?? [], [rows]);
  const pickedHere = useMemo(
    () => (picks ? pageKeys.filter((key) => isSelected(selection, key)).length : 0),
    [picks, selection, pageKeys],
  );

  if (rows && count === 0) return empty;
  if (phone)
    return (
      <TableCards
        label={label}
        columns={shown}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        onOpen={onOpen}
        openKey={openKey}
        selection={picks ? selection : undefined}
        onSelection={onSelection}
        busy={stale || !rows}
      />
    );

  const height = `${long ? px : ROW_HEIGHT[settings.density] / 16}${long ? 'px' : 'rem'}`;
  const placed = long?.placed;
  return (
    <Scroll ref={scroll} aria-busy={stale || !rows} style={{ opacity: stale ? 0.6 : undefined }}>
      <Grid
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={picks || undefined}
        data-picks={picks || undefined}
        data-placed={placed ? true : undefined}
        style={placed && ({ width: placed.width, '--tracks': placed.tracks, '--row': height } as CSSProperties)}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const at = indexOf(event.target);
          if (at >= 0) setActive(at);
        }}
        onClick={(event) => {
          const at = indexOf(event.target);
          const row = rows?.[at];
          if (!row || !(event.target instanceof Element)) return;
          if (event.target.closest('.pick')) pick(at);
          else if (!event.target.closest('a, button, input, select')) onOpen?.(row);
        }}
      >
        <TableHead
          columns={shown}
          placed={placed !== undefined}
          sort={sort}
          onSort={onSort}
          picked={picks ? (pickedHere === 0 ? 'none' : pickedHere === count ? 'all' : 'some') : undefined}
          onPickAll={() => picks && onSelection(pageToggled(selection, pageKeys))}
        />
        {rows ? (
          <Rows
            rows={rows}
            columns={shown}
            keyOf={keyOf}
            nameOf={nameOf}
            height={height}
            long={long}
            tabbable={tabbable}
            selection={picks ? selection : undefined}
            openKey={openKey}
            opens={onOpen !== undefined}
            reveal={reveal}
          />
        ) : (
          <tbody>
            {late &&
              Array.from({ length: 10 }, (_, at) => (
                <tr key={at} style={{ height }}>
                  {picks && <td className="pin pick" />}
                  {shown.map((column, index) => (
                    <td key={column.id}>
                      <Bones style={{ width: `${45 + ((at * 7 + index * 13) % 45)}%` }} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        )}
        {rows && <TableFoot columns={shown} placed={placed !== undefined} picks={picks} />}
      </Grid>
    </Scroll>
  );
}
