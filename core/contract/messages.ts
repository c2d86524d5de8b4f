/**
 * Messages to borrowers: templates, what is sent, and what became of it (specification 7 "send-sms",
 * "whatsapp-message"; domain.md 3). A message is taken once by its key, sent by the worker, and told about by the
 * gateway's signed events.
 */
import * as z from 'zod/mini';
import { MESSAGE_CHANNELS, TEMPLATE_LANGUAGES, type TemplateLanguage } from '../domain/message-templates';
import { TENANT_WIDE_ROLES } from '../domain/roles';
import { defineEndpoint } from './kit';
import { id, instant, sentInstant, shortText } from './scalars';

/** Who works a loan with the borrower (the roles of `/call-management`). */
export const SENDER_ROLES = ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR', 'MANAGER', 'CRM_MANAGER'] as const;
const LANGUAGES = Object.keys(TEMPLATE_LANGUAGES) as [TemplateLanguage, ...TemplateLanguage[]];

export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'blocked'] as const;
/**
 * `queued` waits for the worker (or for the next lawful minute) · `sent` taken by the gateway · `delivered`, `read` as the
 * gateway tells · `failed` given up · `blocked` no longer allowed when its turn came.
 */
export type MessageState = (typeof MESSAGE_STATES)[number];

export const templateSchema = z.object({
  id,
  name: z.string(),
  channel: z.enum(MESSAGE_CHANNELS),
  language: z.string(),
  /** Of e-mails alone. */
  subject: z.nullable(z.string()),
  body: z.string(),
  dltTemplateId: z.nullable(z.string()),
  dltHeader: z.nullable(z.string()),
  /** Registered addresses that the text may lead to. */
  allowedUrls: z.array(z.string()),
  active: z.boolean(),
  /** Names between braces, in their order. */
  variables: z.array(z.string()),
  updatedAt: instant,
});
export type Template = z.infer<typeof templateSchema>;

const text = z.string().check(z.trim(), z.minLength(1, 'Write the text'), z.maxLength(2000));
const templateBody = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Give it a name'), z.maxLength(80)),
  channel: z.enum(MESSAGE_CHANNELS),
  language: z.enum(LANGUAGES),
  subject: z.nullable(shortText),
  body: text,
  dltTemplateId: z.nullable(z.string().check(z.trim(), z.regex(/^\d{10,25}$/, 'A template id has 10 to 25 digits'))),
  dltHeader: z.nullable(
    z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{3,11}$/, 'A header has 3 to 11 letters or digits')),
  ),
  allowedUrls: z.array(z.string().check(z.trim(), z.minLength(4), z.maxLength(200))).check(z.maxLength(10)),
  active: z.boolean(),
});
export type TemplateBody = z.infer<typeof templateBody>;

export const TEMPLATE_SORTS = ['name', 'channel', 'language', 'updatedAt'] as const;
export type TemplateSort = (typeof TEMPLATE_SORTS)[number];
const page = z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000));
const size = z.coerce.number().check(z.int(), z.gte(1), z.lte(200));

export const listTemplates = defineEndpoint({
  id: 'messages.templates',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/message-templates',
  summary: "The tenant's message templates; without an administrator's role only those in use",
  access: { kind: 'session', roles: [...SENDER_ROLES, 'CRM_SUPERMANAGER', ...TENANT_WIDE_ROLES], scope: 'tenant' },
  idempotency: 'safe',
  query: z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    channel: z.optional(z.enum(MESSAGE_CHANNELS)),
    language: z.optional(z.enum(LANGUAGES)),
    active: z.optional(z.enum(['true', 'false'])),
    /** With those of this loan's portfolio. */
    loanId: z.optional(id),
    sort: z.optional(z.enum(TEMPLATE_SORTS)),
    dir: z.optional(z.enum(['asc', 'desc'])),
    page: z.optional(page),
    size: z.optional(size),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(templateSchema), total: z.int() }),
  }),
});

const oneTemplate = z.object({ success: z.literal(true), data: templateSchema });
const administrators = { kind: 'session', roles: TENANT_WIDE_ROLES, scope: 'tenant' } as const;

export const createTemplate = defineEndpoint({
  id: 'messages.createTemplate',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/message-templates',
  summary: 'Keep a new template; a name has one text for each channel and language',
  access: { ...administrators, settings: true },
  idempotency: 'none',
  body: templateBody,
  response: oneTemplate,
});

export const updateTemplate = defineEndpoint({
  id: 'messages.updateTemplate',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/message-templates/{id}',
  summary: 'Change a template, or take it out of use; messages keep the words they were sent with',
  access: { ...administrators, settings: true },
  idempotency: 'natural',
  params: z.object({ id }),
  body: templateBody,
  response: oneTemplate,
});

