/** A table on a phone: a card a row. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Column } from '.';
import { TableCards } from './table-cards';
import { shown } from './test-kit';

const change = vi.fn();
const columns: Column<string>[] = [
  { id: 'name', label: 'Name', cell: (row) => row },
  {
    id: 'target',
    label: 'Target',
    cell: (row) => (
      <button type="button" onClick={() => change(row)}>
        Change
      </button>
    ),
  },
];
const cards = (onOpen: ((row: string) => void) | undefined, own = columns) =>
  shown(
    <TableCards
      label="Lines"
      columns={own}
      rows={['West']}
      keyOf={(row) => row}
      nameOf={(row) => row}
      onOpen={onOpen}
      openKey={undefined}
      selection={undefined}
      onSelection={undefined}
      busy={false}
    />,
  );

it('a card that opens nothing is no button, so that what stands in it can be pressed', () => {
  cards(undefined);
  const button = screen.getByRole('button', { name: 'Change' });
  expect(screen.getAllByRole('button')).toEqual([button]);
  fireEvent.click(button);
  expect(change).toHaveBeenCalledWith('West');
});

it('a card that opens something has one button for that beside those that stand in it', () => {
  const open = vi.fn();
  change.mockClear();
  cards(open);
  const opens = screen.getByRole('button', { name: 'West' });
  fireEvent.click(opens);
  expect(open).toHaveBeenCalledWith('West');
  const changes = screen.getByRole('button', { name: 'Change' });
  expect(opens.contains(changes)).toBe(false);
  fireEvent.click(changes);
  expect(change).toHaveBeenCalledWith('West');
  expect(open).toHaveBeenCalledTimes(1);
});
