import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VirtualList } from './virtual-list';

const HEIGHT = 100;
let top = 0;
let now = 1000;

beforeEach(() => {
  top = 0;
  now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // A page of 800 px over rows of a hundred; jsdom lays nothing out.
  vi.stubGlobal('innerHeight', 800);
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -top, 390, 1));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function list() {
  const drawn = vi.fn((index: number) => <span>loan {index}</span>);
  const keyOf = (index: number) => index;
  render(<VirtualList count={3000} estimate={HEIGHT} gap={0} label="Loans" renderRow={drawn} keyOf={keyOf} />);
  return drawn;
}
const rows = () => screen.getAllByRole('listitem').map((row) => Number(row.dataset.index));
const scrolled = (px: number, ms: number) => {
  top += px;
  now += ms;
  act(() => {
    fireEvent.scroll(window);
  });
};

describe('a long list in the page', () => {
  it('draws rows that come, and none of those that stay', () => {
    const drawn = list();
    scrolled(5000, 1000);
    drawn.mockClear();
    const stood = rows();
    scrolled(300, 1000);
    const come = rows().filter((row) => !stood.includes(row));
    expect(come).toHaveLength(3);
    expect(drawn.mock.calls.map(([index]) => index)).toEqual(come);
  });

  it.each([
    ['slowly', 50, 500],
    ['fast', 200, 1000],
    ['faster than it could draw', 900, 1500],
    ['fast upwards', -200, -1000],
  ])('keeps the more rows ready the faster it is scrolled: %s, %d px in 50 ms', (_how, step, ahead) => {
    list();
    scrolled(50_000, 1000);
    for (let steps = 0; steps < 3; steps += 1) scrolled(step, 50);
    const [first, last] = [rows()[0], rows().at(-1)];
    expect(last).toBe(Math.floor((top + 800 + (ahead > 0 ? ahead : 500)) / HEIGHT));
    expect(first).toBe(Math.floor((top - (ahead < 0 ? -ahead : 500)) / HEIGHT));
    // Once it has rested there are as few as before.
    scrolled(100, 1000);
    expect(rows().at(-1)).toBe(Math.floor((top + 800 + 500) / HEIGHT));
  });
});
