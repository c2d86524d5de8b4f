import { mayEnter } from './access';
import { deskPaths } from './desk-paths';
import { routeOf } from './registry';

/** Where a loan opens for somebody of this role; undefined for those who have no screen for one loan at a desk. */
export function loanPathFor(role: unknown): ((loanId: string) => string) | undefined {
  if (mayEnter(role, routeOf('viewLoan'))) return (loanId) => deskPaths.viewLoan({ loanId });
  if (mayEnter(role, routeOf('clientLoan'))) return (loanId) => deskPaths.clientLoan({ loanId });
  if (mayEnter(role, routeOf('fieldLoan'))) return undefined;
  if (mayEnter(role, routeOf('callManagement'))) return (loanId) => deskPaths.callManagement({ loanId });
  return undefined;
}
