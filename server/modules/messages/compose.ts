/** A template with the values of a loan, and the outbox row that comes of it. */
import { createHash } from 'node:crypto';
import type { ContactVerdict, Message, Template } from '../../../core/contract/messages';
import { canonicalJson } from '../../../core/domain/canonical';
import { formatDay } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { strangeInFilled } from '../../../core/domain/message-checks';
import { fillTemplate, type MessageChannel, type TemplateValues } from '../../../core/domain/message-templates';
import { formatRupees } from '../../../core/domain/money';
import { carriesContact, isPersonName } from '../../../core/domain/validators';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Jobs } from '../../jobs';
import { mayContact, peekContact, refusalOf } from '../contact';
import { findVisibleLoan } from '../loans';
import { GATE_CHANNEL, verdictWords } from './gate';
import { findMessage, findRecipient, findStored, insertMessage, latestLink, loanFacts, offerLink } from './repository';
import { codeTemplates, templateFor } from './templates';

/** What the worker does with a queued message. */
export const SEND_JOB = 'messages.send';

/** A payment link as a text names it. */
export interface LinkValues {
  url: string;
  amountPaise: number;
  expiresAt: Date;
}

export interface Writing {
  tx: Tx;
  actor: Actor;
  zone: string;
  now: Date;
}

type Author = Omit<Writing, 'actor'> & { actor: Pick<Actor, 'fullName'> | null };

export interface Filled {
  template: Template;
  subject: string | null;
  text: string;
  missing: string[];
}

/** A value that would tell borrowers where to call or pay is no value. */
const plain = (value: string): string | null => (carriesContact(value) ? null : value);

const lastFour = (loanNumber: string) => loanNumber.replace(/[^A-Za-z0-9]/g, '').slice(-4);

/** What texts about a loan may name, see `TEMPLATE_VARIABLES`; the caller has made sure that this user sees the loan. */
export async function loanValues(
  { tx, actor, zone, now }: Author,
  loanId: string,
  link?: LinkValues,
): Promise<TemplateValues> {
  const loan = await loanFacts(tx, loanId);
  if (!loan) throw new ApiError('not-found');
  const open = link ?? (await latestLink(tx, loanId, now));
  return {
    name: plain(loan.name),
    first_name: plain(loan.name.trim().split(/\s+/)[0] ?? ''),
    loan_last4: lastFour(loan.loan_number),
    lender: plain(loan.lender),
    product: plain(loan.product),
    overdue: formatRupees(loan.overdue_paise),
    emi: formatRupees(loan.emi_paise),
    due_day: String(loan.due_day),
    ptp_date: loan.ptp_due_on && loan.ptp_status === 'open' ? formatDay(loan.ptp_due_on, zone) : null,
    ptp_amount: loan.ptp_paise !== null && loan.ptp_status === 'open' ? formatRupees(loan.ptp_paise) : null,
    // Of everybody who writes to borrowers, this is what somebody above has written (profile-fields.ts).
    agent: actor && isPersonName(actor.fullName) ? actor.fullName : null,
    payment_link: open?.url ?? null,
    payment_amount: open ? formatRupees(open.amountPaise) : null,
    payment_until: open ? formatDay(open.expiresAt, zone) : null,
    settlement_link: (await offerLink(tx, loanId)) ?? null,
    settlement_code: null,
  };
}

/** The caller sees the loan, the template is in use; nothing is refused yet. */
async function fill(
  writing: Writing,
  wanted: { loanId: string; templateId: string; link?: LinkValues },
): Promise<Filled> {
  const { tx, actor } = writing;
  const { loanId } = wanted;
  if ((await findVisibleLoan(tx, actor, loanId)) !== loanId) throw new ApiError('not-found');
  const template = await templateFor(tx, wanted.templateId, loanId);
  if (!template) throw refused('templateId', 'This template is not in use');
  const values = await loanValues(writing, loanId, wanted.link);
  const body = fillTemplate(template.body, values);
  const subject = template.subject === null ? null : fillTemplate(template.subject, values);
  return {
    template,
    text: body.text,
    subject: subject?.text ?? null,
    missing: [...new Set([...(subject?.missing ?? []), ...body.missing])],
  };
}

/** What a template would say, and whether it might go out now. */
export async function preview(
  writing: Writing,
  wanted: { loanId: string; templateId: string; link?: LinkValues },
): Promise<Omit<Filled, 'template'> & { contact: ContactVerdict }> {
  const { template, ...filled } = await fill(writing, wanted);
  const { tx, actor, zone, now } = writing;
  const channel = GATE_CHANNEL[template.channel];
  return {
    ...filled,
    contact: verdictWords(await peekContact(tx, actor, { loanId: wanted.loanId, channel, zone, now })),
  };
}

const refused = (path: string, message: string) => new ApiError('invalid', { message, fields: [{ path, message }] });

export interface WantedMessage {
  loanId: string;
  templateId: string;
  /** What the template must be for; undefined: any that goes to a phone. */
  channel?: MessageChannel;
  /** Of messages to a phone. */
  phoneId?: string;
  /** The template must then name it. */
  link?: LinkValues;
}

