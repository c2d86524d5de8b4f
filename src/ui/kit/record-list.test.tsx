/** A list of the kit keeps its user's views under its own name, and its rows as high as they were chosen. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type Column, memoryStore, RecordList, useTableQuery } from '.';
import { shown } from './test-kit';

interface User {
  id: string;
  name: string;
}
const USERS: User[] = [
  { id: 'u1', name: 'Asha' },
  { id: 'u2', name: 'Ravi' },
];
const columns: Column<User>[] = [
  { id: 'name', label: 'Name', sort: { by: 'name' }, cell: (user) => user.name },
  { id: 'id', label: 'Id', cell: (user) => user.id },
];

function List({ name }: { name: string }) {
  const { query, change } = useTableQuery(['state', 'kind']);
  const { search } = useLocation();
  const option = (value: string) => ({ value, label: value });
  return (
    <>
      <output data-testid="address">{search}</output>
      <output data-testid="query">{JSON.stringify(query)}</output>
      <RecordList
        name={name}
        title="Users"
        noun="users"
        searchLabel="Name"
        filters={[
          { name: 'state', label: 'State', options: ['active', 'inactive'].map(option) },
          { name: 'kind', label: 'Kind', options: ['manager', 'collector'].map(option) },
        ]}
        columns={columns}
        result={{ data: { rows: USERS, total: 2 }, isPlaceholderData: false, dataUpdatedAt: 0, refetch: () => {} }}
        problem={undefined}
        zone="Asia/Kolkata"
        query={query}
        change={change}
        keyOf={(user) => user.id}
        nameOf={(user) => user.name}
        empty={<p>None</p>}
      />
    </>
  );
}
const address = () => screen.getByTestId('address').textContent;
const query = () => JSON.parse(screen.getByTestId('query').textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const views = () =>
  within(screen.getByRole('group', { name: 'Saved views' }))
    .getAllByRole('button')
    .map((view) => view.textContent);
const tick = async (filter: string, value: string) => {
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${filter}`) }));
  fireEvent.click(screen.getByRole('checkbox', { name: value }));
  await waitFor(() => expect(address()).toContain(value));
};

describe('saved views of a list', () => {
  it('keep search, order and filters under a name, bring them back on a later visit, and can be removed', async () => {
    const store = memoryStore();
    const first = shown(<List name="userlist" />, store);
    expect(views()).toEqual(['All']);
    await tick('Kind', 'collector');
    await tick('State', 'inactive');
    press('Name');
    const box = screen.getByRole('searchbox', { name: 'Name' });
    fireEvent.change(box, { target: { value: 'ravi' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(query().q).toBe('ravi'));
    const wanted = query();
    press('Save this view');
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of the view' }), { target: { value: 'Gone' } });
    press('Save view');
    expect(screen.getByRole('button', { name: 'Gone' }).getAttribute('aria-pressed')).toBe('true');
    press('All');
    await waitFor(() => expect(query()).toEqual({ q: '', page: 1, filters: {} }));
    expect(address()).toBe('');
    first.unmount();

    // Another list has views of its own.
    const other = shown(<List name="clients" />, store);
    expect(views()).toEqual(['All']);
    other.unmount();

    shown(<List name="userlist" />, store);
    expect(views()).toEqual(['All', 'Gone']);
    press('Gone');
    await waitFor(() => expect(query()).toEqual(wanted));
    expect(wanted).toMatchObject({ sort: { by: 'name' }, filters: { kind: ['collector'], state: ['inactive'] } });
    press('Remove the view Gone');
    expect(views()).toEqual(['All', 'Save this view']);
  });

  it('are the same whatever order the filters were chosen in', async () => {
    const store = memoryStore([['views.userlist', [{ name: 'Mine', search: 'kind=manager&state=active' }]]]);
    shown(<List name="userlist" />, store);
    await tick('State', 'active');
    await tick('Kind', 'manager');
    expect(screen.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true');
  });
});

it('rows are 36 px high, 44 px once "Roomy" is pressed, and still on the next visit, in every list', () => {
  const store = memoryStore();
  const heights = () =>
    [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')].map((row) => row.style.height);
  const rem = (px: number) => USERS.map(() => `${px / 16}rem`);
  const density = (name: string) => {
    if (!screen.queryByRole('button', { name: 'Roomy' })) press('Columns and density');
    return screen.getByRole('button', { name });
  };
  const first = shown(<List name="userlist" />, store);
  expect(heights()).toEqual(rem(36));
  fireEvent.click(density('Roomy'));
  expect(heights()).toEqual(rem(44));
  first.unmount();
  const again = shown(<List name="userlist" />, store);
  expect(heights()).toEqual(rem(44));
  again.unmount();
  shown(<List name="clients" />, store);
  expect(heights()).toEqual(rem(44));
  expect(density('Roomy').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(density('Compact'));
  expect(heights()).toEqual(rem(36));
});
