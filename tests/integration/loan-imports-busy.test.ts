/** Two files of one lender at once, while phones sync and save visits on the loans that both of them change: nothing is lost, nobody is refused. */
import { describe, expect, it } from 'vitest';
import { engines } from '../support/databases';
import { IMPORTS, importDesk, loansCsv } from '../support/import-desk';
import { fieldRecord, itemOf, type TestLoan, type Who } from '../support/world';

const LOANS = 60;
const PHONES: readonly Who[] = ['agent', 'rivalAgent'];
const PATIENT = 30_000;

describe.each(engines)('imports while everybody works on $name', ({ fresh }) => {
  const { desk, api, ask, load, upload, map, step, until } = importDesk(fresh, { chunk: 10 });

  /** Of the file's loans, which belong to phones in turn. */
  async function given(): Promise<(TestLoan & { who: Who })[]> {
    const rows = await desk.world.run((tx) =>
      tx.query<{ id: string; number: string }>(
        `select id, loan_number as number from loans where tenant_id = current_tenant() and loan_number like 'IMP%' order by loan_number`,
      ),
    );
    const loans = rows.map((row, at) => ({ ...row, borrowerId: '', phoneId: '', who: PHONES[at % 2] as Who }));
    for (const loan of loans) await desk.world.assign(loan, 'field_agent', loan.who);
    return loans;
  }

  /** As a phone does: it asks again while it is told to wait. */
  async function patiently(call: () => Promise<Response>): Promise<Response> {
    const end = Date.now() + PATIENT;
    for (;;) {
      const answer = await call();
      const wait = Number(answer.headers.get('retry-after'));
      if (!(wait > 0) || ![429, 503].includes(answer.status) || Date.now() > end) return answer;
      await answer.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    }
  }

  it('takes both files in their order, every visit once, and each phone ends with what the server holds', async () => {
    await load(loansCsv(LOANS));
    const loans = await given();
    const raise = (to: string) => loansCsv(LOANS, { pos: () => to, dpd: () => '40' });
    const [first, second] = [await upload(raise('11111')), await upload(raise('22222'), { fileName: 'second.csv' })];
    for (const one of [first, second]) {
      await map(one);
      await step(one.id, 'verify', 'verified');
    }
    const statuses: number[] = [];
    let [working, visits] = [true, 0];
    const records = loans.map((loan) => fieldRecord(loan, { loanSeq: 1 }));
    /** A page of changes after the other, as long as the files come in. */
    const syncs = async (who: Who) => {
      let cursor = '';
      while (working || cursor === '') {
        const page = await patiently(() => api(who).fetch(`/api/v2/sync/loans?cursor=${encodeURIComponent(cursor)}`));
        statuses.push(page.status);
        const { data } = (await page.json()) as { data: { cursor: string } };
        cursor = data.cursor;
      }
    };
    const saves = async () => {
      for (const [at, loan] of loans.entries()) {
        const answer = await patiently(() =>
          api(loan.who).fetch('/api/v2/call-disposition/batch', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ items: [itemOf(records[at] as ReturnType<typeof fieldRecord>)] }),
          }),
        );
        statuses.push(answer.status);
        const body = (await answer.json()) as { results: { receipt?: { receiptNo: string } }[] };
        if (body.results[0]?.receipt) visits += 1;
      }
    };
    const commit = (id: string) => ask(`${IMPORTS}/${id}/commit`, { method: 'POST' });
    const storm = Promise.all([...PHONES, ...PHONES, ...PHONES].map(syncs));
    const saving = saves();
    await commit(first.id);
    await commit(second.id);
    const done = await Promise.all([first, second].map(({ id }) => until(id, 'done')));
    await saving;
    working = false;
    await storm;

    expect(done.map(({ counts }) => counts)).toMatchObject([
      { updated: LOANS, refused: 0 },
      { updated: LOANS, refused: 0 },
    ]);
    expect([...new Set(statuses)]).toEqual([200]);
    expect(visits).toBe(LOANS);
    const [held] = await desk.world.run((tx) =>
      tx.query<{ loans: number; visited: number; records: number; pos: number[] }>(
        `select count(*)::int as loans, count(*) filter (where l.last_visit_code = 'FDL')::int as visited, array_agg(distinct l.pos_paise) as pos,
                (select count(*)::int from dispositions d where d.tenant_id = current_tenant()) as records
           from loans l where l.tenant_id = current_tenant() and l.loan_number like 'IMP%'`,
      ),
    );
    expect(held).toEqual({ loans: LOANS, visited: LOANS, records: LOANS, pos: [2_222_200] });
    for (const who of PHONES) {
      const { data } = (await (await api(who).fetch('/api/v2/sync/loans')).json()) as {
        data: { loans: { loanNumber: string; posPaise: number }[] };
      };
      expect(
        data.loans.filter(({ loanNumber }) => loanNumber.startsWith('IMP')).map(({ posPaise }) => posPaise),
      ).toEqual(new Array(LOANS / 2).fill(2_222_200));
    }
  });
});
