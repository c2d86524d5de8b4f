/**
 * The only way to write a link; those to the screens of the desk are desk-paths.ts. Each builder answers a path that the
 * registry knows (held by a test).
 */
import { coreRoutes as routes } from './core-routes';

type Query = Record<string, string | undefined>;

function to(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return search.size ? `${path}?${search}` : path;
}

export const paths = {
  login: () => routes.login.path,
  dev: () => routes.dev.path,
  fieldLogin: () => routes.fieldLogin.path,
  clientLogin: () => routes.clientLogin.path,
  logout: () => routes.logout.path,
  /** In the registry with the desk's screens: a phone's first visit does not need it. */
  resetPassword: () => '/reset-password',
  home: () => routes.home.path,
  fieldLoans: () => routes.fieldLoans.path,
  fieldLoan: (loanId: string) => to(routes.fieldLoan.path, { loanId }),
  /** The visit form of a loan; with `mend` the record that the server sent back is opened in it. */
  fieldVisit: (loanId: string, mend?: string) => to(routes.fieldVisit.path, { loanId, mend }),
  fieldVisitForm: () => routes.fieldVisit.path,
  /** The ledger, with one record open when `record` is given. */
  fieldLedger: (record?: string) => to(routes.fieldLedger.path, { record }),
  fieldMe: () => routes.fieldMe.path,
} as const;
