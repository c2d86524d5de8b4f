/**
 * What a locked or inactive agency, an inactive client and a closed tenant stop (docs/organisation.md), tried one by one.
 * Whoever asks must be refused; what got through is answered by name, so that a check that is taken out is missed.
 */
import { exportDeviceKey, generateDeviceKey, signedText, signText } from '../../core/contract/device-keys';
import { sha256Hex } from '../../core/domain/canonical';
import { uuidv7 } from '../../core/domain/ids';
import type { Database } from '../../server/db/database';
import { newReference, newToken } from '../../server/platform/public-names';
import { callback } from '../support/messaging';
import { createPerson, type Person, signIn } from '../support/people';
import type { TestServer } from '../support/server';
import { as, createTenantWorld, fieldRecord, itemOf, type TenantWorld, type TestLoan } from '../support/world';

/** A phone whose user may be locked out: it speaks by its own signature. */
async function phoneOf(server: TestServer, person: Person) {
  const pair = await generateDeviceKey();
  const device = {
    id: uuidv7(),
    publicKey: await exportDeviceKey(pair.publicKey),
    name: 'phone',
    appVersion: '1.0.0',
  };
  const session = await signIn(server.origin, person, device);
  const deliver = async (...items: unknown[]) => {
    const [text, at, path] = [JSON.stringify({ items }), new Date().toISOString(), '/api/v2/call-disposition/batch'];
    const signed = await signText(pair.privateKey, signedText('POST', path, at, await sha256Hex(text)));
    const response = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-device-tenant': person.tenantId,
        'x-device-user': person.id,
        'x-device-id': device.id,
        'x-device-at': at,
        'x-device-signature': signed,
      },
      body: text,
    });
    const body = (await response.json()) as { results?: { receipt?: { outcome: string } }[] };
    return { status: response.status, outcome: body.results?.[0]?.receipt?.outcome };
  };
  return { ...session, deliver };
}

interface Link {
  token: string;
  reference: string;
}

async function addLink(world: TenantWorld, loan: TestLoan, status: 'open' | 'cancelled' = 'open'): Promise<Link> {
  const link = { token: newToken(world.tenantId), reference: newReference(world.tenantId) };
  await world.run((tx) =>
    tx.query(
      `insert into payment_links (tenant_id, id, url, token, reference, loan_id, amount_paise, vpa, payee, status, expires_at, created_by)
       values ($1, $2, 'https://pay.example', $3, $4, $5, 50000, 'a@bank', 'Bank', $6, now() + interval '1 day', $7)`,
      [world.tenantId, uuidv7(), link.token, link.reference, loan.id, status, world.people.caller.id],
    ),
  );
  return link;
}

