/** What a field agent does, in the words of the screens. Tests speak in these steps, not in selectors. */
import type { Locator, Page } from 'playwright-core';
import type { SignIn } from './server-view';

/** The text as a person sees it, with its line breaks. */
export function visibleText(part: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text and lost line breaks would hide what went wrong
  return part.innerText();
}

/** Fails with what the page shows, so that a report needs no screenshot. */
export async function shows(page: Page, text: string | RegExp, timeout = 45_000): Promise<void> {
  try {
    await page.getByText(text).and(page.locator(':visible')).first().waitFor({ timeout });
  } catch {
    const seen = (await visibleText(page.locator('body'))).slice(0, 1500);
    throw new Error(`"${text}" is not shown at ${page.url()}. The page says:\n${seen}`);
  }
}

export async function signIn(page: Page, origin: string, who: Pick<SignIn, 'username' | 'password'>, path: string) {
  await page.goto(origin + path);
  await page.getByLabel('User name or email').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const inside = page.waitForURL((url) => url.pathname !== path);
  // A phone that is new to somebody first says where else their unsent work may be.
  const told = page.getByRole('button', { name: 'Understood' });
  await Promise.race([inside, told.click().catch(() => undefined)]);
  await inside;
}

/** Opens the installed app from its icon, and signs in when it is locked (local storage is lost in a kill, or not). */
export async function openApp(page: Page, origin: string, who: Pick<SignIn, 'username' | 'password'>): Promise<void> {
  await page.goto(`${origin}/?source=pwa`);
  const inside = page.getByRole('link', { name: 'Ledger', exact: true });
  const locked = page.getByLabel('User name or email');
  await inside
    .or(locked)
    .first()
    .waitFor()
    .catch(async (error: unknown) => {
      const seen = (await visibleText(page.locator('body'))).slice(0, 1500);
      throw new Error(`Not open at ${page.url()}. The page says:\n${seen}`, { cause: error });
    });
  if (!(await locked.isVisible())) return;
  await signIn(page, origin, who, new URL(page.url()).pathname);
  await inside.first().waitFor();
}

/**
 * Opens the app after a kill that took local storage with it, as kills do or do not: the phone is locked, and only the
 * password opens it.
 */
export async function openLocked(page: Page, origin: string, who: Pick<SignIn, 'username' | 'password'>) {
  await page.goto(`${origin}/?source=pwa`);
  const inside = page.getByRole('link', { name: 'Ledger', exact: true });
  const locked = page.getByLabel('User name or email');
  await inside.or(locked).first().waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await locked.waitFor();
  await signIn(page, origin, who, new URL(page.url()).pathname);
  await inside.first().waitFor();
}

/** Signs in as a field agent and waits until the whole day's list and the app itself are on the device. */
export async function startDay(page: Page, origin: string, who: Pick<SignIn, 'username' | 'password'>): Promise<void> {
  await signIn(page, origin, who, '/field-agent/login');
  await openLoans(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

export async function openLoans(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^(Loans|All loans)$/ })
    .first()
    .click();
  await page.locator('#root').getByRole('list', { name: 'Loans' }).getByRole('listitem').first().waitFor();
}

/** Searches the list and opens the one loan that is left. */
export async function findLoan(page: Page, loanNumber: string): Promise<void> {
  await page.getByLabel('Search loans').fill(loanNumber);
  await shows(page, /^1 loan ·/);
  await page.locator('#root').getByRole('list', { name: 'Loans' }).getByRole('link').first().click();
  await page.getByRole('link', { name: /Record visit|Go on with the visit/ }).waitFor();
}

export interface VisitWords {
  outcome: string;
  photos?: Buffer[];
  person?: string;
  /** Amount in rupees, and the label of a date chip or a day (YYYY-MM-DD). */
  promise?: { rupees: string; on: string };
  nextVisit?: string;
  /** What the borrower offers for the whole loan, raised as a settlement. */
  settlement?: { rupees: string; parts: string; first: string; till: string; why: string };
  remarks?: string;
}

