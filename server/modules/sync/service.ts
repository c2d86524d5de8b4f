import type { ResponseOf } from '../../../core/contract/kit';
import type { Loan } from '../../../core/contract/loans';
import { DIGEST_GROUPS, type syncLoans } from '../../../core/contract/sync';
import { dayOf } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { contactFacts } from '../contact';
import { presentLoans } from '../loans';
import { tenantRules } from '../tenants';
import { workOrderOf } from '../work-order';
import { type Cursor, cursorAfter, NO_LOAN, readCursor, writeCursor } from './cursor';
import { countAssigned, isAhead, readChanges, readDigests, readEpoch, readGroups } from './repository';

type Answer = ResponseOf<typeof syncLoans>['data'];
/** What the feed has for the caller. */
type Found = Omit<Answer, 'owner' | 'order' | 'serverTime'>;
interface Asked {
  cursor?: string | undefined;
  limit?: number | undefined;
  groups?: string | undefined;
}

const DEFAULT_LIMIT = 500;

/** How long a renewed epoch may take to be seen by this process. */
const EPOCH_BELIEF_MS = 5_000;

export function syncService({ db, clock }: Deps) {
  const rulesOf = tenantRules(db);
  const orderOf = workOrderOf(db);
  let epoch: { value: Promise<string>; until: number } | undefined;
  function currentEpoch(): Promise<string> {
    if (epoch && epoch.until > performance.now()) return epoch.value;
    const value = db.platform(readEpoch);
    epoch = { value, until: performance.now() + EPOCH_BELIEF_MS };
    value.catch(() => {
      epoch = undefined;
    });
    return value;
  }

  /** With what the phone judges contact by. */
  async function presented(tx: Tx, { tenantId }: Actor, ids: string[], zone: string): Promise<Loan[]> {
    const [loans, facts] = await Promise.all([
      presentLoans(tx, tenantId, ids, dayOf(clock.now(), zone)),
      contactFacts(tx, tenantId, ids, clock.now(), zone),
    ]);
    return loans.map((loan) => ({ ...loan, contact: facts.get(loan.id) }));
  }

  /** Everything since the cursor. Without a usable one: from the beginning, with `reset` when there was one. */
  async function changes(tx: Tx, actor: Actor, asked: Asked, life: string, zone: string): Promise<Found> {
    const limit = asked.limit ?? DEFAULT_LIMIT;
    const given = asked.cursor === undefined ? undefined : readCursor(asked.cursor);
    // A cursor that is ahead of the database was given before a restore: this device noticed it first.
    const usable = given && given.epoch === life && !given.repair && !(await isAhead(tx, given)) ? given : undefined;
    const at: Cursor = usable ?? { epoch: life, xid: '0', loanId: NO_LOAN };
    const { horizon, changes } = await readChanges(
      tx,
      actor,
      { xid: at.xid, loanId: at.loanId, from: usable ? at.from : 'now' },
      limit + 1,
    );
    const more = changes.length > limit;
    const page = more ? changes.slice(0, limit) : changes;
    const from = usable ? at.from : horizon;
    const assigned = page.filter((row) => row.state === 'assigned');
    const loans = await presented(
      tx,
      actor,
      assigned.map((row) => row.loan_id),
      zone,
    );
    // A loan that changed between two statements would make its digest look like drift: then there is none this time.
    const versions = new Map(assigned.map((row) => [row.loan_id, row.version]));
    const still = loans.every((loan) => versions.get(loan.id) === loan.version);
    return {
      reset: asked.cursor !== undefined && !usable,
      loans,
      revoked: page.flatMap((row) =>
        row.state === 'revoked' ? [{ loanId: row.loan_id, reason: row.reason ?? 'unassigned' }] : [],
      ),
      cursor: writeCursor(cursorAfter({ ...at, ...(from && { from }) }, horizon, more ? page.at(-1) : undefined)),
      more,
      total: await countAssigned(tx, actor),
      digests: !more && still ? await readDigests(tx, actor) : null,
    };
  }

  /** Whole digest groups, to repair drift. The cursor only leads through this walk; the device keeps its own. */
  async function groups(tx: Tx, actor: Actor, asked: Asked, life: string, zone: string): Promise<Found> {
    const wanted = [...new Set((asked.groups ?? '').split(',').map(Number))];
    if (wanted.some((group) => group >= DIGEST_GROUPS)) {
      throw new ApiError('invalid', {
        fields: [{ path: 'groups', message: `Groups are numbered from 0 to ${DIGEST_GROUPS - 1}` }],
      });
    }
    const limit = asked.limit ?? DEFAULT_LIMIT;
    const given = asked.cursor === undefined ? undefined : readCursor(asked.cursor);
    const after = given?.repair && given.epoch === life ? given.loanId : NO_LOAN;
    const rows = await readGroups(tx, actor, wanted, after, limit + 1);
    const page = rows.slice(0, limit).map((row) => row.loan_id);
    return {
      reset: false,
      loans: await presented(tx, actor, page, zone),
      revoked: [],
      cursor: writeCursor({ epoch: life, xid: '0', loanId: page.at(-1) ?? after, repair: true }),
      more: rows.length > limit,
      total: await countAssigned(tx, actor),
      digests: null,
    };
  }

  return {
    async loans(actor: Actor, asked: Asked): Promise<Answer> {
      const life = await currentEpoch();
      const { tenantId, userId } = actor;
      const { zone } = await rulesOf(tenantId);
      const answer = await db.transaction({ tenantId, userId }, (tx) =>
        asked.groups === undefined ? changes(tx, actor, asked, life, zone) : groups(tx, actor, asked, life, zone),
      );
      const { version: order } = await orderOf(tenantId);
      return { owner: userId, ...answer, order, serverTime: clock.now().toISOString() };
    },
  };
}
