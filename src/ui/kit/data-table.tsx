import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../i18n';
import { useDelayed } from '../states';
import { isSelected, pageToggled, type Selection, toggled } from './selection';
import { Bones, CardFacts, CardOpen, CardRow, Cards, Check, Grid, Scroll, SortButton } from './table-parts';
import { ROW_HEIGHT, type TableSettings } from './table-settings';
import { usePhone } from './use-media';

export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  end?: boolean;
  /** The order the server or the caller knows by this name; `desc` when it starts from the large end. */
  sort?: { by: string; first?: 'asc' | 'desc' };
  /** In the totals row. */
  total?: ReactNode;
  /** Not shown until the user chooses it. */
  hidden?: boolean;
  /** Cannot be hidden; the first column always. */
  always?: boolean;
  /** Not worth its room on a phone's card. */
  notOnPhone?: boolean;
}

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
  sort?: { by: string; dir: 'asc' | 'desc' } | undefined;
  onSort?: (sort: { by: string; dir: 'asc' | 'desc' }) => void;
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

/** Above this many rows only those in sight are in the document. */
const VIRTUAL_FROM = 100;
/** Rows kept ready above and below. */
const AHEAD = 12;

interface LineProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  height: string;
  name: string;
  picks: boolean;
  picked: boolean;
  open: boolean;
  opens: boolean;
  tabbable: boolean;
}

