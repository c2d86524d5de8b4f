/** A code that a borrower asked for goes to their phone. It is made from its id where it is sent, so that no row and no job holds it. */
import type { MessageChannel } from '../../../core/domain/message-templates';
import type { Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { type MessageSender, messageSenders, SendRefused } from '../../platform/senders/messages';
import { codeMessage } from '../messages';
import { tenantRules } from '../tenants';
import { codeOf, codeToSend, ownPhone } from './offer-links';

export const SEND_CODE = 'settlements.send-code';
/** Later the code is stale. */
const SEND_ATTEMPTS = 4;

export type CodeDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'logger' | 'config' | 'mail'>;

/** The contact gate is not asked: this is an answer to the borrower, in the minute in which they wait for it. */
export function defineSendCode(
  jobs: Jobs,
  { db, clock, keys, logger, config, mail }: CodeDeps,
  senders: Record<MessageChannel, MessageSender> = messageSenders(config, { mail, clock, logger }),
): void {
  const rulesOf = tenantRules(db);
  jobs.define(SEND_CODE, async ({ tenantId, data: { id }, attempt }, run) => {
    if (tenantId === null || typeof id !== 'string') return;
    const { zone } = await rulesOf(tenantId);
    const code = await codeOf(keys, id);
    const asked = await run.step(async (tx) => {
      const now = clock.now();
      const to = await codeToSend(tx, id, now);
      const phone = to && (await ownPhone(tx, to.borrower_id));
      const languages = to ? [to.language, 'en'] : [];
      const message = to && phone && (await codeMessage({ tx, zone, now }, { loanId: to.loan_id, code, languages }));
      return message && { ...message, to: phone, name: to.borrower };
    });
    if (!asked) return;
    try {
      await senders[asked.channel].send({ ...asked, id, reference: `${tenantId}.${id}`, subject: null });
    } catch (error) {
      if (!(error instanceof SendRefused) && attempt < SEND_ATTEMPTS) throw error;
      logger.warn('a code was given up', { tenantId, error });
    }
  });
}
