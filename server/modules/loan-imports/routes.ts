import { BareReply, type Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { allocationService } from '../allocation';
import { dispositionFileService } from '../dispositions';
import { handService } from './by-hand';
import { mappingService } from './mappings';
import { importService } from './service';
import { trainingService } from './training';
import { uploadService } from './uploads';

type ImportHandlers = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    `loanImports.${string}` | `brake.${string}` | `loanSheets.${string}` | `trainingFiles.${string}`
  >
>;

export function handlers(deps: Deps): ImportHandlers {
  const imports = importService(deps);
  const mappings = mappingService(deps);
  const uploads = uploadService(deps);
  const byHand = handService(deps);
  const allocations = allocationService(deps);
  const outcomes = dispositionFileService(deps);
  const training = trainingService(deps);
  return {
    'trainingFiles.layouts': async ({ actor }) => ({ success: true, data: await training.layouts(actor) }),
    'trainingFiles.plan': async ({ actor, body }) => ({ success: true, data: await training.plan(actor, body) }),
    'trainingFiles.file': ({ actor, query }) => training.file(actor, query),
    'loanImports.begin': async ({ actor, body }) => ({ success: true, data: await imports.begin(actor, body) }),
    'loanImports.list': async ({ actor, query: { kind, ...query } }) => ({
      success: true,
      data: await imports.list(actor, { ...query, kinds: kind && [kind] }),
    }),
    'loanImports.get': async ({ actor, params }) => ({ success: true, data: await imports.detail(actor, params.id) }),
    'loanImports.layout': async ({ actor, params, body }) => ({
      success: true,
      data: await imports.layout(actor, params.id, body),
    }),
    'loanImports.map': async ({ actor, params, body }) => ({
      success: true,
      data: await imports.map(actor, params.id, body),
    }),
    'loanImports.verify': async ({ actor, params }) => ({
      success: true,
      data: await imports.verify(actor, params.id),
    }),
    'loanImports.commit': async ({ actor, params }) => ({
      success: true,
      data: await imports.commit(actor, params.id),
    }),
    'loanImports.cancel': async ({ actor, params }) => ({
      success: true,
      data: await imports.cancel(actor, params.id),
    }),
    'loanImports.undo': async ({ actor, params }) => ({ success: true, data: await imports.undo(actor, params.id) }),
    'loanImports.previewUndo': async ({ actor, params, query }) => ({
      success: true,
      ...(await imports.previewUndo(actor, params.id, query.look)),
    }),
    'loanImports.file': ({ actor, params }) => imports.file(actor, params.id),
    'loanImports.errors': ({ actor, params }) => imports.errors(actor, params.id),
    'loanImports.mappings': async ({ actor, query }) => ({ success: true, data: await mappings.list(actor, query) }),
    'loanImports.changeMapping': async ({ actor, params, body }) => ({
      success: true,
      data: await mappings.change(actor, params.id, body),
    }),
    'loanImports.removeMapping': async ({ actor, params }) => {
      await mappings.remove(actor, params.id);
      return { success: true };
    },

    'brake.generateUploadUrl': async ({ actor, body: { type, ...file } }) => {
      const made = await imports.begin(actor, { ...file, kind: type });
      return { success: true, jobId: made.import.id, uploadUrl: made.uploadUrl };
    },
    'brake.put': async ({ params, query, headers, stream }) => ({
      success: true,
      data: await uploads.put(params.jobId, query, headers['content-range'], stream),
    }),
    'brake.offset': async ({ params, query }) => new BareReply(await uploads.offset(params.jobId, query)),
    'brake.updateStatus': async ({ actor, query }) => {
      const { id, state } = await imports.uploaded(actor, query.jobId);
      return { success: true, data: { jobId: id, status: state } };
    },
    'brake.searchJobs': async ({ actor, query: { type, fileName, page, limit } }) => {
      if (type === 'AUTOALLOCATION' || type === 'ManualAllocationFile') {
        const of = type === 'AUTOALLOCATION' ? 'rules' : 'hand';
        return { success: true, data: await allocations.asJobs(actor, of, page, limit) };
      }
      if (type === 'DispositionUploadFile')
        return { success: true, data: await outcomes.asJobs(actor, page, limit, fileName) };
      const kinds =
        type === undefined
          ? undefined
          : (['loans', 'changes', 'suppressions'] as const).filter((kind) => kind === type);
      const found = await imports.list(actor, { q: fileName, kinds, page, pageSize: limit });
      return {
        success: true,
        data: {
          totalElements: found.totalElements,
          content: found.content.map((one) => ({
            jobId: one.id,
            type: one.kind,
            fileName: one.fileName,
            startTime: one.createdAt,
            endTime: one.finishedAt,
            status: one.state,
            fileUrl: one.counts.refused > 0 ? `/api/v2.1/loans/data-import/${one.id}/errors` : null,
            totalCount: one.counts.rows,
            successCount: one.counts.inserted + one.counts.updated + one.counts.unchanged,
            failureCount: one.counts.refused,
          })),
        },
      };
    },

    'loanSheets.upload': async ({ actor, files: [file] }) => ({
      success: true,
      message: 'Loan sheet uploaded successfully',
      data: await imports.take(actor, 'loans', file),
    }),
    'loanSheets.uploadForMapping': async ({ actor, body, files: [file] }) => ({
      success: true,
      message: 'Loan sheet uploaded successfully',
      data: await imports.take(actor, body.isUpdate ? 'changes' : 'loans', file),
    }),
    'loanSheets.verify': async ({ actor, body }) => ({
      success: true,
      message: 'Loan sheet verified successfully',
      data: await imports.verify(actor, body.id),
    }),
    'loanSheets.update': async ({ actor, body }) => ({
      success: true,
      message: 'Loan sheet is updated successfully',
      data: await imports.commit(actor, body.id),
    }),
    'loanSheets.manualEntry': async ({ actor, body }) => ({
      success: true,
      message: 'Loan record added successfully',
      data: await byHand.enter(actor, body),
    }),
    'loanSheets.correct': async ({ actor, body }) => ({
      success: true,
      message: 'loan updated successfully',
      data: await byHand.correct(actor, body),
    }),
    'loanSheets.matching': async ({ actor, body }) => ({
      success: true,
      data: await byHand.matching(actor, body.loanIds),
    }),
    'loanSheets.recalls': async ({ actor, query }) => ({ success: true, data: await byHand.recalls(actor, query) }),
    'loanSheets.extend': async ({ actor, body }) => ({ success: true, data: await byHand.extend(actor, body) }),
    'loanSheets.history': async ({ actor, query: { isUpdate, page, limit } }) => {
      const kinds =
        isUpdate === undefined
          ? (['loans', 'changes'] as const)
          : ([isUpdate === 'true' ? 'changes' : 'loans'] as const);
      return { success: true, data: await imports.list(actor, { kinds, page, pageSize: limit }) };
    },
    'loanSheets.lastBatchNo': async ({ actor }) => ({ success: true, data: await imports.lastBatch(actor) }),
    'loanSheets.list': async ({ actor, query }) => ({
      success: true,
      data: await imports.list(actor, { kinds: ['loans', 'changes'], committed: true, page: query.page, pageSize: 20 }),
    }),
    'loanSheets.rename': async ({ actor, body }) => ({
      success: true,
      data: await imports.rename(actor, body.id, body.fileName),
    }),
    'loanSheets.delete': async ({ actor, query }) => {
      const { look: _, mapping: __, drift: ___, verification: ____, ...row } = await imports.undo(actor, query.id);
      return { success: true, message: 'Sheet deleted successfully', data: row };
    },
  };
}
