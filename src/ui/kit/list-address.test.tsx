// @vitest-environment jsdom
/** What was searched for is a person's name: it outlives Back and a reload, and is never in an address. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptContext, type KeptStore, memoryStore } from './kept';
import { useListAddress, useSearchState } from './list-address';
import { useTableQuery } from './table-query';

const NAME = 'Anjali Deshmukh';
const MOBILE = '9812345678';
let store: KeptStore;
/** Every address and every state that the browser's history was given. */
let written: string[];
const { pushState, replaceState } = History.prototype;

beforeEach(() => {
  store = memoryStore();
  written = [];
  for (const [name, real] of Object.entries({ pushState, replaceState }))
    History.prototype[name as 'pushState'] = function (...args) {
      written.push(`${JSON.stringify(args[0])} ${args[2] ?? ''}`);
      return real.apply(this, args);
    };
  history.replaceState(null, '', '/loans');
});
afterEach(() => {
  cleanup();
  Object.assign(History.prototype, { pushState, replaceState });
});

function List() {
  const { query, change } = useTableQuery(['bucket']);
  const [, setAddress] = useListAddress();
  const stateOf = useSearchState();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <>
      <output>{JSON.stringify({ at: pathname + search, q: query.q, page: query.page, filters: query.filters })}</output>
      <input aria-label="Search" value={query.q} onChange={({ target }) => change({ q: target.value })} />
      <button type="button" onClick={() => change({ page: 3 })}>
        Third page
      </button>
      <button type="button" onClick={() => change({ filters: { bucket: ['31-60'] } })}>
        Bucket
      </button>
      <button type="button" onClick={() => setAddress((held) => new URLSearchParams([...held, ['loan', '7']]))}>
        Open
      </button>
      <button type="button" onClick={() => setAddress(`bucket=1-30&q=${MOBILE}`)}>
        A saved view
      </button>
      <Link to="/home">Home</Link>
      <button type="button" onClick={() => void navigate('/loans', { state: stateOf(NAME) })}>
        Found
      </button>
      <button
        type="button"
        onClick={() => {
          for (let n = 0; n < 400; n += 1) stateOf(`Loan ${n}`);
        }}
      >
        Hundreds of others
      </button>
    </>
  );
}
/** The page as it is after a load: the browser's own history, and what the device keeps. */
const load = (kept = store) =>
  render(
    <KeptContext value={kept}>
      <BrowserRouter>
        <List />
      </BrowserRouter>
    </KeptContext>,
  );
const shown = () => JSON.parse(screen.getByRole('status').textContent ?? '{}') as { at: string; q: string };
const shows = (wanted: object) => waitFor(() => expect(shown()).toMatchObject(wanted));
const search = (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const nothingTold = () => {
  for (const secret of [NAME, encodeURIComponent(NAME), 'Anjali', MOBILE])
    expect(written.filter((entry) => entry.includes(secret))).toEqual([]);
  expect(location.href).not.toContain('q=');
};

describe('what was searched for', () => {
  it('goes along with filters and pages, and stands neither in the address nor in the history’s state', async () => {
    load();
    search(NAME);
    await shows({ at: '/loans', q: NAME });
    press('Bucket');
    await shows({ at: '/loans?bucket=31-60', q: NAME });
    press('Third page');
    await shows({ at: '/loans?bucket=31-60&page=3', q: NAME });
    search('');
    await shows({ at: '/loans?bucket=31-60', q: '' });
    expect(written.length).toBeGreaterThan(3);
    nothingTold();
  });

  it('outlives a reload and Back, each entry of the history with its own', async () => {
    load();
    search(NAME);
    await shows({ q: NAME });
    press('Open');
    await shows({ at: '/loans?loan=7', q: NAME });
    search(MOBILE);
    await shows({ q: MOBILE });
    cleanup();
    load();
    await shows({ at: '/loans?loan=7', q: MOBILE });
    fireEvent.click(screen.getByRole('link', { name: 'Home' }));
    await shows({ at: '/home', q: '' });
    history.back();
    await shows({ at: '/loans?loan=7', q: MOBILE });
    history.back();
    await shows({ at: '/loans', q: NAME });
    nothingTold();
  });

  it('is part of a saved view, and of a way to the list from elsewhere', async () => {
    load();
    press('A saved view');
    await shows({ at: '/loans?bucket=1-30', q: MOBILE, filters: { bucket: ['1-30'] } });
    press('Found');
    await shows({ at: '/loans', q: NAME });
    nothingTold();
  });

  it('of an old link is asked for and taken out of the address at once', async () => {
    history.replaceState(null, '', `/loans?bucket=1-30&q=${MOBILE}`);
    written = [];
    load();
    expect(shown()).toMatchObject({ q: MOBILE });
    await shows({ at: '/loans?bucket=1-30', q: MOBILE });
    nothingTold();
  });

  it('is not shown to whoever signs in next on the same page', async () => {
    load();
    search(NAME);
    await shows({ q: NAME });
    cleanup();
    const theirs = memoryStore();
    load(theirs);
    await shows({ at: '/loans', q: '' });
    // Theirs takes the same place; it still does not answer for the entry before.
    press('Open');
    search('Lakshmi');
    await shows({ q: 'Lakshmi' });
    history.back();
    await shows({ at: '/loans', q: '' });
  });

  it('is forgotten when hundreds of newer ones were kept', async () => {
    const kept = memoryStore();
    load(kept);
    search(NAME);
    await shows({ q: NAME });
    press('Hundreds of others');
    await shows({ q: '' });
    expect(kept.entries.size).toBeLessThanOrEqual(301);
  });
});
