import type { Breakdown } from '../../../core/contract/loan-list';
import type { Loan } from '../../../core/contract/loans';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { tenantRules } from '../tenants';
import { readLanding } from './analytics';
import { readBreakdown } from './breakdown';
import { type LoanListQuery, loanPage } from './list';
import { presentLoans } from './present';
import { findVisibleLoan } from './repository';

export function loanService({ db, clock }: Deps) {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  return {
    /** By id or loan number; `not-found` for a loan outside the caller's scope. */
    byIdOrNumber: (actor: Actor, idOrNumber: string): Promise<Loan> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const id = await findVisibleLoan(tx, actor, idOrNumber);
        const [loan] = id === undefined ? [] : await presentLoans(tx, actor.tenantId, [id]);
        if (!loan) throw new ApiError('not-found');
        return loan;
      }),

    async landing(actor: Actor) {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), (tx) => readLanding(tx, actor, zone, clock.now()));
    },

    async breakdown(actor: Actor, by: Breakdown) {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), (tx) => readBreakdown(tx, actor, by, zone, clock.now()));
    },

    async list(actor: Actor, query: LoanListQuery) {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), (tx) => loanPage(tx, actor, query, zone, clock.now()));
    },
  };
}
