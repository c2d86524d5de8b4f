/** Settlements with days, payments and reversals at random go through the database as the independent model says, each day. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, type Day } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import {
  type ModelPayment,
  type ModelSettlement,
  numbersFrom,
  randomSettlement,
  stagesByModel,
} from '../../core/domain/settlements/plan-model';
import type { Stage } from '../../core/domain/settlements/steps';
import type { Tx } from '../../server/db/database';
import { judgePart } from '../../server/modules/settlements/judge';
import {
  insertOffer,
  insertSettlement,
  loanForOffer,
  moveOn,
  setLetter,
} from '../../server/modules/settlements/repository';
import { bothAtNight, type TestDatabase } from '../support/databases';
import { atNight } from '../support/nightly';
import { createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const COUNT = atNight ? 10_000 : 120;
const NONE = { principal: 0, interest: 0, penal: 0, charges: 0 };
const noonOf = (day: Day) => new Date(`${day}T06:30:00Z`);

interface Played extends ModelSettlement {
  id: string;
  loan: TestLoan;
  wanted: Stage[];
  paid: (ModelPayment & { id: string })[];
}

describe.each(bothAtNight)(`${COUNT} random settlements on $name`, ({ fresh }) => {
  let held: TestDatabase;
  let world: TenantWorld;
  const played: Played[] = [];

  beforeAll(async () => {
    held = await fresh();
    world = await createTenantWorld(held.db);
    const random = numbersFrom(20261128);
    const loans = await world.addLoans(COUNT, { posPaise: 10_000, held: { collector: 'caller' } });
    const maker = { tenantId: world.tenantId, userId: world.people.caller.id, role: 'CRM_TELECALLER' } as Parameters<
      typeof insertOffer
    >[4];
    await world.run(async (tx) => {
      for (const [at, loan] of loans.entries()) {
        const one = randomSettlement(random);
        const id = uuidv7();
        const payable = one.parts.reduce((sum, { amount }) => sum + amount, 0);
        const of = await loanForOffer(tx, loan.id, false);
        if (!of) throw new Error('A loan is gone');
        const offer = { dues: of.dues, waiver: NONE, instalments: one.parts, validTill: one.validTill };
        const facts = { reviews: [], authority: null, restructuring: false, outstanding: 10_000, waived: 0, payable };
        const made = { id, number: `M/${at}`, loan: of, actor: maker, hardship: 'Model', staffOrFraud: false };
        const begun = new Date(`${one.from}T00:00:00Z`);
        await insertSettlement(tx, made, offer, facts, begun);
        await insertOffer(tx, id, 1, offer, maker, facts, begun);
        await tx.query("update settlements set stage = 'approved', wake_on = $2 where id = $1", [id, one.from]);
        const paid = one.payments.map((payment) => ({ ...payment, id: uuidv7() }));
        played.push({ ...one, id, loan, wanted: stagesByModel(one), paid });
      }
    });
  }, 600_000);
  afterAll(() => held.close());

  /** What happened on a day, as it reaches the table of payments. */
  async function pay(tx: Tx, day: Day, now: Date): Promise<void> {
    const all = played.flatMap(({ loan, paid }) => paid.map((one) => ({ ...one, loanId: loan.id })));
    const came = all.filter(({ receivedOn }) => receivedOn === day);
    await tx.query(
      `insert into payments (tenant_id, id, loan_id, amount_paise, mode, status, paid_at, created_at)
       select $1, p.id, p.loan, p.amount, 'upi', 'received', $5, $5
         from unnest($2::uuid[], $3::uuid[], $4::bigint[]) as p (id, loan, amount)`,
      [
        world.tenantId,
        came.map(({ id }) => id),
        came.map(({ loanId }) => loanId),
        came.map(({ amount }) => amount),
        now,
      ],
    );
    const mark = (status: string, ids: string[]) =>
      tx.query('update payments set status = $3 where tenant_id = $1 and id = any($2::uuid[])', [
        world.tenantId,
        ids,
        status,
      ]);
    await mark(
      'verified',
      all.flatMap(({ id, sureOn, goneOn }) => (sureOn === day && (!goneOn || goneOn >= day) ? [id] : [])),
    );
    await mark(
      'reversed',
      all.flatMap(({ id, goneOn }) => (goneOn === day ? [id] : [])),
    );
  }

  async function judgeAll(day: Day): Promise<void> {
    while (await world.run((tx) => judgePart(tx, day, noonOf(day))));
  }
  const stages = async () =>
    new Map(
      (await world.run((tx) => tx.query<{ id: string; stage: Stage }>('select id, stage from settlements'))).map(
        ({ id, stage }) => [id, stage],
      ),
    );

  it('each day stand where the model has them', async () => {
    const first = played.map(({ from }) => from).sort()[0] ?? '';
    const last =
      played
        .map(({ to }) => to)
        .sort()
        .at(-1) ?? '';
    const wrong: string[] = [];
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const now = noonOf(day);
      await world.run((tx) => pay(tx, day, now));
      await judgeAll(day);
      const before = await stages();
      const sent = played.filter(
        ({ id, letterOn, validTill }) => before.get(id) === 'approved' && letterOn <= day && day <= validTill,
      );
      await world.run(async (tx) => {
        for (const { id } of sent) {
          await setLetter(tx, id, 'letter_id', uuidv7());
          const by = { id: world.people.nationalManager.id, role: 'CRM_SUPERMANAGER' } as const;
          const step = { step: 'send-letter', from: 'approved', to: 'letter-out', round: 1, by } as const;
          await moveOn(tx, id, { ...step, remarks: '', ended: false, today: day }, now);
        }
      });
      await judgeAll(day);
      const after = await stages();
      for (const { id, from, to, wanted } of played) {
        if (day < from || day > to) continue;
        const at = Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000);
        if (after.get(id) !== wanted[at]) wrong.push(`${id} on ${day}: ${after.get(id)} and not ${wanted[at]}`);
      }
      // One that went astray is told with its day; what follows of it says nothing more.
      if (wrong.length > 0) break;
    }
    expect(wrong).toEqual([]);
    const ended = [...(await stages()).values()];
    for (const stage of ['lapsed', 'breached', 'completed'] as const)
      expect(ended.filter((one) => one === stage).length, stage).toBeGreaterThan(COUNT / 40);
  }, 3_600_000);

  it('leaves loans, steps and instalments that agree with it', async () => {
    const astray = await world.run(async (tx) => ({
      loans: await tx.query(
        `select s.id, s.stage, l.state from settlements s join loans l on l.id = s.loan_id
          where (s.stage = 'completed') <> (l.state = 'settled')`,
      ),
      // Each step begins where the one before it ended, and the last one ends where the settlement stands.
      steps: await tx.query(
        `select t.settlement_id, t.place from settlement_steps t
           left join settlement_steps b on b.settlement_id = t.settlement_id and b.place = t.place - 1
          where t.from_stage <> coalesce(b.to_stage, 'approved')
         union all
         select s.id, 0 from settlements s
          where s.stage <> coalesce((select t.to_stage from settlement_steps t where t.settlement_id = s.id order by t.place desc limit 1), 'approved')`,
      ),
      audited: await tx.query(
        `select t.settlement_id, t.place from settlement_steps t
          where t.by_id is null and not exists (select 1 from audit_log a
             where a.subject_id = t.settlement_id::text and a.action = 'settlements.' || t.step and a.actor_id is null)`,
      ),
      // What was paid of the parts is what was paid, up to all of it.
      parts: await tx.query(
        `select s.id from settlements s
          where s.letter_id is not null and least(s.payable_paise, s.paid_paise) is distinct from
                (select sum(i.paid_paise) from settlement_instalments i where i.settlement_id = s.id)`,
      ),
      money: await tx.query(
        `select s.id from settlements s
          where s.stage = 'completed' and s.payable_paise > (select sum(p.amount_paise) from payments p
             where p.loan_id = s.loan_id and p.status = 'verified')`,
      ),
    }));
    expect(astray).toEqual({ loans: [], steps: [], audited: [], parts: [], money: [] });
  });
});
