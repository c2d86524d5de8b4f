/** Processes: made, changed, started, paused and stopped, each with an entry in the audit. */
import type { RequestOf } from '../../../core/contract/kit';
import {
  type createProcess,
  type listProcesses,
  PROCESS_PAGE,
  type Process,
  type updateProcess,
} from '../../../core/contract/predictive';
import { dayOf } from '../../../core/domain/dates';
import { instantAt } from '../../../core/domain/local-time';
import { type ProcessAction, stateAfter } from '../../../core/domain/predictive';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { breadthOf } from '../loans';
import { tenantRules } from '../tenants';
import { processesFor } from './given';
import {
  allOwnAgents,
  choices,
  findProcess,
  insertProcess,
  lockProcess,
  logOf,
  nameTaken,
  portfolioSeen,
  processPage,
  replaceAgents,
  setState,
  updateSettings,
} from './process-store';

const STALE = 'Somebody else has changed this process. Look at it again.';
const TAKEN = 'A process with this name exists already.';

/** What an audit entry says of a process. */
const auditable = ({
  lines: _l,
  today: _t,
  mayEdit: _m,
  createdBy: _b,
  createdAt: _c,
  agents,
  portfolio,
  ...rest
}: Process) => ({
  ...rest,
  portfolioId: portfolio.id,
  agentIds: agents.map(({ id }) => id),
});

const refuse = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });

export function processService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);

  async function within<T>(actor: Actor, work: (tx: Tx, now: Date, today: Date) => Promise<T>): Promise<T> {
    const { zone } = await rulesOf(actor.tenantId);
    const now = clock.now();
    const today = instantAt(dayOf(now, zone), '00:00', zone);
    return db.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (tx) => work(tx, now, today));
  }
  async function one(tx: Tx, actor: Actor, id: string, today: Date): Promise<Process> {
    const found = await findProcess(tx, actor, id, today);
    if (!found) throw new ApiError('not-found');
    return found;
  }
  async function editable(tx: Tx, actor: Actor, id: string, version: number, today: Date): Promise<Process> {
    await lockProcess(tx, id);
    const found = await one(tx, actor, id, today);
    if (!found.mayEdit) throw new ApiError('forbidden');
    if (found.version !== version) throw new ApiError('conflict', { message: STALE });
    return found;
  }
  const audit = (tx: Tx, actor: Actor, action: string, id: string, before: Process | null, after: Process, now: Date) =>
    appendAudit(
      tx,
      [
        {
          action: `process.${action}`,
          subject: 'process',
          subjectId: id,
          actorId: actor.userId,
          detail: { before: before && auditable(before), after: auditable(after) },
        },
      ],
      now,
    );

  /** `had`: agents whom somebody else put there; they may stay without being the caller's own. */
  async function setAgents(
    tx: Tx,
    actor: Actor,
    id: string,
    agentIds: string[],
    had: readonly string[],
  ): Promise<void> {
    if (breadthOf(actor) === 'client') {
      if (agentIds.some((agent) => !had.includes(agent))) throw refuse('agentIds', 'The agency chooses the agents.');
      return;
    }
    if (
      !(await allOwnAgents(
        tx,
        actor,
        agentIds.filter((agent) => !had.includes(agent)),
      ))
    )
      throw refuse('agentIds', 'Only active telecallers of your own can be chosen.');
    await replaceAgents(tx, id, agentIds);
  }

  return {
    list: (actor: Actor, query: RequestOf<typeof listProcesses>['query']) =>
      within(actor, (tx, _now, today) => {
        const size = query.size ?? PROCESS_PAGE;
        return processPage(tx, actor, {
          q: query.q ?? '',
          state: query.state,
          sort: query.sort ?? 'state',
          dir: query.dir ?? 'asc',
          limit: size,
          offset: ((query.page ?? 1) - 1) * size,
          today,
        });
      }),

    choices: (actor: Actor) =>
      within(actor, async (tx) => ({
        ...(await choices(tx, actor, breadthOf(actor) !== 'client')),
        processes: (await processesFor(tx, actor, null)).flatMap(
          ({ id, name, portfolioId, portfolio, stopped, mayEdit }) =>
            mayEdit ? [{ id, name, portfolio: { id: portfolioId, name: portfolio }, stopped }] : [],
        ),
      })),

    get: (actor: Actor, id: string) => within(actor, (tx, _now, today) => one(tx, actor, id, today)),

    /** Sent a second time with the same id it answers with what the first one made. */
    create: (actor: Actor, { portfolioId, agentIds, ...body }: RequestOf<typeof createProcess>['body']) =>
      within(actor, async (tx, now, today) => {
        if (!(await portfolioSeen(tx, actor, portfolioId)))
          throw refuse('portfolioId', 'Choose one of your portfolios.');
        if (!(await insertProcess(tx, { ...body, portfolioId, by: actor.userId, now }))) {
          if (await nameTaken(tx, body.name, body.id)) throw refuse('name', TAKEN);
          return one(tx, actor, body.id, today);
        }
        await setAgents(tx, actor, body.id, agentIds, []);
        const made = await one(tx, actor, body.id, today);
        await audit(tx, actor, 'created', body.id, null, made, now);
        return made;
      }),

    update: (actor: Actor, id: string, { version, agentIds, ...settings }: RequestOf<typeof updateProcess>['body']) =>
      within(actor, async (tx, now, today) => {
        const before = await editable(tx, actor, id, version, today);
        if (await nameTaken(tx, settings.name, id)) throw refuse('name', TAKEN);
        await updateSettings(tx, id, settings);
        await setAgents(
          tx,
          actor,
          id,
          agentIds,
          before.agents.map((agent) => agent.id),
        );
        const after = await one(tx, actor, id, today);
        await audit(tx, actor, 'changed', id, before, after, now);
        return after;
      }),

    steer: (actor: Actor, id: string, { version, action }: { version: number; action: ProcessAction }) =>
      within(actor, async (tx, now, today) => {
        const before = await editable(tx, actor, id, version, today);
        const state = stateAfter(before.state, action);
        if (!state)
          throw new ApiError('conflict', { message: `A process that is ${before.state} cannot be told to ${action}.` });
        if (action === 'start' && before.agents.length === 0)
          throw refuse('agentIds', 'Give the process an agent before it starts.');
        await setState(tx, id, state, now);
        const after = await one(tx, actor, id, today);
        await audit(tx, actor, { start: 'started', pause: 'paused', stop: 'stopped' }[action], id, before, after, now);
        return after;
      }),

    log: (actor: Actor, id: string) =>
      within(actor, async (tx, _now, today) => {
        await one(tx, actor, id, today);
        return (await logOf(tx, id)).map(({ at, by, action, detail }) => ({
          at: new Date(at).toISOString(),
          by,
          action: action.replace('process.', ''),
          changed: changedFields(detail),
        }));
      }),
  };
}

function changedFields({ before, after }: { before?: object | null; after?: object }): string[] {
  if (!before || !after) return [];
  const was = before as Record<string, unknown>;
  return Object.entries(after)
    .filter(
      ([name, value]) => !['version', 'stateAt'].includes(name) && JSON.stringify(value) !== JSON.stringify(was[name]),
    )
    .map(([name]) => name);
}