/** The server must have been started with `GATEWAY_SECRET`. */
export async function tryFlags(db: Database, server: TestServer): Promise<string[]> {
  const world = await createTenantWorld(db);
  const closed = await createTenantWorld(db);
  const run = world.run;
  const [inactive, locked] = [uuidv7(), uuidv7()];
  await run(async (tx) => {
    for (const [id, code] of [
      [inactive, 'OFF'],
      [locked, 'LOCK'],
    ])
      await tx.query('insert into agencies (tenant_id, id, code, name) values ($1, $2, $3, $3)', [
        world.tenantId,
        id,
        code,
      ]);
  });
  const [{ id: client }] = (await run((tx) =>
    tx.query<{ id: string }>("select id from clients where name = 'Kaveri Finance'"),
  )) as [{ id: string }];
  const newcomer = (role: string, agencyId: string) =>
    createPerson(db, world.tenantId, { role, agencyId, managerId: world.people.manager.id });
  const stopped = await newcomer('CRM_FIELDAGENT', inactive);
  const kept = await newcomer('CRM_FIELDAGENT', locked);
  const own = await world.addLoan({ held: { manager: 'manager', collector: 'caller' } });
  const lenders = await world.addLoan({ otherClient: true, held: { manager: 'manager', collector: 'caller' } });
  const visited = await world.addLoan();
  await run((tx) =>
    tx.query(
      "insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id) values ($1, $2, $3, 'field_agent', $4)",
      [world.tenantId, uuidv7(), visited.id, stopped.id],
    ),
  );
  const theirs = await closed.addLoan({ held: { collector: 'caller' } });
  const links = {
    cancelled: await addLink(world, own, 'cancelled'),
    lender: await addLink(world, lenders),
    tenant: await addLink(closed, theirs),
  };
  const phone = await phoneOf(server, stopped);
  const lender = await signIn(server.origin, world.people.otherClient);

  await run(async (tx) => {
    await tx.query('update agencies set active = false where id = $1', [inactive]);
    await tx.query('update agencies set locked = true where id = $1', [locked]);
    await tx.query('update clients set active = false where id = $1', [client]);
  });
  await db.platform((tx) => tx.query('update tenants set active = false where id = $1', [closed.tenantId]));

  const through: string[] = [];
  const note = (what: string, passed: boolean) => void (passed && through.push(what));
  const statusOf = async (response: Promise<{ status: number }>) => (await response).status;
  const manager = as(server.origin, world.people.manager);
  const admin = as(server.origin, world.people.admin);
  const put = (by: typeof admin, path: string, body: unknown) =>
    by.fetch(path, { method: 'PUT', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  for (const [who, person] of [
    ['somebody of a switched-off agency', stopped],
    ['somebody of a switched-off client', world.people.otherClient],
    ['somebody of a closed tenant', closed.people.caller],
  ] as const)
    note(
      `${who} signs in`,
      await signIn(server.origin, person).then(
        () => true,
        (error: unknown) => !String(error).includes('account-inactive'),
      ),
    );
  for (const [who, { token, refreshToken }, person] of [
    ['a switched-off agency', phone, stopped],
    ['a switched-off client', lender, world.people.otherClient],
  ] as const) {
    const me = fetch(`${server.origin}/api/v2/profiles/me`, { headers: { authorization: `Bearer ${token}` } });
    note(`a session of ${who} goes on`, (await statusOf(me)) !== 401);
    const refreshed = fetch(`${server.origin}/api/v1/profile/authenticate`, {
      headers: { refreshtoken: refreshToken, userid: person.id },
    });
    note(`a session of ${who} is renewed`, (await statusOf(refreshed)) !== 401);
  }

  const record = fieldRecord(visited);
  const delivered = await phone.deliver(itemOf(record));
  note(
    `an unsent visit of a switched-off agency is ${delivered.outcome ?? delivered.status}`,
    delivered.outcome !== 'late-agent-inactive',
  );

  const give = async (profileId: string, loanId: string) => {
    const response = await put(manager, '/api/v1/loans/assign/field-agent', { profileId, loanIds: [loanId] });
    const { data } = (await response.json()) as { data?: { results: { became: string }[] } };
    return data?.results[0]?.became ?? response.status;
  };
  note('a locked agency gets a loan', (await give(kept.id, own.id)) !== 422);
  note('a switched-off agency gets a loan', (await give(stopped.id, own.id)) !== 422);
  for (const [which, profileId] of [
    ['a locked', locked],
    ['a switched-off', inactive],
  ])
    note(
      `${which} agency itself gets a loan`,
      (await statusOf(put(manager, '/api/v1/loans/assign/agency', { profileId, loanIds: [own.id] }))) !== 422,
    );
  note(
    'a loan of a switched-off client is given',
    (await give(world.people.agent.id, lenders.id)) !== 'client-inactive',
  );

  const person = (more: object) => ({ fullName: 'Asha', username: `u${uuidv7()}`, mobile: '9812345678', ...more });
  for (const [which, agencyId] of [
    ['a locked', locked],
    ['a switched-off', inactive],
  ] as const) {
    const made = admin.post('/api/v2/profiles/teleCaller', person({ agencyId, managerId: world.people.manager.id }));
    note(`${which} agency gets a new user`, (await statusOf(made)) !== 422);
    const { body } = await admin.get(`/api/v2/profiles/id/${world.people.agent.id}`);
    const { version } = body.data as { version: number };
    const moved = put(admin, `/api/v2/profiles/fieldAgent/${world.people.agent.id}`, { version, agencyId });
    note(`${which} agency gets somebody of another`, (await statusOf(moved)) !== 422);
    const portfolio = admin.post('/api/v2/portfolios', {
      ...{ id: uuidv7(), name: `Book ${uuidv7()}`, clientId: await clientOf(world, own), institutionType: 'BANK' },
      ...{ secured: false, region: 'West', products: ['TW'], buckets: ['0-30'], languages: ['hi'] },
      ...{ startsOn: null, endsOn: null, agencyIds: [agencyId], managerIds: [], collectorIds: [], fieldAgentIds: [] },
    });
    note(`${which} agency joins a portfolio`, (await statusOf(portfolio)) !== 422);
  }
  note(
    'a switched-off client gets a new user',
    (await statusOf(admin.post('/api/v2/profiles/client', person({ clientId: client, role: 'CLIENT' })))) !== 422,
  );

  for (const [which, { token }] of Object.entries(links)) {
    const page = fetch(`${server.origin}/pay/${token}`);
    note(`the pay page of a ${which} link is open`, (await statusOf(page)) !== 410);
  }
  for (const [which, { reference }] of Object.entries(links)) {
    const paidAt = new Date().toISOString();
    const event = { gatewayRef: `UTR${uuidv7()}`.slice(0, 30), reference, amountPaise: 50_000, paidAt, status: 'paid' };
    const told = await callback(server.origin, '/api/v2/bmsPayment/webhook', event);
    const { outcome } = (told.body.data ?? {}) as { outcome?: string };
    note(`a payment into a ${which} link is ${outcome ?? told.status}`, outcome !== 'link-closed');
  }
  return through;
}

const clientOf = async (world: TenantWorld, loan: TestLoan): Promise<string> => {
  const [row] = await world.run((tx) =>
    tx.query<{ client_id: string }>('select client_id from loans where id = $1', [loan.id]),
  );
  return row?.client_id ?? '';
};