function LineOf<Row>({ row, index, columns, height, name, picks, picked, open, opens, tabbable }: LineProps<Row>) {
  return (
    <tr
      data-index={index}
      data-open={open || undefined}
      data-opens={opens || undefined}
      data-picked={picked || undefined}
      aria-rowindex={index + 2}
      aria-selected={picks ? picked : open}
      tabIndex={tabbable ? 0 : -1}
      style={{ height }}
    >
      {picks && (
        <td className="pin pick">
          <Check
            type="checkbox"
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
          <th key={column.id} scope="row" className="pin pin-edge" style={{ fontWeight: 'inherit' }}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={column.end ? 'num' : undefined}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
const Line = memo(LineOf) as typeof LineOf;

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
  const keys = useRef(keyOf);
  const [active, setActive] = useState(0);
  const [range, setRange] = useState({ first: 0, last: VIRTUAL_FROM });
  const late = useDelayed();
  const { isShown } = settings;
  const kept = columns.filter((column, at) => at === 0 || isShown(column));
  // The same list as long as the same columns stand in it, so that a row that did not change is not drawn again.
  const [shown, setShown] = useState(kept);
  if (shown.length !== kept.length || shown.some((column, at) => column !== kept[at])) setShown(kept);
  const picks = selection !== undefined && onSelection !== undefined;
  const count = rows?.length ?? 0;
  const virtual = count > VIRTUAL_FROM;
  const px = useMemo(() => ROW_HEIGHT[settings.density] * rootScale(), [settings.density]);

  useLayoutEffect(() => {
    const box = scroll.current;
    if (!virtual || !box) return;
    let height = 800;
    const look = () => {
      const first = Math.max(0, Math.floor(box.scrollTop / px) - AHEAD);
      const last = Math.ceil((box.scrollTop + height) / px) + AHEAD;
      setRange((held) => (held.first === first && held.last === last ? held : { first, last }));
    };
    // Asked for while it scrolls, the height would cost a layout at every step.
    const measure = () => {
      height = box.clientHeight || 800;
      look();
    };
    measure();
    box.addEventListener('scroll', look, { passive: true });
    addEventListener('resize', measure);
    return () => {
      box.removeEventListener('scroll', look);
      removeEventListener('resize', measure);
    };
  }, [virtual, px]);

  // Rows come and go while a long table scrolls. Columns keep the width that the first ones gave them: they do not jump,
  // and a new row costs its own layout instead of the whole table's.
  const [widths, setWidths] = useState<{ of: unknown; px: readonly number[] }>();
  const fixed = widths?.of === shown && virtual ? widths.px : undefined;
  useLayoutEffect(() => {
    if (!virtual || fixed) return;
    const heads = scroll.current?.querySelectorAll<HTMLElement>('thead th');
    const px = [...(heads ?? [])].map((head) => head.offsetWidth);
    if (px.length > 0 && px.every((one) => one > 0)) setWidths({ of: shown, px });
  }, [virtual, fixed, shown]);

  const first = virtual ? Math.min(range.first, Math.max(0, count - 1)) : 0;
  const last = virtual ? Math.min(range.last, count - 1) : count - 1;
  const inSight = rows?.slice(first, last + 1) ?? [];
  const tabbable = Math.min(active, Math.max(0, count - 1));

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
    requestAnimationFrame(() =>
      box.querySelector<HTMLElement>(`tr[data-index="${to}"]`)?.focus({ preventScroll: true }),
    );
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
      <Cards aria-label={label} aria-busy={stale || !rows}>
        {rows?.map((row) => {
          const key = keyOf(row);
          const picked = picks && isSelected(selection, key);
          const [title, ...facts] = shown;
          return (
            <CardRow key={key} data-open={key === openKey || undefined} data-picked={picked || undefined}>
              {picks && (
                <Check
                  type="checkbox"
                  aria-label={t('Choose {name}', { name: nameOf(row) })}
                  checked={picked}
                  onChange={() => onSelection(toggled(selection, key))}
                  marginTop="1"
                />
              )}
              <CardOpen type="button" onClick={() => onOpen?.(row)} disabled={!onOpen}>
                <span>{title?.cell(row)}</span>
                <CardFacts>
                  {facts
                    .filter((column) => !column.notOnPhone)
                    .map((column) => (
                      <span key={column.id}>
                        <small>{column.label}</small>
                        {column.cell(row)}
                      </span>
                    ))}
                </CardFacts>
              </CardOpen>
            </CardRow>
          );
        })}
      </Cards>
    );

  const height = `${ROW_HEIGHT[settings.density] / 16}rem`;
  const spacer = (rowsOutside: number, key: string) =>
    rowsOutside > 0 && (
      <tr key={key} style={{ height: rowsOutside * px }}>
        <td colSpan={shown.length + (picks ? 1 : 0)} style={{ borderBottomWidth: 0 }} />
      </tr>
    );
  return (
    <Scroll ref={scroll} aria-busy={stale || !rows} style={{ opacity: stale ? 0.6 : undefined }}>
      <Grid
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={picks || undefined}
        data-picks={picks || undefined}
        style={fixed && { tableLayout: 'fixed', width: fixed.reduce((sum, one) => sum + one, 0) }}
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
        {fixed && (
          <colgroup>
            {fixed.map((width, at) => (
              <col key={at} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={1}>
            {picks && (
              <th scope="col" className="pin pick">
                <Check
                  type="checkbox"
                  aria-label={t('Choose every row of this page')}
                  checked={count > 0 && pickedHere === count}
                  ref={(box: HTMLInputElement | null) => {
                    if (box) box.indeterminate = pickedHere > 0 && pickedHere < count;
                  }}
                  onChange={() => onSelection(pageToggled(selection, pageKeys))}
                />
              </th>
            )}
            {shown.map((column, at) => {
              const sorted = column.sort && sort?.by === column.sort.by ? sort.dir : undefined;
              return (
                <th
                  key={column.id}
                  scope="col"
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
                      <span
                        style={{ display: 'inline-flex', transform: sorted === 'asc' ? 'rotate(180deg)' : undefined }}
                      >
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
        <tbody>
          {!rows &&
            late &&
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
          {spacer(first, 'above')}
          {inSight.map((row, at) => {
            const key = keyOf(row);
            return (
              <Line
                key={key}
                row={row}
                index={first + at}
                columns={shown}
                height={height}
                name={nameOf(row)}
                picks={picks}
                picked={picks && isSelected(selection, key)}
                open={key === openKey}
                opens={onOpen !== undefined}
                tabbable={first + at === tabbable}
              />
            );
          })}
          {spacer(count - 1 - last, 'below')}
        </tbody>
        {rows && shown.some((column) => column.total !== undefined) && (
          <tfoot>
            <tr>
              {picks && <td className="pin pick" />}
              {shown.map((column, at) =>
                at === 0 ? (
                  <th key={column.id} scope="row" className="pin pin-edge">
                    {column.total}
                  </th>
                ) : (
                  <td key={column.id} className={column.end ? 'num' : undefined}>
                    {column.total}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </Grid>
    </Scroll>
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
