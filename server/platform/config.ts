/**
 * Everything that can be configured, read once from the environment. Each name may carry the prefix `RECOUP_` (which
 * then wins), for places where the plain name belongs to something else.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { DIALER_PORT } from '../../core/contract/dialer-socket';
import { StartError } from './start-error';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be between ${low} and ${high}`);

const onOff = z.enum(['on', 'off'], 'must be on or off');

const webAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be an http or https address',
  )
  .transform((value) => value.replace(/\/$/, ''));

const isNetwork = (text: string): boolean => {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
};

/** `off`, a number of proxies in front of the server, or their addresses and networks; `on` is one proxy. */
const proxies = z.string().transform((value, issues) => {
  if (value === 'off') return false;
  if (value === 'on') return 1;
  if (/^[1-9]$/.test(value)) return Number(value);
  const networks = value.split(',').map((item) => item.trim());
  if (networks.every(isNetwork)) return networks;
  issues.addIssue('must be off, a number of proxies from 1 to 9, or their addresses and networks (10.0.0.0/8)');
  return z.NEVER;
});

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const settings = z.object({
  PORT: whole(0, 65_535).prefault('3000'),
  HOST: z.string().min(1, 'must name an address to listen on').prefault('127.0.0.1'),
  DATA_DIR: z
    .string()
    .min(1, 'must name a folder')
    .prefault('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), 'must be a postgresql:// address')
    .optional(),
  DATABASE_POOL: whole(1, 500).prefault('10'),
  DEMO: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').prefault('auto'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).prefault('info'),
  PUBLIC_URL: webAddress.optional(),
  SMTP_URL: z
    .string()
    .refine((value) => /^smtps?:\/\//.test(value) && URL.canParse(value), 'must be an smtp:// or smtps:// address')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, 'must be a mail address, with or without a name')
    .prefault('Recoup <recoup@localhost>'),
  MESSAGE_GATEWAY_URL: webAddress
    .refine(
      (value) => value.startsWith('https://') || /^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/.test(value),
      'must be https, or http on this machine by its address',
    )
    .optional(),
  GATEWAY_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PUSH_HOSTS: list.prefault('fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com'),
  DEVICE_PIN: onOff.prefault('on'),
  SESSION_DESK_HOURS: whole(1, 24 * 30).prefault('12'),
  SESSION_FIELD_HOURS: whole(1, 24 * 90).prefault(String(7 * 24)),
  CACHED_LOANS_HOURS: whole(1, 24 * 30).prefault('72'),
  DEFAULT_DASHBOARD_AGENCY_CODES: list.prefault(''),
  TRUST_PROXY: proxies.prefault('off'),
  SIGN_INS_PER_MINUTE: whole(1, 1_000_000).prefault('10'),
  BODY_LIMIT_KB: whole(16, 100_000).prefault('256'),
  IMPORT_LIMIT_MB: whole(1, 2048).prefault('512'),
  DIALER_SOCKET: z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^wss?:$/.test(new URL(value).protocol),
      'must be a ws:// or wss:// address',
    )
    .transform((value) => value.replace(/\/$/, ''))
    .prefault(`ws://127.0.0.1:${DIALER_PORT}`),
  DIALER_APP_URL: webAddress.optional(),
  RECORDING_HOSTS: list.optional(),
  DIALER_TWIN: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').prefault('auto'),
  BI_URL: webAddress.optional(),
});

type Settings = z.output<typeof settings>;

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  databasePool: number;
  /** `auto`: demo data for a new embedded database. */
  demo: Settings['DEMO'];
  logLevel: Settings['LOG_LEVEL'];
  /** Where people reach this server, when it is not where it listens. */
  publicUrl: string | undefined;
  /** Undefined: mail is written to `dataDir/mail`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where SMS and WhatsApp messages are handed over; undefined: they are written to `dataDir/messages`. */
  messageGatewayUrl: string | undefined;
  /** Signs what goes to the gateways and proves what comes from them; undefined: a file in `dataDir` holds one. */
  gatewaySecret: string | undefined;
  /** Push services that browsers may name; `*.` stands for what is below a domain. */
  pushHosts: string[];
  /** Whether a phone may be opened by a PIN as well as by the password. */
  devicePin: boolean;
  /** Absolute life of a session, hours. */
  sessionHours: { desk: number; field: number };
  cachedLoansHours: number;
  defaultDashboardAgencyCodes: string[];
  /**
   * Of X-Forwarded-For only what these proxies have written is believed: so many of them, counted from the server, or those
   * with these addresses. False: nothing is.
   */
  trustedProxies: false | number | string[];
  /** A minute and address. */
  signInsPerMinute: number;
  /** Bytes a JSON body may have where its endpoint does not say otherwise. */
  bodyLimit: number;
  /** Bytes of a file of loans. */
  importLimit: number;
  /** The dialer's bridge on each telecaller's own machine; told to the app, and the one address it may connect to. */
  dialerSocket: string;
  /** The dialer application to whose `crmLogin` the dialer role is sent. */
  dialerAppUrl: string | undefined;
  /** `auto`: `npm start` runs the dialer twin beside a server that holds the demo data. */
  /** Where the dialer keeps recordings; links without a host are of the first. */
  recordingHosts: string[];
  dialerTwin: Settings['DIALER_TWIN'];
  /** The business intelligence that /redirectBi leads to. */
  biUrl: string | undefined;
}

