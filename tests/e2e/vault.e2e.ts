/** One phone, two people: each one's work is theirs alone, on the screen, on the wire and on the disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import type { Passed } from '../support/proxy';
import { plant, readable } from './disk-search';
import {
  fillVisit,
  findLoan,
  openApp,
  openLoans,
  receiptOf,
  recordVisit,
  saveVisit,
  shows,
  signIn,
  startDay,
} from './field-steps';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

const BATCH = /^POST \/api\/v2\/call-disposition/;
const LOCKED = { outcome: 'Door locked', nextVisit: 'Tomorrow' };
const MET = { outcome: 'Asked to revisit', person: 'Neighbour', nextVisit: 'Tomorrow' };
/** Words that stand nowhere but in what the agent typed. */
const TYPED = {
  saved: 'Says the tractor was sold in Baramati',
  person: 'Dattatraya Waghmare',
  draft: 'Half typed near the sugar mill',
};
const LOGIN = '/field-agent/login';
const PIN = '502938';
const NEW_PASSWORD = 'tamarind by the well';

let stage: Stage;
let asha: SignIn;
let imran: SignIn;
let hers: Loan[];
let his: Loan[];

beforeAll(async () => {
  stage = await setStage();
  asha = stage.agent;
  const other = (await ServerView.signIns(stage.server.origin)).find(
    ({ role, username }) => role === 'CRM_FIELDAGENT' && username !== asha.username,
  );
  if (!other) throw new Error('The demo data has no second field agent');
  imran = other;
  const active = async (who: SignIn) =>
    (await (await ServerView.as(stage.server.origin, who)).loans()).filter(({ state }) => state === 'active');
  [hers, his] = [await active(asha), await active(imran)];
});
afterAll(() => stage?.end());

const nth = (loans: Loan[], at: number): Loan => {
  const loan = loans[at];
  if (!loan) throw new Error('The demo data has too few loans for this test');
  return loan;
};
async function logOut(page: Page): Promise<void> {
  await page.goto(`${stage.origin}/logout`);
  await page.getByLabel('User name or email').waitFor();
}
const lengthOf = async (who: SignIn, loan: Loan) =>
  (await (await ServerView.as(stage.server.origin, who)).history(loan.id)).length;

/** Who a request speaks for: the user of its device's signature, or of its token. */
function speaker({ headers }: Passed): string {
  if (headers['x-device-user']) return headers['x-device-user'];
  const [, claims = ''] = (headers.authorization ?? '').replace('Bearer ', '').split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { sub?: string }).sub ?? 'nobody';
}

/** Which door comes first depends on `navigator.onLine`, which Chromium tells an offline page that was just loaded wrongly. */
async function pinDoor(page: Page): Promise<void> {
  const [pad, choice] = [
    page.getByRole('group', { name: /^PIN of/ }),
    page.getByRole('button', { name: 'Use the PIN' }),
  ];
  await pad.or(choice).waitFor();
  if (await choice.isVisible()) await choice.click();
  await pad.waitFor();
}

