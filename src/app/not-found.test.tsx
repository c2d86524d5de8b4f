import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { UiProvider } from '../ui';
import NotFound from './not-found';

it('names the address that is none, and the way on for somebody who is not signed in', () => {
  render(
    <UiProvider>
      <MemoryRouter initialEntries={['/no/such/page']}>
        <NotFound />
      </MemoryRouter>
    </UiProvider>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Nothing lives at this address');
  expect(document.body.textContent).toContain('/no/such/page is not a page of Recoup');
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login');
});
