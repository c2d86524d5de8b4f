import type { Message } from '../../../core/contract/messages';
import { LINK_HOURS, type PaymentLink } from '../../../core/contract/payment-links';
import { uuidv7 } from '../../../core/domain/ids';
import { appendAudit } from '../../db/audit';
import { type Actor, ApiError, type Call, type Handlers, PageReply } from '../../http/implement';
import { createJobs } from '../../jobs';
import { originOf } from '../../platform/config';
import type { Deps } from '../../platform/deps';
import { newReference, newToken, tenantOfToken } from '../../platform/public-names';
import { perMinute } from '../../platform/rate';
import { findVisibleLoan } from '../loans';
import { alreadySent, fingerprintOf, prepareMessage, storeMessage, type Writing } from '../messages';
import { clientRefusal, isOpen, tenantRules } from '../tenants';
import { closedPage, openPage } from './page';
import { paymentEvents } from './paid';
import {
  cancelLinks,
  findLink,
  insertLink,
  linksOf,
  lockPayee,
  pageFacts,
  payeeOfLoan,
  payees,
  setPayee,
} from './repository';

/** A minute and address. */
const PAGES_PER_MINUTE = 30;

type PaymentLinkHandlers = Pick<
  Handlers,
  | 'paymentLinks.send'
  | 'paymentLinks.ofLoan'
  | 'paymentLinks.cancel'
  | 'paymentLinks.payees'
  | 'paymentLinks.setPayee'
  | 'paymentLinks.page'
  | 'paymentLinks.webhook'
>;

