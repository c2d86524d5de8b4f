import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AmountInput,
  AppBar,
  BucketBadge,
  Button,
  ChipChoice,
  DateChips,
  Field,
  Link,
  Money,
  NumberInput,
  SegmentedChoice,
  Sheet,
  Skeleton,
  showToast,
  TextArea,
  TextInput,
  UiProvider,
  VirtualList,
} from '.';

const show = (children: ReactNode) => render(<UiProvider>{children}</UiProvider>);

describe('the arrow of a title bar', () => {
  const href = (path: string) => new URL(path, location.href).href;
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['a step back to the page it names', ['/list?sort=dpd', '/loan'], true],
    ['to the page in place of this one, where another page was before', ['/home', '/loan'], false],
    ['to the page in place of this one, where nothing was before', ['/loan'], false],
    ['to the page in place of this one, where the browser does not tell', undefined, false],
  ])('is %s', (_, pages, steps) => {
    const entries = pages?.map((path, index) => ({ url: href(path), index }));
    vi.stubGlobal('navigation', entries && { entries: () => entries, currentEntry: entries.at(-1) });
    const back = vi.spyOn(history, 'back').mockImplementation(() => {});
    show(
      <MemoryRouter initialEntries={['/loan']}>
        <AppBar title="Loan" back="/list?sort=dpd" />
        <Where />
      </MemoryRouter>,
    );
    fireEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(back).toHaveBeenCalledTimes(steps ? 1 : 0);
    expect(screen.getByTestId('where').textContent).toBe(steps ? '/loan' : '/list');
    back.mockRestore();
  });
});

describe('Field', () => {
  it('names its input, describes it by hint and error, and says that it is wrong', () => {
    show(
      <Field label="Amount" hint="In rupees" error="Enter an amount" required>
        <TextInput value="" onChange={() => {}} />
      </Field>,
    );
    const input = screen.getByLabelText('Amount');
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['In rupees', 'Enter an amount']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Enter an amount');
  });

  it('leaves what is typed to no browser’s session files, but where it asks for a name or a password', () => {
    show(
      <>
        <TextArea aria-label="Remarks" value="" onChange={() => {}} />
        <TextInput aria-label="Name" value="" onChange={() => {}} />
        <TextInput aria-label="User" autoComplete="username" value="" onChange={() => {}} />
      </>,
    );
    const completes = ['Remarks', 'Name', 'User'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(completes).toEqual(['off', 'off', 'username']);
  });

  it('names a group of choices', () => {
    show(
      <Field label="Person met" group>
        <SegmentedChoice value="a" onChange={() => {}} options={[{ value: 'a', label: 'Borrower' }]} />
      </Field>,
    );
    expect(within(screen.getByRole('radiogroup', { name: 'Person met' })).getByRole('radio')).toHaveProperty(
      'checked',
      true,
    );
  });
});

function Typed({ Input }: { Input: typeof AmountInput }) {
  const [text, setText] = useState('');
  return <Input aria-label="x" value={text} onChange={setText} />;
}

describe('inputs', () => {
  it('AmountInput keeps what was typed, and says what it understood in lakhs', () => {
    show(<Typed Input={AmountInput} />);
    fireEvent.change(screen.getByLabelText('x'), { target: { value: '1250000' } });
    expect(screen.getByLabelText('x')).toHaveProperty('value', '1250000');
    expect(document.body.textContent).toContain('₹12,50,000');
    fireEvent.change(screen.getByLabelText('x'), { target: { value: '12o' } });
    expect(screen.getByLabelText('x')).toHaveProperty('value', '12o');
    expect(document.body.textContent).not.toContain('₹12,50,000');
  });

  it('AmountInput keeps its element, and with it the cursor, while the amount grows', () => {
    show(<Typed Input={AmountInput} />);
    const input = screen.getByLabelText('x');
    fireEvent.change(input, { target: { value: '99999' } });
    expect(screen.getByLabelText('x')).toBe(input);
  });

  it('NumberInput takes digits only and keeps leading zeros', () => {
    show(<Typed Input={NumberInput} />);
    fireEvent.change(screen.getByLabelText('x'), { target: { value: '00a4-12' } });
    expect(screen.getByLabelText('x')).toHaveProperty('value', '00412');
  });
});

describe('choices', () => {
  it('ChipChoice holds one, or adds and removes among many', () => {
    const one = vi.fn();
    const many = vi.fn();
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ];
    show(
      <>
        <ChipChoice label="One" value="a" onChange={one} options={options} />
        <ChipChoice label="Many" multi value={['a']} onChange={many} options={options} />
      </>,
    );
    fireEvent.click(within(screen.getByRole('radiogroup')).getByLabelText('B'));
    expect(one).toHaveBeenCalledWith('b');
    const group = screen.getByRole('group');
    fireEvent.click(within(group).getByLabelText('B'));
    fireEvent.click(within(group).getByLabelText('A'));
    expect(many.mock.calls).toEqual([[['a', 'b']], [[]]]);
  });

  it.each([
    // 21 November 2026 is a Saturday.
    ['2026-11-21', {}, ['Today', 'Tomorrow22/11', 'Friday27/11', '1st01/12']],
    ['2026-11-27', {}, ['Today', 'Tomorrow28/11', 'Friday04/12', '1st01/12']],
    ['2026-11-26', {}, ['Today', 'Tomorrow27/11', '1st01/12']],
    // A Thursday before the first: Friday, the first and tomorrow are one day, offered once.
    ['2026-12-31', {}, ['Today', 'Tomorrow01/01']],
    ['2026-11-21', { min: '2026-11-22', max: '2026-11-30' }, ['Tomorrow22/11', 'Friday27/11']],
    ['2026-11-21', { ahead: [7, 30], max: '2026-12-20' }, ['7 days28/11']],
  ])('DateChips on %s within %j', (today, limits, labels) => {
    show(<DateChips value={undefined} onChange={() => {}} today={today} {...limits} />);
    const chips = screen.getAllByRole('button').filter((button) => button.ariaLabel !== 'Calendar');
    expect(chips.map((chip) => chip.textContent)).toEqual(labels);
  });

  it('DateChips choose, clear and take a day of the calendar', async () => {
    const change = vi.fn();
    const { rerender } = show(<DateChips value={undefined} onChange={change} today="2026-11-21" />);
    fireEvent.click(screen.getByRole('button', { name: /Tomorrow/ }));
    expect(change).toHaveBeenLastCalledWith('2026-11-22');
    rerender(
      <UiProvider>
        <DateChips value="2026-11-22" onChange={change} today="2026-11-21" />
      </UiProvider>,
    );
    fireEvent.click(screen.getByRole('button', { pressed: true }));
    expect(change).toHaveBeenLastCalledWith(undefined);
    fireEvent.change(await screen.findByLabelText('Another day'), { target: { value: '2026-12-05' } });
    expect(change).toHaveBeenLastCalledWith('2026-12-05');
  });
});

