import { createContext, useContext } from 'react';
import type { Api } from './client';

export const ApiContext = createContext<Api | undefined>(undefined);

/** The client of the signed-in user. Throws outside the desk's layout. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('This screen calls the server directly and is shown outside the desk layout');
  return api;
}
