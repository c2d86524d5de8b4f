/** Every role of the demo signs in where it belongs, lands on its home, and is let in nowhere else. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROLES } from '../../core/domain/roles';
import { mayEnter, ROUTE_IDS, routeOf } from '../../src/routes';
import { shows, signIn, visibleText } from './field-steps';
import { ServerView, type SignIn } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
let everyone: SignIn[];
beforeAll(async () => {
  stage = await setStage({ shape: 'desktop' });
  everyone = await ServerView.signIns(stage.server.origin);
});
afterAll(() => stage?.end());

const isField = ({ role }: SignIn) => role === 'CRM_FIELDAGENT';

describe('the first start', () => {
  it('prints where the server is and a sign-in for each role, the same that the sign-in page lists', () => {
    const { port, output } = inject('firstStart');
    const lines = output.split('\n');
    expect(lines).toContain(`Recoup is ready: http://localhost:${port}`);
    expect(lines).toContain('Demo data: 5,000 of 5,000 loans');
    const listed = lines.slice(lines.indexOf('Demo sign-ins (not for real work):') + 1);
    const printed = listed.filter((line) => line.startsWith('  ')).map((line) => line.trim().split(/\s+/));
    expect(printed.map(([role]) => role).sort()).toEqual([...ROLES].sort());
    for (const [role, username, password, path] of printed) {
      expect(everyone).toContainEqual({ role, username, password, path });
    }
  });
});

describe('signing in', () => {
  it('lets each role in to its own home, and out again', async () => {
    const { phone, origin } = stage;
    const { page } = phone;
    const roles = new Map(everyone.map((who) => [who.role, who]));
    expect(roles.size).toBeGreaterThanOrEqual(12);
    for (const who of roles.values()) {
      phone.problems.length = 0;
      await signIn(page, origin, who, who.path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(new URL(page.url()).pathname, who.role).toBe('/');
      if (isField(who)) await page.getByRole('link', { name: 'Ledger', exact: true }).first().waitFor();
      else await page.getByRole('navigation', { name: 'Menu' }).waitFor();
      // A telecaller's page looks for a dialer, and there is none here.
      expect(
        phone.problems.filter((problem) => !problem.includes('ws://127.0.0.1:8181')),
        who.role,
      ).toEqual([]);
      // One closed door for each; the table of all of them is a unit test.
      const closed = ROUTE_IDS.map(routeOf).find((route) => !mayEnter(who.role, route));
      if (closed) {
        await page.goto(origin + closed.path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        expect(new URL(page.url()).pathname, `${who.role} at ${closed.path}`).toBe('/');
      }
      // From the page itself at a desk: everything that runs in it has to end.
      if (isField(who)) await page.goto(`${origin}/logout`);
      else await page.getByText('Log out', { exact: true }).first().click();
      await page.getByLabel('User name or email').waitFor();
    }
  });

  it('says at /login that the data is a demo, and lets a developer in at /dev', async () => {
    const { page } = stage.phone;
    const { origin } = stage;
    const manager = everyone.find(({ role }) => role === 'CRM_MANAGER');
    if (!manager) throw new Error('The demo data has no manager');
    for (const path of ['/login', '/dev']) {
      await page.goto(origin + path);
      const notice = page.getByRole('region', { name: 'Demo sign-ins', exact: true });
      await notice.getByText('Demo data', { exact: true }).waitFor();
      await notice.getByText(/^Invented borrowers, nothing real\./).waitFor();
      // A click fills the form.
      await notice.getByRole('button').filter({ hasText: manager.username }).click();
      await expect.poll(() => page.getByLabel('User name or email').inputValue()).toBe(manager.username);
    }
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByText('Log out', { exact: true }).first().click();
    await page.getByLabel('User name or email').waitFor();
  });

  it('says the same for a wrong password and an unknown user, and keeps what was typed', async () => {
    const { page } = stage.phone;
    for (const username of [everyone[0]?.username ?? '', 'nobody@nowhere.example']) {
      await page.goto(`${stage.origin}/login`);
      await page.getByLabel('User name or email').fill(username);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await shows(page, 'User name or password is not right.');
      await expect.poll(() => page.getByLabel('User name or email').inputValue()).toBe(username);
    }
  });

  it('sends a visitor to the sign-in of the page, and back to it afterwards', async () => {
    const { page } = stage.phone;
    await page.goto(`${stage.origin}/field-agent/ledger`);
    await page.waitForURL(/\/clientlogin/);
    await page.getByLabel('User name or email').fill(stage.agent.username);
    await page.getByLabel('Password', { exact: true }).fill(stage.agent.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/field-agent\/ledger/);
    await shows(page, 'No records yet');
    expect(await visibleText(page.locator('#root'))).toContain('Ledger');
  });
});