const PREFIX = 'RECOUP_';
/** Every name that is read; each may carry the prefix. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);
/** Two of these addresses hold a password. */
const SECRET = new Set(['DATABASE_URL', 'SMTP_URL', 'GATEWAY_SECRET']);

/** Reads and checks the environment. Throws `StartError` with one line that names the first wrong variable. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  for (const name of Object.keys(environment)) {
    if (name.startsWith(PREFIX) && !SETTING_NAMES.includes(name.slice(PREFIX.length))) {
      throw new StartError(`${name} is not a setting of this server; it knows ${SETTING_NAMES.join(', ')}`);
    }
  }
  const given: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const value = environment[PREFIX + name] ?? environment[name];
    // An empty variable is how many tools say "not set".
    if (value !== undefined && value.trim() !== '') given[name] = value.trim();
  }
  const result = settings.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    const name = String(issue?.path[0] ?? '');
    const shown = SECRET.has(name) ? '' : ` (it is ${JSON.stringify(given[name])})`;
    throw new StartError(`${name} ${issue?.message ?? 'is wrong'}${shown}`);
  }
  const value = result.data;
  // A link that leads nowhere is worse than no mail; what a request says of itself is never believed.
  if (value.SMTP_URL && !value.PUBLIC_URL) {
    throw new StartError('PUBLIC_URL must be set when SMTP_URL is: links in mails lead there');
  }
  if (value.MESSAGE_GATEWAY_URL && !value.GATEWAY_SECRET) {
    throw new StartError('GATEWAY_SECRET must be set when MESSAGE_GATEWAY_URL is: the gateway knows us by it');
  }
  if (value.MESSAGE_GATEWAY_URL && !value.PUBLIC_URL) {
    throw new StartError('PUBLIC_URL must be set when MESSAGE_GATEWAY_URL is: payment links lead there');
  }
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    demo: value.DEMO,
    logLevel: value.LOG_LEVEL,
    publicUrl: value.PUBLIC_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    messageGatewayUrl: value.MESSAGE_GATEWAY_URL,
    gatewaySecret: value.GATEWAY_SECRET,
    pushHosts: value.PUSH_HOSTS,
    devicePin: value.DEVICE_PIN === 'on',
    sessionHours: { desk: value.SESSION_DESK_HOURS, field: value.SESSION_FIELD_HOURS },
    cachedLoansHours: value.CACHED_LOANS_HOURS,
    defaultDashboardAgencyCodes: value.DEFAULT_DASHBOARD_AGENCY_CODES,
    trustedProxies: value.TRUST_PROXY,
    signInsPerMinute: value.SIGN_INS_PER_MINUTE,
    bodyLimit: value.BODY_LIMIT_KB * 1024,
    importLimit: value.IMPORT_LIMIT_MB * 1024 ** 2,
    dialerSocket: value.DIALER_SOCKET,
    dialerAppUrl: value.DIALER_APP_URL,
    recordingHosts: value.RECORDING_HOSTS ?? (value.DIALER_TWIN === 'off' ? [] : [`127.0.0.1:${DIALER_PORT}`]),
    dialerTwin: value.DIALER_TWIN,
    biUrl: value.BI_URL,
  };
}

/** What addresses that leave the server begin with. */
export const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
