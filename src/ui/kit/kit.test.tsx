/** The desk's kit, by keyboard and by mouse. */
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Field, UiProvider } from '..';
import {
  type Column,
  type Command,
  CommandPalette,
  chosenWords,
  DataTable,
  DraftNote,
  FactLine,
  Facts,
  filterCommands,
  InlineEdit,
  isSelected,
  KeptContext,
  keyWords,
  LoadingOverlay,
  MultiSelect,
  matchKey,
  memoryStore,
  NOTHING,
  Pagination,
  pageToggled,
  rangeWords,
  readTableQuery,
  type Selection,
  selectedCount,
  toggled,
  UNDO_MS,
  useActiveShortcuts,
  useDraft,
  useShortcuts,
  useTableSettings,
  withUndo,
  writeTableQuery,
} from '.';

configure({ defaultHidden: true, asyncUtilTimeout: 5000 });

const shown = (children: ReactNode, store = memoryStore()) =>
  render(
    <UiProvider>
      <MemoryRouter>
        <KeptContext value={store}>{children}</KeptContext>
      </MemoryRouter>
    </UiProvider>,
  );

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

const options = Array.from({ length: 40 }, (_, at) => ({ value: `v${at}`, label: `Portfolio ${at}` }));

function Chooser({ onChange }: { onChange?: (value: string[]) => void }) {
  const [value, setValue] = useState<string[]>([]);
  return (
    <Field label="Portfolios" error={value.length ? undefined : 'Please select at least one portfolio.'}>
      <MultiSelect
        label="Portfolios"
        options={options}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange?.(next);
        }}
      />
    </Field>
  );
}

function Keys({ run, on = true }: { run: (key: string) => void; on?: boolean }) {
  useShortcuts(
    [
      { keys: '/', label: 'Search', run: () => run('/') },
      { keys: '$mod+k', label: 'Find', run: () => run('mod+k'), whileTyping: true },
      { keys: 'g l', label: 'Go to the loans', run: () => run('g l') },
    ],
    on,
  );
  return (
    <>
      <input aria-label="field" />
      <output data-testid="keys">
        {useActiveShortcuts()
          .map(({ label }) => label)
          .join()}
      </output>
    </>
  );
}

function Form() {
  const draft = useDraft('client.new', { name: '' });
  return (
    <>
      {draft.changedAt !== undefined && <DraftNote at={draft.changedAt} onDiscard={draft.discard} />}
      <input aria-label="name" value={draft.value.name} onChange={(event) => draft.set({ name: event.target.value })} />
    </>
  );
}

const command = (label: string, also = ''): Command => ({ id: label, label, also, run: vi.fn() });
const screens = [
  command('Loans'),
  command('Auto Loan Allocation'),
  command('Daily Call', 'Reports'),
  command('Log out', 'sign out'),
];

function Palette({ server, onClose }: { server: Command; onClose: () => void }) {
  const [query, setQuery] = useState('');
  return (
    <CommandPalette
      title="Find"
      placeholder="Find"
      query={query}
      onQuery={setQuery}
      groups={[
        { label: 'Loans', found: true, commands: query ? [server] : [] },
        { label: 'Screens', commands: screens },
      ]}
      onClose={onClose}
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
});

