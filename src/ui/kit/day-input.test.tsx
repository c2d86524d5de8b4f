import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DayInput, type DayInputProps, Field } from '..';
import { DayRange } from './day-range';
import { shown } from './test-kit';

const today = '2026-11-23';
const box = () => screen.getByLabelText<HTMLInputElement>('Paid on');

function Form({ value: first, heard, ...rest }: Partial<DayInputProps> & { heard: (day: string) => void }) {
  const [value, setValue] = useState(first ?? '');
  return (
    <Field label="Paid on">
      <DayInput
        {...rest}
        today={today}
        value={value}
        onChange={(day) => {
          heard(day);
          setValue(day);
        }}
      />
    </Field>
  );
}

function open(props: Partial<DayInputProps> = {}) {
  const heard = vi.fn();
  shown(<Form heard={heard} {...props} />);
  return heard;
}

function type(text: string) {
  fireEvent.focus(box());
  fireEvent.change(box(), { target: { value: text } });
}

describe('a day that is typed', () => {
  it.each([
    ['05/03/2026', '2026-03-05'],
    ['05032026', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['5/3/26', '2026-03-05'],
    ['Today', today],
    ['yesterday', '2026-11-22'],
  ])('%s is %s once the field is left', (text, day) => {
    const heard = open();
    type(text);
    fireEvent.blur(box());
    expect(heard.mock.calls).toEqual([[day]]);
    expect(box().value).toBe(`${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`);
  });

  it('is taken at once when it can be no other day, and with Enter when it may', () => {
    const heard = open();
    type('5/3/2026');
    expect(heard).toHaveBeenLastCalledWith('2026-03-05');
    type('6/3/26');
    expect(heard).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(heard).toHaveBeenLastCalledWith('2026-03-06');
  });

  it('that is none stays, says so, and stands for no day', () => {
    const heard = open({ value: today });
    expect(box().value).toBe('23/11/2026');
    type('31/02/2026');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(box());
    expect(heard.mock.calls).toEqual([['']]);
    expect(box().value).toBe('31/02/2026');
    expect(box().getAttribute('aria-invalid')).toBe('true');
    const said = screen.getByRole('alert');
    expect(said.textContent).toBe('Type a day like 23/11/2026.');
    expect(box().getAttribute('aria-describedby')).toBe(said.id);
  });

  it('outside its bounds is answered and said', () => {
    const heard = open({ max: today });
    type('24/11/2026');
    fireEvent.blur(box());
    expect(heard).toHaveBeenLastCalledWith('2026-11-24');
    expect(screen.getByRole('alert').textContent).toBe('23/11/2026 or earlier');
  });

  it('that is cleared is none', () => {
    const heard = open({ value: today });
    type('');
    fireEvent.blur(box());
    expect(heard.mock.calls).toEqual([['']]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['ArrowUp', '2026-02-01'],
    ['ArrowDown', '2026-01-30'],
    ['PageUp', '2026-02-28'],
    ['PageDown', '2025-12-31'],
  ])('%s moves 31/01/2026 to %s', (key, day) => {
    const heard = open({ value: '2026-01-31' });
    fireEvent.keyDown(box(), { key });
    expect(heard).toHaveBeenLastCalledWith(day);
  });
});

describe('the calendar', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label');
  async function calendar(props: Partial<DayInputProps>) {
    const heard = open(props);
    box().focus();
    fireEvent.keyDown(box(), { key: 'ArrowDown', altKey: true });
    const panel = await screen.findByRole('dialog', { name: 'Calendar' });
    return { heard, panel, grid: within(panel).getByRole('grid') };
  }
  const press = (key: string, shiftKey = false) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });

  it('is walked by keys within its bounds, and a press chooses', async () => {
    const { heard, grid } = await calendar({ value: '2026-11-11', min: '2026-10-05', max: '2026-12-20' });
    expect(grid.getAttribute('aria-labelledby')).toBe(screen.getByText('November 2026').id);
    expect(focused()).toBe('Wednesday, 11 November 2026');
    for (const [key, day] of [
      ['ArrowRight', 'Thursday, 12 November'],
      ['ArrowLeft', 'Wednesday, 11 November'],
      ['ArrowDown', 'Wednesday, 18 November'],
      ['ArrowUp', 'Wednesday, 11 November'],
      ['Home', 'Monday, 9 November'],
      ['End', 'Sunday, 15 November'],
      ['PageUp', 'Thursday, 15 October'],
      ['PageUp', 'Monday, 5 October'],
      ['PageDown', 'Thursday, 5 November'],
    ] as const) {
      press(key);
      expect(focused()).toBe(`${day} 2026`);
    }
    fireEvent.click(document.activeElement ?? document.body);
    expect(heard.mock.calls).toEqual([['2026-11-05']]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Calendar' }));
  });

  it('shows what is chosen, today and what cannot be chosen', async () => {
    const { heard, grid } = await calendar({ value: '2026-11-20', max: today });
    const day = (name: RegExp) => within(grid).getByRole('button', { name });
    expect(
      day(/, 20 Nov/)
        .closest('[role=gridcell]')
        ?.getAttribute('aria-selected'),
    ).toBe('true');
    expect(day(/, 23 Nov/).getAttribute('aria-current')).toBe('date');
    expect(day(/, 24 Nov/).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(day(/, 24 Nov/));
    expect(heard).not.toHaveBeenCalled();
    expect(within(grid).getAllByRole('button', { name: /2026/ })).toHaveLength(30);
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('Esc closes it without a choice and gives the focus back; No day clears', async () => {
    const { heard, panel } = await calendar({ value: today });
    fireEvent.keyDown(panel, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Calendar' }));
    expect(heard).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Calendar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'No day' }));
    expect(heard.mock.calls).toEqual([['']]);
  });
});

it('a range is chosen by its name, and which one holds is marked', () => {
  const heard = vi.fn();
  shown(<DayRange from="2026-11-01" to="2026-11-30" today={today} onChange={heard} />);
  const ranges = within(screen.getByRole('group', { name: 'Days' }));
  expect(ranges.getByRole('button', { pressed: true }).textContent).toBe('This month');
  for (const name of ['Today', 'Yesterday', 'This week', 'Last month']) fireEvent.click(ranges.getByText(name));
  expect(heard.mock.calls.map(([range]) => range)).toEqual([
    { from: today, to: today },
    { from: '2026-11-22', to: '2026-11-22' },
    { from: '2026-11-23', to: '2026-11-29' },
    { from: '2026-10-01', to: '2026-10-31' },
  ]);
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '15/11/2026' } });
  expect(heard).toHaveBeenLastCalledWith({ from: '2026-11-01', to: '2026-11-15' });
});
