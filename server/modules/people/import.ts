/** Files of people from the desk: checked, or taken as a job that jobs.ts works. */
import { createHash } from 'node:crypto';
import { MAX_PEOPLE_ROWS, type PeopleFileCheck, type PeopleImport } from '../../../core/contract/people-import';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import { type Actor, ApiError } from '../../http/implement';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { readCsv, writeCsv } from './csv';
import { type Plan, planImport } from './import-plan';
import { findImport, insertImport, insertRows, latestImports, runningImport, wrongRows } from './import-store';

export const IMPORT_JOB = 'people.import';
/** Of the check's answer; the rest is in the error file. */
const TOLD = 200;
const PREVIEW = 20;

function fileOf(bytes: Buffer) {
  if (bytes.length === 0) throw new ApiError('invalid', { message: 'The file is empty' });
  const file = readCsv(bytes);
  if (file.columns.length < 2)
    throw new ApiError('invalid', { message: 'The file has no table: its first line must name the columns' });
  if (file.rows.length === 0) throw new ApiError('invalid', { message: 'The file has no lines below its header' });
  if (file.rows.length > MAX_PEOPLE_ROWS) {
    throw new ApiError('invalid', {
      message: `The file has ${file.rows.length} lines; at most ${MAX_PEOPLE_ROWS} at a time`,
    });
  }
  return file;
}

const count = (plan: Plan, state: Plan['rows'][number]['state']) =>
  plan.rows.filter((row) => row.state === state).length;

export function importService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });
  return {
    async check(actor: Actor, bytes: Buffer): Promise<PeopleFileCheck> {
      const file = fileOf(bytes);
      const plan = await db.transaction(scopeOf(actor), (tx) => planImport(tx, actor, file));
      return {
        rows: plan.rows.length,
        ready: count(plan, 'ready'),
        already: count(plan, 'already'),
        wrong: count(plan, 'wrong'),
        encoding: plan.encoding,
        ignored: plan.ignored,
        problems: plan.rows
          .flatMap(({ line, problems }) => problems.map((problem) => ({ line, ...problem })))
          .slice(0, TOLD),
        preview: plan.rows
          .flatMap(({ line, person }) =>
            person
              ? [
                  {
                    line,
                    fullName: person.values.fullName,
                    username: person.values.username,
                    role: person.role,
                    manager: person.manager,
                  },
                ]
              : [],
          )
          .slice(0, PREVIEW),
      };
    },

    /** The same file while it is being taken answers with the import that is under way. */
    async commit(actor: Actor, bytes: Buffer, fileName: string): Promise<PeopleImport> {
      const file = fileOf(bytes);
      const fileHash = createHash('sha256').update(bytes).digest('hex');
      return db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        const plan = await planImport(tx, actor, file);
        let id = uuidv7(now.getTime());
        if (await insertImport(tx, { id, fileName, fileHash, columns: plan.columns, createdBy: actor.userId, now })) {
          await insertRows(tx, actor.tenantId, id, plan.rows);
          await enqueueWithin(tx, now, IMPORT_JOB, { importId: id }, { tenantId: actor.tenantId, singletonKey: id });
          await appendAudit(
            tx,
            [
              {
                action: 'people.import-begun',
                subject: 'people-import',
                subjectId: id,
                actorId: actor.userId,
                detail: {
                  before: null,
                  after: { fileName, rows: plan.rows.length, ready: count(plan, 'ready'), wrong: count(plan, 'wrong') },
                },
              },
            ],
            now,
          );
        } else {
          const running = await runningImport(tx, fileHash, actor.userId);
          if (!running) throw new ApiError('conflict', { message: 'Somebody else is importing this file just now.' });
          id = running;
        }
        const made = await findImport(tx, actor.userId, id);
        if (!made) throw new Error('An import that was just made is gone');
        return made;
      });
    },

    latest: (actor: Actor) => db.transaction(scopeOf(actor), (tx) => latestImports(tx, actor.userId)),

    one: (actor: Actor, id: string): Promise<PeopleImport> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const found = await findImport(tx, actor.userId, id);
        if (!found) throw new ApiError('not-found');
        return found;
      }),

    errors: (actor: Actor, id: string): Promise<{ fileName: string; csv: string }> =>
      db.transaction(scopeOf(actor), async (tx) => {
        if (!(await findImport(tx, actor.userId, id))) throw new ApiError('not-found');
        const { fileName, columns, rows } = await wrongRows(tx, id);
        return {
          fileName: `${fileName.replace(/\.csv$/i, '')}-errors.csv`,
          csv: writeCsv([...columns, 'Reason'], rows),
        };
      }),
  };
}
