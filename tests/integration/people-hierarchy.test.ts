/** The hierarchy: who leads whom, moved by several at once, and attendance below. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PEOPLE_ADMINS } from '../../core/domain/people';
import type { Role } from '../../core/domain/roles';
import { engines } from '../support/databases';
import { createPerson } from '../support/people';
import { fieldsOf, peopleDesk, profileOf } from '../support/people-desk';
import { as, type Who } from '../support/world';

describe.each(engines)('the hierarchy of people on $name', ({ fresh }) => {
  const { desk, api, id } = peopleDesk(fresh);

  describe('the hierarchy', () => {
    const edges = () =>
      desk.world.run((tx) =>
        tx.query<{ ancestor_id: string; descendant_id: string; depth: number }>(
          'select ancestor_id, descendant_id, depth from user_tree order by 1, 2',
        ),
      );
    const recomputed = () =>
      desk.world.run((tx) =>
        tx.query<{ ancestor_id: string; descendant_id: string; depth: number }>(
          `with recursive up as (
             select id as ancestor_id, id as descendant_id, 0 as depth from users
             union all
             select m.manager_id, up.descendant_id, up.depth + 1 from up join users m on m.id = up.ancestor_id where m.manager_id is not null)
           select ancestor_id, descendant_id, depth from up order by 1, 2`,
        ),
      );

    it('stays the closure of who leads whom, whatever is moved, two at a time', async () => {
      const tops = await Promise.all(
        ['NCM', 'ZCM', 'RCM', 'ACM'].map((subRole) =>
          createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_TENANTADMIN', subRole, managerId: id('owner') }),
        ),
      );
      const chiefs = await Promise.all(
        [0, 1].map(() =>
          createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_SUPERMANAGER', managerId: id('owner') }),
        ),
      );
      const managers = await Promise.all(
        [0, 1, 2].map((at) =>
          createPerson(desk.held.db, desk.world.tenantId, { role: 'CRM_MANAGER', managerId: chiefs[at % 2]?.id ?? '' }),
        ),
      );
      const agents = await Promise.all(
        [0, 1, 2, 3].map((at) =>
          createPerson(desk.held.db, desk.world.tenantId, {
            role: 'CRM_FIELDAGENT',
            managerId: managers[at % 3]?.id ?? '',
          }),
        ),
      );
      const all = [...tops, ...chiefs, ...managers, ...agents].map((person) => person.id);
      const outcomes = new Map<number, number>();
      const move = async ([who, under]: [number, number]) => {
        const [person, managerId] = [all[who] ?? '', all[under] ?? ''];
        const from = (await profileOf(api('owner'), person)).managerId;
        const { status } = await api('owner').post(`/api/v2/profiles/id/${person}/move`, { managerId, from });
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      };
      const pick = fc.tuple(fc.nat(all.length - 1), fc.nat(all.length - 1)) as fc.Arbitrary<[number, number]>;
      await fc.assert(
        fc.asyncProperty(fc.tuple(pick, pick), async (pair) => {
          await Promise.all(pair.map(move));
          expect(await edges()).toEqual(await recomputed());
        }),
        { numRuns: 40 },
      );
      expect([...outcomes.keys()].every((status) => [200, 409, 422].includes(status))).toBe(true);
      expect(outcomes.get(200) ?? 0).toBeGreaterThan(5);
    });

    it('moves a whole team, and who now leads them sees them', async () => {
      const team = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_MANAGER',
        managerId: id('nationalManager'),
      });
      const member = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_FIELDAGENT',
        managerId: team.id,
      });
      const other = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_SUPERMANAGER',
        managerId: id('admin'),
      });
      const view = async () => (await as(desk.server.origin, other).get(`/api/v2/profiles/id/${member.id}`)).status;
      expect(await view()).toBe(404);
      const wrong = await api('admin').post(`/api/v2/profiles/id/${team.id}/move`, {
        managerId: other.id,
        from: id('rival'),
      });
      expect([wrong.status, wrong.body.message]).toEqual([409, expect.stringContaining('moved meanwhile')]);
      expect(
        (
          await api('nationalManager').post(`/api/v2/profiles/id/${team.id}/move`, {
            managerId: other.id,
            from: id('nationalManager'),
          })
        ).status,
      ).toBe(422);
      expect(
        (
          await api('admin').post(`/api/v2/profiles/id/${team.id}/move`, {
            managerId: other.id,
            from: id('nationalManager'),
          })
        ).status,
      ).toBe(200);
      expect(await view()).toBe(200);
      expect((await api('nationalManager').get(`/api/v2/profiles/id/${member.id}`)).status).toBe(404);
      const under = await api('admin').post(`/api/v2/profiles/id/${team.id}/move`, {
        managerId: team.id,
        from: other.id,
      });
      expect(fieldsOf(under)).toEqual({ managerId: 'Nobody can stand under somebody below them' });
    });

    it('of two who move somebody at once, one is told', async () => {
      const person = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_FIELDAGENT',
        managerId: id('manager'),
      });
      const both = await Promise.all(
        [id('plainManager'), id('rival')].map((managerId) =>
          api('admin').post(`/api/v2/profiles/id/${person.id}/move`, { managerId, from: id('manager') }),
        ),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('as a tree: tops, children, a search with all above, and who may stand above', async () => {
      type Tree = {
        data: { nodes: { id: string; managerId: string | null; children: number; below: number }[]; found: string[] };
      };
      const tree = async (who: Who, query = '') =>
        ((await api(who).get(`/api/v2/profiles/tree?${query}`)).body as Tree).data;
      expect((await tree('manager')).nodes.map((node) => node.id)).toEqual([id('manager')]);
      const children = (await tree('nationalManager', `under=${id('manager')}`)).nodes.map((node) => node.id);
      expect(children).toEqual(expect.arrayContaining([id('agent'), id('caller'), id('collector')]));
      const search = await tree('nationalManager', `q=${desk.world.people.agent.username}`);
      expect(search.found).toEqual([id('agent')]);
      expect(search.nodes.map((node) => node.id).sort()).toEqual(
        [id('nationalManager'), id('manager'), id('agent')].sort(),
      );
      expect((await tree('manager', `under=${id('rival')}`)).nodes).toEqual([]);
      const parents = (await api('nationalManager').get('/api/v2/profiles/parents?role=CRM_FIELDAGENT')).body as {
        data: { id: string; role: Role }[];
      };
      expect(parents.data.map((row) => row.id)).toEqual(
        expect.arrayContaining([id('manager'), id('plainManager'), id('nationalManager')]),
      );
      expect(parents.data.map((row) => row.id)).not.toContain(id('rival'));
      expect(parents.data.every(({ role }) => (PEOPLE_ADMINS as readonly Role[]).includes(role))).toBe(true);
    });
  });

  describe('attendance', () => {
    it('takes the first in and the last out of a day, beside what sessions tell', async () => {
      const person = await createPerson(desk.held.db, desk.world.tenantId, {
        role: 'CRM_FIELDAGENT',
        managerId: id('manager'),
      });
      const by = as(desk.server.origin, person);
      await by.post('/api/v2/profiles/me/clock', { direction: 'in', lat: 18.5, lng: 73.8, accuracyM: 12, battery: 81 });
      const second = await by.post('/api/v2/profiles/me/clock', { direction: 'in', battery: 80 });
      expect(second.body).toMatchObject({ data: { clockIn: { lat: 18.5, battery: 81 }, clockOut: null } });
      await by.post('/api/v2/profiles/me/clock', { direction: 'out', battery: 30 });
      await by.post('/api/v2/profiles/me/clock', { direction: 'out', battery: 29 });
      const path = `/api/v2/profiles/id/${person.id}/attendance`;
      const month = (await api('manager').get(path)).body as {
        data: { days: { clockOut: { battery: number }; firstSignInAt: string; lastSeenAt: string; minutes: number }[] };
      };
      expect(month.data.days).toHaveLength(1);
      expect(month.data.days[0]).toMatchObject({
        clockOut: { battery: 29 },
        firstSignInAt: expect.any(String),
        lastSeenAt: expect.any(String),
        minutes: 0,
      });
      expect((await api('rival').get(path)).status).toBe(404);
      expect((await api('manager').get(`${path}?month=2026-13`)).status).toBe(422);
      expect((await api('manager').get(`${path}?month=2020-01`)).body).toMatchObject({ data: { days: [] } });
      expect((await by.post('/api/v2/profiles/me/clock', { direction: 'in', battery: 101 })).status).toBe(422);
      expect((await api('manager').get(`/api/v1/collector/attendance?collectorId=${person.id}`)).status).toBe(200);
    });
  });
});
