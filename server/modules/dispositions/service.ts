import type { caseHistories, correctDisposition, WorkEntry } from '../../../core/contract/call-work';
import type { importCodes } from '../../../core/contract/code-import';
import type {
  BatchItem,
  BatchResult,
  callStarted,
  caseHistory,
  Receipt,
  reportQuarantine,
} from '../../../core/contract/dispositions';
import type { RequestOf } from '../../../core/contract/kit';
import { DatabaseError } from '../../db/database';
import { type Actor, ApiError, type UploadedFile } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { attachmentService } from '../attachments';
import { refusalOf } from '../contact';
import { breadthOf, findVisibleLoan, historyPage } from '../loans';
import { workOrderOf } from '../work-order';
import { acceptGroup } from './accept';
import { readCallerDay } from './caller-day';
import { auditCallConflict, type StartedCall, startCall } from './calls';
import { readCodesCsv } from './codes-csv';
import { takeCodes } from './codes-import';
import { committer } from './committer';
import { correctRecord, type RecordQuestion, readRecord, readRecords } from './desk-records';
import { signatureJudge } from './evidence-signature';
import { asApiError, itemError } from './item-error';
import { isContent, isStorable, openItem, type Prepared, prepareItem } from './prepare';
import { keepQuarantined } from './quarantine';
import { quarantineReview } from './quarantine-review';
import type { RaiseFromRecord } from './raise';
import { recordRules } from './rules';
import { withdrawRecord } from './withdraw';

const PAGE = 10;
/** The database cannot take work now, whoever asks: nothing about an item. */
const UNAVAILABLE = /^(08|53|57|40)/;

