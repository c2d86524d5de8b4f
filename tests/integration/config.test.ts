import { resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { openPostgres } from '../../server/db/postgres';
import { readConfig } from '../../server/platform/config';
import { createLogger } from '../../server/platform/logger';
import { StartError } from '../../server/platform/start-error';

describe('configuration', () => {
  it('has defaults that run without any variable', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databasePool: 10,
      demo: 'auto',
      logLevel: 'info',
      publicUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'Recoup <recoup@localhost>',
      messageGatewayUrl: undefined,
      gatewaySecret: undefined,
      pushHosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.notify.windows.com', '*.push.apple.com'],
      devicePin: true,
      sessionHours: { desk: 12, field: 168 },
      cachedLoansHours: 72,
      defaultDashboardAgencyCodes: [],
      trustProxy: false,
      signInsPerMinute: 10,
      bodyLimit: 262_144,
      dialerSocket: 'ws://127.0.0.1:8181',
      dialerAppUrl: undefined,
      dialerTwin: 'auto',
      biUrl: undefined,
    });
  });

  it('reads what is set, with or without the prefix, and takes empty as not set', () => {
    const config = readConfig({
      PORT: '80',
      RECOUP_PORT: '8080',
      HOST: '  ',
      DATABASE_URL: 'postgres://u:p@h/d',
      DEFAULT_DASHBOARD_AGENCY_CODES: 'A1, B2,,C3 ',
      PUBLIC_URL: 'https://recoup.example/',
      TRUST_PROXY: 'on',
      PATH: '/bin',
    });
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: 'postgres://u:p@h/d',
      defaultDashboardAgencyCodes: ['A1', 'B2', 'C3'],
      publicUrl: 'https://recoup.example',
      trustProxy: true,
    });
  });

  it.each([
    ['PORT', 'abc', 'PORT must be a whole number (it is "abc")'],
    ['PORT', '70000', 'PORT must be between 0 and 65535 (it is "70000")'],
    ['PORT', '-1', 'PORT must be a whole number (it is "-1")'],
    ['DEMO', 'yes', 'DEMO must be auto, on or off (it is "yes")'],
    [
      'DIALER_SOCKET',
      'http://127.0.0.1:8181',
      'DIALER_SOCKET must be a ws:// or wss:// address (it is "http://127.0.0.1:8181")',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud")'],
    ['PUBLIC_URL', 'recoup.example', 'PUBLIC_URL must be an http or https address (it is "recoup.example")'],
    ['PUBLIC_URL', 'ftp://x', 'PUBLIC_URL must be an http or https address (it is "ftp://x")'],
    ['SMTP_URL', 'http://u:secret@mail', 'SMTP_URL must be an smtp:// or smtps:// address'],
    ['SMTP_URL', 'smtp://mail', 'PUBLIC_URL must be set when SMTP_URL is: links in mails lead there'],
    ['MAIL_FROM', 'nobody', 'MAIL_FROM must be a mail address, with or without a name (it is "nobody")'],
    ['DEVICE_PIN', 'no', 'DEVICE_PIN must be on or off (it is "no")'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be on or off (it is "true")'],
    ['CACHED_LOANS_HOURS', '0', 'CACHED_LOANS_HOURS must be between 1 and 720 (it is "0")'],
    // Never the value: it holds a password.
    ['DATABASE_URL', 'mysql://u:secret@h/d', 'DATABASE_URL must be a postgresql:// address'],
  ])('stops at %s=%s with one line', (name, value, line) => {
    for (const environment of [{ [name]: value }, { [`RECOUP_${name}`]: value }]) {
      expect(() => readConfig(environment)).toThrow(new StartError(line));
    }
  });

  it('refuses names it does not know, so that a typing error is noticed', () => {
    expect(() => readConfig({ RECOUP_PROT: '80' })).toThrow(
      /^RECOUP_PROT is not a setting of this server; it knows PORT, /,
    );
  });
});

describe('the log', () => {
  const logged = (write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown> => {
    const lines: string[] = [];
    write(createLogger('debug', { write: (line) => void lines.push(line) }));
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  };

  it('keeps only the fields it knows', () => {
    const fields = { status: 200, route: '/x', password: 'p', token: 't', body: { a: 1 } };
    const line = logged((log) => log.info('request', fields));
    expect(line).toEqual({ level: 'info', time: expect.any(String), msg: 'request', status: 200, route: '/x' });
  });

  it('masks mobile numbers wherever they turn up, also in errors', () => {
    const line = logged((log) =>
      log.error('call to 9812345678', {
        reason: '+91 9812345678',
        error: new Error('Key (number)=(9812345678) exists\nrow: secret'),
      }),
    );
    expect(line).toMatchObject({ msg: 'call to 98••••••78', error: 'Error: Key (number)=(98••••••78) exists' });
    expect(JSON.stringify(line)).not.toMatch(/9812345678|secret/);
  });

  it('leaves ids and amounts alone', () => {
    const id = '01900000-0000-7000-8000-987654321012';
    expect(logged((log) => log.info('x', { userId: id, count: 9812345678 }))).toMatchObject({
      userId: id,
      count: 9812345678,
    });
  });
});

describe.skipIf(inject('postgresUrl') === null)('the database role', () => {
  it.each([
    ['a superuser', (url: URL) => Object.assign(url, { username: 'admin' }), /role admin is a superuser/],
    [
      'a database that is not there',
      (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
      /^DATABASE_URL: the database cannot be reached/,
    ],
  ])('refuses %s', async (_, change, line) => {
    const url = change(new URL(inject('postgresUrl') ?? ''));
    // A server given by DATABASE_URL has no superuser of ours to try.
    if (process.env.DATABASE_URL && url.username === 'admin') return;
    const failure = await openPostgres({ url: url.href }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toMatch(line);
    expect((failure as StartError).message).not.toContain('\n');
  });
});
