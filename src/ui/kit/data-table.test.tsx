/** The table of the desk's lists: its keys, ten thousand rows of it, what is picked, its address and its pages. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';

import { describe, expect, it, vi } from 'vitest';

import {
  type Column,
  DataTable,
  isSelected,
  matchKey,
  NOTHING,
  Pagination,
  pageToggled,
  rangeWords,
  readTableQuery,
  type Selection,
  selectedCount,
  toggled,
  useTableSettings,
  writeTableQuery,
} from '.';
import { shown } from './test-kit';

interface Line {
  id: string;
  name: string;
  amount: number;
}
const lines = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({ id: `l${at}`, name: `Line ${at}`, amount: at }));
const columns: Column<Line>[] = [
  { id: 'name', label: 'Name', sort: { by: 'name' }, cell: (row) => row.name, total: 'All' },
  {
    id: 'amount',
    label: 'Amount',
    end: true,
    sort: { by: 'amount', first: 'desc' },
    cell: (row) => row.amount,
    total: 99,
  },
  { id: 'note', label: 'Note', hidden: true, cell: () => 'note' },
];

function Table({
  rows,
  onOpen,
  onSort,
}: {
  rows: Line[] | undefined;
  onOpen?: (row: Line) => void;
  onSort?: (sort: object) => void;
}) {
  const settings = useTableSettings('lines', columns);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  return (
    <DataTable
      label="Lines"
      columns={columns}
      rows={rows}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      settings={settings}
      selection={selection}
      onSelection={setSelection}
      empty={<p>Nothing here</p>}
      {...(onOpen && { onOpen })}
      {...(onSort && { onSort })}
    />
  );
}

describe('the data table', () => {
  const rowsOf = () => [...document.querySelectorAll<HTMLTableRowElement>('tbody tr[data-index]')];
  const focused = () => document.activeElement?.getAttribute('data-index');

  it('moves with the keys, opens with Enter and picks with Space', async () => {
    const opened = vi.fn();
    shown(<Table rows={lines(30)} onOpen={opened} />);
    expect(rowsOf().filter((row) => row.tabIndex === 0)).toHaveLength(1);
    rowsOf()[0]?.focus();
    for (const [key, index] of [
      ['ArrowDown', '1'],
      ['ArrowDown', '2'],
      ['ArrowUp', '1'],
      ['End', '29'],
      ['ArrowDown', '29'],
      ['Home', '0'],
      ['ArrowUp', '0'],
    ] as const) {
      fireEvent.keyDown(document.activeElement as Element, { key });
      await waitFor(() => expect(focused(), key).toBe(index));
    }
    fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' });
    expect(opened).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'l0' }));
    fireEvent.keyDown(document.activeElement as Element, { key: ' ' });
    expect(rowsOf()[0]?.getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Line 1' }));
    expect(opened).toHaveBeenCalledTimes(1);
    expect(
      rowsOf().filter((row) => row.ariaSelected === 'true' || row.getAttribute('aria-selected') === 'true'),
    ).toHaveLength(2);
  });

  it('sorts by its heads: a number from its large end first, then turned around', () => {
    const sorted = vi.fn();
    shown(<Table rows={lines(3)} onSort={sorted} />);
    fireEvent.click(screen.getByRole('button', { name: 'Amount' }));
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(sorted.mock.calls).toEqual([[{ by: 'amount', dir: 'desc' }], [{ by: 'name', dir: 'asc' }]]);
  });

  it('holds 10,000 rows and draws a screenful, at the start and wherever one goes', async () => {
    shown(<Table rows={lines(10_000)} />);
    expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10001');
    expect(rowsOf().length).toBeLessThan(120);
    const box = document.querySelector('table')?.parentElement as HTMLElement;
    Object.defineProperty(box, 'clientHeight', { value: 720, configurable: true });
    box.scrollTop = 9000 * 36;
    fireEvent.scroll(box);
    await waitFor(() => expect(screen.getByText('Line 9000')).toBeTruthy());
    expect(rowsOf().length).toBeLessThan(60);
    expect(screen.queryByText('Line 0')).toBeNull();
    const first = rowsOf()[0] as HTMLElement;
    expect(first.getAttribute('aria-rowindex')).toBe(String(Number(first.dataset.index) + 2));
  });

  it.each([
    ['slowly', 36, 3],
    ['fast', 200, 7],
    ['faster than it could draw', 700, 10],
  ])('keeps the more rows ready the faster it is scrolled: %s, %d px in 50 ms', async (_how, step, blocks) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    try {
      shown(<Table rows={lines(10_000)} />);
      const box = document.querySelector('table')?.parentElement as HTMLElement;
      const goOn = (px: number, ms: number) => {
        clock.mockReturnValue(performance.now() + ms);
        box.scrollTop += px;
        fireEvent.scroll(box);
      };
      const lastInSight = () => Math.ceil((box.scrollTop + 800) / 36);
      const ready = () => Math.floor((Number(rowsOf().at(-1)?.dataset.index) - lastInSight()) / 4);
      goOn(7_200, 1_000);
      for (let steps = 0; steps < 4; steps += 1) goOn(step, 50);
      await waitFor(() => expect([blocks, blocks + 1]).toContain(ready()));
      // Once it has rested there are as few as before.
      goOn(36, 1_000);
      await waitFor(() => expect([3, 4]).toContain(ready()));
    } finally {
      clock.mockRestore();
    }
  });

  it('lays a long table out itself once it is measured: roles, places and the row with the focus stay', async () => {
    const boxes = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 90, 36));
    try {
      shown(<Table rows={lines(10_000)} />);
      const grid = screen.getByRole('grid', { name: 'Lines' });
      await waitFor(() => expect(grid.hasAttribute('data-placed')).toBe(true));
      // A box to tick, a name and an amount of 90 px each.
      expect(grid.style.width).toBe('270px');
      // What is drawn and the room for what is not are as high as all rows.
      const total = () =>
        [...grid.querySelectorAll('tbody')].reduce(
          (sum, { style }) =>
            sum +
            [style.height, style.marginTop, style.marginBottom].reduce((all, px) => all + (parseFloat(px) || 0), 0),
          0,
        );
      /** Where a row stands, in px from the first one's. */
      const topOf = (row: HTMLElement) => {
        const block = row.closest('tbody') as HTMLElement;
        let top = parseFloat(block.style.paddingTop) + [...block.children].indexOf(row) * 36;
        for (let one = block; one.tagName === 'TBODY'; one = one.previousElementSibling as HTMLElement) {
          if (one !== block) top += parseFloat(one.style.height);
          top += parseFloat(one.style.marginTop) || 0;
        }
        return top;
      };
      const allInPlace = () => {
        for (const row of rowsOf()) expect(topOf(row)).toBe(Number(row.dataset.index) * 36);
        expect(total()).toBe(360_000);
      };
      allInPlace();
      expect([...grid.querySelectorAll('[role]')].map((part) => part.getAttribute('role')).slice(0, 9)).toEqual([
        'rowgroup',
        'row',
        'columnheader',
        'columnheader',
        'columnheader',
        'rowgroup',
        'row',
        'gridcell',
        'rowheader',
      ]);
      rowsOf()[0]?.focus();
      fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
      await waitFor(() => expect(focused()).toBe('9999'));
      allInPlace();
      const box = grid.parentElement as HTMLElement;
      // Just out of sight, in a block of which other rows are drawn; then far away.
      for (const index of [9_960, 9_961, 9_967, 5_003]) {
        box.scrollTop = index * 36;
        fireEvent.scroll(box);
        await waitFor(() => expect(screen.getByText(`Line ${index}`)).toBeTruthy());
        allInPlace();
      }
      box.scrollTop = 0;
      fireEvent.scroll(box);
      await waitFor(() => expect(screen.getByText('Line 0')).toBeTruthy());
      expect(rowsOf().length).toBeLessThan(60);
      // Out of sight, and still where the keys go on from.
      expect(focused()).toBe('9999');
      allInPlace();
      fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
      await waitFor(() => expect(focused()).toBe('9998'));
      fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Line 9999' }));
      expect(rowsOf().at(-1)?.getAttribute('aria-selected')).toBe('true');
    } finally {
      boxes.mockRestore();
    }
  });

  it('holds its first column while it is moved sideways, and only then', () => {
    shown(<Table rows={lines(3)} />);
    const grid = screen.getByRole('grid', { name: 'Lines' });
    const box = grid.parentElement as HTMLElement;
    const aside = () => grid.hasAttribute('data-aside');
    expect(aside()).toBe(false);
    fireEvent.wheel(box, { deltaY: 100 });
    expect(aside()).toBe(false);
    fireEvent.wheel(box, { deltaX: 40 });
    expect(aside()).toBe(true);
    box.scrollLeft = 0;
    fireEvent.scroll(box);
    expect(aside()).toBe(false);
    box.scrollLeft = 60;
    fireEvent.scroll(box);
    expect(aside()).toBe(true);
  });

  it('says what it is when it is empty, and keeps hidden columns hidden', () => {
    shown(<Table rows={[]} />);
    expect(screen.getByText('Nothing here')).toBeTruthy();
    shown(<Table rows={lines(2)} />);
    expect(screen.queryByText('Note')).toBeNull();
    expect(document.querySelector('tfoot')?.textContent).toBe('All99');
  });
});

