import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { dispositionFileService } from './files';
import type { RaiseFromRecord } from './raise';
import { dispositionService } from './service';

type DispositionHandlers = Pick<
  Handlers,
  | 'dispositions.callStarted'
  | 'dispositions.record'
  | 'dispositions.batch'
  | 'dispositions.quarantine'
  | 'dispositions.quarantineList'
  | 'dispositions.quarantineOne'
  | 'dispositions.quarantineDecide'
  | 'dispositions.caseHistory'
  | 'dispositions.byId'
  | 'dispositions.byLoan'
  | 'dispositions.caseHistories'
  | 'dispositions.correct'
  | 'dispositions.withdraw'
  | 'telecaller.day'
  | 'dispositions.codes'
  | 'dispositions.codeByCode'
  | 'dispositions.importCodes'
  | Extract<keyof Handlers, `dispositionFiles.${string}`>
>;

export function handlers(deps: Deps, raise: RaiseFromRecord): DispositionHandlers {
  const records = dispositionService(deps, raise);
  const byFile = dispositionFileService(deps);
  return {
    'dispositions.callStarted': async ({ actor, headers, body }) => ({
      success: true,
      data: await records.startCall(actor, headers['idempotency-key'], body),
    }),
    'dispositions.record': async ({ actor, headers, body, files }) => {
      const item = {
        key: headers['idempotency-key'],
        hash: headers['x-payload-hash'],
        record: body.disposition,
        signature: headers['x-record-signature'],
      };
      return {
        success: true,
        message: 'Disposition Added Successfully',
        data: await records.record(actor, item, files),
      };
    },
    'dispositions.batch': async ({ actor, body }) => {
      const results = await records.accept(actor, body.items);
      return { success: true, results, serverTime: deps.clock.now().toISOString() };
    },
    'dispositions.quarantine': async ({ actor, body }) => ({
      success: true,
      data: { key: await records.quarantine(actor, body) },
    }),
    'dispositions.quarantineList': async ({ actor, query }) => ({
      success: true,
      data: await records.review.list(actor, query),
    }),
    'dispositions.quarantineOne': async ({ actor, params }) => ({
      success: true,
      data: await records.review.one(actor, params),
    }),
    'dispositions.quarantineDecide': async ({ actor, params, body }) => ({
      success: true,
      data: await records.review.decide(actor, params, body),
    }),
    'dispositions.caseHistory': ({ actor, headers, query }) => records.history(actor, headers.loanid, query),
    'dispositions.byId': async ({ actor, params }) => ({ success: true, data: await records.one(actor, params.id) }),
    'dispositions.byLoan': ({ actor, query }) => records.ofLoan(actor, query.loanId, query.pageNo, query.pageSize),
    'dispositions.caseHistories': ({ actor, query }) => records.all(actor, query),
    'dispositions.correct': async ({ actor, body }) => ({
      success: true,
      message: 'updated successfully',
      data: await records.correct(actor, { ...body, id: body.id.toLowerCase() }),
    }),
    'dispositions.withdraw': async ({ actor, body }) => ({ success: true, data: await records.withdraw(actor, body) }),
    'telecaller.day': async ({ actor }) => ({ success: true, data: await records.callerDay(actor) }),
    'dispositions.codes': async ({ actor }) => ({ success: true, data: await records.codes(actor) }),
    'dispositions.codeByCode': async ({ actor, query }) => ({
      success: true,
      data: await records.code(actor, query.code),
    }),
    'dispositionFiles.upload': async ({ actor, bytes, query }) => ({
      success: true,
      data: await byFile.upload(actor, bytes, query.fileName),
    }),
    'dispositionFiles.list': async ({ actor, query }) => ({
      success: true,
      data: await byFile.list(actor, query.page),
    }),
    'dispositionFiles.cancel': async ({ actor, params }) => ({
      success: true,
      data: await byFile.cancel(actor, params.id),
    }),
    'dispositionFiles.errors': ({ actor, params }) => byFile.errors(actor, params.id),
    'dispositions.importCodes': async ({ actor, body }) => ({
      success: true,
      data: await records.importCodes(actor, body),
    }),
  };
}
