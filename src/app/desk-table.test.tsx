import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { DESK_PATHS } from '../routes';
import { deskPages } from './desk-pages';
import { deskScreenAt } from './desk-table';
import type { LazyPage } from './pages';

const address = (path: string) => path.replace(/:\w+/g, '7');

/** Where the app is; its page stands there only while the address has a slash at its end. */
function At() {
  const { pathname, search } = useLocation();
  const Page = pathname.endsWith('/') ? (deskScreenAt(pathname)?.page as LazyPage) : undefined;
  return Page ? <Page /> : <output>{pathname + search}</output>;
}

it.each(DESK_PATHS)('%s: a slash at the end of %s leads to the address without it', async (id, path) => {
  expect(deskScreenAt(address(path))?.page).toBe(deskPages[id]);
  render(
    <MemoryRouter initialEntries={[`${address(path)}/?loanId=7`]}>
      <Suspense>
        <At />
      </Suspense>
    </MemoryRouter>,
  );
  expect((await screen.findByRole('status')).textContent).toBe(`${address(path)}?loanId=7`);
});
