/**
 * The way by which SMS and WhatsApp messages leave: a gateway that speaks signed HTTP, or a folder with one JSON file a
 * message, so that an installation without a gateway can be tried and nothing is silently dropped. E-mail goes by mail.ts.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageChannel } from '../../../core/domain/message-templates';
import type { Clock } from '../clock';
import type { Config } from '../config';
import type { Logger } from '../logger';
import { gatewaySecret, sign } from '../signatures';
import type { MailSender } from './mail';
import { createOutgoing, OutgoingRefused } from './outgoing';

export interface OutgoingMessage {
  /** One value for every try: the gateway sends it once. */
  id: string;
  /** What the gateway's events call it. */
  reference: string;
  channel: MessageChannel;
  /** Ten digits, or an e-mail address. */
  to: string;
  name: string;
  subject: string | null;
  text: string;
  language: string;
  dltTemplateId: string | null;
  dltHeader: string | null;
}

export interface MessageSender {
  /**
   * Resolves with the gateway's own reference when it has taken the message. Rejects with `SendRefused` when trying again
   * does not help, and with any other error when it may.
   */
  send(message: OutgoingMessage): Promise<{ ref: string | null }>;
}

export class SendRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SendRefused';
  }
}

/** Statuses after which the same message may go through later. */
const LATER = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

function refOf(body: string): string | null {
  try {
    const answer = JSON.parse(body) as unknown;
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
    return typeof id === 'string' && id.length > 0 && id.length <= 120 ? id : null;
  } catch {
    return null;
  }
}

export function gatewaySender(
  { url, secret, timeoutMs }: { url: string; secret: string; timeoutMs?: number },
  clock: Clock,
): MessageSender {
  const outgoing = createOutgoing([new URL(url).host]);
  return {
    async send({ id, ...message }) {
      const body = JSON.stringify({ id, ...message });
      const answer = await outgoing
        .post({
          url,
          body,
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            ...sign(secret, body, clock.now()),
          },
          ...(timeoutMs !== undefined && { timeoutMs }),
        })
        .catch((error: unknown) => {
          throw error instanceof OutgoingRefused ? new SendRefused(error.message) : error;
        });
      const { status } = answer;
      if (status >= 200 && status < 300) return { ref: refOf(answer.body) };
      if (LATER(status)) throw new Error(`The gateway answered ${status}`);
      throw new SendRefused(
        status >= 300 && status < 400
          ? `The gateway answered ${status}, and redirects are not followed`
          : `The gateway refused the message (${status})`,
      );
    },
  };
}

export function folderSender(folder: string): MessageSender {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // By the message's own id: sent again, it is the same file.
      const file = join(folder, `${message.id}.json`);
      // Whoever watches the folder never sees half a message.
      await writeFile(`${file}.part`, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return { ref: null };
    },
  };
}

export function emailSender(mail: MailSender): MessageSender {
  return {
    async send({ id, to, name, subject, text }) {
      try {
        await mail.send({ id, to: { name, address: to }, subject: subject ?? '', text });
      } catch (error) {
        const code = typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : 0;
        if (typeof code === 'number' && code >= 500) throw new SendRefused(`The mail server refused it (${code})`);
        throw error;
      }
      return { ref: null };
    },
  };
}

/** As configured; says once in the log where messages go when there is no gateway. */
export function messageSenders(
  config: Pick<Config, 'messageGatewayUrl' | 'gatewaySecret' | 'dataDir'>,
  { mail, clock, logger }: { mail: MailSender; clock: Clock; logger: Logger },
): Record<MessageChannel, MessageSender> {
  const email = emailSender(mail);
  if (config.messageGatewayUrl) {
    const gateway = gatewaySender({ url: config.messageGatewayUrl, secret: gatewaySecret(config) }, clock);
    return { sms: gateway, whatsapp: gateway, email };
  }
  const path = join(config.dataDir, 'messages');
  logger.warn('MESSAGE_GATEWAY_URL is not set: messages are not sent but written to a folder', { path });
  const folder = folderSender(path);
  return { sms: folder, whatsapp: folder, email };
}
