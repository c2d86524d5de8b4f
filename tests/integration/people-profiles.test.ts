/** The calls that existing installations make for profiles: admin, manager and collector, by id, changed, and in lists. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person, PersonRow } from '../../core/contract/people';
import { ROLES, type Role } from '../../core/domain/roles';
import { engines } from '../support/databases';
import { createPerson, type NewPerson, type Person as TestPerson } from '../support/people';
import { created, fieldsOf, newAgent, newName, peopleDesk, put } from '../support/people-desk';
import { type Api, as, STAFF, type Who } from '../support/world';

type Family = 'admin' | 'manager' | 'collector';
const FAMILIES: readonly Family[] = ['admin', 'manager', 'collector'];
/** Those of whom the world has nobody, an agent of the agency, and an admin below another one. */
const MORE = {
  superAdmin: 'CRM_SUPERADMIN',
  oldSuperAdmin: 'SUPER_ADMIN',
  oldAdmin: 'ADMIN',
  agencyAgent: 'CRM_FIELDAGENT',
  areaAdmin: 'CRM_TENANTADMIN',
} as const satisfies Record<string, Role>;
type Asker = Who | keyof typeof MORE;
const ROLE_OF: Readonly<Record<Asker, Role>> = { ...STAFF, ...MORE };

/** Which of the three calls knows a role; the others know nobody of it. */
const FAMILY_OF: Partial<Record<Role, Family>> = {
  ADMIN: 'admin',
  TENANT_ADMIN: 'admin',
  CRM_TENANTADMIN: 'admin',
  SUPER_ADMIN: 'admin',
  CRM_SUPERADMIN: 'admin',
  MANAGER: 'manager',
  CRM_MANAGER: 'manager',
  CRM_SUPERMANAGER: 'manager',
  COLLECTOR: 'collector',
  CRM_TELECALLER: 'collector',
  CRM_FIELDAGENT: 'collector',
};

const TARGETS = [
  ...(['owner', 'areaAdmin', 'oldAdmin'] as const),
  ...(['nationalManager', 'manager', 'rival'] as const),
  ...(['caller', 'agent', 'rivalAgent', 'agencyAgent'] as const),
] as const satisfies readonly Asker[];
/**
 * What each may do with each of `TARGETS`, in their order. c: sees and changes (leads them); s: sees, and is refused the
 * change (among their people, not below them); o: themselves; -: there is nobody.
 */
const TABLE: readonly [asker: Asker, cells: string][] = [
  ['superAdmin', 'ccc ccc cccc'],
  ['oldSuperAdmin', 'ccc ccc cccc'],
  ['oldAdmin', 'sso ccc cccc'],
  ['owner', 'ocs ccc cccc'],
  ['admin', 'scs ccc cccc'],
  // Nobody is below.
  ['areaAdmin', '-o- --- ----'],
  ['nationalManager', '--- oc- cc--'],
  ['manager', '--- -o- cc--'],
  ['rival', '--- --o --c-'],
  ['plainManager', '--- --- ----'],
  ['partner', '--- --- ---c'],
  ['otherPartner', '--- --- ----'],
  ['clientAdmin', '--- --- ----'],
  ['client', '--- --- ----'],
  ['customer', '--- --- ----'],
  ['caller', '--- --- o---'],
  ['agent', '--- --- -o--'],
  ['collector', '--- --- ----'],
  ['dialer', '--- --- ----'],
];
const ANSWERS: Readonly<Record<string, [get: number, put: number]>> = {
  c: [200, 200],
  s: [200, 403],
  o: [200, 200],
  '-': [404, 404],
};