/** What a request with a key asked for, to tell a repeat from another request under the same key. */
export const fingerprintOf = (request: object): string =>
  createHash('sha256').update(canonicalJson(request)).digest('hex');

/**
 * The message that the caller sent under this key before; `key-conflict` when it was another one. From here to the end of
 * the transaction nobody else gets an answer for this key: of two who ask at once, the second one finds the first one's.
 */
export async function alreadySent(
  { tx, actor }: Writing,
  key: string,
  fingerprint: string,
): Promise<{ message: Message; paymentLinkId: string | null } | undefined> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 14))', [`${actor.tenantId}${actor.userId}${key}`]);
  const stored = await findStored(tx, actor.userId, key);
  if (!stored) return undefined;
  if (stored.fingerprint !== fingerprint) throw new ApiError('key-conflict');
  const message = await findMessage(tx, stored.id);
  return message && { message, paymentLinkId: stored.payment_link_id };
}

export interface Prepared extends Filled {
  id: string;
  to: string;
  loanId: string;
}

/**
 * A message that may be sent. Throws `invalid` for what can be mended. When the borrower may not be contacted now, it
 * answers the refusal instead, which the caller throws **after** its transaction: the gate has counted it there.
 */
export async function prepareMessage(
  writing: Writing,
  wanted: WantedMessage,
): Promise<{ prepared: Prepared } | { refusal: ApiError }> {
  const { tx, actor, zone, now } = writing;
  const { loanId, link } = wanted;
  const filled = await fill(writing, wanted);
  const { template, missing } = filled;
  const { channel } = template;
  if (wanted.channel ? channel !== wanted.channel : channel === 'email') {
    throw refused('templateId', 'This template is for another channel');
  }
  if (link && !template.variables.includes('payment_link')) {
    throw refused('templateId', 'This template does not name {payment_link}');
  }
  if (missing.length > 0) {
    throw refused('templateId', `This loan has no value for ${missing.map((name) => `{${name}}`).join(', ')}`);
  }
  // Our own pages are known; what else a value brings along must be registered like the rest.
  const own = [(link ?? (await latestLink(tx, loanId, now)))?.url, await offerLink(tx, loanId)];
  const strange = strangeInFilled(
    template,
    filled,
    own.flatMap((url) => url ?? []),
  );
  if (strange.length > 0) {
    throw refused('templateId', `The text would lead to addresses that are not registered: ${strange.join(', ')}`);
  }
  const to = await findRecipient(tx, loanId, channel, wanted.phoneId ?? null);
  if (!to) {
    throw channel === 'email'
      ? refused('loanId', 'No e-mail address of this borrower is known')
      : refused('phoneId', 'Not a working phone of this borrower');
  }
  const id = uuidv7(now.getTime());
  const verdict = await mayContact(tx, actor, {
    loanId,
    channel: GATE_CHANNEL[channel],
    phoneId: wanted.phoneId,
    attemptId: id,
    now,
    zone,
  });
  return verdict.allowed ? { prepared: { ...filled, id, to, loanId } } : { refusal: refusalOf(verdict) };
}

/**
 * The text by which a borrower gets a code that they asked for: of the tenant's templates that name `{settlement_code}` the one in the
 * language nearest to theirs. Undefined where there is none, or where it names what this loan has not.
 */
export async function codeMessage(
  writing: Omit<Author, 'actor'>,
  { loanId, code, languages }: { loanId: string; code: string; languages: readonly string[] },
): Promise<(Pick<Template, 'channel' | 'language' | 'dltTemplateId' | 'dltHeader'> & { text: string }) | undefined> {
  const values = { ...(await loanValues({ ...writing, actor: null }, loanId)), settlement_code: code };
  const far = (language: string) => languages.indexOf(language) >>> 0;
  const all = (await codeTemplates(writing.tx, loanId)).toSorted((a, b) => far(a.language) - far(b.language));
  for (const template of all) {
    const { text, missing } = fillTemplate(template.body, values);
    if (missing.length === 0) return { ...template, text };
  }
  return undefined;
}

/** Puts a message into the outbox; the worker sends it. */
export async function storeMessage(
  { tx, actor, now }: Writing,
  jobs: Pick<Jobs, 'enqueueIn'>,
  { id, to, loanId, template, subject, text }: Prepared,
  request: { key: string; fingerprint: string; paymentLinkId: string | null },
): Promise<Message> {
  const { channel, language, dltTemplateId, dltHeader } = template;
  await insertMessage(tx, {
    ...request,
    id,
    userId: actor.userId,
    loanId,
    templateId: template.id,
    channel,
    recipient: to,
    language,
    subject,
    body: text,
    dltTemplateId,
    dltHeader,
    createdAt: now,
  });
  await jobs.enqueueIn(tx, SEND_JOB, { id }, { tenantId: actor.tenantId });
  await appendAudit(
    tx,
    [
      {
        action: 'messages.queued',
        subject: 'message',
        subjectId: id,
        actorId: actor.userId,
        detail: { loanId, channel, templateId: template.id, paymentLinkId: request.paymentLinkId },
      },
    ],
    now,
  );
  const message = await findMessage(tx, id);
  if (!message) throw new Error('The message was not stored');
  return message;
}
