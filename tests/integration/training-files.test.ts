/** Made-up files of loans: what comes out goes in by the app's own import. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TrainingPlan } from '../../core/contract/training-files';
import { uuidv7 } from '../../core/domain/ids';
import type { LoanMapping } from '../../core/domain/loan-import';
import { USUAL_LAYOUT } from '../../core/domain/training-file';
import { engines } from '../support/databases';
import { importDesk } from '../support/import-desk';
import { createPerson } from '../support/people';
import { type Api, as, type Who } from '../support/world';

const PATH = '/api/v2.1/loans/training-files';

describe.each(engines)('made-up files on $name', ({ fresh }) => {
  const { desk, api, upload, map, step, whose } = importDesk(fresh);
  let administrator: Api | undefined;
  const admin = async (): Promise<Api> => {
    administrator ??= as(desk.server.origin, await createPerson(desk.held.db, desk.world.tenantId, { role: 'ADMIN' }));
    return administrator;
  };
  const asked = (over: object = {}) => ({
    rows: 120,
    seed: 'desk',
    asOf: '2026-11-20',
    fileType: 'csv',
    wrongPercent: 0,
    ...over,
  });
  const plan = async (over: object = {}) => (await admin()).post(PATH, asked(over));
  const bytesOf = async (over: object = {}): Promise<Buffer> => {
    const query = new URLSearchParams(Object.entries(asked(over)).map(([name, value]) => [name, String(value)]));
    const answer = await (await admin()).fetch(`${PATH}/file?${query}`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  it.each(['csv', 'xlsx'])('a usual lender’s file as %s loads without a refusal', async (fileType) => {
    const of = { fileType, seed: `usual ${fileType}` };
    const { data } = (await plan(of)).body as { data: TrainingPlan };
    expect(data).toMatchObject({
      rows: 120,
      wrong: 0,
      kinds: [],
      fileName: `training-usual-${fileType}-120.${fileType}`,
    });
    expect(data.columns[0]).toBe('LAN');
    const file = await bytesOf(of);
    const one = await upload(file, { fileName: data.fileName });
    expect(one.look?.columns).toEqual(data.columns);
    expect(one.look?.samples[0]?.slice(0, 3)).toEqual(data.first[0]?.slice(0, 3));
    await map(one);
    const { verification } = await step(one.id, 'verify', 'verified');
    expect(verification).toMatchObject({ rows: 120, fresh: 120, refused: 0, problemKinds: [] });
    const done = await step(one.id, 'commit', 'done');
    expect(done.counts).toMatchObject({ inserted: 120, refused: 0 });
  });

  it('of a client’s saved mapping has its columns, and its wrong rows are refused as what they are', async () => {
    const { clientId } = await whose();
    const mapping: LoanMapping = {
      layout: { headerLine: 2, delimiter: ';' },
      columns: [
        { header: 'Agreement No', field: 'loanNumber' },
        { header: 'Lender', field: 'client' },
        { header: 'Book', field: 'portfolio' },
        { header: 'Party', field: 'borrowerName' },
        { header: 'Outstanding lacs', field: 'pos', transforms: [{ kind: 'lakhs' }] },
        { header: 'Days', field: 'dpd' },
        { header: 'Disbursed', field: 'disbursedOn', transforms: [{ kind: 'dates', order: 'dmy' }] },
        { header: 'Cell', field: 'phone1' },
        { header: 'Pin', field: 'address1.pincode' },
        { header: 'Remark', field: null },
      ],
      fixed: {},
      policy: { fresh: 'insert', known: 'update' },
    };
    const mappingId = uuidv7();
    await desk.world.run((tx) =>
      tx.query(
        `insert into loan_mappings (tenant_id, id, client_id, kind, version, mapping, created_by, created_at)
         values ($1, $2, $3, 'loans', 90, $4, $5, now())`,
        [desk.world.tenantId, mappingId, clientId, JSON.stringify(mapping), desk.world.people.admin.id],
      ),
    );
    const { data: layouts } = (await (await admin()).get(`${PATH}/layouts`)).body as { data: { id: string }[] };
    expect(layouts).toMatchObject([{ id: mappingId, client: 'Sahyadri Bank', columns: 10 }]);

    const of = { mappingId, seed: 'client' };
    const load = async (over: object) => {
      const one = await upload(await bytesOf({ ...of, ...over }), { fileName: 'training.csv' });
      await map(one, {}, () => ({ ...mapping, layout: one.look?.layout ?? mapping.layout }));
      return (await step(one.id, 'verify', 'verified')).verification;
    };
    expect(await load({})).toMatchObject({ rows: 120, fresh: 120, refused: 0, problemKinds: [] });
    const { data } = (await plan({ ...of, wrongPercent: 50 })).body as { data: TrainingPlan };
    expect(data.wrong).toBe(60);
    const wrong = await load({ wrongPercent: 50 });
    expect(wrong).toMatchObject({ rows: 120, refused: 60, fresh: 60 });
    const found = new Set(wrong?.problemKinds.filter(({ warning }) => !warning).map(({ kind }) => kind));
    expect(data.kinds.filter((kind) => !found.has(kind))).toEqual([]);
    expect(data.kinds).toEqual(
      expect.arrayContaining(['other-client', 'unknown-portfolio', 'duplicate-in-file', 'ragged', 'formula']),
    );
  });

  it('is the same file for the same seed, day and size', async () => {
    const hash = async (over: object = {}) =>
      createHash('sha256')
        .update(await bytesOf(over))
        .digest('hex');
    const first = await hash();
    expect(await hash()).toBe(first);
    for (const over of [{ seed: 'other' }, { asOf: '2026-11-21' }, { wrongPercent: 5 }])
      expect(await hash(over)).not.toBe(first);
  });

  const foreignMapping = async (): Promise<string> => {
    const mappingId = uuidv7();
    const { clientId } = await whose(desk.elsewhere);
    await desk.elsewhere.run((tx) =>
      tx.query(
        `insert into loan_mappings (tenant_id, id, client_id, kind, version, mapping, created_by, created_at)
         values ($1, $2, $3, 'loans', 91, $4, $5, now())`,
        [desk.elsewhere.tenantId, mappingId, clientId, JSON.stringify(USUAL_LAYOUT), desk.elsewhere.people.admin.id],
      ),
    );
    return mappingId;
  };

  it('is made by an administrator alone, and only where it could be loaded', async () => {
    for (const who of [
      'admin',
      'owner',
      'manager',
      'caller',
      'clientAdmin',
      'partner',
    ] as const satisfies readonly Who[]) {
      const statuses = [
        (await api(who).post(PATH, asked())).status,
        (await api(who).get(`${PATH}/layouts`)).status,
        (await api(who).fetch(`${PATH}/file?${new URLSearchParams({ ...asked(), rows: '1', wrongPercent: '0' })}`))
          .status,
      ];
      expect([who, statuses]).toEqual([who, [403, 403, 403]]);
    }
    for (const [over, path] of [
      [{ rows: 1_000_001 }, 'rows'],
      [{ rows: 0 }, 'rows'],
      [{ wrongPercent: 101 }, 'wrongPercent'],
      [{ seed: ' ' }, 'seed'],
      [{ mappingId: uuidv7() }, 'mappingId'],
      [{ mappingId: await foreignMapping() }, 'mappingId'],
    ] as const) {
      const { status, body } = await plan(over);
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(`"${path}"`)]);
    }
  });
});
