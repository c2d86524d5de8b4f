/**
 * The log: one JSON object a line, made of allow-listed fields only. What is not in the list is dropped, whoever logs
 * it: so no body, token, password or borrower's name gets in by accident. Mobile numbers inside texts are masked.
 */
import pino, { type DestinationStream } from 'pino';
import { maskMobile } from '../../core/domain/masking';

const FIELDS = [
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'ip',
  'code',
  'tenantId',
  'userId',
  'role',
  'deviceId',
  'endpoint',
  'count',
  'port',
  'database',
  'migrations',
  'path',
  'job',
  'reason',
] as const;
type Field = (typeof FIELDS)[number];
export type LogFields = Partial<Record<Field, string | number | boolean | null | undefined>> & { error?: unknown };

export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

/** A run of ten digits (with or without +91) that starts like an Indian mobile number. */
const MOBILE = /(?<!\d)(?:\+?91[- ]?)?([6-9]\d{9})(?!\d)/g;

export const masked = (text: string): string => text.replace(MOBILE, (_, number: string) => maskMobile(number));

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Data exceptions of the database (SQLSTATE class 22) and of JSON quote what they could not read: what somebody typed. */
const quotesInput = (error: Error): boolean =>
  codeOf(error)?.startsWith('22') || error instanceof SyntaxError || /\btsquery\b/.test(error.message);

/** A database message may quote a row ("Key (number)=(…)"): its first line is kept, masked; the stack says where. */
function messageOf(error: Error): string {
  const [line = ''] = error.message.split('\n');
  return masked(`${error.name}: ${quotesInput(error) ? line.replace(/".*$/, '"…"') : line}`);
}

function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: masked(String(error)) };
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12);
  return {
    error: messageOf(error),
    errorCode: codeOf(error),
    stack,
    ...(error.cause instanceof Error && { cause: messageOf(error.cause) }),
  };
}

function allowed(fields: LogFields = {}): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of FIELDS) {
    const value = fields[name];
    if (value !== undefined) kept[name] = typeof value === 'string' ? masked(value) : value;
  }
  if (fields.error !== undefined) Object.assign(kept, errorFields(fields.error));
  return kept;
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  const log = destination ? pino(options, destination) : pino(options);
  return {
    error: (message, fields) => log.error(allowed(fields), masked(message)),
    warn: (message, fields) => log.warn(allowed(fields), masked(message)),
    info: (message, fields) => log.info(allowed(fields), masked(message)),
    debug: (message, fields) => log.debug(allowed(fields), masked(message)),
  };
}