describe('the multi-select', () => {
  const opener = () => document.querySelector<HTMLElement>('button[aria-haspopup=dialog]') as HTMLElement;

  it('searches, ticks, and shows all of them in a dialog', () => {
    const changed = vi.fn();
    shown(<Chooser onChange={changed} />);
    expect(opener().getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(opener());
    expect(screen.getAllByRole('checkbox')).toHaveLength(12);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'folio 37' } });
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Portfolio 37' }));
    expect(changed).toHaveBeenLastCalledWith(['v37']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
    expect(screen.getByText('Nothing is called “zzz”.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'See all 40' }));
    const dialog = screen.getByRole('dialog', { name: 'Portfolios' });
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(40);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Choose all' }));
    expect(dialog.textContent).toContain('40 of 40 chosen');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    expect(opener().textContent).toBe('Portfolio 0, Portfolio 1 and 38 more');
  });

  it('closes with Esc and gives the focus back', () => {
    shown(<Chooser />);
    fireEvent.click(opener());
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  it.each([
    [[], ''],
    [['v1'], 'Portfolio 1'],
    [['v1', 'v0'], 'Portfolio 0, Portfolio 1'],
    [['v0', 'v1', 'v2'], 'Portfolio 0, Portfolio 1 and 1 more'],
  ])('%j reads "%s"', (value, words) => {
    expect(chosenWords(options, value)).toBe(words);
  });
});

describe('the palette', () => {
  it.each([
    ['', ['Loans', 'Auto Loan Allocation', 'Daily Call', 'Log out']],
    ['loan', ['Loans', 'Auto Loan Allocation']],
    ['al lo', ['Auto Loan Allocation']],
    ['report', ['Daily Call']],
    ['sign', ['Log out']],
    ['zz', []],
  ])('"%s" finds %j', (query, found) => {
    const groups = filterCommands([{ label: 'Screens', commands: screens }], query);
    expect(groups.flatMap(({ commands }) => commands.map(({ label }) => label))).toEqual(found);
  });

  it('is worked by keys: arrows choose, Enter runs and closes', () => {
    const closed = vi.fn();
    const server = { ...command('Anjali · LN7'), run: vi.fn() };
    shown(<Palette server={server} onClose={closed} />);
    const input = screen.getByRole('combobox');
    fireEvent.change(input, { target: { value: 'loan' } });
    const chosen = () =>
      screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');
    expect(chosen()?.textContent).toBe('Anjali · LN7');
    expect(input.getAttribute('aria-activedescendant')).toBe(chosen()?.id);
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    expect(chosen()?.textContent).toBe('Auto Loan Allocation');
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(server.run).toHaveBeenCalledOnce();
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe('keys', () => {
  it('work while their screen is shown, not while somebody types, and are listed as long as they work', () => {
    const run = vi.fn();
    const { unmount } = shown(<Keys run={run} />);
    expect(screen.getByTestId('keys').textContent).toContain('Search,Find,Go to the loans');
    const field = screen.getByRole('textbox');
    fireEvent.keyDown(document.body, { key: '/' });
    fireEvent.keyDown(field, { key: '/' });
    fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'k' });
    fireEvent.keyDown(document.body, { key: 'l' });
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 'l' });
    expect(run.mock.calls.flat()).toEqual(['/', 'mod+k', 'g l']);
    unmount();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(run).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['$mod+k', ['Ctrl', 'K']],
    ['g l', ['G', 'L']],
    ['Escape', ['Esc']],
    ['?', ['?']],
  ])('%s is written %j', (keys, words) => {
    expect(keyWords(keys)).toEqual(words);
  });
});

describe('drafts', () => {
  it('outlive the form and are gone when discarded', () => {
    const store = memoryStore();
    shown(<Form />, store).unmount();
    const again = shown(<Form />, store);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Kaveri Bank' } });
    again.unmount();
    shown(<Form />, store);
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Kaveri Bank');
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
    expect(store.entries.size).toBe(0);
  });
});

describe('undo', () => {
  afterEach(() => vi.useRealTimers());
  const start = () => {
    vi.useFakeTimers();
    const commit = vi.fn();
    const undo = vi.fn();
    shown(null);
    act(() => withUndo({ message: 'Report removed', commit, undo }));
    return { commit, undo };
  };
  it('does it after a while', () => {
    const { commit, undo } = start();
    act(() => vi.advanceTimersByTime(UNDO_MS - 1));
    expect(commit).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect([commit.mock.calls.length, undo.mock.calls.length]).toEqual([1, 0]);
  });
  it('takes it back, once and for all', () => {
    const { commit, undo } = start();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    act(() => vi.advanceTimersByTime(UNDO_MS * 2));
    expect([commit.mock.calls.length, undo.mock.calls.length]).toEqual([0, 1]);
  });
  it('does it at once when the page is left', () => {
    const { commit } = start();
    dispatchEvent(new Event('pagehide'));
    expect(commit).toHaveBeenCalledOnce();
  });
});

describe('inline edit', () => {
  it('saves with Enter, refuses what is wrong, and Esc takes it back', async () => {
    const save = vi.fn(async (value: string) => {
      if (value === 'taken') throw new Error('The name is taken.');
    });
    shown(
      <InlineEdit
        label="Name"
        value="Old"
        onSave={save}
        check={(value) => (value ? undefined : 'This Field Is Required')}
      />,
    );
    const open = () => fireEvent.click(screen.getByRole('button', { name: 'Name: Old. Change' }));
    const type = (value: string) => {
      fireEvent.change(screen.getByRole('textbox'), { target: { value } });
      fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
    };
    open();
    type(' ');
    expect(screen.getByRole('alert').textContent).toBe('This Field Is Required');
    type('taken');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The name is taken.'));
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
    expect(screen.queryByRole('textbox')).toBeNull();
    open();
    type(' New ');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(save.mock.calls).toEqual([['taken'], ['New']]);
  });
});

it('inline edit shows a value as it reads and changes it as it is typed', () => {
  shown(<InlineEdit label="Target" value="300000" shown="₹3,00,000" onSave={async () => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Target: ₹3,00,000. Change' }));
  expect(screen.getByRole('textbox')).toHaveProperty('value', '300000');
});

it('a fact takes the whole width when a word of it would break in the middle', () => {
  const { container } = shown(
    <Facts>
      <FactLine name="Email">{'vikram.supermanager@sahyadri.example'}</FactLine>
      <FactLine name="Agency">Sahyadri In-house Team</FactLine>
    </Facts>,
  );
  expect([...container.querySelectorAll('.wide')].map((line) => line.querySelector('dt')?.textContent)).toEqual([
    'Email',
  ]);
});

it('the overlay moves with the work and can be stopped', () => {
  const stop = vi.fn();
  shown(<LoadingOverlay label="Copying 200 loan numbers" done={50} total={200} onCancel={stop} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(stop).toHaveBeenCalledOnce();
});
