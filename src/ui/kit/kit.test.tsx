/** The small parts of the desk's kit, by keyboard and by mouse. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Field } from '..';
import {
  type Command,
  CommandPalette,
  chosenWords,
  DraftNote,
  FactLine,
  Facts,
  filterCommands,
  InlineEdit,
  keyWords,
  LoadingOverlay,
  Modal,
  MultiSelect,
  memoryStore,
  UNDO_MS,
  useActiveShortcuts,
  useDraft,
  useShortcuts,
  withUndo,
} from '.';
import { shown } from './test-kit';

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
      { keys: '$alt+h', label: 'Hold', run: () => run('alt+h'), whileTyping: true },
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
    run.mockClear();
    // With Alt, also where the keyboard writes another sign with it; not the letter alone, nor with Ctrl (AltGr is both).
    fireEvent.keyDown(field, { key: 'h', code: 'KeyH', altKey: true });
    fireEvent.keyDown(field, { key: '˙', code: 'KeyH', altKey: true });
    fireEvent.keyDown(document.body, { key: 'h', code: 'KeyH' });
    fireEvent.keyDown(document.body, { key: 'h', code: 'KeyH', altKey: true, ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'k', altKey: true, ctrlKey: true });
    fireEvent.keyDown(document.body, { key: '/', altKey: true });
    expect(run.mock.calls.flat()).toEqual(['alt+h', 'alt+h']);
    unmount();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['$mod+k', ['Ctrl', 'K']],
    ['$alt+h', ['Alt', 'H']],
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

it('Esc belongs to the dialog that is open, and to nothing behind it', () => {
  const back = vi.fn();
  shown(<Behind run={back} />);
  // Not taken from the browser, which closes the dialog by it.
  expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'Escape' })).toBe(true);
  expect(back).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
  expect(back).toHaveBeenCalledOnce();
});
function Behind({ run }: { run: () => void }) {
  const [dialog, setDialog] = useState(true);
  useShortcuts([{ keys: 'Escape', label: 'Back', run, whileTyping: true }]);
  return dialog ? (
    <Modal title="Send SMS" onClose={() => setDialog(false)}>
      Text
    </Modal>
  ) : null;
}

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
      // Taken: a dialog that opens at it would otherwise press its own button.
      expect(fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })).toBe(false);
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

function SharedTarget() {
  const [value, setValue] = useState('300000');
  return (
    <>
      <InlineEdit
        label="Target"
        value={value}
        shown={value === '300000' ? '₹3,00,000' : '₹3,50,000'}
        onSave={async () => undefined}
      />
      <button type="button" onClick={() => setValue('350000')}>
        Somebody else
      </button>
    </>
  );
}

it('inline edit says what somebody else has made of the value meanwhile, so that nobody saves over it unseen', () => {
  shown(<SharedTarget />);
  fireEvent.click(screen.getByRole('button', { name: 'Target: ₹3,00,000. Change' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '320000' } });
  expect(screen.queryByText(/^It is/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Somebody else' }));
  expect(screen.getByText('It is ₹3,50,000 now.')).toBeTruthy();
  expect(screen.getByRole('textbox')).toHaveProperty('value', '320000');
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
