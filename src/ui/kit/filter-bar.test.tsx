/** The search above a list asks once for what was typed. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UiProvider } from '..';
import { type Column, FilterBar, KeptContext, memoryStore, type TableQuery, useTableQuery, useTableSettings } from '.';

const COLUMNS: Column<{ id: string }>[] = [{ id: 'id', label: 'Id', cell: ({ id }) => id }];
let asked: Partial<TableQuery>[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => vi.useRealTimers());

function List() {
  const { query, change } = useTableQuery([]);
  const settings = useTableSettings('list', COLUMNS);
  return (
    <FilterBar
      searchLabel="Name"
      filters={[]}
      query={query}
      onChange={(part) => {
        asked.push(part);
        change(part);
      }}
      settings={settings}
      columns={COLUMNS}
    />
  );
}

function show(): HTMLElement {
  render(
    <UiProvider>
      <MemoryRouter initialEntries={['/list']}>
        <KeptContext value={memoryStore()}>
          <List />
        </KeptContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return screen.getByRole('searchbox', { name: 'Name' });
}
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });

it('asks once, a moment after the last letter', () => {
  const box = show();
  type(box, 'an');
  act(() => vi.advanceTimersByTime(200));
  type(box, 'anjali ');
  act(() => vi.advanceTimersByTime(249));
  expect(asked).toEqual([]);
  act(() => vi.advanceTimersByTime(2_000));
  expect(asked).toEqual([{ q: 'anjali' }]);
});

it('asks at once by Enter, and not again when that moment is over', () => {
  const box = show();
  type(box, 'anjali');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(asked).toEqual([{ q: 'anjali' }]);
  act(() => vi.advanceTimersByTime(2_000));
  expect(asked).toEqual([{ q: 'anjali' }]);
  // What is typed afterwards is asked as ever.
  type(box, 'anil');
  act(() => vi.advanceTimersByTime(250));
  expect(asked).toEqual([{ q: 'anjali' }, { q: 'anil' }]);
});
