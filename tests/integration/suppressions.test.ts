/** The suppression list: from a file and by hand, released, and what its changes leave in the audit; on both databases. */
import { describe, expect, it } from 'vitest';
import type { Suppression } from '../../core/contract/suppression-list';
import { readLoans } from '../../server/modules/loans/repository';
import { bothAtNight } from '../support/databases';
import { IMPORTS, importDesk } from '../support/import-desk';

const LIST = '/api/v2.1/loans/suppressions';

describe.each(bothAtNight)('the suppression list on $name', ({ fresh }) => {
  const { desk, api, ask, upload, step } = importDesk(fresh, { chunk: 3 });
  const listed = async (query = 'state=all') =>
    (await ask<{ content: Suppression[] }>(`${LIST}?pageSize=100&${query}`)).content;
  const audited = (action: string) =>
    desk.world.run((tx) =>
      tx.query<{ subject_id: string; detail: Record<string, unknown> }>(
        'select subject_id, detail from audit_log where tenant_id = current_tenant() and action = $1',
        [action],
      ),
    );
  /** A file with its guessed columns, checked. */
  const check = async (csv: string, fixed: Record<string, string> = {}) => {
    const one = await upload(csv, { kind: 'suppressions', fileName: 'dnc.csv' });
    expect(one.state).toBe('mapping');
    const body = { clientId: null, portfolioId: null, mapping: { ...one.mapping, fixed } };
    await ask(`${IMPORTS}/${one.id}/mapping`, { method: 'PUT', body });
    return step(one.id, 'verify', 'verified');
  };

  it('takes a file in, row by row, gives the refused rows back and takes all of it out again', async () => {
    const [loan] = await desk.world.addLoans(1, { number: 'SUP00012' });
    const csv = [
      'Account No,Mobile No,PAN,Email,Channel,Reason,Valid till,Remarks',
      'SUP00012,,,,"Call, SMS",Customer deceased,31/12/2030,seen',
      ',+91 98450 12345,,,,DNC,,',
      ',,ABCPE1234F,,,legal case,,',
      ',,,Someone@Example.com,all,paid,,',
      // Of two at once, each is an entry of its own.
      'SUP00013,9845012346,,,,,,',
      ',98450,,,,DNC,,',
      ',,,,,DNC,,',
      ',+91 98450 12345,,,,DNC,,',
      'SUP00014,,,,telepathy,DNC,,',
      'SUP00015,,,,,DNC,01/01/2020,',
    ].join('\n');
    const verified = await check(csv);
    expect(verified.verification).toMatchObject({ rows: 10, fresh: 5, unchanged: 0, refused: 5, missing: 0 });
    expect(verified.verification?.problemKinds.map(({ kind }) => kind).sort()).toEqual([
      'channels',
      'duplicate-row',
      'mobile',
      'range',
      'required',
    ]);
    expect(await listed()).toEqual([]);
    const done = await step(verified.id, 'commit', 'done');
    expect(done.counts).toEqual({ rows: 10, inserted: 5, updated: 0, unchanged: 0, skipped: 0, refused: 5 });

    const entries = (await listed()).map(({ kind, value, channels, reason, untilOn, note, source }) => ({
      kind,
      value,
      channels,
      reason,
      untilOn,
      note,
      source,
    }));
    const plain = { channels: null, untilOn: null, note: null, source: 'dnc.csv' };
    expect(entries).toHaveLength(6);
    expect(entries).toEqual(
      expect.arrayContaining([
        {
          ...plain,
          kind: 'loan',
          value: 'SUP00012',
          channels: ['call', 'sms'],
          reason: 'deceased',
          untilOn: '2030-12-31',
          note: 'seen',
        },
        { ...plain, kind: 'phone', value: expect.stringMatching(/45$/), reason: 'do-not-call' },
        { ...plain, kind: 'pan', value: expect.not.stringContaining('PE12'), reason: 'legal' },
        { ...plain, kind: 'email', value: 's***@example.com', reason: 'paid' },
        { ...plain, kind: 'loan', value: 'SUP00013', reason: 'other' },
        { ...plain, kind: 'phone', value: expect.stringMatching(/46$/), reason: 'other' },
      ]),
    );
    // Who holds the loan hears of it.
    const [held] = await desk.world.run((tx) =>
      tx.query<{ version: number }>('select version from loans where tenant_id = current_tenant() and id = $1', [
        loan?.id,
      ]),
    );
    expect(held?.version).toBeGreaterThan(1);

    const errors = await (await api('admin').fetch(`${IMPORTS}/${done.id}/errors`)).text();
    const lines = errors.trim().split('\r\n');
    expect(lines[0]).toBe('Account No,Mobile No,PAN,Email,Channel,Reason,Valid till,Remarks,Refused because');
    expect(lines).toHaveLength(6);
    expect(errors).toContain('Names nobody');
    expect(errors).toContain('An earlier row of the file says the same');
    expect(errors).toContain('Not channels');
    expect(errors).toContain('Ends before it begins');

    // The same again changes nothing.
    const again = await check(csv);
    expect(again.verification).toMatchObject({ fresh: 0, unchanged: 5, refused: 5 });
    expect((await step(again.id, 'commit', 'done')).counts).toMatchObject({ inserted: 0, unchanged: 5 });
    expect(await listed()).toHaveLength(6);

    expect(await ask(`${IMPORTS}/${done.id}/undo`)).toEqual({ removed: 6, restored: 0, stays: 0, staying: [] });
    const undone = await step(done.id, 'undo', 'undone');
    expect(undone).toMatchObject({ mayUndo: false, counts: { inserted: 0, refused: 5 } });
    expect(await listed('state=active')).toEqual([]);
    expect((await listed()).every(({ releasedAt }) => releasedAt !== null)).toBe(true);
  });

  it('takes every number and e-mail of a cell, and covers a loan by its borrower’s second e-mail', async () => {
    const [loan] = await desk.world.addLoans(1, { number: 'SUP00090' });
    await desk.world.run((tx) =>
      tx.query(
        'update borrowers b set email2 = $2 from loans l where b.tenant_id = current_tenant() and l.tenant_id = b.tenant_id and l.id = $1 and b.id = l.borrower_id',
        [loan?.id, 'Second@Example.com'],
      ),
    );
    const before = await desk.world.run((tx) =>
      tx.query<{ version: number }>('select version from loans where id = $1', [loan?.id]),
    );
    const verified = await check(
      'Mobile No,Email,Reason\n9845012301 / 9845012302,first@example.com; second@example.com,DNC\n',
    );
    expect(verified.verification).toMatchObject({ rows: 1, fresh: 1, refused: 0, problemKinds: [] });
    const done = await step(verified.id, 'commit', 'done');
    const made = (await listed()).filter(({ releasedAt }) => releasedAt === null);
    expect(made.map(({ kind }) => kind).sort()).toEqual(['email', 'email', 'phone', 'phone']);
    const after = await desk.world.run((tx) =>
      tx.query<{ version: number }>('select version from loans where id = $1', [loan?.id]),
    );
    expect(after[0]?.version).toBeGreaterThan(before[0]?.version ?? 0);
    const held = async () =>
      (await ask<{ question: { facts: { holds: object[] } } }>(`/api/v2/contact-gate/loan/${loan?.id}`)).question.facts
        .holds;
    expect(await held()).toMatchObject([{ kind: 'suppressed', label: 'do-not-call', channels: null }]);
    await desk.world.run(async (tx) => {
      const [row] = await readLoans(tx, desk.world.tenantId, [String(loan?.id)], '2026-11-28');
      expect(row?.pause_reason).toBe('do-not-call');
    });
    await step(done.id, 'undo', 'undone');
    expect(await held()).toEqual([]);
  });

  it('gives every row what the mapping fixes, and asks who it is about', async () => {
    const verified = await check('Loan Account Number\nFIX1\nFIX2\n', {
      'suppressed.reason': 'calamity',
      'suppressed.portfolio': 'Personal loans',
      'suppressed.until': '31/12/2031',
    });
    await step(verified.id, 'commit', 'done');
    for (const number of ['FIX1', 'FIX2'])
      expect(await listed(`q=${number}`)).toEqual([
        expect.objectContaining({ reason: 'calamity', portfolio: 'Personal loans', untilOn: '2031-12-31' }),
      ]);
    const nobody = await upload('Loan No,Reason\nFIX3,DNC\n', { kind: 'suppressions' });
    const columns = nobody.mapping?.columns.map((column) => ({ ...column, field: null }));
    const answer = await api('admin').fetch(`${IMPORTS}/${nobody.id}/mapping`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: null, portfolioId: null, mapping: { ...nobody.mapping, columns } }),
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('No column says who is not contacted');
  });

  it('adds by hand and releases, each with an entry that says what', async () => {
    const terms = { portfolioId: null, channels: ['visit'], reason: 'complaint', note: '', untilOn: null };
    const added = await ask(LIST, {
      method: 'POST',
      body: { ...terms, kind: 'phone', values: ['9845099001', '9845099002', '123'], fromOn: '2026-01-01' },
    });
    expect(added).toEqual({ added: 2, already: 0, refused: [{ value: '123', why: 'Not a mobile number' }] });
    const entries = [...(await listed('q=9845099001')), ...(await listed('q=9845099002'))];
    expect(await audited('suppressions.added')).toEqual(
      expect.arrayContaining(
        entries.map(({ id, value }) => ({
          subject_id: id,
          detail: {
            before: null,
            after: { kind: 'phone', value, reason: 'complaint', from: '2026-01-01', until: null },
          },
        })),
      ),
    );
    const ids = entries.map(({ id }) => id);
    const release = { ids: ids.slice(0, 1), reason: 'The complaint is settled' };
    expect(await ask(`${LIST}/release`, { method: 'PUT', body: release })).toEqual({ released: 1 });
    expect(await ask(`${LIST}/release`, { method: 'PUT', body: release })).toEqual({ released: 0 });
    expect(await audited('suppressions.released')).toEqual([
      {
        subject_id: ids[0],
        detail: {
          before: { kind: 'phone', value: entries[0]?.value },
          after: null,
          reason: 'The complaint is settled',
        },
      },
    ]);
    expect(await listed('q=9845099001')).toEqual([]);
    expect(await listed('q=9845099001&state=released')).toHaveLength(1);
  });

  it('releases all that match but those taken out, page by page, and nothing that came later', async () => {
    const add = (kind: string, values: string[]) =>
      ask(LIST, {
        method: 'POST',
        body: { kind, values, portfolioId: null, channels: null, reason: 'other', fromOn: '2026-01-01', untilOn: null },
      });
    const [loan] = await desk.world.addLoans(1, { number: 'BULK0' });
    // More than a page of the job.
    await add(
      'loan',
      Array.from({ length: 600 }, (_, at) => `BULK${at}`),
    );
    await add('email', ['stays@example.com']);
    const [kept] = await listed('q=BULK7');
    const body = { kind: 'loan', except: [kept?.id], reason: 'The flood is over' };
    const before = (await listed('state=active&kind=loan')).length;
    expect(before).toBe(100);
    const { matching } = await ask<{ matching: number; exact: boolean }>(`${LIST}/release-matching`, {
      method: 'PUT',
      body,
    });
    expect(matching).toBeGreaterThanOrEqual(599);
    await expect
      .poll(async () => (await listed('state=active&kind=loan')).map(({ id }) => id), { timeout: 20_000, interval: 50 })
      .toEqual([kept?.id]);
    expect(await listed('q=stays@example.com')).toHaveLength(1);
    const told = await audited('suppressions.released-matching');
    expect(told.reduce((sum, { detail }) => sum + Number(detail.released), 0)).toBe(matching);
    expect(told[0]?.detail).toMatchObject({ reason: 'The flood is over', kind: 'loan' });
    const [held] = await desk.world.run((tx) =>
      tx.query<{ version: number }>('select version from loans where tenant_id = current_tenant() and id = $1', [
        loan?.id,
      ]),
    );
    // Told once when it was suppressed, and once when it was released.
    expect(held?.version).toBe(3);
  });

  it('is the tenant’s: a client’s administrator brings no file of it', async () => {
    const refused = await api('clientAdmin').fetch(IMPORTS, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'suppressions', fileName: 'dnc.csv', size: 10 }),
    });
    expect(refused.status).toBe(403);
  });
});
