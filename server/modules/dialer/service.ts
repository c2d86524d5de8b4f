/** What dialers tell and ask (core/contract/dialer-service.ts). */
import { plainCallId } from '../../../core/contract/call-id';
import {
  type DialerCommand,
  type DialerReport,
  type DialerWorkAnswer,
  dialerCommandSchema,
  WORK_AT_ONCE,
} from '../../../core/contract/dialer-service';
import { dayOf } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { CALL_ORDER, CALLS_OTHERWISE, rulesFor } from '../../../core/domain/work-order';
import type { Tx } from '../../db/database';
import { enqueueWithin } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { mayContact } from '../contact';
import { handOut, processNameOf, processOf, settleCall } from '../predictive';
import { tenantRules } from '../tenants';
import { workOrderOf, workOrderSql } from '../work-order';
import { agentNamed } from './people';
import { serviceAuthority } from './service-token';
import { stand, tellAgents } from './states';

/** A supervisor's wish is about the call of this moment. */
const COMMAND_LIFE_MS = 30_000;
/** Loans looked at for one hand-out; behind them the rules may refuse every one. */
const CANDIDATES = 12;
/** A number is not called again by the dialer within this time, whatever the rules would still allow. */
const PAUSE_HOURS = 4;

/** Phases in their order, as SQL; talk and hold take turns. */
const order = (phase: string) =>
  `coalesce(array_position(array['dialing', 'ringing', 'waiting', 'talk', 'ended'], replace(${phase}, 'hold', 'talk')), 0)`;

type CallReport = Extract<DialerReport, { kind: 'call' }>;

async function keepCall(tx: Tx, tenantId: string, call: CallReport, userId: string | null): Promise<void> {
  await tx.query(
    `insert into dialer_calls (tenant_id, id, user_id, loan_id, mode, number, phase, reason, started_at, ringing_at,
       answered_at, ended_at, recording)
     values ($1, $2, $3, (select l.id from loans l where l.tenant_id = $1 and l.loan_number = $4), $5, $6, $7, $8, $9, $10,
       $11, $12, $13)
     on conflict (tenant_id, id) do update
       set user_id = coalesce(excluded.user_id, dialer_calls.user_id),
           loan_id = coalesce(dialer_calls.loan_id, excluded.loan_id),
           ringing_at = coalesce(dialer_calls.ringing_at, excluded.ringing_at),
           answered_at = coalesce(dialer_calls.answered_at, excluded.answered_at),
           ended_at = coalesce(dialer_calls.ended_at, excluded.ended_at),
           reason = coalesce(dialer_calls.reason, excluded.reason),
           -- What may no longer be heard does not come back with a late report.
           recording = case when dialer_calls.recording_over then null else coalesce(excluded.recording, dialer_calls.recording) end,
           -- What comes a second time, or behind a later phase, takes nothing back.
           phase = case when ${order('excluded.phase')} >= ${order('dialer_calls.phase')} then excluded.phase else dialer_calls.phase end`,
    [
      tenantId,
      call.callId,
      userId,
      call.loanNumber,
      call.mode,
      call.number,
      call.phase,
      call.reason,
      call.startedAt,
      call.ringingAt,
      call.answeredAt,
      call.endedAt,
      call.recording,
    ],
  );
}

/** The job that looks at the sound of a call, of `id`. */
export const RECORDED = 'recordings.waveform';

