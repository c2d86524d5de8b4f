/** `npm start`: everything in one process, on the embedded database unless DATABASE_URL says otherwise. */
import { networkInterfaces } from 'node:os';
import type { Database } from '../db/database';
import { openDatabase } from '../db/open';
import { DEMO_AGENCY_CODES, demoSignIns, loadDemo } from '../demo';
import type { DemoFacts } from '../modules/system';
import { type Config, readConfig } from '../platform/config';
import { runRoot } from '../platform/start-error';
import { serve } from './run';

runRoot(async () => {
  const config = readConfig();
  const opened = await openDatabase(config);
  const demo = await ensureDemo(opened.db, config).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const { port } = await serve(config, opened, demo, { working: true });
  announce(config, port, demo);
});

/** Loads the demo data where it is wanted and the database is empty; answers its facts when the database holds it. */
async function ensureDemo(db: Database, config: Config): Promise<DemoFacts | null> {
  const [facts] = await db.platform((tx) =>
    tx.query<{ tenants: number; demo: string | null }>(
      "select (select count(*) from tenants) as tenants, (select value from installation where name = 'demo') as demo",
    ),
  );
  const wanted = config.demo === 'on' || (config.demo === 'auto' && db.kind === 'pglite');
  let holdsDemo = facts?.demo === 'on';
  if (facts?.tenants === 0 && wanted) {
    console.log('Loading demo data into the new database …');
    await loadDemo(db, { log: (line) => console.log(line) });
    holdsDemo = true;
  }
  return holdsDemo ? { signIns: demoSignIns(), agencyCodes: [...DEMO_AGENCY_CODES] } : null;
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
