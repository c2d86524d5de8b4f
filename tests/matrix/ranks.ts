/**
 * What is refused to somebody who sees a record and stands below it: the table of who leads whom, the sub-roles of tenant
 * admins, and portfolios that a manager sees through a loan alone. What got through is answered by name.
 */
import { uuidv7 } from '../../core/domain/ids';
import type { Database } from '../../server/db/database';
import { createPerson } from '../support/people';
import { newMobile, newName, put } from '../support/people-desk';
import type { TestServer } from '../support/server';
import { type Api, as, createTenantWorld } from '../support/world';

export async function tryRanks(db: Database, server: TestServer): Promise<string[]> {
  const world = await createTenantWorld(db);
  const admin = (subRole: string) =>
    createPerson(db, world.tenantId, { role: 'CRM_TENANTADMIN', subRole, managerId: world.people.owner.id });
  const [national, zonal, area] = [await admin('NCM'), await admin('ZCM'), await admin('ACM')];
  const by = (person: typeof national) => as(server.origin, person);
  const { admin: administrator, owner, agent, caller, manager, rival } = world.people;
  const loan = await world.addLoan({ held: { field_agent: 'rivalAgent' } });
  const [portfolio] = await world.run((tx) =>
    tx.query<{ id: string }>(
      'select p.id from portfolios p join loans l on l.tenant_id = p.tenant_id and l.portfolio_id = p.id where l.id = $1',
      [loan.id],
    ),
  );

  const through: string[] = [];
  /** `refusal`: the status that is right, besides the field that it marks. Anything else got through, or failed for another reason. */
  async function refused(what: string, refusal: number | string, asked: Promise<{ status: number; body: unknown }>) {
    const { status, body } = await asked;
    const fields = ((body as { fields?: { path: string }[] }).fields ?? []).map(({ path }) => path);
    const right = typeof refusal === 'number' ? status === refusal : status === 422 && fields.includes(refusal);
    if (!right) through.push(`${what}: ${status} ${fields}`);
  }
  const change = async (asker: Api, kind: string, id: string, values: object) => {
    const { body } = await asker.get(`/api/v2/profiles/id/${id}`);
    const { version } = (body as { data: { version: number } }).data;
    return put(asker, `/api/v2/profiles/${kind}/${id}`, { version, ...values });
  };
  const make = (asker: Api, kind: string, more: object) =>
    asker.post(`/api/v2/profiles/${kind}`, {
      fullName: 'Asha Deshmukh',
      username: newName(),
      mobile: newMobile(),
      ...more,
    });

  const renamed = { fullName: 'Somebody Else' };
  await refused(
    'a national admin changes one above',
    403,
    change(by(national), 'tenantAdmin', administrator.id, renamed),
  );
  await refused('an admin changes the owner', 403, change(by(administrator), 'tenantAdmin', owner.id, renamed));
  await refused(
    'a national admin lifts a zonal one',
    'subRole',
    change(by(national), 'tenantAdmin', zonal.id, { subRole: 'NCM' }),
  );
  await refused(
    'an area admin makes a national one',
    403,
    make(by(area), 'tenantAdmin', { subRole: 'NCM', managerId: owner.id }),
  );
  await refused(
    'an agent under a telecaller',
    'managerId',
    make(by(administrator), 'fieldAgent', { managerId: caller.id }),
  );
  await refused(
    'an agent moves under a telecaller',
    'managerId',
    by(manager).post(`/api/v2/profiles/id/${agent.id}/move`, { managerId: caller.id, from: manager.id }),
  );

  // Withdrawn once already: the desks of supervisors are phones from then on.
  const phoneOf = async (person: typeof national) => {
    const id = uuidv7();
    await world.run((tx) =>
      tx.query(
        "insert into devices (tenant_id, id, user_id, name, app_version, public_key, revoked_at) values ($1, $2, $3, 'phone', '1.0.0', 'k', now())",
        [world.tenantId, id, person.id],
      ),
    );
    return (asker: Api, what: 'revoke' | 'allow') =>
      asker.post(`/api/v2/devices/${id}/${person.id}/${what}`, { reason: 'For the table of ranks' });
  };
  const [nationals, owners, managers] = [await phoneOf(national), await phoneOf(owner), await phoneOf(manager)];
  await refused('an admin withdraws the phone of the owner', 403, owners(by(administrator), 'revoke'));
  await refused('a national admin allows their own phone', 403, nationals(by(national), 'allow'));
  await refused('a manager allows their own phone', 403, managers(by(manager), 'allow'));

  const path = `/api/v2/portfolios/${portfolio?.id}`;
  const { status, body } = await by(rival).get(`${path}/script`);
  if (status !== 200) throw new Error(`The rival does not see the portfolio: ${JSON.stringify(body)}`);
  const { scripts, dispositionCodes, templates, contactPolicy, recordingNotice, version } = (
    body as { data: Record<string, unknown> }
  ).data;
  const script = { scripts, dispositionCodes, templates, contactPolicy, recordingNotice, version };
  await refused('a manager saves a script of another', 403, put(by(rival), `${path}/script`, script));
  await refused('a manager closes a portfolio of another', 403, put(by(rival), `${path}/active`, { active: false }));
  const target = { id: uuidv7(), month: '2027-03-01', scope: 'portfolio', scopeId: portfolio?.id, portfolioId: null };
  await refused(
    'a manager sets a target for a portfolio of another',
    404,
    by(rival).post('/api/v2/targets', { ...target, bucket: 'any', metric: 'amount', target: 100_00 }),
  );
  return through;
}
