/** No serious or critical finding of axe on any screen of the field, in light and dark; and everything can be read at 360 px and 200 %. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OFFLINE_ROUTES, routeOf } from '../../src/routes';
import { fillVisit, findLoan, openApp, openLoans, startDay } from './field-steps';
import { findings, stands } from './findings';
import { type Stage, setStage } from './stage';

let stage: Stage;
let loanId: string;
beforeAll(async () => {
  stage = await setStage();
  await startDay(stage.phone.page, stage.origin, stage.agent);
  const loan = (await (await stage.view()).loans()).find(({ state }) => state === 'active');
  if (!loan) throw new Error('The demo data has no loan for this test');
  loanId = loan.id;
  await findLoan(stage.phone.page, loan.loanNumber);
});
afterAll(() => stage?.end());

const FIELD = OFFLINE_ROUTES.map((id) => ({ id, ...routeOf(id) })).filter(
  ({ area, id }) => area === 'field' || id === 'home',
);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('the field’s screens', async () => {
    const { page } = stage.phone;
    await page.emulateMedia({ colorScheme });
    await openApp(page, stage.origin, stage.agent);
    for (const { id, path } of FIELD) {
      await page.goto(`${stage.origin}${path}${id === 'fieldLoan' || id === 'fieldVisit' ? `?loanId=${loanId}` : ''}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => page.locator('#prepared-screen').count()).toBe(0);
      await stands(page, path);
      expect(await findings(page), path).toEqual([]);
      // Nothing is wider than the phone.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });

  it('the visit form with everything open', async () => {
    const { page } = stage.phone;
    await openApp(page, stage.origin, stage.agent);
    await page.goto(`${stage.origin}/field-agent/loan?loanId=${loanId}`);
    await fillVisit(page, {
      outcome: 'Promise to pay',
      person: 'Spouse',
      promise: { rupees: '1200', on: 'Tomorrow' },
      photos: [await stage.phone.jpeg(5, 400, 300)],
    });
    expect(await findings(page)).toEqual([]);
    const over = page.getByRole('button', { name: 'Save visit' });
    expect((await over.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await page.goto(`${stage.origin}/field-agent/loan/edit?loanId=${loanId}`);
    await page.getByRole('button', { name: 'Start over' }).click();
  });
});

describe('at 360 px with text twice the size', () => {
  it('no screen scrolls sideways', async () => {
    const { page } = stage.phone;
    await page.setViewportSize({ width: 360, height: 720 });
    await openApp(page, stage.origin, stage.agent);
    await openLoans(page);
    for (const { id, path } of FIELD) {
      await page.goto(`${stage.origin}${path}${id === 'fieldLoan' || id === 'fieldVisit' ? `?loanId=${loanId}` : ''}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await stands(page, path);
      await page.addStyleTag({ content: 'html{font-size:200% !important}' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });
});
