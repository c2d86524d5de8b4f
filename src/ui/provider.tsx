import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { system } from './system';
import { applyTheme, subscribeTheme } from './theme-choice';
import { ToastHost } from './toast';

/** Everything the kit needs around it; once, at the root. */
export function UiProvider({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    applyTheme();
    return subscribeTheme(() => applyTheme());
  }, []);
  return (
    <ChakraProvider value={system}>
      {children}
      <ToastHost />
    </ChakraProvider>
  );
}

/** Field (48 px targets) or desk (36 px rows); layouts say which while they are shown. */
export function useArea(area: 'field' | 'desk'): void {
  useEffect(() => {
    document.documentElement.dataset.area = area;
  }, [area]);
}
