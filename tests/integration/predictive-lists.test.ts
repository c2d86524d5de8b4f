/** Lists of numbers to dial: each line that is not dialed says why, and nobody stands in two. */
import { describe, expect, it } from 'vitest';
import type { DialList } from '../../core/contract/predictive';
import { uuidv7 } from '../../core/domain/ids';
import { engines } from '../support/databases';
import { predictiveDesk } from '../support/predictive-desk';
import type { Who } from '../support/world';

describe.each(engines)('lists of processes on $name', ({ fresh }) => {
  const desk = predictiveDesk(fresh);
  const { later, call, put, work, ended, made, started, loanOf, upload, listed, checked, audited } = desk;

  it('a sheet is checked line by line, and each line that is not dialed says why', async () => {
    const process = await made();
    const [good, byMobile, gone, dnc] = [
      await loanOf(),
      await loanOf(),
      await loanOf({ state: 'closed' }),
      await loanOf(),
    ];
    const [elses, twice] = [await loanOf({ otherClient: true }), await loanOf()];
    const foreign = await desk.elsewhere.addLoan({ held: { collector: 'caller' } });
    await desk.world.run((tx) =>
      tx.query('update loans set flag_do_not_contact = true where tenant_id = $1 and id = $2', [
        desk.world.tenantId,
        dnc.id,
      ]),
    );
    const csv = [
      'LAN;Mobile No;Remark',
      `${good.number};${good.mobile};first`,
      `;+91 ${byMobile.mobile};by mobile`,
      `${gone.number};;closed`,
      `${dnc.number};;asked not to be called`,
      `${elses.number};;other portfolio`,
      `${foreign.number};;another tenant`,
      'NOSUCH;;nobody',
      ';;only a remark',
      `${twice.number};12345;short`,
      `${twice.number};9999999999;not theirs`,
      `${twice.number};="${twice.mobile}";as text`,
      `${twice.number};;again`,
    ].join('\r\n');
    const list = await checked(await upload(process, csv));
    expect(list).toMatchObject({ total: 12, name: 'Sheet', source: 'file', fileName: 'sheet.csv', unheld: 0 });
    expect(list.lines).toMatchObject({ waiting: 0, ready: 3, refused: 9 });
    expect(Object.fromEntries(list.refused.map(({ reason, lines }) => [reason, lines]))).toEqual({
      'bad-mobile': 1,
      closed: 1,
      duplicate: 1,
      empty: 1,
      'held:do-not-contact': 1,
      'other-portfolio': 1,
      unknown: 2,
      'unknown-phone': 1,
    });
    const { csv: back, fileName } = (await call('admin').get(`/api/v2/predictive-lists/${list.id}/errors`)).body
      .data as {
      csv: string;
      fileName: string;
    };
    expect(fileName).toBe('sheet-errors.csv');
    const lines = back.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('LAN,Mobile No,Remark,Reason');
    expect(lines).toContain('NOSUCH,,nobody,No such loan');
    expect(lines).toHaveLength(10);
    expect((await audited('dial-list.uploaded')).at(-1)).toMatchObject({
      subject_id: list.id,
      detail: { before: null, after: { lines: 12 } },
    });
  });

  it.each<[string, string]>([
    ['an empty file', ''],
    ['no column that is known', 'Name,City\nAsha,Pune'],
    ['no lines', 'Loan number,Mobile\n'],
    ['bytes', '\u0000\u0001\u0002'],
  ])('%s is refused as a whole', async (_, csv) => {
    const process = await made({ agentIds: [] });
    expect(await upload(process, csv)).toMatchObject({ status: 422, body: { fields: [{ path: 'file' }] } });
  });

  it('two who upload one sheet at once get one list; afterwards its loans are duplicates', async () => {
    const process = await made();
    const loans = [await loanOf(), await loanOf()];
    const csv = `Loan number\n${loans.map(({ number }) => number).join('\n')}`;
    const [a, b] = await Promise.all([upload(process, csv), upload(process, csv, 'owner')]);
    expect([a.status, b.status]).toEqual([200, 200]);
    const both = await Promise.all([checked(a), checked(b)]);
    const ready = new Map(both.map((list) => [list.id, list.lines.ready ?? 0]));
    expect([...ready.values()].reduce((all, one) => all + one, 0)).toBe(2);
    const third = await checked(await upload(process, csv));
    expect(third).toMatchObject({ lines: { ready: 0, refused: 2 }, refused: [{ reason: 'duplicate', lines: 2 }] });
  });

  it('two different sheets with one loan, at once: it stands in one of them', async () => {
    const process = await made();
    const loan = await loanOf();
    const lists = await Promise.all(
      ['a', 'b', 'c'].map(async (mark) => checked(await upload(process, `Loan number,Mark\n${loan.number},${mark}`))),
    );
    expect(lists.map(({ lines }) => lines.ready).sort()).toEqual([0, 0, 1]);
  });

  it.each<[Who, number]>([
    ['admin', 200],
    ['owner', 200],
    ['manager', 403],
    ['nationalManager', 403],
    ['clientAdmin', 403],
    ['caller', 403],
    ['dialer', 403],
  ])('%s uploads: %i', async (who, expected) => {
    const process = await made({ agentIds: [] });
    expect((await upload(process, 'Loan number\nX', who)).status).toBe(expected);
  });

  it('a filter makes one from the portfolio’s loans that the caller may see', async () => {
    const process = await made();
    const [near, far] = [await loanOf({ dpd: 20 }), await loanOf({ dpd: 45 })];
    await loanOf({ dpd: 45, held: { field_agent: 'rivalAgent' } });
    const body = (more: object, preview = false) => ({
      id: uuidv7(),
      processId: process.id,
      name: 'Filtered',
      filter: { buckets: [], dpdFrom: null, dpdTo: null, brokenPromise: false, restedDays: null, ...more },
      preview,
    });
    const preview = await call('manager').post('/api/v2/predictive-lists', body({ buckets: ['31-60'] }, true));
    const { found, list: none } = preview.body.data as { found: number; list: DialList | null };
    expect(none).toBeNull();
    const { body: made31 } = await call('manager').post('/api/v2/predictive-lists', body({ buckets: ['31-60'] }));
    const { list } = made31.data as { list: DialList };
    expect(list).toMatchObject({ state: 'ready', source: 'filter', total: found });
    const items = await desk.world.run((tx) =>
      tx.query<{ loan_id: string }>('select loan_id from dial_items where tenant_id = $1 and list_id = $2', [
        desk.world.tenantId,
        list.id,
      ]),
    );
    expect(items.map(({ loan_id }) => loan_id)).toContain(far.id);
    expect(items.map(({ loan_id }) => loan_id)).not.toContain(near.id);
    expect((await audited('dial-list.made')).at(-1)).toMatchObject({
      detail: { before: null, after: { filter: { buckets: ['31-60'] } } },
    });
    const empty = await call('manager').post('/api/v2/predictive-lists', body({ dpdFrom: 9000 }));
    expect(empty).toMatchObject({ status: 422, body: { fields: [{ path: 'filter' }] } });
  });

  it('taken back, what was not dialed is not dialed any more', async () => {
    const process = await started({ mode: 'progressive' });
    const loans = [await loanOf(), await loanOf(), await loanOf()];
    const list = await checked(await upload(process, `Loan number\n${loans.map(({ number }) => number).join('\n')}`));
    const [party] = (await work()).parties;
    if (!party) throw new Error('Nobody was handed out');
    const cancelled = await put('manager', `/api/v2/predictive-lists/${list.id}/cancel`, {});
    expect(cancelled).toMatchObject({
      status: 200,
      body: { data: { state: 'cancelled', lines: { ready: 0, dialing: 1, cancelled: 2 } } },
    });
    expect((await audited('dial-list.cancelled')).at(-1)).toMatchObject({
      detail: { before: 'ready', after: 'cancelled' },
    });
    // The one that rings is not answered, and not tried again.
    await ended(party, 'no-answer');
    expect(await listed(list.id)).toMatchObject({ lines: { dialing: 0, cancelled: 3 } });
    later(600);
    expect((await work()).parties).toEqual([]);
    expect((await put('admin', `/api/v2/predictive-lists/${list.id}/cancel`, {}, desk.elsewhere)).status).toBe(404);
    expect((await put('clientAdmin', `/api/v2/predictive-lists/${list.id}/cancel`, {})).status).toBe(403);
  });
});
