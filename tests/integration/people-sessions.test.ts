/** Where somebody is signed in: seen and ended by the person and by those above, and by nobody else. */
import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../core/domain/ids';
import { waitingPushes } from '../../server/modules/alerts/push';
import { engines } from '../support/databases';
import { signIn } from '../support/people';
import { peopleDesk } from '../support/people-desk';
import { as } from '../support/world';

interface Listed {
  id: string;
  current: boolean;
}

describe.each(engines)('sessions on $name', ({ fresh }) => {
  const { desk, api, id } = peopleDesk(fresh);
  const agent = () => desk.world.people.agent;
  const listed = (answer: { body: unknown }) => (answer.body as { data: Listed[] }).data;
  const works = async (token: string) =>
    (await fetch(`${desk.server.origin}/api/v2/profiles/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const sessionOf = async (token: string) =>
    listed({
      body: await (await fetch(`${desk.server.origin}/api/v2/profiles/me/sessions`, { headers: bearer(token) })).json(),
    }).find(({ current }) => current)?.id;

  it('the owner sees them, ends one of them at once, and then every other', async () => {
    const by = as(desk.server.origin, agent());
    const [one, two, three] = [
      await signIn(desk.server.origin, agent()),
      await signIn(desk.server.origin, agent()),
      await signIn(desk.server.origin, agent()),
    ];
    const before = listed(await by.get('/api/v2/profiles/me/sessions'));
    expect(before.filter(({ current }) => current)).toHaveLength(1);
    const ended = await by.post('/api/v2/profiles/me/sessions/end', { session: await sessionOf(one.token) });
    expect(ended.body).toMatchObject({ data: { ended: 1 } });
    expect([await works(one.token), await works(two.token)]).toEqual([401, 200]);
    await by.post('/api/v2/profiles/me/sessions/end', {});
    expect([await works(two.token), await works(three.token)]).toEqual([401, 401]);
    expect(listed(await by.get('/api/v2/profiles/me/sessions'))).toMatchObject([{ current: true }]);
  });

  it('whoever stands above ends them; a rival, somebody below and another tenant find nobody', async () => {
    const { token } = await signIn(desk.server.origin, agent());
    const session = await sessionOf(token);
    const path = `/api/v2/profiles/id/${id('agent')}/sessions`;
    for (const [by, status] of [
      [api('rival'), 404],
      [api('caller'), 403],
      [api('admin', desk.elsewhere), 404],
    ] as const) {
      expect((await by.get(path)).status).toBe(status);
      expect((await by.post(`${path}/end`, { session })).status).toBe(status);
    }
    // A session of somebody else under the name of somebody below.
    const rival = await signIn(desk.server.origin, desk.world.people.rival);
    expect((await api('manager').post(`${path}/end`, { session: await sessionOf(rival.token) })).status).toBe(404);
    expect((await api('manager').post('/api/v2/profiles/me/sessions/end', { session })).status).toBe(404);
    expect(await works(token)).toBe(200);
    expect(listed(await api('manager').get(path)).map((one) => one.id)).toContain(session);
    expect((await api('manager').post(`${path}/end`, { session })).body).toMatchObject({ data: { ended: 1 } });
    expect(await works(token)).toBe(401);
  });

  it('ten idle minutes end the session with that reason, its renewal and its pushes', async () => {
    const { token, refreshToken } = await signIn(desk.server.origin, agent());
    const session = await sessionOf(token);
    const scope = { tenantId: desk.world.tenantId };
    const pushes = () => desk.held.db.transaction(scope, (tx) => waitingPushes(tx, new Date(Date.now() + 1000)));
    await desk.held.db.transaction(scope, async (tx) => {
      await tx.query(
        `insert into push_subscriptions (tenant_id, id, user_id, session_id, endpoint, p256dh, auth, created_at)
         values (current_tenant(), $1, $2, $3, 'https://push.example/1', 'k', 'a', now() - interval '1 minute')`,
        [uuidv7(), id('agent'), session],
      );
      await tx.query(
        `insert into alerts (tenant_id, id, user_id, loan_id, kind, cause, alert_at)
         values (current_tenant(), $1, $2, $1, 'PTP', 'idle', now())`,
        [uuidv7(), id('agent')],
      );
    });
    expect(await pushes()).toHaveLength(1);
    const answer = await fetch(`${desk.server.origin}/api/v1/profile/logout?reason=idle`, {
      method: 'POST',
      headers: { ...bearer(token), profileid: id('agent') },
    });
    expect([answer.status, await works(token)]).toEqual([200, 401]);
    const rows = await desk.held.db.transaction({ tenantId: desk.world.tenantId }, (tx) =>
      tx.query('select end_reason, ended_at is not null as ended from sessions where id = $1', [session]),
    );
    expect(rows).toEqual([{ end_reason: 'idle', ended: true }]);
    expect(await pushes()).toEqual([]);
    const renewed = await fetch(`${desk.server.origin}/api/v1/profile/authenticate`, {
      headers: { refreshtoken: refreshToken, userid: id('agent') },
    });
    expect(renewed.status).toBe(401);
  });
});
