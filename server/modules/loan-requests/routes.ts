/** Asking others for something on a loan, and answering it (core/contract/loan-requests.ts). */
import { mayAskFor } from '../../../core/contract/loan-requests';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { notify } from '../alerts';
import { findVisibleLoan } from '../loans';
import { closeRequest, findRequest, openRequest, otherAgentRequests, requestPage, requestsOf } from './repository';

type RequestHandlers = Pick<Handlers, Extract<keyof Handlers, `loanRequests.${string}`>>;

export function handlers({ db, clock }: Pick<Deps, 'db' | 'clock'>): RequestHandlers {
  const within = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);
  const insistOnLoan = async (tx: Tx, actor: Actor, loanId: string) => {
    if ((await findVisibleLoan(tx, actor, loanId)) !== loanId) throw new ApiError('not-found');
  };
  async function shown(tx: Tx, actor: Actor, id: string) {
    const found = await findRequest(tx, actor.tenantId, id);
    if (!found) throw new ApiError('not-found');
    const { askedBy: _, ...request } = found;
    return request;
  }

  return {
    'loanRequests.ask': async ({ actor, body }) => ({
      success: true,
      data: await within(actor, async (tx) => {
        const { tenantId, userId } = actor;
        const { kind, note } = body;
        if (!mayAskFor(actor.role, kind))
          throw new ApiError('forbidden', { message: 'Give the loan to somebody else yourself.' });
        const loanId = body.loanId.toLowerCase();
        const now = clock.now();
        await insistOnLoan(tx, actor, loanId);
        const { id, made } = await openRequest(
          tx,
          tenantId,
          { id: uuidv7(now.getTime()), loanId, kind, note, userId },
          now,
        );
        if (made) {
          const detail = { loanId, kind };
          await appendAudit(
            tx,
            [{ action: 'loan-requests.asked', subject: 'loan-request', subjectId: id, actorId: userId, detail }],
            now,
          );
          await notify(tx, { kind: 'request-asked', loanId, cause: `request:${id}`, happenedTo: userId }, now);
        }
        return shown(tx, actor, id);
      }),
    }),

    'loanRequests.ofLoan': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, async (tx) => {
        const loanId = query.loanId.toLowerCase();
        await insistOnLoan(tx, actor, loanId);
        return { rows: await requestsOf(tx, actor.tenantId, loanId) };
      }),
    }),

    'loanRequests.list': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, (tx) => requestPage(tx, actor, query)),
    }),

    'loanRequests.otherAgent': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, async (tx) => ({
        rows: await otherAgentRequests(
          tx,
          actor,
          query.loanIds.map((id) => id.toLowerCase()),
        ),
      })),
    }),

    /** Answered twice, the first answer stands. */
    'loanRequests.answer': async ({ actor, params, body }) => ({
      success: true,
      data: await within(actor, async (tx) => {
        const { tenantId, userId } = actor;
        const now = clock.now();
        const found = await findRequest(tx, tenantId, params.id.toLowerCase());
        if (!found) throw new ApiError('not-found');
        const { id, loanId, askedBy } = found;
        await insistOnLoan(tx, actor, loanId);
        if (await closeRequest(tx, tenantId, id, { ...body, userId }, now)) {
          const detail = {
            loanId,
            kind: found.kind,
            before: { state: 'open' },
            after: { state: body.state, answer: body.answer },
          };
          await appendAudit(
            tx,
            [{ action: 'loan-requests.answered', subject: 'loan-request', subjectId: id, actorId: userId, detail }],
            now,
          );
          await notify(tx, { kind: 'request-answered', loanId, cause: `answer:${id}`, userId: askedBy }, now);
        }
        return shown(tx, actor, id);
      }),
    }),
  };
}