describe('Button', () => {
  it('while busy says so, keeps its place and ignores presses', () => {
    const press = vi.fn();
    show(
      <Button busy onClick={press}>
        Save visit
      </Button>,
    );
    const button = screen.getByRole('button');
    fireEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button).toHaveProperty('disabled', false);
  });

  it.each([
    ['primary', 1],
    ['danger', 1],
    // Arrows of pages and the like are pressed quickly on purpose.
    ['quiet', 2],
  ] as const)('%s: a double click counts %i', (look, times) => {
    const press = vi.fn();
    const submit = vi.fn((event: Event) => event.preventDefault());
    show(
      <form onSubmit={(event) => submit(event.nativeEvent)}>
        <Button look={look} type="submit" onClick={press}>
          Save
        </Button>
      </form>,
    );
    const button = screen.getByRole('button');
    fireEvent.click(button, { detail: 1 });
    fireEvent.click(button, { detail: 2 });
    expect(press).toHaveBeenCalledTimes(times);
    expect(submit).toHaveBeenCalledTimes(times);
  });
});

function Where() {
  return <output data-testid="where">{useLocation().pathname}</output>;
}

describe('Link', () => {
  it.each([
    [{}, '/there'],
    [{ ctrlKey: true }, '/'],
    [{ button: 1 }, '/'],
  ])('a click with %j ends at %s', (click, path) => {
    render(
      <MemoryRouter>
        <Link to="/there">go</Link>
        <Where />
      </MemoryRouter>,
    );
    const link = screen.getByText('go');
    // jsdom cannot follow a link; what is left to the browser is only kept from being tried.
    link.parentElement?.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link, click);
    expect(screen.getByTestId('where').textContent).toBe(path);
  });
});

describe('Sheet', () => {
  beforeEach(() => {
    HTMLDialogElement.prototype.showModal = function open() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
  });

  it('is named by its title; Esc and its button close it, a persistent one stays', () => {
    const close = vi.fn();
    const { rerender } = show(
      <Sheet open onClose={close} title="Filters">
        body
      </Sheet>,
    );
    const dialog = screen.getByRole('dialog', { name: 'Filters' });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledTimes(2);
    rerender(
      <UiProvider>
        <Sheet open persistent onClose={close} title="Filters">
          body
        </Sheet>
      </UiProvider>,
    );
    const event = new Event('cancel', { cancelable: true });
    fireEvent(screen.getByRole('dialog'), event);
    expect(event.defaultPrevented).toBe(true);
    expect(close).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});

describe('toasts and skeletons', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    act(() => vi.runAllTimers());
    vi.useRealTimers();
  });

  it('a toast goes after its time, a problem stays until dismissed', () => {
    show(null);
    act(() => {
      showToast('Loan updated', { tone: 'saved' });
      showToast('Not saved', { tone: 'problem' });
    });
    expect(screen.getByText('Loan updated')).toBeTruthy();
    act(() => vi.advanceTimersByTime(6000));
    expect(screen.queryByText('Loan updated')).toBeNull();
    fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByText('Not saved')).toBeNull();
  });

  it('a skeleton shows after 300 ms, not before', () => {
    show(<Skeleton lines={2} />);
    expect(screen.queryByText('Loading')).toBeNull();
    act(() => vi.advanceTimersByTime(300));
    expect(screen.getByText('Loading')).toBeTruthy();
  });
});

describe('VirtualList', () => {
  it('keeps a window of thousands of rows in the document, each with its place', () => {
    show(
      <VirtualList
        count={50_000}
        estimate={100}
        label="Loans"
        keyOf={(index) => index}
        renderRow={(index) => `row ${index}`}
      />,
    );
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('50000');
    expect(rows[2]?.getAttribute('aria-posinset')).toBe('3');
  });
});

it('money is exact and short, and a bucket says its days', () => {
  show(
    <>
      <Money paise={1_24_36_900_50} /> <Money paise={1_24_36_900_50} short /> <BucketBadge bucket="61-90" dpd={74} />
    </>,
  );
  expect(document.body.textContent).toContain('₹1,24,36,900.50 ₹1.24 Cr 74 DPD');
});
