/**
 * The worker's part of a message:
 *
 *   queued ── may it go out now? ──▶ sending ── the gateway takes it ──▶ sent ── its events ──▶ delivered, read, failed
 *      ▲  └── not at this hour: waits until the next lawful minute  │
 *      │  └── not at all any more: blocked                          ├── refused, or tried for the last time ──▶ failed
 *      └────────────────────────────────── tried again, later ──────┘
 *
 * The network is touched between two transactions. A worker that dies there sends once more under the same idempotency
 * key, so that the gateway sends once.
 */
import type { MessageChannel } from '../../../core/domain/message-templates';
import type { Job, Jobs, Run } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { type MessageSender, messageSenders, SendRefused } from '../../platform/senders/messages';
import { notify } from '../alerts';
import { peekContact } from '../contact';
import { isOpen, tenantRules } from '../tenants';
import { SEND_JOB } from './compose';
import { GATE_CHANNEL, verdictWords } from './gate';
import { lockMessage, type Sending, setEnded, setSending, setSent, setWaiting } from './repository';

/** The queue waits longer each time: about five minutes over all. */
export const SEND_ATTEMPTS = 7;

/** What may not go out for longer than a night is stale by then. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

export type DeliverDeps = Pick<Deps, 'db' | 'clock' | 'logger' | 'config' | 'mail'>;
type Begun = { kind: 'send'; message: Sending } | { kind: 'wait'; until: Date } | { kind: 'over' };

/** What the gateway's events call a message. */
export const referenceOf = (tenantId: string, messageId: string): string => `${tenantId}.${messageId}`;

export function registerJobs(
  jobs: Jobs,
  { db, clock, logger, config, mail }: DeliverDeps,
  senders: Record<MessageChannel, MessageSender> = messageSenders(config, { mail, clock, logger }),
): void {
  const rulesOf = tenantRules(db);

  async function begin(run: Run, tenantId: string, id: string): Promise<Begun> {
    const { zone } = await rulesOf(tenantId);
    // Not what was believed half a minute ago: a message that is out stays out.
    const active = await isOpen(db, tenantId);
    return run.step(async (tx): Promise<Begun> => {
      const now = clock.now();
      const message = await lockMessage(tx, id);
      if (!message || (message.status !== 'queued' && message.status !== 'sending')) return { kind: 'over' };
      if (!active) {
        await setEnded(tx, id, 'blocked', 'The tenant is not active any more.', now);
        return { kind: 'over' };
      }
      const peek = await peekContact(
        tx,
        { tenantId, userId: message.user_id },
        { loanId: message.loan_id, channel: GATE_CHANNEL[message.channel], zone, now, noted: true },
      );
      const verdict = verdictWords(peek);
      if (verdict.allowed) {
        await setSending(tx, id);
        return { kind: 'send', message };
      }
      if (verdict.nextAt === null || Date.parse(verdict.nextAt) - now.getTime() > LONGEST_WAIT_MS) {
        await setEnded(tx, id, 'blocked', verdict.reason ?? 'No contact is allowed.', now);
        return { kind: 'over' };
      }
      await setWaiting(tx, id, verdict.reason);
      return { kind: 'wait', until: new Date(verdict.nextAt) };
    });
  }

  async function deliver({ tenantId, data, attempt }: Job, run: Run): Promise<void> {
    const { id } = data;
    if (tenantId === null || typeof id !== 'string') return;
    const begun = await begin(run, tenantId, id);
    if (begun.kind === 'wait') {
      await run.finish((tx) => jobs.enqueueIn(tx, SEND_JOB, { id }, { tenantId, runAt: begun.until }));
      return;
    }
    if (begun.kind === 'over') return;
    const { message } = begun;
    try {
      const { ref } = await senders[message.channel].send({
        id: message.id,
        reference: referenceOf(tenantId, message.id),
        channel: message.channel,
        to: message.recipient,
        name: message.name,
        subject: message.subject,
        text: message.body,
        language: message.language,
        dltTemplateId: message.dlt_template_id,
        dltHeader: message.dlt_header,
      });
      await run.finish((tx) => setSent(tx, id, ref, clock.now()));
    } catch (error) {
      const final = error instanceof SendRefused || attempt >= SEND_ATTEMPTS;
      if (!final) {
        await run.step((tx) => setWaiting(tx, id, 'It could not be handed over yet and is tried again.'));
        throw error;
      }
      logger.warn('a message was given up', { tenantId, error });
      await run.finish(async (tx) => {
        const now = clock.now();
        // The words of a broken connection name machines and addresses: they are for the log.
        const reason = error instanceof SendRefused ? error.message : 'It could not be handed over.';
        if (!(await setEnded(tx, id, 'failed', reason, now))) return;
        await notify(
          tx,
          { kind: 'message-failed', loanId: message.loan_id, cause: `message:${id}`, userId: message.user_id },
          now,
        );
      });
    }
  }

  jobs.define(SEND_JOB, deliver);
}
