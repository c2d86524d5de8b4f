import type { BorrowerProfile } from '../../../core/contract/borrower-profile';
import type { RequestOf } from '../../../core/contract/kit';
import type { assignProfile, removeLoans, updateLoan } from '../../../core/contract/loan-changes';
import type { LoanFacts } from '../../../core/contract/loan-facts';
import type { Breakdown } from '../../../core/contract/loan-list';
import type { activeLoans, fieldCases, loansByManager, scheduledCases } from '../../../core/contract/loan-work';
import type { Loan } from '../../../core/contract/loans';
import type { planVisit } from '../../../core/contract/visit-plan';
import { dayOf } from '../../../core/domain/dates';
import { parseRole } from '../../../core/domain/roles';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { noteMismatch } from '../auth';
import { tenantRules } from '../tenants';
import { readLanding } from './analytics';
import { type Assignment, assignLoans, checkRecallDay, undoAssignment } from './assign';
import { readBorrower } from './borrower-profile';
import { readBreakdown } from './breakdown';
import { changeLoan, deleteLoans, retainLoan } from './changes';
import { readFacts } from './facts';
import { type LoanListQuery, loanPage } from './list';
import { presentLoans } from './present';
import { findVisibleLoan } from './repository';
import { checkVisitDay, planOwnVisit } from './visit-days';
import { readActive, readByManager, readFieldCases, readPtpStock, readScheduled, readTotalAssigned } from './work';

export function loanService({ db, clock }: Deps) {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId, indexed: true }) as const;
  const at = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => db.transaction(scopeOf(actor), work);
  /** Within the tenant's days. */
  const zoned = async <T>(actor: Actor, work: (tx: Tx, zone: string, now: Date) => Promise<T>) => {
    const { zone } = await rulesOf(actor.tenantId);
    return at(actor, (tx) => work(tx, zone, clock.now()));
  };
  const landing = (actor: Actor) => zoned(actor, (tx, zone, now) => readLanding(tx, actor, zone, now));
  const oneLoan = async (tx: Tx, actor: Actor, idOrNumber: string, zone: string): Promise<Loan> => {
    const id = await findVisibleLoan(tx, actor, idOrNumber);
    const [loan] = id === undefined ? [] : await presentLoans(tx, actor.tenantId, [id], dayOf(clock.now(), zone));
    if (!loan) throw new ApiError('not-found');
    return loan;
  };
  return {
    /** By id or loan number; `not-found` for a loan outside the caller's scope. */
    byIdOrNumber: (actor: Actor, idOrNumber: string): Promise<Loan> =>
      zoned(actor, (tx, zone) => oneLoan(tx, actor, idOrNumber, zone)),

    /** By id or loan number; `not-found` for a loan outside the caller's scope. */
    facts: (actor: Actor, idOrNumber: string): Promise<LoanFacts> =>
      zoned(actor, async (tx, zone, now) => {
        const id = await findVisibleLoan(tx, actor, idOrNumber);
        const facts = id && (await readFacts(tx, actor.tenantId, id, dayOf(now, zone), zone));
        if (!facts) throw new ApiError('not-found');
        return facts;
      }),

    /** Of a loan by id or loan number; `not-found` for one outside the caller's scope. */
    borrower: (actor: Actor, idOrNumber: string): Promise<BorrowerProfile> =>
      zoned(actor, async (tx, zone, now) => {
        const id = await findVisibleLoan(tx, actor, idOrNumber);
        const found = id && (await readBorrower(tx, actor, id, { today: dayOf(now, zone), zone }));
        if (!found) throw new ApiError('not-found');
        return found;
      }),

    landing,

    /** The same figures; throws `identity-mismatch` when `category` is not the caller's own role. */
    async dashboard(actor: Actor, category: string) {
      if (parseRole(category) !== actor.role) {
        await noteMismatch({ db, clock }, actor, {
          header: 'category',
          claimed: category,
          endpoint: 'loans.dashboard',
        });
        throw new ApiError('identity-mismatch');
      }
      return { category: actor.role, ...(await landing(actor)) };
    },

    async breakdown(actor: Actor, by: Breakdown) {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), (tx) => readBreakdown(tx, actor, by, zone, clock.now()));
    },

    async list(actor: Actor, query: LoanListQuery) {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), (tx) => loanPage(tx, actor, query, zone, clock.now()));
    },

    active: (actor: Actor, query: RequestOf<typeof activeLoans>['query']) =>
      zoned(actor, (tx, zone, now) => readActive(tx, actor, query, zone, now)),
    scheduled: (actor: Actor, query: RequestOf<typeof scheduledCases>['query'], whose: 'own' | 'all') =>
      zoned(actor, (tx, zone, now) => readScheduled(tx, actor, query, zone, now, whose)),
    fieldCases: (actor: Actor, query: RequestOf<typeof fieldCases>['query']) =>
      zoned(actor, (tx, zone, now) => readFieldCases(tx, actor, query, zone, now)),
    byManager: (actor: Actor, query: RequestOf<typeof loansByManager>['query']) =>
      zoned(actor, (tx, zone, now) => readByManager(tx, actor, query, zone, now)),
    ptpStock: (actor: Actor) => zoned(actor, (tx, zone, now) => readPtpStock(tx, actor, zone, now)),
    totalAssigned: (actor: Actor) => at(actor, (tx) => readTotalAssigned(tx, actor)),

    update: (actor: Actor, body: RequestOf<typeof updateLoan>['body']): Promise<Loan> =>
      zoned(actor, async (tx, zone, now) => {
        await changeLoan(tx, actor, body, now);
        return oneLoan(tx, actor, body.loanId, zone);
      }),
    assign: (actor: Actor, assignment: Assignment) =>
      zoned(actor, (tx, zone, now) => {
        checkRecallDay(assignment.recallOn, dayOf(now, zone));
        return assignLoans(tx, actor, assignment, now);
      }),
    async assignPayload(actor: Actor, body: RequestOf<typeof assignProfile>['body']) {
      const { zone } = await rulesOf(actor.tenantId);
      const day = body.visitDate?.slice(0, 10);
      if (day) checkVisitDay('visitDate', day, dayOf(clock.now(), zone));
      return at(actor, async (tx) => {
        const [visit] = body.visitDate
          ? await tx.query<{ at: string }>('select ($1::timestamp at time zone $2) as at', [body.visitDate, zone])
          : [];
        const assignment: Assignment = {
          kind: body.agentType === 'Collector' ? 'collector' : 'field_agent',
          profileId: body.profileId,
          loanIds: body.loanIds,
          visit: day && visit ? { at: new Date(visit.at), day } : null,
          ownPincodes: body.checkPinCode,
          reason: body.reason,
        };
        return assignLoans(tx, actor, assignment, clock.now());
      });
    },
    undoAssignment: (actor: Actor, batchId: string) =>
      at(actor, (tx) => undoAssignment(tx, actor, batchId, clock.now())),
    planVisit: (actor: Actor, body: RequestOf<typeof planVisit>['body']): Promise<Loan> =>
      zoned(actor, async (tx, zone, now) => {
        await planOwnVisit(tx, actor, body, zone, now);
        return oneLoan(tx, actor, body.loanId, zone);
      }),
    remove: (actor: Actor, body: RequestOf<typeof removeLoans>['body']) =>
      at(actor, (tx) => deleteLoans(tx, actor, body, clock.now())),
    /** `retain` null lets it go. */
    retain: (actor: Actor, loanId: string, retain: { reason?: string | undefined } | null) =>
      at(actor, (tx) => retainLoan(tx, actor, loanId, retain, clock.now())),
  };
}
