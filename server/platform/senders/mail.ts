/**
 * The one way by which mail leaves: over SMTP where it is configured, otherwise into a folder, one `.eml` a mail, so
 * that an installation without a mail server can be tried and nothing is silently dropped.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { uuidv7 } from '../../../core/domain/ids';
import type { Config } from '../config';
import type { Logger } from '../logger';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html?: string;
  /** Makes the Message-ID, so that a mail that is sent again by accident can be told. */
  id?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

export interface MailSender {
  way: 'smtp' | 'folder';
  /** Resolves when the mail server (or the folder) has it; rejects when it has not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server has said no to this mail or address, and not that it is away or does not know us. */
export function hasAnswered(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** For good: another try is in vain. */
export function isRefused(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return hasAnswered(error) && typeof responseCode === 'number' && responseCode >= 500;
}

const SMTP_MS = 20_000;

/** Headers come from structures, never from joined strings; nothing in a mail may name a file or an address to fetch. */
function message(from: string, { id, ...mail }: Mail): SendMailOptions {
  return { from, ...mail, ...(id && { messageId: `<${id}@recoup>` }), disableFileAccess: true, disableUrlAccess: true };
}

export function smtpMail(url: string, from: string): MailSender {
  const transport = createTransport(url, {});
  Object.assign(transport.options, {
    connectionTimeout: SMTP_MS,
    greetingTimeout: SMTP_MS,
    socketTimeout: SMTP_MS,
  });
  return {
    way: 'smtp',
    async send(mail) {
      await transport.sendMail(message(from, mail));
    },
    close: () => transport.close(),
  };
}

export function folderMail(folder: string, from: string): MailSender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    way: 'folder',
    async send(mail) {
      const { message: bytes } = await transport.sendMail(message(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${uuidv7()}.eml`);
      // Whoever watches the folder never sees half a mail.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

/** As configured; says once in the log where mail goes when there is no mail server. */
export function mailSender(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, logger: Logger): MailSender {
  if (config.smtpUrl) return smtpMail(config.smtpUrl, config.mailFrom);
  const folder = join(config.dataDir, 'mail');
  logger.warn('SMTP_URL is not set: mail is not sent but written to a folder', { path: folder });
  return folderMail(folder, config.mailFrom);
}
