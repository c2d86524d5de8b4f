/** What tests of messages, payment links and alerts share: templates, a queue that works now, signed calls of a gateway. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { uuidv7 } from '../../core/domain/ids';
import type { MessageChannel } from '../../core/domain/message-templates';
import type { Database } from '../../server/db/database';
import { createJobs, type Jobs } from '../../server/jobs';
import { registerJobs as registerAlerts } from '../../server/modules/alerts/jobs';
import { registerJobs as registerMessages } from '../../server/modules/messages/jobs';
import { defineSendCode } from '../../server/modules/settlements/offer-codes';
import { readConfig } from '../../server/platform/config';
import { loadKeys } from '../../server/platform/keys';
import { createLogger } from '../../server/platform/logger';
import { folderMail, smtpMail } from '../../server/platform/senders/mail';
import { sign } from '../../server/platform/signatures';
import type { TenantWorld } from './world';

export const SECRET = 'a secret that both sides of the gateway know';

const DAY_MS = 86_400_000;
/** Noon in India, the day after tomorrow: contact is lawful, and what the database dates by its own clock lies before it. */
export const NOON = Date.parse(`${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}T06:30:00Z`);
/** The day so many days after that noon's, YYYY-MM-DD. */
export const dayFrom = (days: number): string => new Date(NOON + days * DAY_MS).toISOString().slice(0, 10);
/** As a query: three weeks before to a week after. */
export const AROUND = `fromDate=${dayFrom(-22)}&toDate=${dayFrom(7)}`;

export interface Ticking {
  now(): Date;
  /** Milliseconds after `NOON`. */
  at: number;
}
/** Real time, counted from noon, so that a test runs at any hour. */
export function daytime(): Ticking {
  const begun = Date.now();
  const clock: Ticking = { at: 0, now: () => new Date(NOON + (Date.now() - begun) + clock.at) };
  return clock;
}

export async function addTemplate(
  world: TenantWorld,
  channel: MessageChannel,
  body: string,
  more: { language?: string; urls?: string[]; active?: boolean; subject?: string; name?: string } = {},
): Promise<string> {
  const id = uuidv7();
  await world.run((tx) =>
    tx.query(
      `insert into message_templates (tenant_id, id, name, channel, language, subject, body, dlt_template_id, dlt_header,
         allowed_urls, active)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        world.tenantId,
        id,
        more.name ?? `T ${id.slice(-6)}`,
        channel,
        more.language ?? 'en',
        more.subject ?? (channel === 'email' ? 'Your loan' : null),
        body,
        channel === 'sms' ? '1107160000000012345' : null,
        channel === 'sms' ? 'SAHYDR' : null,
        more.urls ?? [],
        more.active ?? true,
      ],
    ),
  );
  return id;
}

export interface Worker {
  jobs: Jobs;
  folder: string;
  /** Until no job of these names waits or runs; those of later are moved to now when `all`. */
  settled(names: string, options?: { now?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** Works messages and alerts as a worker process does, looking every few milliseconds. */
export async function startWorker(
  db: Database,
  clock: { now(): Date },
  options: { gateway?: string; smtp?: string; pushHosts?: string; start?: boolean } = {},
): Promise<Worker> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-worker-'));
  const logger = createLogger('silent');
  const config = readConfig({
    DATA_DIR: folder,
    GATEWAY_SECRET: SECRET,
    ...(options.gateway && { MESSAGE_GATEWAY_URL: options.gateway, PUBLIC_URL: 'https://recoup.example' }),
    ...(options.pushHosts && { PUSH_HOSTS: options.pushHosts }),
  });
  const mail = options.smtp
    ? smtpMail(options.smtp, config.mailFrom)
    : folderMail(join(folder, 'mail'), config.mailFrom);
  const jobs = createJobs({ db, clock, logger, pollMs: 15 });
  const deps = { db, clock, logger, config, mail, keys: await loadKeys(db) };
  registerMessages(jobs, deps);
  registerAlerts(jobs, deps);
  defineSendCode(jobs, deps);
  if (options.start !== false) jobs.start();
  return {
    jobs,
    folder,
    async settled(name, { now = false } = {}) {
      await expect
        .poll(
          () =>
            db.platform(async (tx) => {
              if (now)
                await tx.query('update jobs set run_at = $2 where name = $1 and claim is null', [name, clock.now()]);
              const [row] = await tx.query<{ count: number }>(
                'select count(*) as count from jobs where name = $1 and failed_at is null and (claim is not null or run_at <= $2 or $3)',
                [name, clock.now(), now],
              );
              return row?.count;
            }),
          { timeout: 20_000, interval: 20 },
        )
        .toBe(0);
    },
    async stop() {
      await jobs.stop();
      mail.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A gateway calls: signed as it should be, unless told otherwise. */
export function callback(
  origin: string,
  path: string,
  event: unknown,
  options: { secret?: string; now?: Date; tamper?: string } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const text = JSON.stringify(event);
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      ...sign(options.secret ?? SECRET, text, options.now ?? new Date()),
    },
    body: options.tamper ?? text,
  }).then(async (response) => ({
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
  }));
}
