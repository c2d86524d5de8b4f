/** What stands around a part of the desk's kit in a test. */
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';

import { UiProvider } from '..';
import { KeptContext, memoryStore } from '.';

configure({ defaultHidden: true, asyncUtilTimeout: 5000 });

export const shown = (children: ReactNode, store = memoryStore()) =>
  render(
    <UiProvider>
      <MemoryRouter>
        <KeptContext value={store}>{children}</KeptContext>
      </MemoryRouter>
    </UiProvider>,
  );
