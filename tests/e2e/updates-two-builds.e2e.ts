/**
 * A phone of an older build (its payload version, its stored form) meets today's server and today's app: with unsent
 * work, without a network, and with an old tab still open. Nothing is lost, and the old tab is told.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { RECORD_VERSION } from '../../core/contract/records';
import { installationOf } from '../support/installation';
import {
  fillVisit,
  findLoan,
  openApp,
  openLoans,
  receiptOf,
  recordVisit,
  saveVisit,
  shows,
  startDay,
} from './field-steps';
import { type Stage, setStage } from './stage';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OLD = { name: 'payload-1', database: 10 };
const RECORDS = /^POST \/api\/v2\/call-disposition/;

let stage: Stage;
let installation: string;
let loans: Loan[];
beforeAll(async () => {
  installation = await installationOf(OLD.name);
  stage = await setStage({ installation });
  loans = (await (await stage.view()).loans()).filter(({ state }) => state === 'active');
});
afterAll(async () => {
  await stage?.end();
  await rm(installation, { recursive: true, force: true });
});

/** A line of the command's answer: a record's report, or the summary. */
interface Line {
  ok: boolean;
  checks?: { name: string; verdict: string }[];
}

/** Version of the user's database as IndexedDB counts it: ten times Dexie's. */
const storedVersion = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases();
    return all.find(({ name }) => name?.startsWith('recoup-') && name !== 'recoup-device')?.version ?? null;
  });

it('sends a queue of two payload versions ago, all of it, in order, and signs what comes after', async () => {
  const { phone, origin, agent, network, server } = stage;
  const [twice, pictured, direct, typed] = loans;
  if (!twice || !pictured || !direct || !typed) throw new Error('The demo data has too few loans for this test');
  await startDay(phone.page, origin, agent);
  expect(await storedVersion(phone.page)).toBe(OLD.database);

  // The release: the server is new, the phone still is not.
  await server.replaceBy();
  const directly = await recordVisit(phone.page, direct.loanNumber, { outcome: 'Door locked', nextVisit: 'Tomorrow' });
  await receiptOf(phone.page, directly);

  const heal = network.on(RECORDS, { kind: 'drop' });
  const photo = await phone.jpeg(7, 640, 480);
  const queued = [
    await recordVisit(phone.page, twice.loanNumber, { outcome: 'Door locked', nextVisit: 'Tomorrow' }),
    await recordVisit(phone.page, pictured.loanNumber, { outcome: 'Address not found', photos: [photo] }),
    await recordVisit(phone.page, twice.loanNumber, {
      outcome: 'Not available',
      nextVisit: 'Tomorrow',
      remarks: 'second',
    }),
  ];

  // A second tab of the old build, in the middle of a form.
  const oldTab = await phone.context.newPage();
  await openApp(oldTab, origin, agent);
  await openLoans(oldTab);
  await findLoan(oldTab, typed.loanNumber);
  await fillVisit(oldTab, { outcome: 'Door locked', nextVisit: 'Tomorrow', remarks: 'typed in the old tab' });

  // The first tab takes the new version.
  await openApp(phone.page, origin, agent);
  await phone.page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await shows(phone.page, 'Update ready');
  const reloaded = phone.page.waitForEvent('load');
  await phone.page.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await openApp(phone.page, origin, agent);
  // Opening waits until the old tab has let go.
  await expect.poll(() => storedVersion(phone.page), { timeout: 60_000 }).toBeGreaterThan(OLD.database);

  // The old tab is told, keeps what was typed, and does not say "Saved".
  await shows(oldTab, /Recoup was updated in another/);
  await oldTab.getByRole('button', { name: 'Save visit' }).click();
  await shows(oldTab, /Recoup was updated in another window/);
  expect(await oldTab.getByRole('heading', { name: 'Saved', exact: true }).count()).toBe(0);
  await expect.poll(() => oldTab.getByLabel('Remarks').inputValue()).toBe('typed in the old tab');

  heal();
  // The refusals have made it patient; the agent is not.
  await phone.page
    .getByRole('link', { name: /^Ledger/ })
    .first()
    .click();
  await phone.page.getByRole('button', { name: 'Send now' }).click();
  const receipts: string[] = [];
  for (const number of queued) receipts.push(await receiptOf(phone.page, number));
  expect(new Set(receipts).size).toBe(3);

  await oldTab.reload();
  await openApp(oldTab, origin, agent);
  await openLoans(oldTab);
  await findLoan(oldTab, typed.loanNumber);
  await oldTab.getByRole('link', { name: 'Go on with the visit' }).click();
  await expect.poll(() => oldTab.getByLabel('Remarks').inputValue()).toBe('typed in the old tab');
  await receiptOf(oldTab, await saveVisit(oldTab));

  // What the server holds proves itself: the older records as they were made, the newest signed by this phone.
  const { tenantId } = await stage.view();
  await server.stop();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'dist/server/verify-evidence.js'), '--all', '--tenant', tenantId, '--json'],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: '', DATA_DIR: server.dataDir } },
  );
  await server.run();
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(lines.at(-1)).toMatchObject({ ok: true, records: 5, failed: 0, removed: [], chain: [] });
  const verdicts = (name: string) =>
    lines.slice(0, -1).map(({ checks }) => checks?.find((check) => check.name === name)?.verdict);
  expect(verdicts('signature')).toEqual(['none', 'none', 'none', 'none', 'pass']);
  expect(verdicts('files').filter((verdict) => verdict === 'pass')).toHaveLength(1);
  const versions = await stage.atRest((db) =>
    db.transaction({ tenantId }, (tx) =>
      tx.query<{ version: number; loan_seq: number; loan_id: string }>(
        `select (record ->> 'payloadVersion')::int as version, (record ->> 'loanSeq')::int as loan_seq, loan_id
           from dispositions where tenant_id = $1 and device_id is not null order by receipt_no`,
        [tenantId],
      ),
    ),
  );
  expect(versions.map(({ version }) => version)).toEqual([1, 1, 1, 1, RECORD_VERSION]);
  expect(versions.filter(({ loan_id }) => loan_id === twice.id).map(({ loan_seq }) => loan_seq)).toEqual([1, 2]);
});