export function handlers(deps: Deps): PaymentLinkHandlers {
  const { db, clock, config } = deps;
  const rulesOf = tenantRules(db);
  const jobs = createJobs(deps);
  const takePayment = paymentEvents(deps);
  const mayOpen = perMinute(PAGES_PER_MINUTE, clock);
  const origin = originOf(config);
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function within<T>(actor: Actor, work: (writing: Writing) => Promise<T>): Promise<T> {
    const { zone } = await rulesOf(actor.tenantId);
    return db.transaction(scopeOf(actor), (tx) => work({ tx, actor, zone, now: clock.now() }));
  }

  interface Sent {
    link: PaymentLink;
    message: Message;
  }

  async function linkById({ tx, now }: Writing, id: string): Promise<PaymentLink> {
    const found = await findLink(tx, id, now);
    if (!found) throw new ApiError('not-found');
    const { loanId: _, ...link } = found;
    return link;
  }

  async function make(
    writing: Writing,
    body: Call<'paymentLinks.send'>['body'],
    fingerprint: string,
  ): Promise<Sent | { refusal: ApiError }> {
    const { tx, actor, now } = writing;
    const { loanId, amountPaise, key, phoneId, templateId, hours = LINK_HOURS.usual } = body;
    if ((await findVisibleLoan(tx, actor, loanId)) !== loanId) throw new ApiError('not-found');
    const token = newToken(actor.tenantId);
    const link = {
      id: uuidv7(now.getTime()),
      token,
      reference: newReference(actor.tenantId),
      url: `${origin}/pay/${token}`,
      loanId,
      amountPaise,
      expiresAt: new Date(now.getTime() + hours * 3_600_000),
      userId: actor.userId,
    };
    const account = await payeeOfLoan(tx, loanId);
    if (!account) {
      const message = 'This lender has no UPI account yet; an administrator sets it.';
      throw new ApiError('invalid', { message, fields: [{ path: 'loanId', message }] });
    }
    const { clientId, ...payee } = account;
    const message = await clientRefusal(tx, clientId);
    if (message) throw new ApiError('invalid', { message, fields: [{ path: 'loanId', message }] });
    const made = await prepareMessage(writing, { loanId, templateId, phoneId, link });
    if ('refusal' in made) return made;
    await insertLink(tx, { ...link, ...payee }, now);
    const stored = await storeMessage(writing, jobs, made.prepared, { key, fingerprint, paymentLinkId: link.id });
    await appendAudit(
      tx,
      [
        {
          action: 'payment-links.made',
          subject: 'payment-link',
          subjectId: link.id,
          actorId: actor.userId,
          detail: { loanId, amountPaise, expiresAt: link.expiresAt.toISOString(), messageId: stored.id },
        },
      ],
      now,
    );
    return { link: await linkById(writing, link.id), message: stored };
  }

  return {
    'paymentLinks.send': async ({ actor, body }) => {
      const fingerprint = fingerprintOf({ ...body, kind: 'payment-link' });
      const data = await within(actor, async (writing): Promise<Sent | { refusal: ApiError }> => {
        const known = await alreadySent(writing, body.key, fingerprint);
        if (!known?.paymentLinkId) return make(writing, body, fingerprint);
        return { link: await linkById(writing, known.paymentLinkId), message: known.message };
      });
      if ('refusal' in data) throw data.refusal;
      return { success: true, message: 'Payment Link Sent Successfully', data };
    },

    'paymentLinks.ofLoan': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, async ({ tx, now }) => {
        if ((await findVisibleLoan(tx, actor, query.loanId)) !== query.loanId) throw new ApiError('not-found');
        return { rows: await linksOf(tx, query.loanId, now) };
      }),
    }),

    'paymentLinks.cancel': async ({ actor, params }) => ({
      success: true,
      data: await within(actor, async (writing) => {
        const { tx, now } = writing;
        const link = await findLink(tx, params.id, now);
        if (!link || (await findVisibleLoan(tx, actor, link.loanId)) !== link.loanId) throw new ApiError('not-found');
        if ((await cancelLinks(tx, { id: params.id }, now)) > 0) {
          await appendAudit(
            tx,
            [
              {
                action: 'payment-links.cancelled',
                subject: 'payment-link',
                subjectId: params.id,
                actorId: actor.userId,
                detail: { loanId: link.loanId, before: link.status, after: 'cancelled' },
              },
            ],
            now,
          );
        }
        return linkById(writing, params.id);
      }),
    }),

    'paymentLinks.payees': async ({ actor }) => ({
      success: true,
      data: { rows: await db.transaction(scopeOf(actor), (tx) => payees(tx, actor)) },
    }),

    'paymentLinks.setPayee': async ({ actor, params, body }) => ({
      success: true,
      data: await db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        await lockPayee(tx, params.clientId);
        const [before] = await payees(tx, actor, params.clientId);
        if (!before) throw new ApiError('not-found');
        await setPayee(tx, { clientId: params.clientId, vpa: body.vpa, name: body.name, userId: actor.userId }, now);
        const after = { ...before, vpa: body.vpa, name: body.name };
        await appendAudit(
          tx,
          [
            {
              action: 'payment-links.payee-set',
              subject: 'client',
              subjectId: params.clientId,
              actorId: actor.userId,
              detail: { before, after },
            },
          ],
          now,
        );
        return after;
      }),
    }),

    'paymentLinks.page': async ({ params, ip }) => {
      if (!mayOpen(ip)) return new PageReply(closedPage('busy'), 429);
      const tenantId = tenantOfToken(params.token);
      const rules = tenantId && (await rulesOf(tenantId).catch(() => undefined));
      const facts = tenantId && rules && (await db.transaction({ tenantId }, (tx) => pageFacts(tx, params.token)));
      if (!facts || !rules || !tenantId) return new PageReply(closedPage('unknown'), 404);
      if (facts.status === 'paid') return new PageReply(closedPage('paid'));
      const expiresAt = new Date(facts.expires_at);
      const standing = facts.client_active && (await isOpen(db, tenantId));
      if (!standing || facts.status === 'cancelled' || expiresAt <= clock.now())
        return new PageReply(closedPage('over'), 410);
      return new PageReply(
        openPage({
          lender: facts.lender,
          payee: facts.payee,
          vpa: facts.vpa,
          firstName: facts.name.trim().split(/\s+/)[0] ?? '',
          lastFour: facts.loan_number.replace(/[^A-Za-z0-9]/g, '').slice(-4),
          amountPaise: facts.amount_paise,
          reference: facts.reference,
          expiresAt,
          zone: rules.zone,
        }),
      );
    },

    'paymentLinks.webhook': async ({ headers, bytes }) => ({ success: true, data: await takePayment(headers, bytes) }),
  };
}
