import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
      recordingHosts: ['127.0.0.1:8181'],
      devicePin: true,
      sessionHours: { desk: 12, field: 168 },
      cachedLoansHours: 72,
      defaultDashboardAgencyCodes: [],
      trustedProxies: false,
      signInsPerMinute: 10,
      bodyLimit: 262_144,
      importLimit: 512 * 1024 * 1024,
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
      trustedProxies: 1,
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
    [
      'TRUST_PROXY',
      'true',
      'TRUST_PROXY must be off, a number of proxies from 1 to 9, or their addresses and networks (10.0.0.0/8) (it is "true")',
    ],
    ['CACHED_LOANS_HOURS', '0', 'CACHED_LOANS_HOURS must be between 1 and 720 (it is "0")'],
    ['DATABASE_POOL', '0', 'DATABASE_POOL must be between 1 and 500 (it is "0")'],
    ['DATABASE_POOL', '501', 'DATABASE_POOL must be between 1 and 500 (it is "501")'],
    ['DATABASE_POOL', 'ten', 'DATABASE_POOL must be a whole number (it is "ten")'],
    ['SESSION_DESK_HOURS', '0', 'SESSION_DESK_HOURS must be between 1 and 720 (it is "0")'],
    ['SESSION_DESK_HOURS', '721', 'SESSION_DESK_HOURS must be between 1 and 720 (it is "721")'],
    ['SESSION_DESK_HOURS', '1.5', 'SESSION_DESK_HOURS must be a whole number (it is "1.5")'],
    ['SESSION_FIELD_HOURS', '2161', 'SESSION_FIELD_HOURS must be between 1 and 2160 (it is "2161")'],
    ['SESSION_FIELD_HOURS', '7d', 'SESSION_FIELD_HOURS must be a whole number (it is "7d")'],
    ['SIGN_INS_PER_MINUTE', '0', 'SIGN_INS_PER_MINUTE must be between 1 and 1000000 (it is "0")'],
    ['SIGN_INS_PER_MINUTE', '1e3', 'SIGN_INS_PER_MINUTE must be a whole number (it is "1e3")'],
    ['BODY_LIMIT_KB', '15', 'BODY_LIMIT_KB must be between 16 and 100000 (it is "15")'],
    ['BODY_LIMIT_KB', '256k', 'BODY_LIMIT_KB must be a whole number (it is "256k")'],
    ['DIALER_APP_URL', 'ws://dialer', 'DIALER_APP_URL must be an http or https address (it is "ws://dialer")'],
    ['DIALER_TWIN', 'true', 'DIALER_TWIN must be auto, on or off (it is "true")'],
    ['BI_URL', 'bi.example', 'BI_URL must be an http or https address (it is "bi.example")'],
    [
      'MESSAGE_GATEWAY_URL',
      'sms.example',
      'MESSAGE_GATEWAY_URL must be an http or https address (it is "sms.example")',
    ],
    // Another machine's name may be spoken to over TLS only.
    [
      'MESSAGE_GATEWAY_URL',
      'http://sms.example',
      'MESSAGE_GATEWAY_URL must be https, or http on this machine by its address (it is "http://sms.example")',
    ],
    [
      'MESSAGE_GATEWAY_URL',
      'https://sms.example',
      'GATEWAY_SECRET must be set when MESSAGE_GATEWAY_URL is: the gateway knows us by it',
    ],
    // Never the value: it is a secret.
    ['GATEWAY_SECRET', 'x'.repeat(31), 'GATEWAY_SECRET must have at least 32 characters'],
    // Never the value: it holds a password.
    ['DATABASE_URL', 'mysql://u:secret@h/d', 'DATABASE_URL must be a postgresql:// address'],
  ])('stops at %s=%s with one line', (name, value, line) => {
    for (const environment of [{ [name]: value }, { [`RECOUP_${name}`]: value }]) {
      expect(() => readConfig(environment)).toThrow(new StartError(line));
    }
  });

  it('wants each setting that another one needs, and no more than those', () => {
    const gateway = { MESSAGE_GATEWAY_URL: 'https://sms.example', GATEWAY_SECRET: 'x'.repeat(32) };
    expect(() => readConfig(gateway)).toThrow(
      new StartError('PUBLIC_URL must be set when MESSAGE_GATEWAY_URL is: payment links lead there'),
    );
    const PUBLIC_URL = 'https://recoup.example';
    expect(readConfig({ ...gateway, PUBLIC_URL })).toMatchObject({ messageGatewayUrl: 'https://sms.example' });
    expect(readConfig({ SMTP_URL: 'smtp://mail', PUBLIC_URL })).toMatchObject({ smtpUrl: 'smtp://mail' });
    expect(
      readConfig({ MESSAGE_GATEWAY_URL: 'http://127.0.0.1:9/', GATEWAY_SECRET: 'x'.repeat(32), PUBLIC_URL }),
    ).toMatchObject({
      messageGatewayUrl: 'http://127.0.0.1:9',
    });
  });

  it('refuses names it does not know, so that a typing error is noticed', () => {
    expect(() => readConfig({ RECOUP_PROT: '80' })).toThrow(
      /^RECOUP_PROT is not a setting of this server; it knows PORT, /,
    );
  });
});

describe('a start that cannot be', () => {
  /** The all-in-one server from its source, on an empty folder; answers when it has ended. */
  async function start(environment: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
    const dataDir = await mkdtemp(join(tmpdir(), 'recoup-start-'));
    const entry = fileURLToPath(new URL('../../server/start/all-in-one.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), entry], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        HOST: '127.0.0.1',
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        DEMO: 'off',
        DIALER_TWIN: 'off',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => {
      stderr += text.toString();
    });
    const [code] = await once(child, 'close');
    await rm(dataDir, { recursive: true, force: true });
    return { code, stderr };
  }

  it('ends with 1 and one line that names the wrong variable', async () => {
    expect(await start({ PORT: 'abc' })).toEqual({ code: 1, stderr: 'PORT must be a whole number (it is "abc")\n' });
  });

  it('ends with 1 and one line when another program has the port', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(await start({ PORT: String(port) })).toEqual({
        code: 1,
        stderr: `PORT ${port} is in use on 127.0.0.1; stop what listens there or choose another\n`,
      });
    } finally {
      other.close();
    }
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
