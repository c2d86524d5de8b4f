/** Telecallers as their managers see them, and coming into their calls. */
import type { MonitoredAgent, monitorStatus, ownDialerDay } from '../../../core/contract/dialer';
import type { CallEndReason, CallMode, SupervisionMode } from '../../../core/contract/dialer-socket';
import type { ResponseOf } from '../../../core/contract/kit';
import { dayOf } from '../../../core/domain/dates';
import { maskMobile } from '../../../core/domain/masking';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { peopleScope } from '../loans';
import { tenantRules } from '../tenants';
import { command } from './agents';
import { DIALER_NAME, ownAgent } from './people';
import { type Standing, standingOf, timeSplits, wordOf } from './states';

/** More than a floor has; beyond it a manager looks by portfolio. */
const MOST_AGENTS = 500;
const LAST_CALLS = 20;

interface AgentRow extends Partial<Standing> {
  user_id: string;
  username: string;
  full_name: string;
  mode: CallMode | null;
  number: string | null;
  loan_number: string | null;
  started_at: string | null;
  answered_at: string | null;
  calls: number;
  answered: number;
}

const iso = (value: string | null | undefined): string | null => (value ? new Date(value).toISOString() : null);

export function monitorService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rulesOf = tenantRules(db);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  /** The caller's telecallers, or one of them; `today` is the start of the tenant's day. */
  async function agentsOf(
    tx: Tx,
    actor: Actor,
    today: Date,
    now: Date,
    only: { userId?: string; portfolioId?: string | undefined },
  ): Promise<MonitoredAgent[]> {
    const parameters: unknown[] = [actor.tenantId, today, only.userId ?? null, only.portfolioId ?? null];
    const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
    const rows = await tx.query<AgentRow>(
      `select u.id as user_id, ${DIALER_NAME} as username, u.full_name, a.status, a.state, a.since, a.present, a.process,
              a.call_id, c.mode, c.number, l.loan_number, c.started_at, c.answered_at,
              coalesce(n.calls, 0)::int as calls, coalesce(n.answered, 0)::int as answered
         from users u
         left join dialer_agents a on a.tenant_id = u.tenant_id and a.user_id = u.id
         left join dialer_calls c on c.tenant_id = a.tenant_id and c.id = a.call_id
         left join loans l on l.tenant_id = c.tenant_id and l.id = c.loan_id
         left join lateral (
           select count(*) as calls, count(d.answered_at) as answered from dialer_calls d
            where d.tenant_id = u.tenant_id and d.user_id = u.id and d.started_at >= $2) n on true
        where u.tenant_id = $1 and upper(u.role) = 'CRM_TELECALLER' and u.active and ${scope}
          and ($3::uuid is null or u.id = $3)
          and ($4::uuid is null or exists (
            select 1 from loan_assignments held
              join loans theirs on theirs.tenant_id = held.tenant_id and theirs.id = held.loan_id
             where held.tenant_id = u.tenant_id and held.profile_id = u.id and held.ended_at is null and theirs.portfolio_id = $4))
        order by a.present desc nulls last, lower(u.full_name), u.id limit ${MOST_AGENTS}`,
      parameters,
    );
    const split = await timeSplits(
      tx,
      actor.tenantId,
      rows.map((row) => row.user_id),
      today,
      now,
    );
    return rows.map((row) => {
      const { status, state, since, present } = row;
      const standing = status && state ? { status, state, present: present ?? false } : undefined;
      return {
        userId: row.user_id,
        username: row.username,
        fullName: row.full_name,
        status: wordOf(standing),
        dialerStatus: status ?? null,
        state: state ?? null,
        since: iso(since),
        processName: row.process ?? 'manual',
        call:
          row.call_id && row.mode && row.number && row.started_at
            ? {
                callId: row.call_id,
                mode: row.mode,
                number: maskMobile(row.number),
                loanNumber: row.loan_number,
                startedAt: new Date(row.started_at).toISOString(),
                answeredAt: iso(row.answered_at),
              }
            : null,
        today: split(row.user_id),
        calls: { total: row.calls, answered: row.answered },
      };
    });
  }

  /** When the tenant's day began. */
  async function startOfDay(tenantId: string, now: Date): Promise<Date> {
    const { zone } = await rulesOf(tenantId);
    const day = dayOf(now, zone);
    const rows = await db.transaction({ tenantId }, (tx) =>
      tx.query<{ start: string }>('select ($1::timestamp at time zone $2) as start', [day, zone]),
    );
    return new Date(rows[0]?.start ?? now);
  }

  return {
    async agents(actor: Actor, portfolioId: string | undefined) {
      const now = clock.now();
      const today = await startOfDay(actor.tenantId, now);
      return db.transaction(scopeOf(actor), async (tx) => {
        if (portfolioId !== undefined) {
          const known = await tx.query('select 1 from portfolios where tenant_id = $1 and id = $2', [
            actor.tenantId,
            portfolioId,
          ]);
          if (known.length === 0) throw new ApiError('not-found');
        }
        return { asOf: now.toISOString(), agents: await agentsOf(tx, actor, today, now, { portfolioId }) };
      });
    },

    async own(actor: Actor): Promise<ResponseOf<typeof ownDialerDay>['data']> {
      const now = clock.now();
      const start = await startOfDay(actor.tenantId, now);
      const [agent] = await db.transaction(scopeOf(actor), (tx) =>
        agentsOf(tx, actor, start, now, { userId: actor.userId }),
      );
      if (!agent) throw new ApiError('not-found');
      const { state, since, today, calls } = agent;
      return { asOf: now.toISOString(), state, since, today, calls };
    },

    async one(actor: Actor, username: string): Promise<ResponseOf<typeof monitorStatus>['data']> {
      const now = clock.now();
      const today = await startOfDay(actor.tenantId, now);
      return db.transaction(scopeOf(actor), async (tx) => {
        const userId = await ownAgent(tx, actor, username);
        const [agent] = await agentsOf(tx, actor, today, now, { userId });
        if (!agent) throw new ApiError('not-found');
        const calls = await tx.query<{
          id: string;
          mode: CallMode;
          number: string;
          loan_number: string | null;
          started_at: string;
          answered_at: string | null;
          ended_at: string | null;
          hold_seconds: number;
          reason: CallEndReason | null;
        }>(
          `select c.id, c.mode, c.number, l.loan_number, c.started_at, c.answered_at, c.ended_at,
                  c.hold_seconds, c.reason
             from dialer_calls c left join loans l on l.tenant_id = c.tenant_id and l.id = c.loan_id
            where c.tenant_id = $1 and c.user_id = $2 and c.started_at >= $3
            order by c.started_at desc limit ${LAST_CALLS}`,
          [actor.tenantId, userId, today],
        );
        return {
          agent,
          lastCalls: calls.map((call) => ({
            callId: call.id,
            mode: call.mode,
            number: maskMobile(call.number),
            loanNumber: call.loan_number,
            startedAt: new Date(call.started_at).toISOString(),
            talkSeconds: call.answered_at
              ? Math.max(
                  0,
                  Math.round((Date.parse(call.ended_at ?? now.toISOString()) - Date.parse(call.answered_at)) / 1000) -
                    call.hold_seconds,
                )
              : 0,
            reason: call.reason,
          })),
        };
      });
    },

    async supervise(
      actor: Actor,
      { username, mode, reason }: { username: string; mode: SupervisionMode; reason: string },
    ): Promise<string> {
      const now = clock.now();
      return db.transaction(scopeOf(actor), async (tx) => {
        const userId = await ownAgent(tx, actor, username);
        const standing = await standingOf(tx, actor.tenantId, userId);
        if (!standing?.call_id || (standing.state !== 'talk' && standing.state !== 'hold')) {
          throw new ApiError('conflict', { message: 'The agent is not in a connected call now.' });
        }
        await command(tx, actor.tenantId, { kind: 'supervise', username, mode, by: actor.fullName }, now);
        await appendAudit(
          tx,
          [
            {
              action: 'dialer.supervised',
              subject: 'user',
              subjectId: userId,
              actorId: actor.userId,
              detail: { mode, reason, callId: standing.call_id },
            },
          ],
          now,
        );
        return standing.call_id;
      });
    },
  };
}
