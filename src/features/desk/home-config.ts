import { createContext, useContext } from 'react';

/** Agencies whose CRM managers get the default dashboard; the app gives them from the runtime configuration. */
export const DefaultDashboardAgencies = createContext<readonly string[]>([]);
export const useDefaultDashboardAgencies = (): readonly string[] => useContext(DefaultDashboardAgencies);