describe('selection', () => {
  it.each<[string, Selection, number, string[]]>([
    ['nothing', NOTHING, 0, []],
    ['one', toggled(NOTHING, 'a'), 1, ['a']],
    ['one and off again', toggled(toggled(NOTHING, 'a'), 'a'), 0, []],
    ['a page', pageToggled(toggled(NOTHING, 'a'), ['a', 'b', 'c']), 3, ['a', 'b', 'c']],
    ['a page and off again', pageToggled(pageToggled(NOTHING, ['a', 'b']), ['a', 'b']), 0, []],
    ['all', { kind: 'all', except: new Set() }, 100, ['a', 'b', 'c']],
    ['all but one', toggled({ kind: 'all', except: new Set() }, 'b'), 99, ['a', 'c']],
    ['all, a page out', pageToggled({ kind: 'all', except: new Set() }, ['a', 'b']), 98, ['c']],
  ])('%s', (_, selection, count, chosen) => {
    expect(selectedCount(selection, 100)).toBe(count);
    expect(['a', 'b', 'c'].filter((id) => isSelected(selection, id))).toEqual(chosen);
  });
});

describe('a list in the address', () => {
  it.each(['', 'q=x', 'page=3', 'sort=-dpd', 'sort=name&bucket=a%2Cb&page=2&q=x+y'])(
    '"%s" is read and written back',
    (text) => {
      const search = new URLSearchParams(text);
      const query = readTableQuery(search, ['bucket']);
      expect(new Set(writeTableQuery(new URLSearchParams(), query, ['bucket']))).toEqual(new Set(search));
    },
  );
  it('survives nonsense and leaves other names alone', () => {
    const query = readTableQuery(new URLSearchParams('page=-2&bucket=,,&loan=7'), ['bucket']);
    expect(query).toEqual({ q: '', page: 1, sort: undefined, filters: {} });
    expect(writeTableQuery(new URLSearchParams('loan=7'), { ...query, q: 'a' }, ['bucket']).toString()).toBe(
      'loan=7&q=a',
    );
    expect(matchKey(query)).toBe(matchKey({ ...query, page: 4 }));
  });
});

describe('pages', () => {
  it.each([
    [1, 1, []],
    [1, 2, ['1', '2']],
    [1, 9, ['1', '2', '3']],
    [5, 9, ['4', '5', '6']],
    [9, 9, ['7', '8', '9']],
  ])('page %d of %d shows %j', (page, pages, buttons) => {
    shown(<Pagination page={page} pages={pages} onPage={() => {}} label="Pages" />);
    expect(screen.queryAllByRole('button', { name: /^Page/ }).map((button) => button.textContent)).toEqual(buttons);
    if (pages === 1) expect(screen.queryByRole('navigation')).toBeNull();
  });
  it.each([
    [1, 10, 0, 'No loans'],
    [1, 10, 3, '1–3 of 3 loans'],
    [2, 10, 12_431, '11–20 of 12,431 loans'],
    [1244, 10, 12_431, '12,431–12,431 of 12,431 loans'],
  ])('the rows of page %d are named', (page, size, total, words) => {
    expect(rangeWords(page, size, total, 'loans')).toBe(words);
  });

  it('an estimate is said as one', () => {
    expect(rangeWords(1, 25, 212_345, 'loans', false).replace(/\s/g, ' ')).toBe('1–25 of about 2.1 lakh loans');
  });
});
