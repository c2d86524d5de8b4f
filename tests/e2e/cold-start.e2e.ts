/** The phone is off, the network is gone: every offline route opens, the last list is there at once, and nothing is readable. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { OFFLINE_ROUTES, routeOf } from '../../src/routes';
import { openApp, openLoans, shows, startDay, visibleText } from './field-steps';
import { type Stage, setStage } from './stage';

let stage: Stage;
let loan: Loan;
beforeAll(async () => {
  stage = await setStage();
  await startDay(stage.phone.page, stage.origin, stage.agent);
  const found = (await (await stage.view()).loans()).find(
    ({ state, borrower }) => state === 'active' && /^[\w ]{8,}$/.test(borrower.name),
  );
  if (!found) throw new Error('The demo data has no loan for this test');
  loan = found;
  await stage.setOffline(true);
});
afterAll(() => stage?.end());

/** Routes a field agent may open; `/logout` ends the session and is the last. */
const ROUTES = OFFLINE_ROUTES.map((id) => ({ id, ...routeOf(id) })).filter(
  ({ roles, path }) =>
    path !== '/logout' && (roles === 'public' || roles.includes('*') || roles.includes('CRM_FIELDAGENT')),
);
const WORDS: Partial<Record<string, RegExp>> = {
  home: /Today/,
  fieldLoans: /loans ·/,
  fieldLoan: /Record visit/,
  fieldVisit: /What happened\?/,
  fieldLedger: /No records yet|All sent|saved here/,
  fieldMe: /Asha Patil/,
  callManagement: /No loan is open/,
};

describe('a cold start without a network', () => {
  it('opens the app, which signs in offline', async () => {
    await stage.phone.kill();
    await stage.phone.open({ offline: true });
    await openApp(stage.phone.page, stage.origin, stage.agent);
  });

  it.each(ROUTES)('opens $path', async ({ id, path, roles }) => {
    const { phone, origin } = stage;
    const query = id === 'fieldLoan' || id === 'fieldVisit' ? `?loanId=${loan.id}` : '';
    phone.problems.length = 0;
    await phone.page.goto(origin + path + query);
    // Public pages hand a signed-in agent on to the start.
    await shows(phone.page, (roles === 'public' ? undefined : WORDS[id]) ?? /Today|Sign in/);
    const broken = phone.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem));
    expect(broken).toEqual([]);
  });

  it('opens an unknown path as "not found", not as an error of the browser', async () => {
    const { phone, origin } = stage;
    await phone.page.goto(`${origin}/no/such/page`);
    await shows(phone.page, 'Nothing lives at this address');
  });

  it('paints the last list from its sealed picture before the app is loaded', async () => {
    const { phone, origin, agent } = stage;
    await openApp(phone.page, origin, agent);
    // One that was sealed before a sign-in cannot be read any more: a new one is waited for.
    await phone.page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('recoup-first-screen', 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore('screens');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const clearing = opening.result.transaction('screens', 'readwrite').objectStore('screens').clear();
            clearing.onerror = () => reject(clearing.error);
            clearing.onsuccess = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );
    await openLoans(phone.page);
    await expect.poll(() => pictures(), { timeout: 60_000 }).toContain('/field-agent-loans');
    await phone.close();
    await phone.open({ offline: true });
    await phone.page.goto(`${origin}/field-agent-loans`);
    await phone.page.locator('#root [data-screen-ready]').waitFor();
    await expect.poll(() => phone.page.locator('#prepared-screen').count()).toBe(0);
    const order = await phone.page.evaluate(() => {
      const painted = performance.getEntriesByName('recoup-first-screen')[0]?.startTime;
      const app = performance.getEntriesByType('resource').find(({ name }) => /\/assets\/index-/.test(name))?.startTime;
      return painted !== undefined && app !== undefined ? app - painted : undefined;
    });
    expect(order).toBeGreaterThan(0);
    expect(await visibleText(phone.page.locator('#root'))).toMatch(/loans ·/);
  });

  it('keeps no borrower readable on the disk', async () => {
    const { phone } = stage;
    await phone.close();
    const secrets = [
      loan.borrower.name,
      loan.phones[0]?.number ?? loan.loanNumber,
      loan.addresses[0]?.line ?? loan.loanNumber,
    ];
    const leaks: string[] = [];
    for (const entry of readdirSync(phone.profile, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      for (const secret of secrets)
        for (const encoding of ['utf8', 'utf16le'] as const)
          if (bytes.includes(Buffer.from(secret, encoding))) leaks.push(`${secret} in ${entry.name}`);
    }
    expect(leaks).toEqual([]);
    await phone.open({ offline: true });
  });

  it('/logout locks, and the same password opens again', async () => {
    const { phone, origin, agent } = stage;
    await openApp(phone.page, origin, agent);
    await phone.page.goto(`${origin}/logout`);
    await phone.page.getByLabel('User name or email').waitFor();
    await expect.poll(() => pictures()).toEqual([]);
    await openApp(phone.page, origin, agent);
  });
});

/** Paths of which a picture is kept. */
function pictures(): Promise<string[]> {
  return stage.phone.page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('recoup-first-screen');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains('screens')) {
            db.close();
            resolve([]);
            return;
          }
          const keys = db.transaction('screens').objectStore('screens').getAllKeys();
          keys.onsuccess = () => {
            db.close();
            resolve(keys.result.map(String));
          };
        };
      }),
  );
}
