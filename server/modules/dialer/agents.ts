/** What a telecaller does in the dialer through the server: break, ready, status, and the loan behind a connected number. */
import { plainCallId } from '../../../core/contract/call-id';
import type { AgentStatus, loanByMobile } from '../../../core/contract/dialer';
import { DIALER_STATUSES, type DialerStatus, NOT_READY_REASONS } from '../../../core/contract/dialer-socket';
import type { RequestOf } from '../../../core/contract/kit';
import type { Loan } from '../../../core/contract/loans';
import { dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { loanScope, presentLoans } from '../loans';
import { chooseProcess, ownProcesses, processNameOf, processOfCall } from '../predictive';
import { tenantRules } from '../tenants';
import { insistOnSelf, ownAgent } from './people';
import { chosen, stand, standingOf, tellAgents, wordOf } from './states';

/** Tells the tenant's dialer something with its next report. */
export const command = (tx: Tx, tenantId: string, detail: object, now: Date) =>
  tx.query('insert into dialer_commands (tenant_id, id, detail, created_at) values ($1, $2, $3, $4)', [
    tenantId,
    uuidv7(now.getTime()),
    detail,
    now,
  ]);

/** The status that a break's name stands for; its name is one of the list, in any case. */
function statusOfBreak(name: string): DialerStatus {
  const reason = NOT_READY_REASONS.find((one) => one.toLowerCase() === name.toLowerCase());
  const status = DIALER_STATUSES.find((one) => one === `Not Ready - ${reason}`);
  if (!status) {
    throw new ApiError('invalid', {
      fields: [{ path: 'breakName', message: `Must be one of ${NOT_READY_REASONS.join(', ')}` }],
    });
  }
  return status;
}

/** `changed` hears of each tenant whose agents stand differently, after it is committed. */
export function agentService({ db, clock }: Pick<Deps, 'db' | 'clock'>, changed: (tenantId: string) => void) {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function choose(actor: Actor, username: string, status: DialerStatus, process?: string): Promise<void> {
    const now = clock.now();
    await db.transaction(scopeOf(actor), async (tx) => {
      const before = await standingOf(tx, actor.tenantId, actor.userId);
      await stand(
        tx,
        actor.tenantId,
        actor.userId,
        { ...chosen(status, before, now), ...(process !== undefined && { process }) },
        now,
      );
      if (before?.status !== status) await command(tx, actor.tenantId, { kind: 'agent-state', username, status }, now);
      await tellAgents(tx, actor.tenantId);
    });
    changed(actor.tenantId);
  }

  const processName = (actor: Actor) =>
    db.transaction(scopeOf(actor), (tx) => processNameOf(tx, actor.tenantId, actor.userId));

  return {
    async takeBreak(actor: Actor, body: { username: string; breakName: string; processName: string }): Promise<void> {
      await insistOnSelf(db, actor, body.username, 'dialer.break', clock.now());
      const process = await processName(actor);
      // What an agent's page says is believed only where it is so: manual, or the process they are assigned to.
      if (body.processName !== 'manual' && body.processName.toLowerCase() !== process.toLowerCase()) {
        throw new ApiError('invalid', {
          fields: [{ path: 'processName', message: 'Must be manual, or the process that you work' }],
        });
      }
      await choose(actor, body.username, statusOfBreak(body.breakName), process);
    },

    async ready(actor: Actor, username: string): Promise<void> {
      await insistOnSelf(db, actor, username, 'dialer.readyCall', clock.now());
      await choose(actor, username, 'Ready', await processName(actor));
    },

    processes: (actor: Actor) => db.transaction(scopeOf(actor), (tx) => ownProcesses(tx, actor.tenantId, actor.userId)),

    async chooseProcess(actor: Actor, processId: string): Promise<void> {
      const now = clock.now();
      await db.transaction(scopeOf(actor), async (tx) => {
        if (!(await chooseProcess(tx, actor, processId, now))) {
          const message = 'Choose one of your processes that is started.';
          throw new ApiError('invalid', { message, fields: [{ path: 'processId', message }] });
        }
        const standing = await standingOf(tx, actor.tenantId, actor.userId);
        // A call that is on goes on under its own process.
        if (standing && standing.call_id === null) {
          const process = await processNameOf(tx, actor.tenantId, actor.userId);
          await stand(tx, actor.tenantId, actor.userId, { ...standing, since: now.toISOString(), process }, now);
        }
        await appendAudit(
          tx,
          [
            {
              action: 'dialer.process-chosen',
              subject: 'process',
              subjectId: processId,
              actorId: actor.userId,
              detail: {},
            },
          ],
          now,
        );
        await tellAgents(tx, actor.tenantId);
      });
      changed(actor.tenantId);
    },

    async status(actor: Actor, username: string) {
      if (actor.role === 'CRM_TELECALLER') await insistOnSelf(db, actor, username, 'dialer.agentStatus', clock.now());
      return db.transaction(scopeOf(actor), async (tx) => {
        const userId = await ownAgent(tx, actor, username);
        const standing = await standingOf(tx, actor.tenantId, userId);
        const status: AgentStatus = wordOf(standing);
        return {
          username,
          status,
          dialerStatus: standing?.status ?? null,
          state: standing?.state ?? null,
          since: standing ? new Date(standing.since).toISOString() : null,
          processName: await processNameOf(tx, actor.tenantId, userId),
        };
      });
    },

    /** Among the loans that the caller may see: a number alone opens nobody else's. The dialer's own loan number decides. */
    async loanBehind(
      actor: Actor,
      query: RequestOf<typeof loanByMobile>['query'],
    ): Promise<{ loan: Loan | null; process: string | undefined }> {
      if (query.username !== undefined) {
        await insistOnSelf(db, actor, query.username, 'predictive.loanByMobile', clock.now());
      }
      const { zone } = await rulesOf(actor.tenantId);
      return db.transaction(scopeOf(actor), async (tx) => {
        const parameters: unknown[] = [actor.tenantId, query.mobile, query.loanNumber ?? null];
        const scope = loanScope(actor, parameters);
        const [row] = await tx.query<{ id: string }>(
          `select l.id from phones p
             join loans l on l.tenant_id = p.tenant_id and l.borrower_id = p.borrower_id
            where p.tenant_id = $1 and p.number = $2 and l.state = 'active' and ${scope}
            order by (l.loan_number = $3) desc nulls last, p.invalid, l.dpd desc, l.id limit 1`,
          parameters,
        );
        const [loan] = row ? await presentLoans(tx, actor.tenantId, [row.id], dayOf(clock.now(), zone)) : [];
        const process =
          query.callId === undefined ? undefined : await processOfCall(tx, actor, plainCallId(query.callId));
        return { loan: loan ?? null, process };
      });
    },

    async deactivateOld(actor: Actor, username: string): Promise<number> {
      await insistOnSelf(db, actor, username, 'predictive.deactivateOldData', clock.now());
      return db.transaction(scopeOf(actor), async (tx) => {
        const rows = await tx.query(
          `update dialer_calls set active = false
            where tenant_id = $1 and user_id = $2 and mode = 'predictive' and active and ended_at is not null
            returning id`,
          [actor.tenantId, actor.userId],
        );
        return rows.length;
      });
    },
  };
}
