/** Drill-down: each figure of each line of a report is the number, or the sum, of the rows behind it, for whoever may see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DayStatus, FigurePage, ReportRow } from '../../core/contract/reports';
import { dayOf } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { NEW_PROCESS } from '../../core/domain/predictive';
import { BEHIND_COLUMNS, type DrilledKind, FIGURES, figureOf } from '../../core/domain/report-figures';
import type { ReportKind } from '../../core/domain/report-kinds';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { startServer, type TestServer } from '../support/server';
import { type Api, as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

/** A day of this month, since Workable has no other. */
const DAY = dayOf(new Date(), 'Asia/Kolkata');
const at = (time: string) => `${DAY}T${time}:00+05:30`;
const ONE_DAY = `from=${DAY}&to=${DAY}`;
const KINDS = Object.keys(FIGURES) as DrilledKind[];

describe.each(bothAtNight)('the rows behind figures on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let loans: TestLoan[];
  const apis = new Map<Who, Api>();
  const api = (who: Who): Api => {
    const known = apis.get(who) ?? as(server.origin, world.people[who]);
    apis.set(who, known);
    return known;
  };
  const sql = (text: string, ...given: unknown[]) => world.run((tx) => tx.query(text, [world.tenantId, ...given]));
  const person = (who: Who) => world.people[who].id;
  const lines = async (who: Who, kind: ReportKind, query = ONE_DAY): Promise<ReportRow[]> => {
    const { status, body } = await api(who).get(`/api/v2/reports/${kind}?${query}&pageSize=100`);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.data as { rows: ReportRow[] }).rows;
  };
  const ask = (who: Who, kind: string, figure: string, of: unknown, query = ONE_DAY) =>
    api(who).get(
      `/api/v2/reports/${kind}/figures/${figure}?of=${encodeURIComponent(String(of))}&${query}&pageSize=100`,
    );
  const behind = async (who: Who, kind: string, figure: string, of: unknown, query = ONE_DAY): Promise<FigurePage> => {
    const { status, body } = await ask(who, kind, figure, of, query);
    expect(status, `${kind} ${figure} ${JSON.stringify(body)}`).toBe(200);
    return body.data as FigurePage;
  };

  const record = (
    who: Who,
    loan: TestLoan,
    when: string,
    code: [string, string],
    more: object = {},
    channel = 'call',
  ) =>
    sql(
      `insert into dispositions (tenant_id, id, received_at, loan_id, user_id, channel, code, class, rank, outcome, recorded_at, receipt_no,
         record, payload_hash)
       values ($1, $2, $3::timestamptz, $4, $5, $9, $6, $7, case when $7 = 'PTP' then 3 else 9 end, 'applied', $3::timestamptz, (random() * 1000000)::int, $8, 'hash')`,
      uuidv7(),
      when,
      loan.id,
      person(who),
      ...code,
      JSON.stringify(more),
      channel,
    );
  const dialed = (id: string, who: Who, loan: TestLoan, talk: number, hold: number, wrap: number | null) =>
    sql(
      `insert into dialer_calls (tenant_id, id, user_id, loan_id, mode, number, phase, started_at, answered_at, ended_at, hold_seconds, wrap_seconds)
       values ($1, $2, $3, $4, 'manual', '9812345678', 'ended', $5::timestamptz, $5::timestamptz, $5::timestamptz + $6 * interval '1 second', $7, $8)`,
      id,
      person(who),
      loan.id,
      at('09:05'),
      talk + hold,
      hold,
      wrap,
    );
  const state = (who: Who, name: string, from: string, until: string, reason: string | null = null) =>
    sql(
      "insert into dialer_times (tenant_id, id, user_id, state, reason, process, from_at, until_at) values ($1, gen_random_uuid(), $2, $3, $6, 'Early', $4, $5)",
      person(who),
      name,
      from,
      until,
      reason,
    );

  async function fillBook(): Promise<void> {
    const [first, second] = loans as [TestLoan, TestLoan];
    await dialed('c-1', 'caller', first, 60, 12, 20);
    await dialed('c-2', 'caller', second, 31, 0, null);
    await record('caller', first, at('09:10'), ['PTP', 'PTP'], {
      callId: 'c-1',
      ptp: { dueOn: DAY, amountPaise: 100_050 },
    });
    await record('caller', second, at('09:20'), ['REFUSE', 'REFUSE'], { callId: 'c-2' });
    await record('caller', first, at('09:30'), ['RNR', 'NON_CONTACT']);
    await record('agent', first, at('10:30'), ['PTP', 'PTP'], { ptp: { dueOn: DAY, amountPaise: 70_000 } }, 'field');
    await record('rivalAgent', second, at('11:00'), ['PTP', 'PTP'], { ptp: { dueOn: DAY, amountPaise: 5 } }, 'field');
    await state('caller', 'idle', `${DAY}T00:00:00+05:30`, at('00:10'));
    for (const [name, from, until, reason] of [
      ['idle', '09:00', '09:05', null],
      ['dialing', '09:05', '09:06', null],
      ['ringing', '09:06', '09:07', null],
      ['talk', '09:07', '09:12', null],
      ['hold', '09:12', '09:13', null],
      ['wrap-up', '09:13', '09:15', null],
      ['break', '09:15', '09:30', 'Tea'],
      ['break', '09:40', '09:45', null],
    ] as const)
      await state('caller', name, at(from), at(until), reason);
    await sql(
      "insert into ptps (tenant_id, id, disposition_id, loan_id, user_id, amount_paise, due_on, mode, status) select $1, gen_random_uuid(), gen_random_uuid(), $2, $3, 100000, $4, 'cash', s from unnest(array['kept', 'broken', 'kept', 'open', 'replaced']) s",
      first.id,
      person('caller'),
      DAY,
    );
    await sql(
      "insert into payments (tenant_id, id, loan_id, user_id, amount_paise, mode, paid_at, status) select $1, gen_random_uuid(), $2, $3, n * 60001, 'upi', $4, s from unnest(array['received', 'reversed', 'verified']) with ordinality as p(s, n)",
      first.id,
      person('caller'),
      at('12:00'),
    );
    // Marked in the month before, so that this month is its next one.
    await sql(
      "insert into retained_loans (tenant_id, loan_id, reason, marked_by, marked_at) values ($1, $2, 'Pays every month', $3, $4::timestamptz - interval '1 month')",
      first.id,
      person('manager'),
      at('12:00'),
    );
    await fillProcess(first);
    await fillMonth();
    await fillSettlement(first);
  }

  async function fillProcess(loan: TestLoan): Promise<void> {
    const [process, list] = [uuidv7(), uuidv7()];
    await sql(
      `insert into dial_processes (tenant_id, id, portfolio_id, name, mode, level_tenths, drop_tenths, from_time, until_time, max_attempts, retry, created_by)
       select $1, $2, portfolio_id, 'Early', 'predictive', 20, 30, '09:00', '18:00', 3, $4::jsonb, $5 from loans where tenant_id = $1 and id = $3`,
      process,
      loan.id,
      JSON.stringify(NEW_PROCESS.retry),
      person('manager'),
    );
    await sql(
      `insert into dial_lists (tenant_id, id, process_id, name, source, columns, filter, state, created_by, created_at)
       values ($1, $2, $3, 'All', 'filter', array['Loan number'], '{}', 'ready', $4, now())`,
      list,
      process,
      person('manager'),
    );
    for (const [line, [result, outcome]] of (
      [
        ['connected', 'PTP'],
        ['connected', 'REFUSE'],
        ['dropped', null],
        ['no-answer', null],
        ['unused', null],
      ] as const
    ).entries())
      await sql(
        `insert into dial_calls (tenant_id, call_id, process_id, list_id, line, loan_id, borrower_id, user_id, handed_at, ended_at, result, talk_seconds, class)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, 30, $11)`,
        `d${line}`,
        process,
        list,
        line,
        loan.id,
        loan.borrowerId,
        person('caller'),
        at('09:20'),
        result,
        outcome,
      );
    for (const [line, one] of loans.entries())
      await sql(
        "insert into dial_items (tenant_id, list_id, line, process_id, state, loan_id, phone_id, attempts, next_at) values ($1, $2, $3, $4, 'ready', $5, $6, 1, now())",
        list,
        line + 20,
        process,
        one.id,
        one.phoneId,
      );
  }

  /** A settlement whose second offer is in force. */
  async function fillSettlement(loan: TestLoan): Promise<void> {
    const id = uuidv7();
    await sql(
      `insert into settlements (tenant_id, id, number, loan_id, borrower_id, stage, stage_at, reviews, maker_id, maker_role, hardship, staff_or_fraud,
         restructuring, round, outstanding_paise, waived_paise, payable_paise, instalments, valid_till, paid_paise, created_at)
       values ($1, $2, 'ST/2026/000001', $3, $4, 'running', $6::timestamptz, '{manager}', $5, 'CRM_TELECALLER', 'Ill', false, false, 2, 300000, 99999, 200001, 2,
         '2031-01-01', 0, $6::timestamptz)`,
      id,
      loan.id,
      loan.borrowerId,
      person('caller'),
      at('10:00'),
    );
    for (const [round, parts] of [
      [1, [150_000]],
      [2, [100_000, 100_001]],
    ] as const)
      await sql(
        `insert into settlement_offers (tenant_id, settlement_id, round, by_id, by_role, dues, waiver, instalments, valid_till, created_at)
         values ($1, $2, $3, $4, 'CRM_TELECALLER', '{}', '{}', $5, '2031-01-01', now())`,
        id,
        round,
        person('caller'),
        JSON.stringify(parts.map((amount, n) => ({ dueOn: `2030-0${n + 1}-05`, amount }))),
      );
  }

  /** This month's opening, with a loan in each figure of Workable. */
  async function fillMonth(): Promise<void> {
    const month = "date_trunc('month', now() at time zone 'Asia/Kolkata')::date";
    for (const change of [
      "state = 'closed'",
      "state = 'settled'",
      "state = 'suppressed'",
      'flag_deceased = true',
      'flag_legal = true',
      '',
      'mute',
    ]) {
      const loan = await world.addLoan({ held: { collector: 'caller' }, posPaise: 1_003 });
      loans.push(loan);
      if (change === 'mute')
        await sql('update phones set invalid = true where tenant_id = $1 and borrower_id = $2', loan.borrowerId);
      else if (change) await sql(`update loans set ${change} where tenant_id = $1 and id = $2`, loan.id);
    }
    await sql(
      `insert into loan_month_opens (tenant_id, month, loan_id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, taken_on)
       select $1, ${month}, id, portfolio_id, dpd, bucket, pos_paise, overdue_paise, ${month} from loans where tenant_id = $1`,
    );
  }

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    loans = [
      await world.addLoan({ number: 'TW-1', posPaise: 4_500_050, held: { collector: 'caller' } }),
      await world.addLoan({ number: 'TW-2', dpd: 40, held: { collector: 'caller', field_agent: 'rivalAgent' } }),
    ];
    await fillBook();
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const daysOf = (kind: DrilledKind) =>
    kind === 'retained'
      ? `from=${dayOf(new Date(Date.parse(at('12:00')) - 40 * 86_400_000), 'Asia/Kolkata')}&to=${DAY}`
      : ONE_DAY;

  it.each(KINDS.flatMap((kind) => Object.keys(FIGURES[kind]).map((figure): [DrilledKind, string] => [kind, figure])))(
    '%s %s is what its rows come to, on each line of each reader',
    async (kind, figure) => {
      const { list, sum, part } = figureOf(kind, figure) ?? expect.fail('no figure');
      let compared = 0;
      for (const who of ['admin', 'manager', 'caller'] as const) {
        if (kind === 'workable' && who === 'caller') continue;
        for (const line of await lines(who, kind, daysOf(kind))) {
          const page = await behind(who, kind, figure, line.id, daysOf(kind));
          const shown = line[figure] ?? null;
          const held = (column: string) => page.rows.map((row) => Number(row[column] ?? 0));
          if (part) {
            const parts = page.rows.filter((row) => row[part[0]] === part[1]).length;
            const share = page.totalElements > 0 ? Math.round((1000 * parts) / page.totalElements) / 10 : null;
            expect([who, share]).toEqual([who, shown]);
          } else if (sum) {
            // What nobody told adds up to nothing.
            expect([who, page.sum ?? 0]).toEqual([who, shown ?? 0]);
            expect(held(sum).reduce((all, one) => all + one, 0)).toBe(page.sum ?? 0);
          } else expect([who, page.totalElements]).toEqual([who, Number(shown)]);
          expect(page.rows).toHaveLength(page.totalElements);
          for (const row of page.rows)
            expect(Object.keys(row)).toEqual(expect.arrayContaining(BEHIND_COLUMNS[list].map(({ id }) => id)));
          if (page.totalElements > 0) compared += 1;
        }
      }
      expect(compared, 'no line had a row behind it').toBeGreaterThan(0);
    },
  );

  it('the attempts of a loan are those that the report’s filters leave', async () => {
    const narrowed = `${ONE_DAY}&agentId=${person('caller')}`;
    const [first] = await lines('admin', 'best', `${narrowed}&q=TW-1`);
    const page = await behind('admin', 'best', 'attempts', first?.id, `${narrowed}&q=TW-1`);
    expect([page.totalElements, first?.attempts]).toEqual([2, 2]);
    expect(page.line).toMatchObject({ loanNumber: 'TW-1' });
    const [all] = await lines('admin', 'best', `${ONE_DAY}&q=TW-1`);
    expect(all?.attempts).toBe(3);
    // A disposition chooses the lines, and each tells all its attempts.
    const chosen = `${ONE_DAY}&q=TW-1&disposition=PTP`;
    expect((await behind('admin', 'best', 'attempts', all?.id, chosen)).totalElements).toBe(3);
  });

  it('are told of a line that one sees alone, and of figures that have rows', async () => {
    const [line] = await lines('manager', 'agentWork');
    expect((await behind('manager', 'agentWork', 'calls', line?.id)).line).toEqual({ agent: line?.agent });
    for (const [who, kind, figure, of] of [
      ['rival', 'agentWork', 'calls', line?.id],
      ['otherClient', 'agentWork', 'calls', line?.id],
      ['manager', 'agentWork', 'calls', uuidv7()],
      ['manager', 'agentWork', 'calls', "x' or true --"],
      ['manager', 'agentWork', 'talkEach', line?.id],
      ['manager', 'agentWork', 'constructor', line?.id],
      ['manager', 'calls', 'talkSeconds', line?.id],
      ['manager', 'agentDays', 'loginSeconds', line?.id],
      ['manager', 'agentDays', 'loginSeconds', `${line?.id} 2026-13-99`],
    ] as const)
      expect([who, figure, (await ask(who, kind, figure, of)).status]).toEqual([who, figure, 404]);
    expect((await ask('caller', 'workable', 'opening', line?.id)).status).toBe(403);
    expect((await ask('manager', 'agentWork', 'calls', line?.id, 'from=2026-11-20&to=2026-11-01')).status).toBe(422);
  });

  it('numbers of borrowers in them are masked', async () => {
    const [line] = await lines('admin', 'processes');
    const { rows } = await behind('admin', 'processes', 'numbersLeft', line?.id);
    expect(new Set(rows.map(({ phone }) => phone))).toEqual(new Set(['98••••••78']));
  });

  it('how the calls and visits of a day ended, by class and by agent, within one’s own sight', async () => {
    const status = async (who: Who, path: string, query = `gte=${DAY}&lte=${DAY}`) => {
      const { status: code, body } = await api(who).get(`/api/v1/activity/${path}/status?${query}`);
      return code === 200 ? (body.data as DayStatus) : code;
    };
    expect(await status('manager', 'daily-call')).toMatchObject({
      gte: DAY,
      lte: DAY,
      records: 3,
      loans: 2,
      agents: [{ id: person('caller'), records: 3, loans: 2, statuses: { PTP: 1, REFUSE: 1, NON_CONTACT: 1 } }],
    });
    const visits = (await status('admin', 'daily-field-agent')) as DayStatus;
    expect(visits.statuses).toEqual([{ disposition_class: 'PTP', records: 2, loans: 2 }]);
    expect(visits.agents.map(({ id }) => id).toSorted()).toEqual([person('agent'), person('rivalAgent')].toSorted());
    // The sums of the classes are the records, and those of the report.
    const calls = (await status('admin', 'daily-call')) as DayStatus;
    expect(calls.statuses.reduce((all, { records }) => all + records, 0)).toBe(calls.records);
    expect(calls.records).toBe((await lines('admin', 'calls')).length);
    expect(await status('admin', 'daily-call', `gte=${DAY}&lte=${DAY}&disposition_class=PTP,REFUSE`)).toMatchObject({
      records: 2,
    });
    expect(await status('rival', 'daily-call')).toMatchObject({ records: 0, loans: 0, statuses: [], agents: [] });
    expect(await status('caller', 'daily-field-agent')).toBe(403);
    expect(await status('manager', 'daily-call', 'gte=2026-11-20&lte=2026-11-01')).toBe(422);
    expect(await status('manager', 'daily-call', '')).toMatchObject({ lte: expect.any(String) });
  });

  it('daily calls say what the dialer made of each call, and nothing where it told nothing', async () => {
    const loan = await world.addLoan({ held: { collector: 'collector' } });
    const cases: [status: string, answered: boolean, ended: boolean, reason: string | null][] = [
      ['answered', true, true, 'released'],
      ['answered', true, false, null],
      ['under-way', false, false, null],
      ['busy', false, true, 'busy'],
      ['no-answer', false, true, 'no-answer'],
      ['dropped', false, true, 'dropped'],
      ['failed', false, true, 'failed'],
      ['not-answered', false, true, 'hung-up'],
    ];
    for (const [n, [, answered, ended, reason]] of cases.entries()) {
      await sql(
        `insert into dialer_calls (tenant_id, id, user_id, loan_id, mode, number, phase, reason, started_at, answered_at, ended_at)
         values ($1, $2, $3, $4, 'manual', '9812345678', 'x', $5, $6::timestamptz, case when $7 then $6::timestamptz end, case when $8 then $6::timestamptz end)`,
        `s-${n}`,
        person('collector'),
        loan.id,
        reason,
        at('15:00'),
        answered,
        ended,
      );
      await record('collector', loan, at(`15:${n + 10}`), ['RNR', 'NON_CONTACT'], { callId: `s-${n}` });
    }
    await record('collector', loan, at('15:30'), ['RNR', 'NON_CONTACT']);
    const found = await lines('collector', 'calls', `${ONE_DAY}&sort=at&dir=asc`);
    expect(found.map(({ callStatus }) => callStatus)).toEqual([...cases.map(([status]) => status), null]);
  });
});