describe('two people on one phone', () => {
  it('three unsent records of one are neither shown to the other, nor sent as theirs, nor lost', async () => {
    const { phone, origin, network } = stage;
    const { page } = phone;
    await startDay(page, origin, asha);
    const ashaId = (await ServerView.as(stage.server.origin, asha)).userId;
    const imranId = (await ServerView.as(stage.server.origin, imran)).userId;
    const before = await Promise.all([0, 1, 2].map((at) => lengthOf(asha, nth(hers, at))));
    await stage.setOffline(true);
    const numbers: string[] = [];
    for (const at of [0, 1, 2]) numbers.push(await recordVisit(page, nth(hers, at).loanNumber, LOCKED));
    const since = network.log.length;
    await logOut(page);
    await shows(page, '3 unsent');
    // Nothing of hers goes through while he works; what the phone would say in her name is cut off.
    const heal = network.on(BATCH, { kind: 'drop' });
    await stage.setOffline(false);

    await signIn(page, origin, imran, LOGIN);
    await openLoans(page);
    await page.getByRole('link', { name: 'Ledger', exact: true }).first().click();
    await shows(page, /No records yet|All sent/);
    for (const number of numbers) expect(await page.getByText(`No. ${number}`).count()).toBe(0);
    await page.getByRole('link', { name: 'Loans', exact: true }).first().click();
    await page.getByLabel('Search loans').fill(nth(hers, 0).loanNumber);
    await expect.poll(() => page.getByText(nth(hers, 0).borrower.name).count()).toBe(0);
    await page.getByLabel('Search loans').fill('');
    const ownNumber = await recordVisit(page, nth(his, 0).loanNumber, LOCKED);
    heal();
    await receiptOf(page, ownNumber);
    await logOut(page);

    await signIn(page, origin, asha, LOGIN);
    for (const number of numbers) await receiptOf(page, number);
    const after = await Promise.all([0, 1, 2].map((at) => lengthOf(asha, nth(hers, at))));
    expect(after).toEqual(before.map((length) => length + 1));

    // Every request that carried a record spoke for the record's own author.
    const sent = network.log.slice(since).filter(({ method, path }) => BATCH.test(`${method} ${path}`));
    expect(new Set(sent.map(speaker))).toEqual(new Set([ashaId, imranId]));
    for (const { body } of sent.filter((passed) => speaker(passed) === imranId))
      for (const loan of [0, 1, 2].map((at) => nth(hers, at))) expect(body).not.toContain(loan.id);
  });

  it('a PIN set on "Me" opens the phone with and without a network; five wrong ones erase it', async () => {
    const { phone, origin } = stage;
    const { page } = phone;
    await openApp(page, origin, asha);
    await page.getByRole('link', { name: 'Me', exact: true }).first().click();
    await page.getByRole('button', { name: 'Set a PIN' }).click();
    await page.getByLabel('Your password').fill(asha.password);
    await page.getByRole('button', { name: 'Choose the PIN' }).click();
    await page.getByText('Choose six digits').waitFor();
    await page.keyboard.type(PIN);
    await page.getByText('The same six digits again').waitFor();
    await page.keyboard.type(PIN);
    await page.getByRole('button', { name: 'Remove PIN' }).waitFor();

    await stage.setOffline(true);
    await page.goto(`${origin}/logout`);
    await pinDoor(page);
    for (const digit of PIN) await page.getByRole('button', { name: digit, exact: true }).click();
    await shows(page, /Today/);
    await findLoan(await loansOf(page), nth(hers, 3).loanNumber);

    await page.goto(`${origin}/logout`);
    await pinDoor(page);
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      await page.keyboard.type('502939');
      await shows(
        page,
        wrong < 5 ? (wrong === 4 ? /One more try/ : new RegExp(`${5 - wrong} more tries`)) : /is erased/,
      );
    }
    await page.getByRole('button', { name: 'Use the password' }).click();
    await page.getByLabel('Password', { exact: true }).fill(asha.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await shows(page, /Today/);
    await stage.setOffline(false);
  });

  it('a forgotten password: by a link from a mail, told what hangs on it, and with the old one nothing is lost', async () => {
    const { phone, origin } = stage;
    const { page } = phone;
    await openApp(page, origin, asha);
    await stage.setOffline(true);
    const number = await recordVisit(page, nth(hers, 4).loanNumber, LOCKED);
    // A visit that is begun and not saved.
    await findLoan(await loansOf(page), nth(hers, 5).loanNumber);
    await page.getByRole('link', { name: /Record visit/ }).click();
    await page.getByRole('button', { name: LOCKED.outcome, exact: true }).first().click();
    await page.getByLabel('Remarks').fill('The neighbour knows more');
    await shows(page, 'Draft kept on this phone');
    await expect.poll(() => draftsOn(page)).toBeGreaterThan(0);
    await logOut(page);
    const heal = stage.network.on(BATCH, { kind: 'drop' });
    await stage.setOffline(false);

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('User name or email').fill(asha.username);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await shows(page, 'Look into your mail');
    const link = await linkOfMail();
    await page.goto(`${origin}${link}`);
    await shows(page, /locked with the old password/);
    await shows(page, /1 visit you had begun and not saved/);
    expect(page.url()).not.toContain('pr_');
    await page.getByLabel('New password').fill('password1');
    await page.getByRole('button', { name: 'Set the new password' }).click();
    await shows(page, /stolen passwords/);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set the new password' }).click();
    await shows(page, 'The new password is set');

    await page.goto(origin + LOGIN);
    await page.getByLabel('User name or email').fill(asha.username);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await shows(page, 'Your password was changed elsewhere');
    await page.getByLabel('Old password').fill('not that one');
    await page.getByRole('button', { name: 'Keep my work' }).click();
    await shows(page, /not the password that was used on this phone before/);
    await page.getByLabel('Old password').fill(asha.password);
    await page.getByRole('button', { name: 'Keep my work' }).click();
    await page.waitForURL((url) => url.pathname !== LOGIN);
    heal();
    await receiptOf(page, number);
    await findLoan(await loansOf(page), nth(hers, 5).loanNumber);
    await page.getByRole('link', { name: /Go on with the visit/ }).click();
    await expect.poll(() => page.getByLabel('Remarks').inputValue()).toBe('The neighbour knows more');
    await page.getByRole('button', { name: 'No photo possible?' }).click();
    await page.getByRole('radio', { name: 'It was not safe' }).check();
    await page.getByRole('radiogroup', { name: 'Where?' }).getByRole('radio', { name: 'Home', exact: true }).check();
    await receiptOf(page, await saveVisit(page));
    asha = { ...asha, password: NEW_PASSWORD };
  });

  it('after locking, nothing of their borrowers, and nothing that was typed, is readable in the profile on the disk; what is planted there is found', async () => {
    const { phone, origin } = stage;
    const { page } = phone;
    await openApp(page, origin, asha);
    await openLoans(page);
    // One visit is saved and waits, another is half typed.
    await stage.setOffline(true);
    await findLoan(page, nth(hers, 6).loanNumber);
    await fillVisit(page, { ...MET, remarks: TYPED.saved });
    await page.getByLabel(/^Name/).fill(TYPED.person);
    const number = await saveVisit(page);
    await openLoans(page);
    await findLoan(page, nth(hers, 7).loanNumber);
    const drafts = await draftsOn(page);
    await fillVisit(page, { ...LOCKED, remarks: TYPED.draft });
    await expect.poll(() => draftsOn(page)).toBe(drafts + 1);
    await logOut(page);
    const planted = { record: 'Planted Kumaraswamy 4711', cached: 'Planted Venkatesh 4712' };
    await page.evaluate(plant, planted);
    await phone.close();
    const borrowers = [...hers.slice(0, 25), ...his.slice(0, 25)].flatMap((loan) => [
      ...(/^.{8,}$/.test(loan.borrower.name) ? [loan.borrower.name] : []),
      loan.loanNumber,
      ...loan.phones.map(({ number }) => number),
      ...loan.addresses.map(({ line }) => line).filter((line) => line.length >= 10),
    ]);
    expect(borrowers.length).toBeGreaterThan(150);
    const found = readable(phone.profile, [...borrowers, ...Object.values(TYPED), ...Object.values(planted)]);
    expect(found.filter(({ secret }) => !secret.startsWith('Planted'))).toEqual([]);
    expect(new Set(found.map(({ secret }) => secret))).toEqual(new Set(Object.values(planted)));
    const again = await phone.open();
    await stage.setOffline(false);
    await openApp(again, origin, asha);
    await receiptOf(again, number);
  });
});

/** The list, whatever is open. */
async function loansOf(page: Page): Promise<Page> {
  await openLoans(page);
  return page;
}

/** Drafts in every database of this phone. */
function draftsOn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!/^recoup-[0-9a-f]{8}-/.test(name)) continue;
      count += await new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('drafts').objectStore('drafts').count();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result);
          };
        };
      });
    }
    return count;
  });
}

/** The newest mail in the server's folder; answers the path of its link. */
async function linkOfMail(): Promise<string> {
  const folder = join(stage.server.dataDir, 'mail');
  const mails = (): string[] => {
    try {
      return readdirSync(folder).filter((name) => name.endsWith('.eml'));
    } catch {
      return [];
    }
  };
  await expect.poll(mails).not.toEqual([]);
  const newest = mails().sort().at(-1) ?? '';
  const mail = await simpleParser(readFileSync(join(folder, newest)));
  const link = /https?:\/\/[^/\s]+(\/reset-password#\S+)/.exec(mail.text ?? '')?.[1];
  if (!link) throw new Error(`No link in: ${mail.text}`);
  return link;
}
