import type { Database } from '../db/database';
import { DEMO_AGENCY_CODES, demoSignIns, endDemoSessions, loadDemo, unfinishedLoad } from '../demo';
import type { DemoFacts } from '../modules/system';
import type { Config } from '../platform/config';

/** Loads the demo data where it is wanted and the database is empty; answers its facts when the database holds it and the demo is not off. */
export async function ensureDemo(db: Database, config: Pick<Config, 'demo'>): Promise<DemoFacts | null> {
  const [facts] = await db.platform((tx) =>
    tx.query<{ tenants: number; demo: string | null }>(
      "select (select count(*) from tenants) as tenants, (select value from installation where name = 'demo') as demo",
    ),
  );
  const wanted = config.demo === 'on' || (config.demo === 'auto' && db.kind === 'pglite');
  let holdsDemo = facts?.demo === 'on';
  // Half of a demo is nobody's: it is made whole.
  const unfinished = (await unfinishedLoad(db)) !== undefined;
  if (unfinished || (facts?.tenants === 0 && wanted)) {
    if (!unfinished) console.log('Loading demo data into the new database …');
    await loadDemo(db, { log: (line) => console.log(line) });
    holdsDemo = true;
  }
  if (holdsDemo && config.demo === 'off') await endDemoSessions(db, new Date());
  return holdsDemo && config.demo !== 'off' ? { signIns: demoSignIns(), agencyCodes: [...DEMO_AGENCY_CODES] } : null;
}
