import type { addPreference, Lift, LoanContact } from '../../../core/contract/contact';
import type { addPack, blocksReport } from '../../../core/contract/contact-rules';
import type { RequestOf } from '../../../core/contract/kit';
import type { PackRule } from '../../../core/domain/contact-gate';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { findVisibleLoan, loanScope } from '../loans';
import { tenantRules } from '../tenants';
import { loanContacts } from './loan-contact';
import { phoneRules } from './on-phone';
import { addVersion, packList, replay } from './packs';
import { addWish, endWish, liftHold } from './preferences';
import { blocks } from './report';

const MOST_FOUND = 10;

export function contactService({ db, clock }: Deps) {
  const rulesOf = tenantRules(db);

  async function within<T>(actor: Actor, work: (tx: Tx, now: Date, zone: string) => Promise<T>): Promise<T> {
    const { zone } = await rulesOf(actor.tenantId);
    const { tenantId, userId } = actor;
    return db.transaction({ tenantId, userId }, (tx) => work(tx, clock.now(), zone));
  }

  /** The loan, after `change`, as the caller sees it. Throws `not-found` for one that they may not see. */
  const onLoan = (
    actor: Actor,
    idOrNumber: string,
    change?: (tx: Tx, loanId: string, now: Date, zone: string) => Promise<void>,
  ): Promise<LoanContact> =>
    within(actor, async (tx, now, zone) => {
      const loanId = await findVisibleLoan(tx, actor, idOrNumber);
      if (loanId === undefined) throw new ApiError('not-found');
      await change?.(tx, loanId, now, zone);
      const [contact] = await loanContacts(tx, actor, [loanId], now, zone);
      if (!contact) throw new ApiError('not-found');
      return contact;
    });

  return {
    loan: (actor: Actor, idOrNumber: string) => onLoan(actor, idOrNumber),
    phoneRules: (actor: Actor) => within(actor, (tx, now, zone) => phoneRules(tx, actor, now, zone)),
    addPreference: (actor: Actor, loanId: string, body: RequestOf<typeof addPreference>['body']) =>
      onLoan(actor, loanId, (tx, id, now, zone) => addWish(tx, actor, id, body, now, zone)),
    endPreference: (actor: Actor, loanId: string, id: string, reason: string) =>
      onLoan(actor, loanId, (tx, loan, now) => endWish(tx, actor, loan, id, reason, now)),
    lift: (actor: Actor, loanId: string, what: Lift, reason: string) =>
      onLoan(actor, loanId, (tx, id, now) => liftHold(tx, actor, id, what, reason, now)),

    why: (actor: Actor, q: string): Promise<LoanContact[]> =>
      within(actor, async (tx, now, zone) => {
        const digits = q.replace(/[\s+-]/g, '');
        const parameters: unknown[] = [actor.tenantId, q.toLowerCase(), digits.slice(-10)];
        const scope = loanScope(actor, parameters);
        const found = await tx.query<{ id: string }>(
          `select l.id from loans l
            where l.tenant_id = $1 and ${scope} and (lower(l.loan_number) = $2 or l.borrower_id in (
              select p.borrower_id from phones p where p.tenant_id = $1 and p.number = $3))
            order by l.loan_number limit ${MOST_FOUND}`,
          parameters,
        );
        return loanContacts(
          tx,
          actor,
          found.map(({ id }) => id),
          now,
          zone,
        );
      }),

    packs: (actor: Actor) => within(actor, packList),
    addPack: (actor: Actor, body: RequestOf<typeof addPack>['body']) =>
      within(actor, async (tx, now, zone) => {
        await addVersion(tx, actor, body, now, zone);
        return packList(tx, now, zone);
      }),
    preview: (actor: Actor, pack: { microfinance: string[]; rules: PackRule[] }) =>
      within(actor, (tx, now, zone) => replay(tx, actor, pack, now, zone)),
    blocks: (actor: Actor, query: RequestOf<typeof blocksReport>['query']) =>
      within(actor, (tx, now, zone) => blocks(tx, actor, query, now, zone)),
  };
}
