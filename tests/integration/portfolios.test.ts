/** Portfolios with their four tabs, letters and incentives: who sees and changes what, what is refused, who was faster. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Incentives } from '../../core/contract/incentives';
import type { Member, Portfolio, PortfolioRow } from '../../core/contract/portfolios';
import { uuidv7 } from '../../core/domain/ids';
import { REQUIRED_VARIABLES } from '../../core/domain/letters/letter-template';
import { DEFAULT_POLICY } from '../../core/domain/portfolio-rules';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { type Answer, type Api, as, createTenantWorld, type TenantWorld, type Who } from '../support/world';

const base = '/api/v2/portfolios';
const letterOf = (kind: 'SR' | 'FR') => REQUIRED_VARIABLES[kind].map((name) => `{{${name}}}`).join('\n');

describe.each(engines)('portfolios on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let clients: Record<string, string>;
  const apis = new Map<string, Api>();
  const api = (who: Who, of = world): Api => {
    const key = `${of.tenantId}.${who}`;
    const known = apis.get(key) ?? as(server.origin, of.people[who]);
    apis.set(key, known);
    return known;
  };
  const send = async (
    who: Who,
    method: 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    of = world,
  ): Promise<Answer> => {
    const response = await api(who, of).fetch(path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const put = (who: Who, path: string, body: unknown, headers?: Record<string, string>) =>
    send(who, 'PUT', path, body, headers);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    const rows = await world.run((tx) => tx.query<{ id: string; name: string }>('select id, name from clients'));
    clients = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  let count = 0;
  const details = (more: object = {}) => ({
    name: `Portfolio ${count++}`,
    clientId: clients['Sahyadri Bank'],
    institutionType: 'BANK',
    secured: true,
    products: ['Two-wheeler loan', 'Car loan'],
    buckets: ['31-60', '61-90'],
    region: 'West',
    languages: ['mr', 'hi'],
    startsOn: '2026-11-01',
    endsOn: null,
    agencyIds: [world.agencyId],
    managerIds: [world.people.manager.id],
    collectorIds: [world.people.caller.id],
    fieldAgentIds: [world.people.agent.id],
    ...more,
  });
  const create = async (more: object = {}, who: Who = 'admin'): Promise<Portfolio> => {
    const answer = await api(who).post(base, { id: uuidv7(), ...details(more) });
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as { data: Portfolio }).data;
  };
  const search = async (who: Who, query = '', headers: Record<string, string> = {}): Promise<PortfolioRow[]> => {
    const { status, body } = await api(who).get(`${base}/search?${query}`, headers);
    expect(status).toBe(200);
    return (body as { data: { content: PortfolioRow[] } }).data.content;
  };
  const bodyOf = ({
    clientId,
    name,
    institutionType,
    secured,
    products,
    buckets,
    region,
    languages,
    startsOn,
    endsOn,
    agencyIds,
    managerIds,
    collectorIds,
    fieldAgentIds,
  }: Portfolio) => ({
    clientId,
    name,
    institutionType,
    secured,
    products,
    buckets,
    region,
    languages,
    startsOn,
    endsOn,
    agencyIds,
    managerIds,
    collectorIds,
    fieldAgentIds,
  });
  const audited = (action: string, subjectId: string) =>
    world.run((tx) =>
      tx.query<{ actor_id: string; detail: Record<string, unknown> }>(
        'select actor_id, detail from audit_log where action = $1 and subject_id = $2 order by seq',
        [action, subjectId],
      ),
    );

  describe('the first tab', () => {
    it('makes a portfolio once, whole, and audited', async () => {
      const body = { id: uuidv7(), ...details() };
      const [first, second] = [await api('admin').post(base, body), await api('admin').post(base, body)];
      expect(first.status).toBe(200);
      expect(second.body).toEqual(first.body);
      expect(first.body).toMatchObject({
        data: {
          ...body,
          active: true,
          mayEdit: true,
          client: { name: 'Sahyadri Bank' },
          managers: [{ id: world.people.manager.id }],
          agencies: [{ name: 'AG1' }],
          tabs: { details: { version: 1 }, script: { version: 0, savedAt: null }, incentive: { version: 0 } },
        },
      });
      expect(await audited('portfolios.created', body.id)).toMatchObject([
        { actor_id: world.people.admin.id, detail: { after: { name: body.name } } },
      ]);
      expect((await api('admin').post(base, { ...body, name: 'Another one' })).status).toBe(409);
    });

    it.each<[string, object, string]>([
      ['no name', { name: ' ' }, 'name'],
      ['a name of signs', { name: '<script>' }, 'name'],
      ['a taken name, in other letters', { name: 'TWO WHEELERS' }, 'name'],
      ['no product', { products: [] }, 'products'],
      ['no bucket', { buckets: [] }, 'buckets'],
      ['an unknown bucket', { buckets: ['0-29'] }, 'buckets.0'],
      ['no language', { languages: [] }, 'languages'],
      ['an end before its beginning', { startsOn: '2026-11-02', endsOn: '2026-11-01' }, 'endsOn'],
      ['a client that is not there', { clientId: uuidv7() }, 'clientId'],
      ['a manager who is not there', { managerIds: [uuidv7()] }, 'managerIds'],
      ['an unknown field', { secret: 1 }, 'secret'],
    ])('refuses %s', async (_, more, path) => {
      const answer = await api('admin').post(base, { id: uuidv7(), ...details(more) });
      expect(answer.status).toBe(422);
      expect((answer.body.fields as { path: string }[]).map((field) => field.path)).toContain(path);
    });

    it('takes nobody of another tenant, nobody in another capacity, and of a manager only their own people', async () => {
      const stranger = other.people.agent.id;
      for (const more of [
        { fieldAgentIds: [stranger] },
        { collectorIds: [world.people.agent.id] },
        { managerIds: [world.people.caller.id] },
      ])
        expect((await api('admin').post(base, { id: uuidv7(), ...details(more) })).status).toBe(422);
      expect(
        (await api('manager').post(base, { id: uuidv7(), ...details({ fieldAgentIds: [world.people.rivalAgent.id] }) }))
          .status,
      ).toBe(422);
    });

    it('says whether a name is free, and takes it once however many ask for it', async () => {
      const mine = await create();
      const ask = (name: string, portfolioId?: string) =>
        api('admin').post(`${base}/validate`, { name, ...(portfolioId && { portfolioId }) });
      expect(await ask(' Quite new ')).toMatchObject({ status: 200, body: { data: { name: 'Quite new' } } });
      expect(await ask(mine.name.toUpperCase())).toMatchObject({
        status: 422,
        body: { message: 'A portfolio with this name exists already.' },
      });
      expect((await ask(mine.name, mine.id)).status).toBe(200);
      expect(await ask('x')).toMatchObject({ body: { message: 'A portfolio name has at least 3 characters.' } });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => api('admin').post(base, { id: uuidv7(), ...details({ name: 'Only one' }) })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    });

    it('is saved by one of two who change it at once; the other is told', async () => {
      const made = await create();
      const body = { ...bodyOf(made), version: 1 };
      const answers = await Promise.all([
        put('admin', `${base}/${made.id}`, { ...body, region: 'East' }),
        put('owner', `${base}/${made.id}`, { ...body, region: 'South' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = answers.find(({ status }) => status === 200)?.body.data as Portfolio;
      expect(won.tabs.details.version).toBe(2);
      const now = (await api('admin').get(`${base}/${made.id}`)).body.data as Portfolio;
      expect(now.region).toBe(won.region);
      expect(await audited('portfolios.updated', made.id)).toMatchObject([
        { detail: { before: { region: 'West' }, after: { region: won.region } } },
      ]);
    });

    it('is switched off and on', async () => {
      const made = await create();
      expect((await put('admin', `${base}/${made.id}/active`, { active: false })).body).toMatchObject({
        data: { active: false },
      });
      expect((await search('admin', `q=${made.name}`, { active: 'true' })).map(({ id }) => id)).not.toContain(made.id);
      expect((await search('admin', `q=${made.name}`, { active: 'false' })).map(({ id }) => id)).toContain(made.id);
      expect(await audited('portfolios.deactivated', made.id)).toHaveLength(1);
    });
  });

  describe('the list', () => {
    it('answers 250 a page from page 1, filtered and ordered', async () => {
      const mine = await create({ name: 'Zebra_1 loans', clientId: clients['Kaveri Finance'], region: 'North' });
      const { body } = await api('admin').get(`${base}/search`);
      expect(body.data).toMatchObject({ pageNumber: 1, pageSize: 250, totalPages: 1 });
      expect((await search('admin', 'q=zebra_1')).map(({ id }) => id)).toEqual([mine.id]);
      expect(await search('admin', 'q=_ebra')).toEqual([]);
      expect(
        (await search('admin', `client=${clients['Kaveri Finance']}&region=North`)).map(({ name }) => name),
      ).toEqual(['Zebra_1 loans']);
      expect((await search('admin', 'sort=name&dir=desc&pageSize=1'))[0]?.name).toBe('Zebra_1 loans');
      expect((await search('admin', '', { agencyid: world.agencyId })).map(({ id }) => id)).toContain(mine.id);
      expect((await api('admin').get(`${base}/search?pageSize=251`)).status).toBe(422);
      expect((await api('admin').get(`${base}/search?surprise=1`)).status).toBe(422);
    });

    it('adds up the loans of everything it finds, whichever page is looked at, and of nothing else', async () => {
      const asked = async (who: Who, query: string) =>
        (await api(who).get(`${base}/search?${query}`)).body as {
          data: { totals: { loans: number; posPaise: number }; content: PortfolioRow[]; totalElements: number };
        };
      const zero = (await asked('admin', '')).data;
      const own = await world.addLoan({ posPaise: 700_00, held: { field_agent: 'agent' } });
      const rival = await world.addLoan({ posPaise: 50_00, otherClient: true, held: { field_agent: 'rivalAgent' } });
      await world.addLoan({ posPaise: 9_00, state: 'closed' });
      const now = (await asked('admin', '')).data;
      expect(now.totals).toEqual({ loans: zero.totals.loans + 2, posPaise: zero.totals.posPaise + 750_00 });
      expect(now.content.reduce((sum, row) => sum + row.posPaise, 0)).toBe(now.totals.posPaise);
      for (const page of [1, 2, 99]) {
        const { data } = await asked('admin', `pageSize=1&pageNumber=${page}&sort=pos&dir=desc`);
        expect([data.totals, data.totalElements]).toEqual([now.totals, now.totalElements]);
      }
      // What a filter leaves out is not in it, and neither is another team's.
      const kaveri = (await asked('admin', `client=${clients['Kaveri Finance']}&pageSize=1`)).data.totals.posPaise;
      const rest = (await asked('admin', `client=${clients['Sahyadri Bank']}&pageSize=1`)).data.totals.posPaise;
      expect([kaveri > 0, rest > 0, kaveri + rest]).toEqual([true, true, now.totals.posPaise]);
      const rivals = (await asked('rival', '')).data;
      expect(rivals.totals.posPaise).toBe(rivals.content.reduce((sum, row) => sum + row.posPaise, 0));
      expect(rivals.totals.posPaise).toBeLessThan(now.totals.posPaise);
      for (const loan of [own, rival]) await world.unassign(loan, 'field_agent');
    });

    it('shows each what is theirs, and what they may do with it', async () => {
      const mine = await create();
      const edit = async (who: Who) => (await search(who, `q=${mine.name}`)).find(({ id }) => id === mine.id)?.mayEdit;
      expect(await edit('admin')).toBe(true);
      expect(await edit('manager')).toBe(true);
      expect(await edit('nationalManager')).toBe(true);
      for (const who of ['agent', 'caller', 'clientAdmin', 'partner'] as const) expect(await edit(who)).toBe(false);
      for (const who of ['rival', 'rivalAgent', 'collector', 'otherClient', 'otherPartner', 'plainManager'] as const)
        expect(await edit(who)).toBeUndefined();
      expect((await api('dialer').get(`${base}/search`)).status).toBe(403);
      // Who holds a loan of it sees it, without being on its list.
      await world.addLoan({ held: { field_agent: 'rivalAgent' } });
      expect((await search('rivalAgent')).map(({ name }) => name)).toEqual(['Two wheelers']);
      expect((await search('rival')).map(({ mayEdit }) => mayEdit)).toEqual([false]);
    });

    it('names the people of one, with the loans each holds', async () => {
      const [row] = await search('admin', 'q=Two%20wheelers');
      const id = row?.id ?? '';
      const whole = (await api('admin').get(`${base}/${id}`)).body.data as Portfolio;
      await put('admin', `${base}/${id}`, {
        ...bodyOf(whole),
        languages: ['hi'],
        version: whole.tabs.details.version,
        fieldAgentIds: [world.people.rivalAgent.id],
        managerIds: [world.people.manager.id],
      });
      const members = async (query = '') =>
        ((await api('admin').get(`${base}/members?${query}`, { portfolioid: id })).body.data as { content: Member[] })
          .content;
      expect(await members()).toMatchObject([
        { id: world.people.manager.id, kind: 'manager', agentType: null, loans: 0 },
        { id: world.people.rivalAgent.id, kind: 'field_agent', agentType: 'Field_Agent', loans: 1 },
      ]);
      expect(await members('kind=collector')).toEqual([]);
      expect((await api('admin').get(`${base}/members`)).status).toBe(422);
      expect((await api('otherClient').get(`${base}/members`, { portfolioid: id })).status).toBe(404);
      expect((await api('admin', other).get(`${base}/members`, { portfolioid: id })).status).toBe(404);
    });

    it('refuses headers that name somebody else, and writes that down', async () => {
      for (const [who, headers] of [
        ['manager', { tenantid: other.tenantId }],
        ['manager', { sub: world.people.admin.id }],
        ['manager', { profileid: world.people.admin.id }],
        ['manager', { profiletype: 'CRM_TenantAdmin' }],
        ['partner', { agencyid: uuidv7() }],
      ] as [Who, Record<string, string>][]) {
        const before = (await audited('auth.identity-mismatch', world.people[who].id)).length;
        expect(await api(who).get(`${base}/search`, headers)).toMatchObject({
          status: 403,
          body: { code: 'identity-mismatch' },
        });
        expect(await audited('auth.identity-mismatch', world.people[who].id)).toHaveLength(before + 1);
      }
      const own = { tenantid: world.tenantId, sub: world.people.manager.id, profileid: world.people.manager.id };
      expect((await api('manager').get(`${base}/search`, { ...own, profiletype: 'CRM_Manager' })).status).toBe(200);
    });
  });

  describe('the second and third tab', () => {
    const script = (more: object = {}) => ({
      version: 0,
      scripts: [{ id: uuidv7(), bucket: 'any', language: 'hi', body: 'Namaste {{name}}' }],
      dispositionCodes: ['PTP', 'RNR'],
      templates: [
        {
          id: uuidv7(),
          channel: 'sms',
          name: 'Due reminder',
          language: 'en',
          dltTemplateId: '1107160000000012345',
          header: 'SAHYBK',
          body: 'Dear {#var#}, pay by {#var#}',
        },
      ],
      contactPolicy: { ...DEFAULT_POLICY, perDay: 2 },
      recordingNotice: 'This call is recorded.',
      ...more,
    });
    const foreclosure = (more: object = {}) => ({
      version: 0,
      formula: { includes: ['interest'], chargePercent: 2.5, minChargePaise: 50_000, gstPercent: 18, validDays: 10 },
      matrix: [
        { bucket: 'any', minAge: 0, maxAge: 90, maxWaiverPercent: 12.5, maxInstalments: 3, approver: 'CRM_MANAGER' },
        {
          bucket: '360+',
          minAge: 361,
          maxAge: 9999,
          maxWaiverPercent: 60,
          maxInstalments: 6,
          approver: 'CLIENT_ADMIN',
        },
      ],
      ...more,
    });

    it.each([
      [
        'script',
        script,
        { contactPolicy: { perDay: 2 }, templates: [{ header: 'SAHYBK' }] },
        { recordingNotice: 'Other' },
      ],
      [
        'foreclosure',
        foreclosure,
        { formula: { chargePercent: 2.5 }, matrix: [{}, { bucket: '360+' }] },
        { matrix: [] },
      ],
    ] as const)('%s: saved by itself, read again, one of two at once', async (tab, make, expected, change) => {
      const mine = await create();
      const path = `${base}/${mine.id}/${tab}`;
      expect((await api('clientAdmin').get(path)).body).toMatchObject({
        data: { version: 0, savedAt: null, mayEdit: false },
      });
      const first = make();
      expect(await put('manager', path, first)).toMatchObject({
        status: 200,
        body: { data: { version: 1, ...expected } },
      });
      const { version: _, ...kept } = first;
      expect((await api('clientAdmin').get(path)).body).toMatchObject({ data: { ...kept, version: 1 } });
      const answers = await Promise.all(
        (['admin', 'owner', 'manager'] as const).map((who) => put(who, path, { ...first, version: 1, ...change })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect((await put('admin', path, { ...first, version: 0 })).status).toBe(409);
      expect(await audited(`portfolios.${tab}-saved`, mine.id)).toHaveLength(2);
      const whole = (await api('admin').get(`${base}/${mine.id}`)).body.data as Portfolio;
      expect(whole.tabs).toMatchObject({ details: { version: 1 }, [tab]: { version: 2 } });
    });

    it.each<[string, string, object, string]>([
      [
        'script',
        'an empty script',
        { scripts: [{ id: uuidv7(), bucket: 'any', language: 'hi', body: ' ' }] },
        'scripts.0.body',
      ],
      ['script', 'an unknown code', { dispositionCodes: ['NOPE'] }, 'dispositionCodes'],
      ['script', 'calls at night', { contactPolicy: { ...DEFAULT_POLICY, toHour: 21 } }, 'contactPolicy.toHour'],
      [
        'script',
        'an SMS that is not registered',
        {
          templates: [
            { id: uuidv7(), channel: 'sms', name: 'x', language: 'en', dltTemplateId: '12', header: 'ab', body: 'x' },
          ],
        },
        'templates.0.dltTemplateId',
      ],
      [
        'foreclosure',
        'a waiver above all',
        { matrix: [{ ...foreclosure().matrix[0], maxWaiverPercent: 101 }] },
        'matrix.0.maxWaiverPercent',
      ],
      [
        'foreclosure',
        'ages the wrong way round',
        { matrix: [{ ...foreclosure().matrix[0], minAge: 91 }] },
        'matrix.0.maxAge',
      ],
      [
        'foreclosure',
        'no instalment',
        { matrix: [{ ...foreclosure().matrix[0], maxInstalments: 0 }] },
        'matrix.0.maxInstalments',
      ],
    ])('%s refuses %s', async (tab, _, more, path) => {
      const mine = await create();
      const answer = await put(
        'admin',
        `${base}/${mine.id}/${tab}`,
        tab === 'script' ? script(more) : foreclosure(more),
      );
      expect(answer.status).toBe(422);
      expect((answer.body.fields as { path: string }[]).map((field) => field.path)).toContain(path);
      // Refused whole: nothing of it was stored, and the next save is still the first.
      expect((await api('admin').get(`${base}/${mine.id}/${tab}`)).body).toMatchObject({ data: { version: 0 } });
    });

    it('are changed by nobody who may only look, and not seen by those who may not', async () => {
      const mine = await create();
      for (const [tab, make] of [
        ['script', script],
        ['foreclosure', foreclosure],
      ] as const) {
        const path = `${base}/${mine.id}/${tab}`;
        expect((await put('caller', path, make())).status).toBe(403);
        expect((await put('clientAdmin', path, make())).status).toBe(403);
        expect((await put('rival', path, make())).status).toBe(404);
        expect((await api('rival').get(path)).status).toBe(404);
        expect((await send('admin', 'PUT', path, make(), {}, other)).status).toBe(404);
      }
      // A manager who sees a portfolio through a loan does not change it.
      const [seen] = await search('rival');
      expect((await put('rival', `${base}/${seen?.id}/script`, script())).status).toBe(403);
    });
  });

  describe('letters', () => {
    it('are made, changed by one of two at once, listed by kind and deleted', async () => {
      const mine = await create();
      const path = `${base}/${mine.id}/letters`;
      const letter = { id: uuidv7(), kind: 'SR', name: 'Standard', language: 'en', body: letterOf('SR') };
      expect(await api('admin').post(path, letter)).toMatchObject({ status: 200, body: { data: { version: 1 } } });
      expect((await api('admin').post(path, letter)).status).toBe(200);
      expect(await api('admin').post(path, { ...letter, id: uuidv7(), name: 'STANDARD' })).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'name' }] },
      });
      expect(
        (await api('manager').post(path, { ...letter, id: uuidv7(), kind: 'FR', body: letterOf('FR') })).status,
      ).toBe(200);
      const { id, ...rest } = letter;
      const answers = await Promise.all([
        put('admin', `${path}/${id}`, { ...rest, version: 1, name: 'One' }),
        put('manager', `${path}/${id}`, { ...rest, version: 1, name: 'Two' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const listed = (query: string) =>
        api('caller')
          .get(`${path}${query}`)
          .then(({ body }) => (body.data as { letters: { kind: string }[] }).letters.map(({ kind }) => kind));
      expect(await listed('')).toEqual(['SR', 'FR']);
      expect(await listed('?kind=FR')).toEqual(['FR']);
      expect((await api('caller').get(`${path}/${id}`)).body).toMatchObject({
        data: { version: 2, body: letterOf('SR') },
      });
      expect((await send('caller', 'DELETE', `${path}/${id}`)).status).toBe(403);
      expect((await send('rival', 'DELETE', `${path}/${id}`)).status).toBe(404);
      for (let again = 0; again < 2; again += 1)
        expect((await send('admin', 'DELETE', `${path}/${id}`)).status).toBe(200);
      expect((await api('admin').get(`${path}/${id}`)).status).toBe(404);
      expect(await audited('portfolios.letter-deleted', id)).toHaveLength(1);
    });

    it('say what is wrong before they are saved, and are not saved with it', async () => {
      const mine = await create();
      const body = `${letterOf('SR').replace('{{signatory}}', '')} {{surprise}}`;
      const { status, body: answer } = await api('admin').post(`${base}/letters/validate`, { kind: 'SR', body });
      expect(status).toBe(200);
      expect(answer.data).toMatchObject({
        problems: ['There is no variable called “surprise”.', 'The letter must hold {{signatory}} (Signatory).'],
      });
      expect((answer.data as { preview: string }).preview).toContain('Asha Kulkarni');
      const refused = await api('admin').post(`${base}/${mine.id}/letters`, {
        id: uuidv7(),
        kind: 'SR',
        name: 'Wrong',
        language: 'en',
        body,
      });
      expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: 'body' }, { path: 'body' }] } });
    });
  });

  describe('incentives', () => {
    const path = `${base}/incentives`;
    const tiers = [
      { min: 0, max: 100_000, amount: 1000 },
      { min: 100_000, max: 200_000, amount: 2500.5 },
    ];
    const body = { incentiveType: 'Target', taIncentives: tiers, faIncentives: [tiers[0]] };

    it('are saved under the specification’s headers and read again with the people they are for', async () => {
      const mine = await create();
      const headers = {
        portfolioid: mine.id,
        sub: world.people.admin.id,
        tenantid: world.tenantId,
        agencyid: world.agencyId,
      };
      expect((await api('admin').get(path, headers)).body.data).toMatchObject({
        version: 0,
        taIncentives: [],
        telecallers: 1,
        fieldAgents: 1,
        portfolio: { name: mine.name },
      });
      expect(await put('admin', path, body, headers)).toMatchObject({
        status: 200,
        body: { data: { version: 1, ...body } },
      });
      const got = (await api('caller').get(path, { portfolioid: mine.id })).body.data as Incentives;
      expect(got).toMatchObject({ ...body, mayEdit: false });
      // The portfolio carries them as well, each with whom it pays.
      const incentives = [
        ...tiers.map((tier) => ({ roleType: 'Collector', ...tier })),
        { roleType: 'Field_Agent', ...tiers[0] },
      ];
      expect((await api('caller').get(`${base}/${mine.id}`)).body.data).toMatchObject({ incentives });
      const rows = (await api('caller').get(`${base}/search`)).body.data as { content: { id: string }[] };
      expect(rows.content.find(({ id }) => id === mine.id)).toMatchObject({ incentives });
      // Older clients name no version and overwrite; those that do are told when somebody was faster.
      expect((await put('admin', path, { ...body, incentiveType: 'Efficiency' }, headers)).status).toBe(200);
      const answers = await Promise.all(
        (['admin', 'manager'] as const).map((who) => put(who, path, { ...body, version: 2 }, { portfolioid: mine.id })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await audited('portfolios.incentive-saved', mine.id)).toMatchObject([
        { detail: { before: { taIncentives: [] }, after: body } },
        {},
        {},
      ]);
      for (const wrong of [{ sub: world.people.owner.id }, { tenantid: other.tenantId }])
        expect((await put('admin', path, body, { ...headers, ...wrong })).status).toBe(403);
      expect((await put('caller', path, body, { portfolioid: mine.id })).status).toBe(403);
      expect((await put('rival', path, body, { portfolioid: mine.id })).status).toBe(404);
      expect((await send('admin', 'PUT', path, body, { portfolioid: mine.id }, other)).status).toBe(404);
      expect((await put('admin', path, body)).status).toBe(422);
    });

    it.each([
      [{ min: 1, max: 2 }, 'All fields are required.'],
      [{ min: null, max: 2, amount: 3 }, 'All fields are required.'],
      [{ min: -1, max: 2, amount: 3 }, 'Min, max, and incentive values must not be negative.'],
      [{ min: 1, max: 2, amount: -3 }, 'Min, max, and incentive values must not be negative.'],
      [{ min: 2, max: 2, amount: 3 }, 'Max must be greater than Min.'],
    ])('refuse the tier %j', async (tier, message) => {
      const mine = await create();
      expect(
        await put('admin', path, { ...body, faIncentives: [tiers[0], tier] }, { portfolioid: mine.id }),
      ).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'faIncentives.1', message }] },
      });
    });

    it('with gaps and overlaps are taken: that is warned of, not forbidden', async () => {
      const mine = await create();
      const odd = [
        { min: 0, max: 10, amount: 5 },
        { min: 5, max: 20, amount: 1 },
        { min: 90, max: 100, amount: 7 },
      ];
      expect((await put('admin', path, { ...body, taIncentives: odd }, { portfolioid: mine.id })).status).toBe(200);
    });

    it('tell an agent what they have earned this month by what was really paid', async () => {
      const [row] = await search('admin', 'q=Two%20wheelers');
      const id = row?.id ?? '';
      const whole = (await api('admin').get(`${base}/${id}`)).body.data as Portfolio;
      await put('admin', `${base}/${id}`, {
        ...bodyOf(whole),
        version: whole.tabs.details.version,
        fieldAgentIds: [world.people.agent.id],
      });
      await put('admin', path, { ...body, faIncentives: tiers }, { portfolioid: id });
      const mine = async (who: Who) =>
        (
          (await api(who).get('/api/v2/incentives?roleType=Field_Agent')).body.data as {
            portfolio: { id: string };
            mine: unknown;
          }[]
        ).find(({ portfolio }) => portfolio.id === id)?.mine;
      expect(await mine('agent')).toEqual({
        measure: 0,
        amount: 1000,
        next: { min: 100_000, amount: 2500.5, missing: 100_000 },
      });
      const loan = await world.addLoan({ held: { field_agent: 'agent' } });
      const pay = (paise: number, status: string) =>
        world.run((tx) =>
          tx.query(
            `insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status) values ($1, $2, $3, $4, $5, 'upi', now(), $6)`,
            [world.tenantId, uuidv7(), loan.id, world.people.agent.id, paise, status],
          ),
        );
      await pay(120_000_00, 'received');
      await pay(900_000_00, 'reversed');
      expect(await mine('agent')).toEqual({ measure: 120_000, amount: 2500.5, next: null });
      expect(await mine('admin')).toBeNull();
      expect((await api('admin').get('/api/v2/incentives?roleType=Dog')).status).toBe(422);
    });
  });

  it('leave an audit chain that can be verified', async () => {
    expect(await world.run(verifyAudit)).toMatchObject({ ok: true });
  });
});