/** Whether the borrower may be contacted now, and if not, by which rule and until when. */
export const contactVerdictSchema = z.object({
  allowed: z.boolean(),
  /** For a person; null when it is allowed. */
  reason: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  /** Null: not until something changes. */
  nextAt: z.nullable(instant),
});
export type ContactVerdict = z.infer<typeof contactVerdictSchema>;

export const previewMessage = defineEndpoint({
  id: 'messages.preview',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/message-templates/{id}/preview',
  summary: 'A template with the values of a loan, what is missing, and whether it may go out now',
  access: { kind: 'session', roles: SENDER_ROLES, scope: 'loan' },
  idempotency: 'natural',
  params: z.object({ id }),
  body: z.strictObject({
    loanId: id,
    /** As for a payment link of this amount that is still to be made. */
    amountPaise: z.optional(z.int().check(z.gte(1), z.lte(100_000_000_000))),
    expiresAt: z.optional(sentInstant),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      subject: z.nullable(z.string()),
      text: z.string(),
      /** Variables without a value: the message would be refused. */
      missing: z.array(z.string()),
      contact: contactVerdictSchema,
    }),
  }),
});

export const messageSchema = z.object({
  id,
  channel: z.enum(MESSAGE_CHANNELS),
  /** Masked: first two and last two. */
  to: z.string(),
  template: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  text: z.string(),
  status: z.enum(MESSAGE_STATES),
  /** Why it failed or was blocked; of a queued one, why it waits. */
  reason: z.nullable(z.string()),
  by: z.string(),
  createdAt: instant,
  sentAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  readAt: z.nullable(instant),
});
export type Message = z.infer<typeof messageSchema>;

const sent = <Words extends string>(words: Words) =>
  z.object({ success: z.literal(true), message: z.literal(words), data: messageSchema });
const toPhone = z.strictObject({ key: id, loanId: id, templateId: id, phoneId: id });
const senders = { kind: 'session', roles: SENDER_ROLES, scope: 'loan' } as const;

export const sendSms = defineEndpoint({
  id: 'messages.sendSms',
  method: 'POST',
  service: 'main',
  path: 'call-disposition/send-sms',
  summary: 'Send a template as SMS to a phone of the borrower',
  access: senders,
  idempotency: 'key',
  body: toPhone,
  response: sent('sms sent successfully'),
});

export const sendWhatsapp = defineEndpoint({
  id: 'messages.sendWhatsapp',
  method: 'POST',
  service: 'main',
  path: 'call-disposition/whatsapp-message',
  summary: 'Send a template over WhatsApp to a phone of the borrower',
  access: senders,
  idempotency: 'key',
  body: toPhone,
  response: sent('whatsapp message sent successfully'),
});

export const sendEmail = defineEndpoint({
  id: 'messages.sendEmail',
  method: 'POST',
  service: 'main',
  path: 'call-disposition/send-email',
  summary: "Send a template to the borrower's own e-mail address",
  access: senders,
  idempotency: 'key',
  body: z.strictObject({ key: id, loanId: id, templateId: id }),
  response: sent('email sent successfully'),
});

export const loanMessages = defineEndpoint({
  id: 'messages.ofLoan',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/messages',
  summary: 'What was sent to the borrower of a loan and what became of it, newest first',
  access: { kind: 'session', roles: '*', scope: 'loan' },
  idempotency: 'safe',
  query: z.strictObject({ loanId: id, page: z.optional(page), size: z.optional(size) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ rows: z.array(messageSchema), total: z.int() }),
  }),
});

/** Signed by HMAC-SHA256 over `{timestamp}.{body}` with the gateway's secret, in hex; the timestamp is in seconds. */
export const signatureHeaders = z.object({
  'x-recoup-timestamp': z.string().check(z.regex(/^\d{1,12}$/)),
  'x-recoup-signature': z.string().check(z.maxLength(200)),
});

/** What the gateway tells about a message, as JSON in the signed body. */
export const messageEventSchema = z.strictObject({
  /** The gateway's own id of this event; a repeat does nothing. */
  eventId: z.string().check(z.minLength(1), z.maxLength(120)),
  /** As we sent it. */
  reference: z.string().check(z.maxLength(100)),
  status: z.enum(['delivered', 'failed', 'read']),
  at: sentInstant,
  reason: z.optional(z.string().check(z.maxLength(300))),
});

export const messageWebhook = defineEndpoint({
  id: 'messages.webhook',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/messages/webhook',
  summary: 'The gateway tells what became of a message; signed',
  access: { kind: 'public' },
  idempotency: 'natural',
  headers: signatureHeaders,
  bodyKind: 'bytes',
  bodyLimit: 16_384,
  response: z.object({ success: z.literal(true), data: z.object({ changed: z.boolean() }) }),
});
