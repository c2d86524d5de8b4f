/** `npm start`: everything in one process, on the embedded database unless DATABASE_URL says otherwise. */
import { networkInterfaces } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../db/database';
import { openDatabase } from '../db/open';
import { demoSignIns } from '../demo';
import { issueServiceToken } from '../modules/dialer';
import type { DemoFacts } from '../modules/system';
import { type Config, readConfig } from '../platform/config';
import { runRoot } from '../platform/start-error';
import { twinBeside } from '../twin';
import { ensureDemo } from './demo-facts';
import { serve } from './run';

runRoot(async () => {
  const given = readConfig();
  const opened = await openDatabase(given);
  const demo = await ensureDemo(opened.db, given).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const dialerPort = twinPort(given, demo);
  const config =
    dialerPort === undefined
      ? given
      : { ...given, dialerAppUrl: given.dialerAppUrl ?? `http://127.0.0.1:${dialerPort}` };
  const { port } = await serve(config, opened, demo, { working: true });
  announce(config, port, demo);
  if (dialerPort !== undefined) await startTwin(opened.db, config, port, dialerPort);
});

/** Where the dialer twin of the demo listens, when it is wanted and the dialer is this machine's. */
function twinPort({ dialerTwin, dialerSocket }: Config, demo: DemoFacts | null): number | undefined {
  const { hostname, port, protocol } = new URL(dialerSocket);
  const local = protocol === 'ws:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (!local || dialerTwin === 'off' || (dialerTwin === 'auto' && !demo)) return undefined;
  return Number(port || 80);
}

/** The dialer of the tenant whose telecaller the demo signs in as; of the only tenant where there is no demo. */
async function startTwin(db: Database, config: Config, port: number, dialerPort: number): Promise<void> {
  const caller = demoSignIns().find(({ role }) => role === 'CRM_TELECALLER')?.username ?? '';
  const [row] = await db.platform((tx) =>
    tx.query<{ id: string }>(
      `select t.id from tenants t left join logins l on l.tenant_id = t.id and l.login = $1
        order by (l.login is not null) desc, t.created_at limit 1`,
      [caller.toLowerCase()],
    ),
  );
  if (!row) return;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const here = import.meta.url;
  twinBeside({
    program: fileURLToPath(new URL(`./dialer-twin${extname(new URL(here).pathname)}`, here)),
    port: dialerPort,
    service: `http://${host}:${port}/dialer`,
    token: await issueServiceToken(db, row.id, 'twin'),
    origins: [`http://${config.host}:${port}`, ...(config.publicUrl ? [config.publicUrl] : [])],
    recordings: join(config.dataDir, 'recordings'),
    say: (line) => console.log(line),
  });
}

function addresses({ host, publicUrl }: Config, port: number): string[] {
  if (publicUrl) return [publicUrl];
  if (host !== '0.0.0.0' && host !== '::') return [`http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`];
  const outside = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);
  return [`http://localhost:${port}`, ...outside];
}

function announce(config: Config, port: number, demo: DemoFacts | null): void {
  const lines = ['', `Recoup is ready: ${addresses(config, port).join('  ')}`];
  if (demo) {
    lines.push('', 'Demo sign-ins (not for real work):');
    const shown = new Set<string>();
    for (const { role, username, password, path } of demo.signIns) {
      if (shown.has(role)) continue;
      shown.add(role);
      lines.push(`  ${role.padEnd(16)} ${username.padEnd(40)} ${password}   ${path}`);
    }
  }
  console.log(`${lines.join('\n')}\n`);
}
