import type { Database } from '../db/database';
import type { Clock } from './clock';
import type { Config } from './config';
import type { Keys } from './keys';
import type { Logger } from './logger';
import type { MailSender } from './senders/mail';
import type { Storage } from './storage';

/** What every module is made from: `handlers(deps)` of `server/modules/<name>/index.ts`. */
export interface Deps {
  db: Database;
  storage: Storage;
  clock: Clock;
  keys: Keys;
  config: Config;
  logger: Logger;
  mail: MailSender;
}