describe.each(engines)('profiles of existing installations on $name', ({ fresh }) => {
  const { desk, api, id } = peopleDesk(fresh);
  const more = {} as Record<keyof typeof MORE, TestPerson>;
  const apis = new Map<Asker, Api>();
  const personOf = (who: Asker): TestPerson =>
    who in MORE ? more[who as keyof typeof MORE] : desk.world.people[who as Who];
  const by = (who: Asker): Api => {
    const known = apis.get(who) ?? as(desk.server.origin, personOf(who));
    apis.set(who, known);
    return known;
  };
  beforeAll(async () => {
    for (const [who, role] of Object.entries(MORE) as [keyof typeof MORE, Role][]) {
      more[who] = await createPerson(desk.held.db, desk.world.tenantId, {
        role,
        ...(who === 'agencyAgent' && { agencyId: desk.world.agencyId, managerId: id('partner') }),
        ...(who === 'areaAdmin' && { subRole: 'ACM', managerId: id('admin') }),
      });
    }
  });

  const read = async (who: Asker, family: Family, of: string) => by(who).get(`/api/v1/${family}/id/${of}`);
  const changes = () =>
    desk.world.run((tx) =>
      tx.query<{ actor: string; subject: string; detail: unknown }>(
        "select actor_id as actor, subject_id as subject, detail from audit_log where action = 'people.updated' order by seq",
      ),
    );

  it('has every role among the askers', () => {
    expect(new Set(TABLE.map(([who]) => ROLE_OF[who]))).toEqual(new Set(ROLES));
  });

  it('each role × own, led, seen and not led: what is written is read back and audited, what is refused changes nothing', async () => {
    const before = (await changes()).length;
    const wrong: string[] = [];
    const written: unknown[] = [];
    const held = new Map<Asker, string>();
    for (const [who, cells] of TABLE) {
      for (const [at, cell] of [...cells.replaceAll(' ', '')].entries()) {
        const target = TARGETS[at] as (typeof TARGETS)[number];
        const family = FAMILY_OF[ROLE_OF[target]] as Family;
        const { id: subject } = personOf(target);
        const location = newName('Pune');
        const changed = await put(by(who), `/api/v1/${family}`, { id: subject, location });
        const answer = await read(who, family, subject);
        const expected = ANSWERS[cell];
        if (`${[answer.status, changed.status]}` !== `${expected}`)
          wrong.push(`${who} × ${target}: ${answer.status}, ${changed.status}, not ${expected}`);
        if (expected?.[1] === 200) {
          written.push({
            actor: personOf(who).id,
            subject,
            detail: { before: { location: held.get(target) ?? '' }, after: { location } },
          });
          held.set(target, location);
          expect((changed.body as { data: Person }).data).toMatchObject({ id: subject, location });
        }
        if (answer.status === 200) {
          expect((answer.body as { data: Person }).data).toMatchObject({
            id: subject,
            location: held.get(target) ?? '',
          });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect((await changes()).slice(before)).toEqual(written);
  });

  it('each role × the own profile and another tenant’s, by each of the three calls', async () => {
    const wrong: string[] = [];
    for (const [who] of TABLE) {
      for (const family of FAMILIES) {
        const own = FAMILY_OF[ROLE_OF[who]] === family ? 200 : 404;
        const location = newName('Satara');
        const { id: self } = personOf(who);
        const answers = [(await put(by(who), `/api/v1/${family}`, { id: self, location })).status];
        const answer = await read(who, family, self);
        answers.push(answer.status);
        if (`${answers}` !== `${[own, own]}`) wrong.push(`${who} as ${family}: ${answers}, not ${own}`);
        if (own === 200) expect((answer.body as { data: Person }).data.location).toBe(location);
        const foreign =
          desk.elsewhere.people[family === 'admin' ? 'owner' : family === 'manager' ? 'manager' : 'agent'].id;
        const there = [
          (await put(by(who), `/api/v1/${family}`, { id: foreign, location })).status,
          (await read(who, family, foreign)).status,
        ];
        if (`${there}` !== '404,404') wrong.push(`${who} × another tenant’s ${family}: ${there}`);
      }
    }
    expect(wrong).toEqual([]);
    const elsewhere = await desk.elsewhere.run((tx) =>
      tx.query("select 1 from audit_log where action = 'people.updated'"),
    );
    expect(elsewhere).toEqual([]);
  });

  it.each<[Family, Asker, Record<string, unknown>, number, string[]]>([
    ['admin', 'areaAdmin', { subRole: 'NCM' }, 422, ['subRole']],
    ['admin', 'areaAdmin', { username: 'someone.else' }, 422, ['username']],
    ['manager', 'manager', { convoxUsername: 'cx1' }, 422, ['convoxUsername']],
    ['collector', 'agent', { pinCodes: ['411001'] }, 422, ['pinCodes']],
    ['manager', 'manager', { email: 'no address' }, 422, ['email']],
    ['manager', 'manager', { version: 999, location: 'Pune' }, 409, []],
    ['manager', 'manager', { salary: 1 }, 422, ['salary']],
  ])('refuses %s of %s with %o: %i', async (family, who, body, status, fields) => {
    const before = (await changes()).length;
    const answer = await put(by(who), `/api/v1/${family}`, { id: personOf(who).id, ...body });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([status, fields]);
    expect(await changes()).toHaveLength(before);
  });

  it('lists answer by who leads and who made', async () => {
    const names = async (who: Who, path: string) =>
      ((await api(who).get(path)).body as { data: PersonRow[] }).data.map((row) => row.id);
    expect(await names('manager', '/api/v1/collector/by/manager')).toEqual(
      expect.arrayContaining([id('caller'), id('collector')]),
    );
    expect(await names('manager', '/api/v1/manager/getFieldAgents')).toContain(id('agent'));
    expect(await names('rival', '/api/v1/manager/getFieldAgents')).not.toContain(id('agent'));
    expect(await names('nationalManager', `/api/v1/collector/active/by/manager?managerId=${id('manager')}`)).toContain(
      id('collector'),
    );
    expect(
      await names(
        'nationalManager',
        `/api/v1/collector/active/by/manager?managerId=${id('manager')}&Client_Name=Nobody`,
      ),
    ).toEqual([]);
    // Of the client that is named: who belongs to it, and who works for it among others; no more once deactivated.
    const [lender, other] = await desk.world.run(async (tx) => [
      (await tx.query<{ id: string }>("select id from clients where name = 'Sahyadri Bank'"))[0]?.id,
      (await tx.query<{ id: string }>("select id from clients where name = 'Kaveri Finance'"))[0]?.id,
    ]);
    const under = (more: Partial<NewPerson>) =>
      createPerson(desk.held.db, desk.world.tenantId, { role: 'COLLECTOR', managerId: id('manager'), ...more });
    const belongs = await under({ ...(lender && { clientId: lender }) });
    const works = await under({ ...(other && { clientId: other }) });
    await under({ ...(other && { clientId: other }) });
    await under({ ...(lender && { clientId: lender }), active: false });
    await desk.world.run((tx) =>
      tx.query('update users set client_ids = array[$1, $2]::uuid[] where id = $3', [other, lender, works.id]),
    );
    const ofLender = await names(
      'nationalManager',
      `/api/v1/collector/active/by/manager?managerId=${id('manager')}&Client_Name=sahyadri%20bank`,
    );
    expect(ofLender.sort()).toEqual([belongs.id, works.id].sort());
    const mine = created(await api('admin').post('/api/v1/collector', newAgent({ managerId: id('manager') }))).person;
    expect(mine.kind).toBe('collector');
    expect(await names('admin', `/api/v1/collector/all?createdBy=${id('admin')}`)).toContain(mine.id);
    expect(await names('admin', `/api/v1/collector/all?createdBy=${id('rival')}`)).not.toContain(mine.id);
    await desk.world.addLoan({ held: { collector: 'collector' }, posPaise: 700 });
    // Open loans are those still to be worked, here and in a portfolio: contact that is paused counts, a closed loan does not.
    for (const state of ['suppressed', 'closed', 'settled'] as const)
      await desk.world.addLoan({ held: { collector: 'collector' }, state });
    const panel = await api('manager').get(`/api/v2/profiles/id/${id('collector')}`);
    expect(panel.body).toMatchObject({ data: { loans: 2 } });
    const rows = (
      (await api('manager').get('/api/v1/activity/collector/allocations')).body as {
        data: { collectorId: string; loans: number; posPaise: number }[];
      }
    ).data;
    expect(rows.find((row) => row.collectorId === id('collector'))).toMatchObject({ loans: 1, posPaise: 700 });
    const removed = await api('manager').fetch(`/api/v1/collector/${mine.id}`, { method: 'DELETE' });
    expect([removed.status, ((await removed.json()) as { data: Person }).data.active]).toEqual([200, false]);
  });
});