/** `raise` takes the settlements that records raise. */
export function dispositionService(
  deps: Pick<Deps, 'db' | 'storage' | 'clock' | 'keys' | 'logger'>,
  raise: RaiseFromRecord,
) {
  const { db, clock, keys, logger } = deps;
  const rulesOf = recordRules(db);
  const orderOf = workOrderOf(db);
  const files = attachmentService(deps);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  const commit = async (tenantId: string, items: Prepared[]): Promise<BatchResult[]> => {
    const { zone } = await rulesOf(tenantId);
    return db.transaction({ tenantId, byKey: true }, (tx) =>
      acceptGroup(tx, tenantId, zone, items, clock.now(), raise),
    );
  };

  /** The group as one; when that fails, each item alone, so that a bad one never fails its neighbours. */
  async function commitGroup(tenantId: string, items: Prepared[]): Promise<BatchResult[]> {
    try {
      return await commit(tenantId, items);
    } catch (error) {
      if (error instanceof DatabaseError && UNAVAILABLE.test(error.code)) throw error;
      logger.warn('a group of records failed and is taken one by one', { tenantId, count: items.length, error });
    }
    const results: BatchResult[] = [];
    for (const item of items) {
      try {
        results.push(...(await commit(tenantId, [item])));
      } catch (error) {
        if (error instanceof DatabaseError && UNAVAILABLE.test(error.code)) throw error;
        logger.error('a record could not be stored', { tenantId, userId: item.actor.userId, error });
        results.push({ key: item.key, error: itemError('internal') });
      }
    }
    return results;
  }
  const submit = committer(commitGroup);
  const judge = signatureJudge(db);

  async function prepare(actor: Actor, items: readonly BatchItem[]): Promise<Prepared[]> {
    const rules = await rulesOf(actor.tenantId);
    return Promise.all(items.map((item) => prepareItem({ keys, judge }, rules, actor, item)));
  }

  /** Each item is answered on its own, after the commit that holds it. */
  async function accept(actor: Actor, items: readonly BatchItem[]): Promise<BatchResult[]> {
    return submit(actor.tenantId, await prepare(actor, items));
  }

  /** Records of other people's calls that somebody vouches for who sees the loans: from a file. Answered in their order. */
  async function acceptVouched(
    tenantId: string,
    given: readonly { actor: Actor; item: BatchItem }[],
  ): Promise<BatchResult[]> {
    const rules = await rulesOf(tenantId);
    const prepared = await Promise.all(
      given.map(async ({ actor, item }) => ({
        ...(await prepareItem({ keys, judge }, rules, actor, item)),
        reviewed: true as const,
      })),
    );
    return prepared.length > 0 ? submit(tenantId, prepared) : [];
  }

  async function recordsPage(actor: Actor, question: Omit<RecordQuestion, 'page' | 'size'>, page = 1, size = PAGE) {
    const { zone } = await rulesOf(actor.tenantId);
    return db.transaction(scopeOf(actor), async (tx) => {
      if (question.loanId && (await findVisibleLoan(tx, actor, question.loanId)) !== question.loanId)
        throw new ApiError('not-found');
      const { entries, total } = await readRecords(tx, actor, { ...question, page, size }, zone);
      return {
        caseHistories: entries,
        totalPages: Math.ceil(total / size),
        totalElements: total,
        currentPageNumber: page,
        currentPageSize: size,
      };
    });
  }

  return {
    accept,
    acceptVouched,

    /** What supervisors do with records that were not taken. */
    review: quarantineReview({ db, clock, raise, prepare, zoneOf: async (tenantId) => (await rulesOf(tenantId)).zone }),

    /** One record whose files came along; a file that it does not name is refused before anything is stored. */
    async record(actor: Actor, item: BatchItem, uploaded: UploadedFile[]): Promise<Receipt> {
      const prepared = await prepare(actor, [item]);
      for (const { content } of prepared)
        if (isContent(content)) {
          const named = new Set(content.record.attachments.map(({ sha256 }) => sha256));
          await files.keep(actor, uploaded, named);
        }
      const [result] = await submit(actor.tenantId, prepared);
      if (!result) throw new Error('The record has no answer');
      if ('error' in result) throw asApiError(result.error);
      return result.receipt;
    },

    async startCall(actor: Actor, key: string, body: RequestOf<typeof callStarted>['body']): Promise<StartedCall> {
      if (body.collectorId !== undefined && body.collectorId !== actor.userId) throw new ApiError('identity-mismatch');
      const now = clock.now();
      const { zone } = await rulesOf(actor.tenantId);
      let started: Awaited<ReturnType<typeof startCall>>;
      try {
        started = await db.transaction(scopeOf(actor), (tx) => startCall(tx, actor, key, body, { now, zone }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'key-conflict') {
          await db.transaction(scopeOf(actor), (tx) => auditCallConflict(tx, actor, key, now));
        }
        throw error;
      }
      if ('allowed' in started) throw refusalOf(started);
      return started;
    },

    async quarantine(actor: Actor, { item, reason }: RequestOf<typeof reportQuarantine>['body']): Promise<string> {
      const opened = await openItem(keys, item);
      const evidence = opened && isStorable(opened.raw) ? opened.raw : item;
      await db.transaction(scopeOf(actor), (tx) =>
        keepQuarantined(
          tx,
          actor,
          { key: item.key, hash: item.hash, evidence, reason, signature: item.signature ?? null },
          clock.now(),
        ),
      );
      return item.key;
    },

    async history(actor: Actor, header: string, query: RequestOf<typeof caseHistory>['query']) {
      const loanId = header.toLowerCase();
      const page = query.pageNo ?? 1;
      const size = query.pageSize ?? PAGE;
      return db.transaction(scopeOf(actor), async (tx) => {
        if ((await findVisibleLoan(tx, actor, loanId)) !== loanId) throw new ApiError('not-found');
        const { total, entries } = await historyPage(tx, actor.tenantId, loanId, {
          limit: size,
          offset: (page - 1) * size,
        });
        return {
          caseHistories: entries,
          totalPages: Math.ceil(total / size),
          totalElements: total,
          currentPageNumber: page,
          currentPageSize: size,
        };
      });
    },

    one: (actor: Actor, id: string): Promise<WorkEntry> =>
      db.transaction(scopeOf(actor), (tx) => readRecord(tx, actor, id.toLowerCase())),

    ofLoan: (actor: Actor, loanId: string, page?: number, size?: number) =>
      recordsPage(actor, { loanId: loanId.toLowerCase() }, page, size),

    all: (actor: Actor, { pageNo, pageSize, from, to, mine, stage }: RequestOf<typeof caseHistories>['query']) =>
      recordsPage(actor, { from, to, stage, mine: mine === 'true' }, pageNo, pageSize),

    correct: (actor: Actor, body: RequestOf<typeof correctDisposition>['body']): Promise<WorkEntry> =>
      db.transaction(scopeOf(actor), (tx) => correctRecord(tx, actor, body, breadthOf(actor) === 'own', clock.now())),

    async withdraw(actor: Actor, body: { id: string; reason: string }) {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), (tx) =>
        withdrawRecord(tx, actor, { ...body, id: body.id.toLowerCase() }, zone, clock.now()),
      );
    },

    async callerDay(actor: Actor) {
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), (tx) => readCallerDay(tx, actor, zone, clock.now()));
    },

    async codes(actor: Actor) {
      const { codes, maxPtpDays, zone } = await rulesOf(actor.tenantId);
      const order = await orderOf(actor.tenantId);
      return { codes: [...codes.values()], policy: { maxPtpDays, zone, order } };
    },

    async importCodes(actor: Actor, { csv, commit: save }: RequestOf<typeof importCodes>['body']) {
      const file = readCodesCsv(csv);
      const result = await db.transaction(scopeOf(actor), (tx) => takeCodes(tx, actor, file, save, clock.now()));
      if (result.saved) rulesOf.forget(actor.tenantId);
      return result;
    },

    async code(actor: Actor, code: string) {
      const found = (await rulesOf(actor.tenantId)).codes.get(code);
      if (!found) throw new ApiError('not-found');
      return found;
    },
  };
}
