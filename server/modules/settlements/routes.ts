import { type Decided, UPDATED } from '../../../core/contract/settlements';
import { coolingEnds } from '../../../core/domain/settlements/offer';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type Handlers } from '../../http/implement';
import { originOf } from '../../platform/config';
import type { Deps } from '../../platform/deps';
import { documentReply, keepBytes, nameDocument } from '../documents';
import { findVisibleLoan } from '../loans';
import { tenantRules } from '../tenants';
import { absencePage, colleaguesOf, endAbsence, goAway, stoodInFor } from './absences';
import { instalmentFile, instalmentPage } from './instalments';
import { checkLetterFile, differenceIn, expectedIn, keepCheck } from './letter-check';
import { letterHandlers } from './letter-routes';
import { beginRun, cancelRun, ownRuns } from './letter-runs';
import { drawnLetters } from './letters';
import { settlementPage } from './list';
import { type Moment, momentOf } from './moment';
import { offerHandlers } from './offer-routes';
import { maySend, presentRow } from './present';
import {
  lastSettledOn,
  listedSettlement,
  loanForOffer,
  loanOfSettlement,
  offersOf,
  openSettlementOf,
  setLetter,
} from './repository';
import { decideMoney, insistOnSettlement, raise, shown, takeStep } from './service';

type SettlementHandlers = Pick<Handlers, Extract<keyof Handlers, `settlements.${string}`>>;
const LETTERS = { kinds: ['application/pdf', 'image/jpeg', 'image/png'], words: 'Not a PDF, JPEG or PNG file' };

