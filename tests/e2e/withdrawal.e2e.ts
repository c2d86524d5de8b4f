/** A lost phone: withdrawn at the desk, it delivers what it still holds and keeps nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordVisit, shows, startDay } from './field-steps';
import { ServerView } from './server-view';
import { type Stage, setStage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage?.end());

it('a phone that is withdrawn hands its unsent records over for review and forgets everything', async () => {
  const { phone, origin, agent } = stage;
  const view = await stage.view();
  const loan = (await view.loans()).filter(({ state }) => state === 'active').at(5);
  if (!loan) throw new Error('The demo data has no loan for this test');
  await startDay(phone.page, origin, agent);
  await stage.setOffline(true);
  await recordVisit(phone.page, loan.loanNumber, { outcome: 'Door locked', nextVisit: 'Tomorrow' });
  const stored = () => phone.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  const own = (await stored()).find((name) => name.includes(view.userId));
  expect(own).toBeDefined();

  const admin = await ServerView.as(
    stage.server.origin,
    await ServerView.signInFor(stage.server.origin, 'CRM_TENANTADMIN'),
  );
  type Phones = { data: { rows: { deviceId: string; userId: string; revokedAt: string | null }[] } };
  const phones = (await admin.get<Phones>('/api/v2/devices?size=200')).data.rows;
  for (const { deviceId, userId } of phones.filter((one) => one.userId === view.userId)) {
    const answer = await fetch(`${stage.server.origin}/api/v2/devices/${deviceId}/${userId}/revoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.tokens.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Lost on the bus' }),
    });
    expect(answer.status).toBe(200);
  }
  await stage.setOffline(false);
  await shows(phone.page, /This phone has been withdrawn/);
  await expect.poll(async () => (await stored()).includes(own ?? ''), { timeout: 90_000 }).toBe(false);
  type Kept = { data: { rows: { loanNumber: string | null; reasonCode: string }[] } };
  const kept = (await admin.get<Kept>('/api/v2/call-disposition/quarantine?size=200')).data.rows;
  expect(kept.filter(({ loanNumber }) => loanNumber === loan.loanNumber)).toEqual([
    expect.objectContaining({ reasonCode: 'device-revoked' }),
  ]);
});
