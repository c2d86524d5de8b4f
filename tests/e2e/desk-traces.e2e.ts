/** A desk computer that is passed on: nothing of what its user searched for and looked at is readable on its disk. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loan } from '../../core/contract/loans';
import { plant, readable } from './disk-search';
import { shows, signIn } from './field-steps';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
let manager: SignIn;
let caller: SignIn;
/** Loans of the caller, whom the manager stands above. */
let loans: Loan[];

beforeAll(async () => {
  stage = await setStage({ shape: 'desktop' });
  manager = await ServerView.signInFor(stage.server.origin, 'CRM_MANAGER');
  caller = await ServerView.signInFor(stage.server.origin, 'CRM_TELECALLER');
  loans = (await (await ServerView.as(stage.server.origin, caller)).loans()).filter(({ state }) => state === 'active');
});
afterAll(() => stage?.end());

const nth = (at: number): Loan => {
  const loan = loans[at];
  if (!loan) throw new Error('The demo data has too few loans for this test');
  return loan;
};
const mobileOf = ({ phones: [first] }: Loan): string => {
  if (!first) throw new Error('The demo data has a loan without a phone');
  return first.number;
};

/** Types into the search of a list and waits for the row. */
async function search(page: Page, label: string, text: string, loan: Loan): Promise<void> {
  const box = page.getByRole('searchbox', { name: label, exact: true });
  await box.fill(text);
  await page
    .getByRole('row', { name: new RegExp(loan.loanNumber) })
    .first()
    .waitFor();
}
async function logOut(page: Page): Promise<void> {
  await page.getByText('Log out', { exact: true }).first().click();
  await shows(page, 'User name or email');
}

it('after a manager and a telecaller searched by name, mobile and number, looked at what they found, and logged out', async () => {
  const { phone, origin } = stage;
  const { page } = phone;
  const LIST = 'Number, name, phone, pincode';
  await signIn(page, origin, manager, '/login');
  await page.goto(`${origin}/loans`);
  await search(page, LIST, nth(0).borrower.name, nth(0));
  await page
    .getByRole('row', { name: new RegExp(nth(0).loanNumber) })
    .first()
    .click();
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: nth(0).borrower.name })
    .waitFor();
  await search(page, LIST, mobileOf(nth(1)), nth(1));
  expect(page.url()).not.toContain(mobileOf(nth(1)));
  await page.goto(`${origin}/home`);
  await page.getByRole('searchbox', { name: 'Loan number', exact: true }).fill(nth(2).loanNumber);
  await page.getByRole('button', { name: 'Find loan' }).click();
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: nth(2).borrower.name })
    .waitFor();
  await page.getByRole('searchbox', { name: 'Loan number', exact: true }).fill(nth(3).borrower.name);
  await page.getByRole('button', { name: 'Find loan' }).click();
  await shows(page, `There is no loan ${nth(3).borrower.name} among those you may see`);
  await page.goto(`${origin}/notifications`);
  await page.getByRole('searchbox', { name: 'Loan number or customer', exact: true }).fill(nth(4).borrower.name);
  await page.getByRole('searchbox', { name: 'Loan number or customer', exact: true }).press('Enter');
  await shows(page, 'Nothing found');
  await logOut(page);

  await signIn(page, origin, caller, '/login');
  await page.goto(`${origin}/loans`);
  await search(page, LIST, nth(5).borrower.name, nth(5));
  await search(page, LIST, mobileOf(nth(6)), nth(6));
  await logOut(page);

  const planted = { record: 'Planted Kumaraswamy 4713', cached: 'Planted Venkatesh 4714' };
  const address = 'PlantedAddress4715';
  await page.evaluate(plant, planted);
  // An address would be found as well.
  await page.goto(`${origin}/login?name=${address}`);
  await page.getByLabel('User name or email').waitFor();
  await phone.close();
  const secrets = loans
    .slice(0, 40)
    .flatMap((loan) => [
      ...(loan.borrower.name.length >= 8
        ? [loan.borrower.name, encodeURIComponent(loan.borrower.name), loan.borrower.name.replaceAll(' ', '+')]
        : []),
      loan.loanNumber,
      ...loan.phones.map(({ number }) => number),
      ...loan.addresses.map(({ line }) => line).filter((line) => line.length >= 10),
    ]);
  expect(secrets.length).toBeGreaterThan(150);
  const found = readable(phone.profile, [...new Set(secrets), ...Object.values(planted), address]);
  expect(found.filter(({ secret }) => !secret.startsWith('Planted'))).toEqual([]);
  expect(new Set(found.map(({ secret }) => secret))).toEqual(new Set([...Object.values(planted), address]));
  await phone.open();
});