/** `changed` hears of each tenant whose agents or calls stand differently, after it is committed. */
export function dialerService({ db, clock }: Pick<Deps, 'db' | 'clock'>, changed: (tenantId: string) => void) {
  const rulesOf = tenantRules(db);
  const orderOf = workOrderOf(db);
  const tenantOf = serviceAuthority({ db, clock });

  async function takeCommands(tx: Tx, tenantId: string, now: Date): Promise<DialerCommand[]> {
    const rows = await tx.query<{ detail: unknown; created_at: string }>(
      'delete from dialer_commands where tenant_id = $1 returning detail, created_at',
      [tenantId],
    );
    return rows
      .filter(({ created_at }) => now.getTime() - Date.parse(created_at) < COMMAND_LIFE_MS)
      .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
      .map(({ detail }) => dialerCommandSchema.parse(detail));
  }

  return {
    async events(token: string, events: readonly DialerReport[]) {
      const now = clock.now();
      const tenantId = await tenantOf(token);
      const answer = await db.transaction({ tenantId }, async (tx) => {
        const known = new Map<string, string | undefined>();
        const idOf = async (username: string) => {
          if (!known.has(username)) known.set(username, await agentNamed(tx, tenantId, username));
          return known.get(username);
        };
        for (const told of events) {
          const event = told.callId === null ? told : { ...told, callId: plainCallId(told.callId) };
          const userId = event.username === null ? null : await idOf(event.username);
          if (event.kind === 'call') {
            await keepCall(tx, tenantId, event, userId ?? null);
            await settleCall(tx, tenantId, event, now);
            if (event.recording !== null)
              await enqueueWithin(tx, now, RECORDED, { id: event.callId }, { tenantId, singletonKey: event.callId });
          } else if (userId) {
            const process = await processNameOf(tx, tenantId, userId);
            await stand(tx, tenantId, userId, { ...event, process, call_id: event.callId, byDialer: true }, now);
          }
        }
        if (events.length > 0) await tellAgents(tx, tenantId);
        return {
          commands: await takeCommands(tx, tenantId, now),
          unknownAgents: [...known].filter(([, id]) => id === undefined).map(([name]) => name),
        };
      });
      if (events.length > 0) changed(tenantId);
      return answer;
    },

    /**
     * Of an agent who works a process: the next numbers of its lists, none while it is paused. Of every other: their own active
     * loans in the order of the tenant's sorting rules; without any, open promises first, then the longest overdue. Each number has passed the contact gate and is noted there as an
     * attempt by the dialer.
     */
    async work(token: string, username: string, lines: number = WORK_AT_ONCE): Promise<DialerWorkAnswer> {
      const now = clock.now();
      const tenantId = await tenantOf(token);
      const { zone } = await rulesOf(tenantId);
      const rules = rulesFor((await orderOf(tenantId)).rules, 'calls');
      return db.transaction({ tenantId }, async (tx) => {
        const userId = await agentNamed(tx, tenantId, username);
        if (!userId) return { parties: [], process: null };
        const worked = await processOf(tx, tenantId, userId);
        if (worked) {
          return {
            parties: await handOut(tx, tenantId, userId, worked, { now, zone, lines, rules }),
            process: {
              name: worked.name,
              mode: worked.mode,
              callerIds: worked.caller_ids,
              maxLevel: worked.mode === 'progressive' ? 1 : worked.level_tenths / 10,
              dropPercent: worked.drop_tenths / 10,
            },
          };
        }
        const parameters: unknown[] = [tenantId, userId, new Date(now.getTime() - PAUSE_HOURS * 3_600_000)];
        const order = workOrderSql(
          rules.length > 0 ? rules : CALL_ORDER,
          CALLS_OTHERWISE,
          { today: dayOf(now, zone), zone },
          (value, type) => `$${parameters.push(value)}::${type}`,
        );
        const candidates = await tx.query<{ id: string; loan_number: string; phone_id: string; number: string }>(
          `select l.id, l.loan_number, p.id as phone_id, p.number
             from loan_assignments held
             join loans l on l.tenant_id = held.tenant_id and l.id = held.loan_id
             join lateral (
               select id, number from phones
                where tenant_id = l.tenant_id and borrower_id = l.borrower_id and not invalid and number ~ '^[0-9]{10}$'
                order by rank, id limit 1) p on true
             ${order.join}
            where held.tenant_id = $1 and held.profile_id = $2 and held.ended_at is null and l.state = 'active'
              and not exists (
                select 1 from dialer_calls c
                 where c.tenant_id = l.tenant_id and c.number = p.number and c.started_at > $3)
              and not exists (
                select 1 from contact_attempts a
                 where a.tenant_id = l.tenant_id and a.borrower_id = l.borrower_id and a.at > $3)
            order by ${order.order}, l.id limit ${CANDIDATES}`,
          parameters,
        );
        const parties: { callId: string; number: string; loanNumber: string }[] = [];
        for (const { id, loan_number, phone_id, number } of candidates) {
          if (parties.length >= lines) break;
          const callId = uuidv7(now.getTime());
          const verdict = await mayContact(
            tx,
            { tenantId, userId },
            { loanId: id, channel: 'call', phoneId: phone_id, attemptId: callId, now, zone },
          );
          if (verdict.allowed) parties.push({ callId, number, loanNumber: loan_number });
        }
        return { parties, process: null };
      });
    },
  };
}
