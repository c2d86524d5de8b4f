/** Files of the desk: single ones and those at a path, DRA certificates, settlement reports; who may bring and read them. */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../core/contract/documents';
import type { Person } from '../../core/contract/people';
import type { SettlementReport } from '../../core/contract/settlement-reports';
import { uuidv7 } from '../../core/domain/ids';
import { verifyAudit } from '../../server/db/audit';
import { engines, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, createTenantWorld, type TenantWorld, type Who } from '../support/world';
import { zipOf } from '../support/zip';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PDF = bytesOf('%PDF-1.7 a certificate');
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1]);
const EXE = new Uint8Array([0x4d, 0x5a, 0x90, 0]);
const sheet = (name: string, content: string | Buffer = '<x/>') => ({ name, content });
const XLSX = new Uint8Array(zipOf([sheet('[Content_Types].xml'), sheet('xl/workbook.xml')]));
const BOMB = new Uint8Array(zipOf([sheet('[Content_Types].xml'), sheet('xl/a.xml', Buffer.alloc(4_000_000))]));
const MAX = 10 * 1024 * 1024;

describe.each(engines)('files of the desk on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let other: TenantWorld;
  const apis = new Map<string, Api>();
  const call = (who: Who, where = world): Api => {
    const key = `${where.tenantId}.${who}`;
    const api = apis.get(key) ?? as(server.origin, where.people[who]);
    apis.set(key, api);
    return api;
  };
  const stored = () =>
    world.run((tx) => tx.query<{ storage_key: string }>('select storage_key from documents order by id'));
  const send = async (by: Api, method: string, path: string, bytes: BodyInit, headers: Record<string, string> = {}) => {
    const response = await by.fetch(path, {
      method,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
    return {
      status: response.status,
      body: (await response.json()) as { data: never; code?: string; message: string },
    };
  };
  const got = async (by: Api, path: string) => {
    const response = await by.fetch(path);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      disposition: response.headers.get('content-disposition') ?? '',
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    [world, other] = [await createTenantWorld(held.db), await createTenantWorld(held.db)];
  });
  afterAll(async () => {
    expect((await held.db.transaction({ tenantId: world.tenantId }, verifyAudit)).ok).toBe(true);
    await server.close();
    await held.close();
  });

  describe('a single file', () => {
    const single = async (by: Api, ...files: [string, Uint8Array<ArrayBuffer>][]) => {
      const form = new FormData();
      for (const [name, bytes] of files) form.append('file', new Blob([bytes]), name);
      const response = await by.fetch('/api/v1/upload/singleFile', { method: 'POST', body: form });
      return { status: response.status, body: (await response.json()) as { data: Document; code?: string } };
    };

    it.each<[string, Uint8Array<ArrayBuffer>, string]>([
      ['C:\\scans\\proof.jpg', JPEG, 'image/jpeg'],
      ['नोटिस.pdf', PDF, 'application/pdf'],
      ['loans.csv', bytesOf('LAN,Amount\r\n1,2\r\n'), 'text/csv'],
      ['loans.xlsx', XLSX, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ])('%s is kept for its uploader and nobody else', async (name, bytes, mime) => {
      const { status, body } = await single(call('caller'), [name, bytes]);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ path: null, name: name.split('\\').at(-1), mime, size: bytes.length });
      const path = `/api/v2/files/${body.data.id}`;
      const file = await got(call('caller'), path);
      expect(file).toMatchObject({ status: 200, bytes });
      expect(file.type).toContain(mime);
      expect(file.disposition).toMatch(/^attachment/);
      for (const [who, where] of [
        ['manager', world],
        ['admin', world],
        ['caller', other],
      ] as const)
        expect((await got(call(who, where), path)).status, who).toBe(404);
    });

    it.each<[string, Uint8Array<ArrayBuffer>, string]>([
      ['bill.html', JPEG, 'bill.jpg'],
      ['proof.JPEG', JPEG, 'proof.JPEG'],
      ['list.pdf', bytesOf('LAN,Amount\r\n1,2\r\n'), 'list.csv'],
      ['notice', PDF, 'notice.pdf'],
    ])('%s is kept under the ending of its bytes, readable by the server alone', async (name, bytes, kept) => {
      const { data } = (await single(call('caller'), [name, bytes])).body;
      expect(data.name).toBe(kept);
      const [row] = await world.run((tx) =>
        tx.query<{ storage_key: string }>('select storage_key from documents where id = $1', [data.id]),
      );
      const file = join(server.filesFolder, row?.storage_key ?? '');
      expect([(await stat(file)).mode & 0o777, (await stat(dirname(file))).mode & 0o777]).toEqual([0o600, 0o700]);
    });

    it('a file that was kept under a strange ending before is listed and fetched with that of its bytes', async () => {
      const { body } = await send(call('manager'), 'PUT', '/api/v2/files', JPEG, { 'file-path': 'old/page.jpg' });
      const { id } = body.data as { id: string };
      await world.run((tx) => tx.query("update documents set name = 'page.html' where id = $1", [id]));
      expect((await got(call('manager'), `/api/v2/files/${id}`)).disposition).toContain('filename="page.jpg"');
    });

    it('a sheet that would unpack to a thousand times its size is refused', async () => {
      expect(await single(call('caller'), ['loans.xlsx', BOMB])).toMatchObject({ status: 415 });
    });

    it('is refused when it is of another kind, empty, too large, missing or one of two', async () => {
      const before = await stored();
      expect(await single(call('caller'), ['x.pdf', EXE])).toMatchObject({ status: 415, body: { code: 'wrong-type' } });
      expect((await single(call('caller'), ['x.pdf', new Uint8Array(0)])).status).toBe(422);
      expect((await single(call('caller'))).status).toBe(422);
      expect((await single(call('caller'), ['a.pdf', PDF], ['b.pdf', PDF])).status).toBe(422);
      const large = new Uint8Array(MAX + 1);
      large.set(PDF);
      expect((await single(call('caller'), ['large.pdf', large])).status).toBe(413);
      expect(await stored()).toEqual(before);
    });
  });

  describe('a file at a path', () => {
    const put = (by: Api, path: string, bytes: Uint8Array<ArrayBuffer>) =>
      send(by, 'PUT', '/api/v2/files', bytes, { 'file-path': path });

    it('is replaced by the next one there, whose bytes alone stay', async () => {
      const first = (await put(call('manager'), 'reports/november.pdf', PDF)).body.data as Document;
      expect(first).toMatchObject({ path: 'reports/november.pdf', name: 'november.pdf' });
      const [before] = await world.run((tx) =>
        tx.query<{ storage_key: string }>('select storage_key from documents where id = $1', [first.id]),
      );
      const second = (await put(call('manager'), 'reports/november.pdf', JPEG)).body.data as Document;
      expect((await got(call('manager'), `/api/v2/files/${first.id}`)).status).toBe(404);
      expect((await got(call('manager'), `/api/v2/files/${second.id}`)).bytes).toEqual(JPEG);
      expect(await server.storage.get(before?.storage_key ?? '')).toBeUndefined();
      // Somebody else's path of the same name is another file.
      const theirs = (await put(call('rival'), 'reports/november.pdf', PNG)).body.data as Document;
      expect((await got(call('manager'), `/api/v2/files/${theirs.id}`)).status).toBe(404);
      expect((await got(call('manager'), `/api/v2/files/${second.id}`)).status).toBe(200);
    });

    it('of two at once is one of them', async () => {
      const both = await Promise.all([PDF, JPEG].map((bytes) => put(call('admin'), 'one.file', bytes)));
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const left = await world.run((tx) => tx.query("select id from documents where path = 'one.file'"));
      expect(left).toHaveLength(1);
    });

    it.each(['../x.pdf', '/x.pdf', 'a//b.pdf', 'a/../b.pdf', 'a\\b.pdf', 'a/'])('%j is no path', async (path) =>
      expect((await put(call('manager'), path, PDF)).status).toBe(422),
    );

    it('needs a path', async () => expect((await send(call('manager'), 'PUT', '/api/v2/files', PDF)).status).toBe(422));
  });

  describe('a DRA certificate', () => {
    const path = (who: Who, where = world) => `/api/v2/profiles/id/${where.people[who].id}/dra-certificate`;
    const save = (
      by: Who,
      of: Who,
      bytes: Uint8Array<ArrayBuffer>,
      query = 'fileName=dra.pdf&validUntil=2027-03-31',
      where = world,
    ) => send(call(by, where), 'PUT', `${path(of)}?${query}`, bytes);

    it('is kept by those above, with its last day, and read by its owner and them', async () => {
      const { status, body } = await save(
        'manager',
        'agent',
        PDF,
        'fileName=dra.pdf&validUntil=2027-03-31&number=IIBF-1',
      );
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.data as Person).toMatchObject({
        draCertification: 'IIBF-1',
        draValidUntil: '2027-03-31',
        draFile: { name: 'dra.pdf', mime: 'application/pdf', size: PDF.length },
      });
      for (const who of ['agent', 'manager', 'nationalManager', 'admin'] as const)
        expect(await got(call(who), path('agent')), who).toMatchObject({ status: 200, bytes: PDF });
      const own = (await call('agent').get('/api/v2/profiles/me')).body.data as Person;
      expect(own.draFile?.name).toBe('dra.pdf');
      for (const [who, where] of [
        ['rival', world],
        ['rivalAgent', world],
        ['caller', world],
        ['client', world],
        ['admin', other],
      ] as const)
        expect((await got(call(who, where), path('agent'))).status, who).toBe(404);
    });

    it('is replaced and taken away; the number stays, and the bytes do not', async () => {
      const before = await stored();
      expect((await save('manager', 'agent', PNG, 'fileName=new.png&validUntil=2028-01-31')).status).toBe(200);
      expect(await stored()).toHaveLength(before.length);
      expect((await got(call('agent'), path('agent'))).bytes).toEqual(PNG);
      const removed = await call('manager').fetch(path('agent'), { method: 'DELETE' });
      expect(((await removed.json()) as { data: Person }).data).toMatchObject({
        draFile: null,
        draCertification: 'IIBF-1',
        draValidUntil: '2028-01-31',
      });
      expect((await got(call('agent'), path('agent'))).status).toBe(404);
      expect(await stored()).toHaveLength(before.length - 1);
      const told = await world.run((tx) =>
        tx.query<{ detail: { before: object; after: object } }>(
          "select detail from audit_log where action = 'people.dra-certificate' order by seq",
        ),
      );
      expect(told.map(({ detail }) => detail).at(-1)).toEqual({
        before: { number: 'IIBF-1', validUntil: '2028-01-31', file: 'new.png' },
        after: { number: 'IIBF-1', validUntil: '2028-01-31', file: null },
      });
    });

    it('is refused from others, for others, and where it is none', async () => {
      const before = await stored();
      expect((await save('agent', 'agent', PDF)).status).toBe(403);
      expect((await save('rival', 'agent', PDF)).status).toBe(404);
      expect((await save('admin', 'agent', PDF, undefined, other)).status).toBe(404);
      expect((await save('manager', 'agent', EXE)).status).toBe(415);
      expect((await save('manager', 'agent', bytesOf('a,b\n1,2'))).status).toBe(415);
      expect((await save('manager', 'agent', new Uint8Array(0))).status).toBe(422);
      expect((await save('manager', 'agent', PDF, 'fileName=x.pdf&validUntil=2027-02-30')).status).toBe(422);
      expect((await save('manager', 'agent', PDF, 'fileName=x.pdf')).status).toBe(422);
      expect((await save('admin', 'client', PDF)).status).toBe(422);
      expect(await stored()).toEqual(before);
      const forged = await call('manager').fetch(path('agent'), { headers: { tenantid: other.tenantId } });
      expect(forged.status).toBe(403);
    });
  });

  describe('a settlement report', () => {
    let portfolio: string;
    let numbers: string[];
    const base = () => `/api/v2/portfolios/${portfolio}/settlement-reports`;
    const upload = (by: Who, text: string | Uint8Array<ArrayBuffer>, name = 'settled.csv', where = world) =>
      send(call(by, where), 'POST', `${base()}?fileName=${name}`, typeof text === 'string' ? bytesOf(text) : text);

    beforeAll(async () => {
      const loans = await world.addLoans(3, { held: { manager: 'manager', collector: 'caller' } });
      numbers = loans.map(({ number }) => number);
      const foreign = await world.addLoan({ otherClient: true });
      numbers.push(foreign.number);
      const [row] = await world.run((tx) =>
        tx.query<{ portfolio_id: string }>('select portfolio_id from loans where loan_number = $1', [numbers[0]]),
      );
      portfolio = row?.portfolio_id ?? '';
      await world.run((tx) =>
        tx.query(
          "insert into portfolio_members (tenant_id, portfolio_id, kind, profile_id) values ($1, $2, 'manager', $3)",
          [world.tenantId, portfolio, world.people.manager.id],
        ),
      );
    });

    it('is kept once, and says which lines are of the portfolio', async () => {
      const text = `Loan Account Number;Settled\r\n${numbers.map((number) => `${number};1000`).join('\r\n')}\r\nNOSUCH;1\r\n`;
      const { status, body } = await upload('manager', text);
      expect(status, JSON.stringify(body)).toBe(200);
      const report = body.data as SettlementReport;
      expect(report).toMatchObject({ name: 'settled.csv', lines: 5, matched: 3, unknown: [numbers[3], 'NOSUCH'] });
      const again = await upload('admin', text, 'other-name.csv');
      expect((again.body.data as SettlementReport).id).toBe(report.id);
      // It names loans of the whole portfolio, which a telecaller does not see.
      expect((await call('caller').get(base())).status).toBe(404);
      expect((await call('caller').get(`${base()}/${report.id}/file`)).status).toBe(404);
      const { body: listed } = await call('client').get(base());
      expect(listed.data).toMatchObject({ total: 1, rows: [{ id: report.id, matched: 3 }] });
      const file = await got(call('client'), `${base()}/${report.id}/file`);
      expect(new TextDecoder().decode(file.bytes)).toBe(text);
    });

    it('of two who send it at once is one', async () => {
      const text = `LAN,Settled\n${numbers[0]},${uuidv7()}\n`;
      const both = await Promise.all([upload('manager', text), upload('admin', text)]);
      expect(both.some(({ status }) => status === 200)).toBe(true);
      for (const { status } of both) expect([200, 409]).toContain(status);
      const { body } = await call('manager').get(base());
      expect((body.data as { total: number }).total).toBe(2);
    });

    it('is kept as it is when it is a PDF or a workbook', async () => {
      expect((await upload('manager', XLSX, 'report.xlsx')).body.data).toMatchObject({ lines: null, matched: null });
      expect((await upload('manager', PDF, 'report.pdf')).status).toBe(200);
    });

    it('is refused from others and where it is none, and leaves nothing behind', async () => {
      const before = await stored();
      expect((await upload('caller', 'LAN,x\n1,2')).status).toBe(403);
      expect((await upload('rival', 'LAN,x\n1,2')).status).toBe(404);
      expect((await upload('admin', 'LAN,x\n1,2', 'x.csv', other)).status).toBe(404);
      expect((await upload('manager', 'Name,Amount\nAsha,2')).body.message).toContain('loan numbers');
      expect((await upload('manager', EXE)).status).toBe(415);
      expect(await stored()).toEqual(before);
      expect((await call('otherClient').get(base())).status).toBe(404);
      const [one] = ((await call('manager').get(base())).body.data as { rows: SettlementReport[] }).rows;
      expect((await got(call('otherClient'), `${base()}/${one?.id}/file`)).status).toBe(404);
      expect((await got(call('manager'), `${base()}/${uuidv7()}/file`)).status).toBe(404);
    });
  });

  it('leaves no bytes that no row names', async () => {
    const keys = (await stored()).map(({ storage_key }) => storage_key.split('/').at(-1));
    expect(keys.length).toBeGreaterThan(5);
    expect((await readdir(join(dirname(server.mailFolder), 'documents', world.tenantId))).sort()).toEqual(
      [...keys].sort(),
    );
  });
});
