/** Letters of many settlements as one job: asked for, watched, cancelled; each is drawn as a single one is, in a transaction of its own. */
import type { RequestOf } from '../../../core/contract/kit';
import { type drawLetters, type LetterRun, MOST_LETTERS } from '../../../core/contract/settlement-letters';
import { templateFor } from '../../../core/domain/settlements/letters';
import { turnsOf } from '../../../core/domain/settlements/steps';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { ClaimLost, enqueueWithin, type Jobs } from '../../jobs';
import { originOf } from '../../platform/config';
import type { Deps } from '../../platform/deps';
import { actorOf } from '../auth';
import { loanScope } from '../loans';
import { tenantRules } from '../tenants';
import { draw, recordFor, templatesOf, type Within } from './letter-routes';
import { letterSubject } from './letters';
import { momentOf } from './moment';

const RUN_JOB = 'settlements.letters';
const LISTED = 5;
const MOST_PROBLEMS = 100;
const ATTEMPTS = 20;

interface Row {
  id: string;
  user_id: string;
  settlement_ids: string[];
  done: number;
  drawn: number;
  problems: LetterRun['problems'];
  state: LetterRun['state'];
  created_at: string;
  finished_at: string | null;
}
const present = (row: Row): LetterRun => ({
  id: row.id,
  state: row.state,
  total: row.settlement_ids.length,
  done: row.done,
  drawn: row.drawn,
  problems: row.problems,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

async function findRun(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx.query<Row & Record<string, unknown>>(
    'select * from letter_runs where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return row;
}
async function ownRun(tx: Tx, actor: Actor, id: string): Promise<Row> {
  const row = await findRun(tx, id);
  if (row?.user_id !== actor.userId) throw new ApiError('not-found');
  return row;
}

/** Of those whose letter is the actor's to send, the ones without a letter of the offer in force; what lapses first comes first. */
async function waitingForLetters(tx: Tx, actor: Actor): Promise<string[]> {
  const parameters: unknown[] = [turnsOf(actor.role).letters];
  const sight = loanScope(actor, parameters);
  const rows = await tx.query<{ id: string }>(
    `select s.id from settlements s join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
      where s.tenant_id = current_tenant() and s.ended_at is null and s.stage = any($1::text[]) and ${sight}
        and not exists (select 1 from settlement_letters t where t.tenant_id = s.tenant_id and t.settlement_id = s.id
          and t.round = s.round and (t.kind = 'NL') = (s.stage = 'completed'))
      order by s.valid_till, s.id limit ${MOST_LETTERS}`,
    parameters,
  );
  return rows.map(({ id }) => id);
}

/** Throws `not-found` for a chosen one that the actor does not see, `conflict` where none waits. */
export async function beginRun(
  tx: Tx,
  actor: Actor,
  { id, settlementIds }: RequestOf<typeof drawLetters>['body'],
  now: Date,
): Promise<LetterRun> {
  const there = await findRun(tx, id);
  if (there) return present(await ownRun(tx, actor, id));
  const chosen = [...new Set(settlementIds?.map((one) => one.toLowerCase()))];
  if (chosen.length > 0) {
    const parameters: unknown[] = [chosen];
    const sight = loanScope(actor, parameters);
    const seen = await tx.query(
      `select 1 from settlements s join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id
        where s.tenant_id = current_tenant() and s.id = any($1::uuid[]) and ${sight}`,
      parameters,
    );
    if (seen.length < chosen.length) throw new ApiError('not-found');
  }
  const ids = chosen.length > 0 ? chosen : await waitingForLetters(tx, actor);
  if (ids.length === 0) throw new ApiError('conflict', { message: 'No settlement waits for a letter to be drawn.' });
  await tx.query(
    `insert into letter_runs (tenant_id, id, user_id, settlement_ids, created_at) values (current_tenant(), $1, $2, $3::uuid[], $4)`,
    [id, actor.userId, ids, now],
  );
  await enqueueWithin(tx, now, RUN_JOB, { id }, { tenantId: actor.tenantId, singletonKey: id });
  await appendAudit(
    tx,
    [
      {
        action: 'settlements.letters-asked',
        subject: 'letter-run',
        subjectId: id,
        actorId: actor.userId,
        detail: { before: null, after: { settlements: ids.length } },
      },
    ],
    now,
  );
  return present(await ownRun(tx, actor, id));
}

export const ownRuns = async (tx: Tx, actor: Actor): Promise<LetterRun[]> =>
  (
    await tx.query<Row & Record<string, unknown>>(
      `select * from letter_runs where tenant_id = current_tenant() and user_id = $1 order by created_at desc, id desc limit ${LISTED}`,
      [actor.userId],
    )
  ).map(present);

export async function cancelRun(tx: Tx, actor: Actor, id: string, now: Date): Promise<LetterRun> {
  await ownRun(tx, actor, id);
  const ended = await endRun(tx, id, 'cancelled', now);
  if (ended)
    await appendAudit(
      tx,
      [
        {
          action: 'settlements.letters-cancelled',
          subject: 'letter-run',
          subjectId: id,
          actorId: actor.userId,
          detail: { before: { state: 'drawing' }, after: { state: 'cancelled' } },
        },
      ],
      now,
    );
  return present(await ownRun(tx, actor, id));
}

async function endRun(tx: Tx, id: string, state: 'done' | 'cancelled' | 'failed', now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update letter_runs set state = $2, finished_at = $3
      where tenant_id = current_tenant() and id = $1 and state in ('waiting', 'drawing') returning id`,
    [id, state, now],
  );
  return rows.length > 0;
}

/** What came of the one at `at`; false when the run is over, or somebody else has noted it. */
async function note(tx: Tx, id: string, at: number, problem: LetterRun['problems'][number] | null): Promise<boolean> {
  const rows = await tx.query(
    `update letter_runs set state = 'drawing', done = done + 1, drawn = drawn + $3,
        problems = case when $4::jsonb is null or jsonb_array_length(problems) >= ${MOST_PROBLEMS} then problems else problems || $4::jsonb end
      where tenant_id = current_tenant() and id = $1 and done = $2 and state in ('waiting', 'drawing') returning id`,
    [id, at, problem ? 0 : 1, problem && JSON.stringify([problem])],
  );
  return rows.length > 0;
}

export function defineLetterRuns(
  jobs: Jobs,
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'keys' | 'config' | 'logger'>,
): void {
  const { db, clock, config, logger } = deps;
  const rulesOf = tenantRules(db);
  const within: Within = async ({ tenantId, userId }, work) => {
    const moment = momentOf(clock.now(), (await rulesOf(tenantId)).zone, originOf(config));
    return db.transaction({ tenantId, userId }, (tx) => work(tx, moment));
  };

  /** Why none was drawn; null where one was. A draft of before is replaced, so that a second try leaves one. */
  async function drawOne(actor: Actor, settlementId: string): Promise<LetterRun['problems'][number] | null> {
    let number = '';
    try {
      const template = await within(actor, async (tx, { today }) => {
        const { record } = await recordFor(tx, actor, settlementId, today);
        number = record.number;
        return templateFor(await templatesOf(tx, record), (await letterSubject(tx, settlementId)).language);
      });
      if (!template)
        return { settlementId, number, problem: 'The portfolio has no template of a letter that fits now.' };
      await draw(deps, within, actor, settlementId, template.id);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { settlementId, number, problem: error.more.fields?.[0]?.message ?? error.message };
    }
  }

  jobs.define(
    RUN_JOB,
    async ({ tenantId, data, attempt }, run) => {
      if (tenantId === null) return;
      const id = String(data.id);
      try {
        for (;;) {
          if (run.signal.aborted) throw new ClaimLost(RUN_JOB);
          const { row, actor } = await db.transaction({ tenantId }, async (tx) => {
            const found = await findRun(tx, id);
            return { row: found, actor: found && (await actorOf(tx, tenantId, found.user_id)) };
          });
          const next = row?.settlement_ids[row.done];
          const open = row?.state === 'waiting' || row?.state === 'drawing';
          if (!row || !open || !actor || next === undefined) {
            // Whoever asked for it and is no longer active draws nothing more.
            await run.finish((tx) => endRun(tx, id, next === undefined ? 'done' : 'failed', clock.now()));
            return;
          }
          const problem = await drawOne(actor, next);
          await run.step((tx) => note(tx, id, row.done, problem));
        }
      } catch (error) {
        if (error instanceof ClaimLost || attempt < ATTEMPTS) throw error;
        logger.error('letters were given up', { error });
        await run.finish((tx) => endRun(tx, id, 'failed', clock.now()));
      }
    },
    { attempts: ATTEMPTS },
  );
}