/** Fills the visit form of the loan that is open, without saving. */
export async function fillVisit(page: Page, visit: VisitWords): Promise<void> {
  await page.getByRole('link', { name: /Record visit|Go on with the visit/ }).click();
  await page.getByRole('button', { name: visit.outcome, exact: true }).first().click();
  if (visit.promise) {
    await page.getByLabel('Promised amount').fill(visit.promise.rupees);
    await chooseDay(page, 'Promised for', visit.promise.on);
    await page
      .getByRole('radiogroup', { name: 'Will pay by' })
      .getByRole('radio', { name: 'Cash', exact: true })
      .check();
  }
  if (visit.settlement) {
    const { rupees, parts, first, till, why } = visit.settlement;
    await page.getByLabel('Amount', { exact: true }).fill(rupees);
    await page.getByRole('button', { name: 'Raise a settlement' }).click();
    await page
      .getByRole('radiogroup', { name: 'In how many payments?' })
      .getByRole('radio', { name: parts, exact: true })
      .check();
    await chooseDay(page, 'First payment on', first);
    await chooseDay(page, 'The offer holds until', till);
    await page.getByLabel('Why can the borrower not pay more?').fill(why);
  }
  if (visit.person)
    await page
      .getByRole('radiogroup', { name: 'Who was met?' })
      .getByRole('radio', { name: visit.person, exact: true })
      .check();
  if (visit.nextVisit) await chooseDay(page, /Next visit/, visit.nextVisit);
  if (visit.photos?.length) {
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles(
        visit.photos.map((buffer, index) => ({ name: `photo-${index + 1}.jpg`, mimeType: 'image/jpeg', buffer })),
      );
    await page
      .getByRole('button', { name: /^Remove/ })
      .nth(visit.photos.length - 1)
      .waitFor({ timeout: 30_000 });
  } else {
    await page.getByRole('button', { name: 'No photo possible?' }).click();
    await page.getByRole('radio', { name: 'It was not safe' }).check();
  }
  await page.getByRole('radiogroup', { name: 'Where?' }).getByRole('radio', { name: 'Home', exact: true }).check();
  if (visit.remarks) await page.getByLabel('Remarks').fill(visit.remarks);
}

async function chooseDay(page: Page, group: string | RegExp, on: string): Promise<void> {
  const chips = page.getByRole('group', { name: group });
  if (/^\d{4}-/.test(on)) await chips.getByLabel('Another day').fill(on);
  else {
    const chip = chips.getByRole('button', { name: new RegExp(`^${on}`) });
    // The form proposes a day; a second tap would take it back.
    if ((await chip.getAttribute('aria-pressed')) !== 'true') await chip.click();
  }
}

/** Saves and waits for "Saved"; answers the record's short number as shown. */
export async function saveVisit(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Save (visit|correction)$/ }).click();
  await page
    .getByRole('heading', { name: 'Saved', exact: true })
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`Not saved. The page says:\n${(await visibleText(page.locator('body'))).slice(0, 2500)}`, {
        cause: error,
      });
    });
  const text = await visibleText(page.locator('body'));
  const number = /No\. (\w{6})/.exec(text)?.[1];
  if (!number) throw new Error(`No record number is shown:\n${text.slice(0, 500)}`);
  return number;
}

/** One whole visit from the list: find, fill, save. */
export async function recordVisit(page: Page, loanNumber: string, visit: VisitWords): Promise<string> {
  await openLoans(page);
  await findLoan(page, loanNumber);
  await fillVisit(page, visit);
  return saveVisit(page);
}

/** The card of a record in the ledger, by its short number. */
export async function ledgerCard(page: Page, number: string): Promise<Locator> {
  const link = page.getByRole('link', { name: /^(Ledger|Show in the ledger)/ }).first();
  if (new URL(page.url()).pathname !== '/field-agent/ledger') await link.click();
  // Sections lie within sections; the innermost one that names the record comes last.
  const card = page
    .locator('#root section')
    .filter({ hasText: `No. ${number}` })
    .last();
  await card.waitFor();
  return card;
}

/** Waits until the ledger shows the record as received; answers the receipt's number. */
export async function receiptOf(page: Page, number: string, timeout = 60_000): Promise<string> {
  const card = await ledgerCard(page, number);
  await card
    .getByText(/^Received R-/)
    .waitFor({ timeout })
    .catch(async (error: unknown) => {
      throw new Error(`No receipt. The ledger says:\n${await visibleText(card)}`, { cause: error });
    });
  const receipt = /Received (R-\d+)/.exec(await visibleText(card))?.[1];
  if (!receipt) throw new Error('The ledger shows no receipt');
  return receipt;
}
