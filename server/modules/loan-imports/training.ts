/** Made-up lenders' files, in a client's layout or a usual one, written row by row while they are sent. */
import { Readable } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import type { RequestOf, ResponseOf } from '../../../core/contract/kit';
import type { planTrainingFile, trainingLayouts } from '../../../core/contract/training-files';
import type { LoanMapping } from '../../../core/domain/loan-import';
import { type Lender, type TrainingCell, trainingFile, USUAL_LAYOUT } from '../../../core/domain/training-file';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, FileReply } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { csvFile, xlsxFile } from '../../platform/tables';
import { mappingsOf } from './repository';

type Asked = RequestOf<typeof planTrainingFile>['body'];

const SHOWN = 3;
/** Rows made before others have their turn in this process. */
const AT_ONCE = 100;
const MIMES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const TITLE = 'Made up for training: nobody’s loans';

const field = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });
const nameOf = ({ seed, rows, fileType }: Asked) => `training-${seed.replace(/[^\w-]+/g, '-')}-${rows}.${fileType}`;

export function trainingService({ db }: Pick<Deps, 'db'>) {
  const at = <T>({ tenantId, userId }: Actor, work: (tx: Tx) => Promise<T>) =>
    db.transaction({ tenantId, userId }, work);

  /** Whose columns, and what stands in those that name the lender and its portfolios. Throws `invalid`. */
  async function layoutOf(
    actor: Actor,
    mappingId: string | undefined,
  ): Promise<{ mapping: LoanMapping; lender: Lender }> {
    if (mappingId === undefined) return { mapping: USUAL_LAYOUT, lender: { client: null, portfolios: [] } };
    return at(actor, async (tx) => {
      const [saved] = await mappingsOf(tx, { clientIds: null, kind: 'loans', id: mappingId, limit: 1 });
      if (!saved) throw field('mappingId', 'This layout is not there any more');
      const portfolios = await tx.query<{ name: string }>(
        'select name from portfolios where tenant_id = current_tenant() and client_id = $1 and active order by lower(name), id limit 50',
        [saved.clientId],
      );
      return {
        mapping: saved.mapping as LoanMapping,
        lender: { client: saved.client, portfolios: portfolios.map(({ name }) => name) },
      };
    });
  }

  /** Throws `invalid` for a layout in which not even a right row could be loaded. */
  async function made(actor: Actor, asked: Asked) {
    const { mapping, lender } = await layoutOf(actor, asked.mappingId);
    const namesPortfolio = mapping.columns.some((column) => column.field === 'portfolio');
    if (namesPortfolio && lender.portfolios.length === 0)
      throw field('mappingId', 'The layout names portfolios, and this client has none');
    const file = trainingFile(mapping, { ...asked, lender });
    const [problem] = file.problems;
    if (problem) throw field('mappingId', `The column ${problem.header} cannot be filled: ${problem.message}`);
    return { file, mapping };
  }

  return {
    layouts: (actor: Actor): Promise<ResponseOf<typeof trainingLayouts>['data']> =>
      at(actor, async (tx) => {
        const newest = new Map<string, Awaited<ReturnType<typeof mappingsOf>>[number]>();
        for (const one of await mappingsOf(tx, { clientIds: null, kind: 'loans', limit: 500 }))
          if (!newest.has(one.clientId)) newest.set(one.clientId, one);
        return [...newest.values()].map(({ id, client, version, mapping }) => ({
          id,
          client,
          version,
          columns: mapping.columns.length,
        }));
      }),

    async plan(actor: Actor, asked: Asked): Promise<ResponseOf<typeof planTrainingFile>['data']> {
      const { file } = await made(actor, asked);
      const wrong = file.wrongOf(asked.rows);
      return {
        fileName: nameOf(asked),
        columns: file.header,
        first: [...file.rows(Math.min(SHOWN, asked.rows))].map((cells) => cells.map((cell) => String(cell ?? ''))),
        rows: asked.rows,
        wrong,
        kinds: file.kinds.slice(0, wrong),
      };
    },

    async file(actor: Actor, asked: Asked): Promise<FileReply> {
      const { file, mapping } = await made(actor, asked);
      const { headerLine, sheet, delimiter } = mapping.layout;
      async function* lines(): AsyncGenerator<readonly TrainingCell[]> {
        for (let line = 1; line < headerLine; line++) yield [line === 1 ? TITLE : ''];
        yield file.header;
        let made = 0;
        for (const cells of file.rows(asked.rows)) {
          yield cells;
          made++;
          if (made % AT_ONCE === 0) await breath();
        }
      }
      const bytes = asked.fileType === 'csv' ? csvFile(lines(), delimiter) : xlsxFile(lines(), sheet);
      return new FileReply(Readable.from(bytes), MIMES[asked.fileType], nameOf(asked));
    },
  };
}
