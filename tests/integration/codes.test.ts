/** Disposition codes by file: checked, taken whole, audited; a broken file changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CODES } from '../../core/domain/dispositions';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, callRecord, createTenantWorld, itemOf, type TenantWorld, type Who } from '../support/world';

const PATH = '/api/v1/disposition/csv/upload';
const head = 'code,label,channel,class,requires,active';

describe.each(engines)('codes by file on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  let owner: Api;

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, { environment: { LOG_LEVEL: 'silent' } });
    world = await createTenantWorld(held.db);
    other = await createTenantWorld(held.db);
    owner = as(server.origin, world.people.owner);
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const codesOf = async (api: Api) => (await api.get('/api/v1/disposition/all')).body.data as { codes: unknown[] };
  const upload = async (lines: string[], commit: boolean, api = owner) => {
    const { status, body } = await api.post(PATH, { csv: lines.join('\r\n'), commit });
    return { status, data: body.data as Record<string, unknown> };
  };

  it('a code has a third level, which stays where a file says nothing of it, and goes with a call into its history', async () => {
    const there = await createTenantWorld(held.db);
    const api = as(server.origin, there.people.owner);
    const loan = await there.addLoan({ held: { collector: 'caller' } });
    const RNR = 'RNR,No answer,call,NON_CONTACT,,yes';
    const subCodes = ['Switched off', 'Full voicemail'];
    expect(
      (await upload([`${head},sub_codes`, `${RNR},Switched off | Full voicemail|Switched off`], true, api)).data,
    ).toMatchObject({
      changed: ['RNR'],
      saved: true,
    });
    await upload([head, RNR.replace('No answer', 'Rang out')], true, api);
    const caller = as(server.origin, there.people.caller);
    expect((await codesOf(caller)).codes).toContainEqual(
      expect.objectContaining({ code: 'RNR', label: 'Rang out', subCodes }),
    );
    const record = callRecord(loan, { code: 'RNR', subCode: 'Full voicemail' });
    expect((await caller.batch(itemOf(record))).body.results).toMatchObject([{ receipt: { outcome: 'applied' } }]);
    const { body } = await caller.get('/api/v1/call-disposition/caseHistory', { loanid: loan.id });
    expect(JSON.stringify(body)).toContain('Rang out: Full voicemail');
    // Emptied, it is asked for no more.
    await upload([`${head},sub_codes`, `${RNR},`], true, api);
    expect((await codesOf(caller)).codes.find((one) => (one as { code: string }).code === 'RNR')).not.toHaveProperty(
      'subCodes',
    );
    const long = await upload([`${head},sub_codes`, `${RNR},${'x'.repeat(81)}`], true, api);
    expect(long.data).toMatchObject({ saved: false, problems: [{ line: 2, column: 'sub_codes' }] });
  });

  it('says what would change and changes nothing until it is told to; then everybody of the tenant has it', async () => {
    const lines = [
      head,
      'FDL,Door was locked,field,NOT_MET,nextVisitOn,yes',
      'FDOG,Dog at gate,field,NOT_MET,,yes',
      'FHAZ,Unsafe place,field,SAFETY,remarks,no',
    ];
    const expected = { rows: 3, added: ['FDOG'], changed: ['FDL'], retired: ['FHAZ'], problems: [] };
    expect((await upload(lines, false)).data).toEqual({ ...expected, saved: false });
    expect((await codesOf(owner)).codes).toEqual(DEFAULT_CODES);
    expect((await upload(lines, true)).data).toEqual({ ...expected, saved: true });

    const { codes } = await codesOf(as(server.origin, world.people.agent));
    expect(codes).toContainEqual(expect.objectContaining({ code: 'FDL', label: 'Door was locked' }));
    expect(codes).toContainEqual(
      expect.objectContaining({ code: 'FDOG', class: 'NOT_MET', rank: 9, selectable: true, requires: [] }),
    );
    expect(codes).not.toContainEqual(expect.objectContaining({ code: 'FHAZ' }));
    expect((await codesOf(as(server.origin, other.people.agent))).codes).toEqual(DEFAULT_CODES);

    expect((await upload(lines, true)).data).toEqual({ ...expected, added: [], changed: [], retired: [], saved: true });
    const audit = await world.run((tx) =>
      tx.query<{ subject_id: string; detail: { before: { label: string } | null; after: { label: string } } }>(
        "select subject_id, detail from audit_log where tenant_id = $1 and action = 'dispositions.code-changed' order by seq",
        [world.tenantId],
      ),
    );
    expect(audit.map((row) => row.subject_id)).toEqual(['FDOG', 'FDL', 'FHAZ']);
    expect(audit[1]?.detail).toMatchObject({ before: { label: 'Door locked' }, after: { label: 'Door was locked' } });
    expect(await world.run((tx) => verifyAudit(tx))).toMatchObject({ ok: true });
  });

  it('takes nothing of a file with one wrong line, nor a change of what the system sets', async () => {
    const before = await codesOf(owner);
    const broken = await upload(
      [head, 'FGOOD,Good,field,PTP,ptp,yes', 'FBAD,Bad,nowhere,PTP,,yes', 'BPTP,Mine,call,PTP,,yes'],
      true,
    );
    expect(broken.status).toBe(200);
    expect(broken.data).toMatchObject({
      saved: false,
      problems: [
        { line: 3, column: 'channel' },
        { line: 4, column: 'code' },
      ],
    });
    expect(await codesOf(owner)).toEqual(before);
  });

  it.each<[string, unknown, number]>([
    ['an empty file', { csv: '', commit: true }, 422],
    ['a file without end', { csv: 'x'.repeat(200_001), commit: true }, 422],
    ['a file over the body limit', { csv: 'x'.repeat(300_000), commit: true }, 413],
    ['an unknown key', { csv: head, commit: true, tenantId: 'x' }, 422],
    ['no word on whether to save', { csv: head }, 422],
  ])('refuses %s in the contract’s form', async (_, body, status) => {
    const answer = await owner.post(PATH, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, class: 'user' });
  });

  it.each<Who>(['agent', 'caller', 'manager', 'nationalManager', 'client', 'clientAdmin', 'partner', 'dialer'])(
    'is not for the %s',
    async (who) => {
      expect((await upload([head, 'FX,X,field,PTP,,yes'], true, as(server.origin, world.people[who]))).status).toBe(
        403,
      );
    },
  );
});
