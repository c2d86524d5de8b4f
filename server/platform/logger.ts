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

function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: masked(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // A database message may quote a row ("Key (number)=(…)"): the first line is kept, masked; the stack says where.
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12);
  return {
    error: masked(`${error.name}: ${error.message.split('\n')[0]}`),
    errorCode: code,
    stack,
    ...(error.cause instanceof Error && {
      cause: masked(`${error.cause.name}: ${error.cause.message.split('\n')[0]}`),
    }),
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