export function handlers(deps: Deps): SettlementHandlers {
  const { db, clock, storage, config } = deps;
  const origin = originOf(config);
  const rulesOf = tenantRules(db);
  const within = async <T>(actor: Actor, work: (tx: Tx, moment: Moment) => Promise<T>): Promise<T> => {
    const { tenantId, userId } = actor;
    const moment = momentOf(clock.now(), (await rulesOf(tenantId)).zone, origin);
    return db.transaction({ tenantId, userId }, (tx) => work(tx, moment));
  };
  /** Whoever sends another loan along has mixed up two screens. */
  async function insistOnLoanBlock(
    tx: Tx,
    settlementId: string,
    loan?: { id?: string | undefined; loanNumber?: string | undefined },
  ) {
    if (!loan) return;
    const row = await listedSettlement(tx, settlementId);
    const other =
      (loan.id !== undefined && loan.id.toLowerCase() !== row?.loan_id) ||
      (loan.loanNumber !== undefined && loan.loanNumber !== row?.loan_number);
    if (row && other)
      throw new ApiError('invalid', { fields: [{ path: 'loan', message: 'This settlement is of another loan.' }] });
  }
  const updated = <T>(data: T) => ({ success: true as const, message: UPDATED, data }) as const;

  return {
    ...letterHandlers(deps, within),
    'settlements.drawLetters': async ({ actor, body }) => ({
      success: true,
      data: await within(actor, (tx, { now }) => beginRun(tx, actor, body, now)),
    }),
    'settlements.letterRuns': async ({ actor }) => ({
      success: true,
      data: await within(actor, (tx) => ownRuns(tx, actor)),
    }),
    'settlements.cancelLetters': async ({ actor, params }) => ({
      success: true,
      data: await within(actor, (tx, { now }) => cancelRun(tx, actor, params.id, now)),
    }),
    ...offerHandlers(deps, origin),

    'settlements.raise': async ({ actor, body }) => ({
      success: true,
      data: await within(actor, (tx, moment) =>
        raise(tx, actor, { ...body, id: body.id.toLowerCase(), loanId: body.loanId.toLowerCase() }, moment),
      ),
    }),

    'settlements.list': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, async (tx, { today }) => {
        const away = await stoodInFor(tx, actor, today);
        const asked = { ...query, loanId: query.loanId?.toLowerCase() };
        const { rows, ...counted } = await settlementPage(tx, actor, away, asked);
        return { rows: rows.map(({ row, on }) => presentRow(row, actor, on)), ...counted };
      }),
    }),

    'settlements.instalments': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, (tx, { today }) => instalmentPage(tx, actor, query, today)),
    }),
    'settlements.instalmentsFile': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, (tx, moment) => instalmentFile(tx, actor, query, moment)),
    }),

    'settlements.room': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, async (tx, { today }) => {
        const loanId = query.loanId.toLowerCase();
        const loan =
          (await findVisibleLoan(tx, actor, loanId)) === loanId ? await loanForOffer(tx, loanId, false) : undefined;
        if (!loan) throw new ApiError('not-found');
        const settledOn = await lastSettledOn(tx, loan.borrower_id);
        const until = settledOn ? coolingEnds(settledOn) : null;
        return {
          loanId,
          loanNumber: loan.loan_number,
          borrower: loan.borrower,
          dues: loan.dues,
          today,
          openId: (await openSettlementOf(tx, loanId)) ?? null,
          coolingUntil: until && until > today ? until : null,
        };
      }),
    }),

    'settlements.get': async ({ actor, params }) => ({
      success: true,
      data: await within(actor, async (tx, { today }) => {
        const id = params.id.toLowerCase();
        const { on } = await insistOnSettlement(tx, actor, id, today);
        return shown(tx, actor, id, today, on);
      }),
    }),

    'settlements.update': async ({ actor, body }) =>
      updated(
        await within(actor, async (tx, moment) => {
          const id = body.settlementId.toLowerCase();
          await insistOnSettlement(tx, actor, id, moment.today);
          await insistOnLoanBlock(tx, id, body.loan);
          return takeStep(tx, actor, id, { ...body.data, remarks: body.remarks }, moment);
        }),
      ),

    'settlements.absences': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, (tx, { today }) => absencePage(tx, actor, query, today)),
    }),
    'settlements.colleagues': async ({ actor }) => ({
      success: true,
      data: { rows: await within(actor, (tx) => colleaguesOf(tx, actor)) },
    }),
    'settlements.goAway': async ({ actor, body }) => ({
      success: true,
      data: await within(actor, (tx, moment) =>
        goAway(tx, actor, { ...body, id: body.id.toLowerCase(), deputyId: body.deputyId.toLowerCase() }, moment),
      ),
    }),
    'settlements.endAbsence': async ({ actor, params }) => ({
      success: true,
      data: await within(actor, (tx, moment) => endAbsence(tx, actor, params.id.toLowerCase(), moment)),
    }),

    'settlements.decideMany': async ({ actor, body: { step, remarks, chosen } }) => {
      if (step === 'reject' && remarks.trim() === '')
        throw new ApiError('invalid', { fields: [{ path: 'remarks', message: 'Say why' }] });
      const rows: Decided['rows'] = [];
      // Each by itself: what one of them meets undoes no other.
      for (const { settlementId, ...seen } of chosen) {
        const taken = { step, remarks, ...seen };
        try {
          const done = await within(actor, (tx, moment) =>
            takeStep(tx, actor, settlementId.toLowerCase(), taken, moment),
          );
          rows.push({ settlementId, stage: done.stage, refused: null });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          rows.push({ settlementId, stage: null, refused: error.message });
        }
      }
      return { success: true, data: { rows } };
    },

    'settlements.clientApproved': async ({ actor, body }) =>
      updated(
        await within(actor, async (tx, moment) => {
          const id = body.settlementId.toLowerCase();
          await insistOnSettlement(tx, actor, id, moment.today);
          await insistOnLoanBlock(tx, id, body.loan);
          return takeStep(tx, actor, id, { ...body.data, stage: 'client', remarks: body.remarks }, moment);
        }),
      ),

    'settlements.decideMoney': async ({ actor, body: { settlementId, paymentId, ...said } }) =>
      updated(
        await within(actor, (tx, moment) =>
          decideMoney(
            tx,
            actor,
            { ...said, id: settlementId.toLowerCase(), paymentId: paymentId.toLowerCase() },
            moment,
          ),
        ),
      ),

    /** At an approved settlement its letter, at a completed one the no-dues letter. */
    'settlements.uploadLetter': async ({ actor, body, files }) => {
      const [file, ...more] = files;
      if (!file || more.length > 0)
        throw new ApiError('invalid', { fields: [{ path: 'letter', message: 'Send one file' }] });
      const id = body.settlementId.toLowerCase();
      const expected = await within(actor, async (tx, { today }) => {
        await insistOnSettlement(tx, actor, id, today);
        const row = await listedSettlement(tx, id);
        if (!row) throw new ApiError('not-found');
        return expectedIn(row, await offersOf(tx, id));
      });
      const check = checkLetterFile(file.bytes, expected);
      const message = body.despite ? undefined : differenceIn(check, expected.loanNumber);
      if (message) throw new ApiError('invalid', { message, fields: [{ path: 'despite', message }] });
      const kept = await keepBytes(
        storage,
        actor,
        { bytes: file.bytes, name: file.filename, field: 'letter' },
        clock.now(),
        LETTERS,
      );
      const data = await within(actor, async (tx, moment) => {
        const loanId = await loanOfSettlement(tx, id);
        if (loanId) await loanForOffer(tx, loanId, true);
        const row = await listedSettlement(tx, id);
        const last = row?.stage === 'completed';
        await nameDocument(tx, actor, kept, null, moment.now);
        await setLetter(tx, id, last ? 'no_dues_letter_id' : 'letter_id', kept.id);
        await keepCheck(tx, id, kept.id, check);
        return takeStep(
          tx,
          actor,
          id,
          { step: last ? 'confirm-no-dues' : 'send-letter', remarks: body.remarks, letter: true },
          moment,
        );
      }).catch(async (error: unknown) => {
        // Of any other failure it is not known whether the row came to be.
        if (error instanceof ApiError) await storage.remove(kept.storageKey);
        throw error;
      });
      return updated(data);
    },

    'settlements.downloadLetter': ({ actor, query }) =>
      within(actor, async (tx, { now, today }) => {
        const id = query.id.toLowerCase();
        await insistOnSettlement(tx, actor, id, today);
        const row = await listedSettlement(tx, id);
        const drawn = query.letterId?.toLowerCase();
        const letter = drawn
          ? (await drawnLetters(tx, id)).find((one) => one.id === drawn && (one.sent_at || maySend(actor)))?.document_id
          : query.kind === 'no-dues'
            ? row?.no_dues_letter_id
            : row?.letter_id;
        if (!letter) throw new ApiError('not-found', { message: 'There is no letter yet.' });
        await appendAudit(
          tx,
          [
            {
              action: 'settlements.letter-downloaded',
              subject: 'settlement',
              subjectId: id,
              actorId: actor.userId,
              detail: { ...(drawn ? { letter: drawn } : { kind: query.kind }), document: letter },
            },
          ],
          now,
        );
        return documentReply(storage, tx, letter);
      }),
  };
}
