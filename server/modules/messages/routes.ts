import type { Message } from '../../../core/contract/messages';
import type { MessageChannel } from '../../../core/domain/message-templates';
import { type Actor, ApiError, type Handlers } from '../../http/implement';
import { createJobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { findVisibleLoan } from '../loans';
import { tenantRules } from '../tenants';
import {
  alreadySent,
  fingerprintOf,
  prepareMessage,
  preview,
  storeMessage,
  type WantedMessage,
  type Writing,
} from './compose';
import { messageEvents } from './events';
import { messagePage } from './repository';
import { createTemplate, templatePage, updateTemplate } from './templates';

const PAGE = 20;
type Request = Pick<WantedMessage, 'loanId' | 'templateId' | 'phoneId'> & { key: string };

type MessageHandlers = Pick<
  Handlers,
  | 'messages.templates'
  | 'messages.createTemplate'
  | 'messages.updateTemplate'
  | 'messages.preview'
  | 'messages.sendSms'
  | 'messages.sendWhatsapp'
  | 'messages.sendEmail'
  | 'messages.ofLoan'
  | 'messages.webhook'
>;

export function handlers(deps: Deps): MessageHandlers {
  const { db, clock } = deps;
  const rulesOf = tenantRules(db);
  // Only to put work into the queue; whoever works takes it out.
  const jobs = createJobs(deps);
  const takeEvent = messageEvents(deps);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function within<T>(actor: Actor, work: (writing: Writing) => Promise<T>): Promise<T> {
    const { zone } = await rulesOf(actor.tenantId);
    return db.transaction(scopeOf(actor), (tx) => work({ tx, actor, zone, now: clock.now() }));
  }

  async function send(actor: Actor, channel: MessageChannel, body: Request): Promise<Message> {
    const { key, ...wanted } = body;
    const fingerprint = fingerprintOf({ ...body, channel });
    const result = await within(actor, async (writing) => {
      const known = await alreadySent(writing, key, fingerprint);
      if (known) return known;
      const made = await prepareMessage(writing, { ...wanted, channel });
      if ('refusal' in made) return made;
      return { message: await storeMessage(writing, jobs, made.prepared, { key, fingerprint, paymentLinkId: null }) };
    });
    if ('refusal' in result) throw result.refusal;
    return result.message;
  }

  return {
    'messages.templates': async ({ actor, query }) => ({
      success: true,
      data: await db.transaction(scopeOf(actor), (tx) => templatePage(tx, actor, query)),
    }),
    'messages.createTemplate': async ({ actor, body }) => ({
      success: true,
      data: await db.transaction(scopeOf(actor), (tx) => createTemplate(tx, actor, body, clock.now())),
    }),
    'messages.updateTemplate': async ({ actor, params, body }) => ({
      success: true,
      data: await db.transaction(scopeOf(actor), (tx) => updateTemplate(tx, actor, params.id, body, clock.now())),
    }),

    'messages.preview': async ({ actor, params, body }) => {
      const { amountPaise, expiresAt } = body;
      const link = amountPaise !== undefined && {
        url: `${deps.config.publicUrl ?? `http://localhost:${deps.config.port}`}/pay/…`,
        amountPaise,
        expiresAt: new Date(expiresAt ?? clock.now()),
      };
      const data = await within(actor, (writing) =>
        preview(writing, { loanId: body.loanId, templateId: params.id, ...(link && { link }) }),
      );
      return { success: true, data };
    },

    'messages.sendSms': async ({ actor, body }) => ({
      success: true,
      message: 'sms sent successfully',
      data: await send(actor, 'sms', body),
    }),
    'messages.sendWhatsapp': async ({ actor, body }) => ({
      success: true,
      message: 'whatsapp message sent successfully',
      data: await send(actor, 'whatsapp', body),
    }),
    'messages.sendEmail': async ({ actor, body }) => ({
      success: true,
      message: 'email sent successfully',
      data: await send(actor, 'email', body),
    }),

    'messages.ofLoan': async ({ actor, query }) => ({
      success: true,
      data: await db.transaction(scopeOf(actor), async (tx) => {
        if ((await findVisibleLoan(tx, actor, query.loanId)) !== query.loanId) throw new ApiError('not-found');
        const limit = query.size ?? PAGE;
        return messagePage(tx, query.loanId, { limit, offset: ((query.page ?? 1) - 1) * limit });
      }),
    }),

    'messages.webhook': async ({ headers, bytes }) => ({ success: true, data: await takeEvent(headers, bytes) }),
  };
}
