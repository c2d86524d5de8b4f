/** What the advanced predictor says of the loans that somebody sees. */
import type { Endpoint, RequestOf, ResponseOf } from '../../../core/contract/kit';
import {
  OVERRIDERS,
  type overridePredictor,
  type PredictorAccount,
  type predictorAccount,
  type predictorAccounts,
  type predictorModel,
} from '../../../core/contract/predictor';
import type { Day } from '../../../core/domain/dates';
import { driftOf, reasonsOf } from '../../../core/domain/prediction';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { countOf, type Order, pageOfIds } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { filtered, findVisibleLoan } from '../loans';
import { portfoliosOf } from '../recovery';
import { newestModel, newestNight, THOUSAND } from './count';
import { openLoans } from './features';

type Data<E extends Endpoint> = ResponseOf<E> extends { data: infer D } ? D : never;

export async function readModel(tx: Tx, actor: Actor): Promise<Data<typeof predictorModel>> {
  const months = await tx.query<{ month: Day }>(
    'select month from predictor_months where tenant_id = current_tenant() and finished_at is not null order by month',
  );
  const [model, night] = [await newestModel(tx), await newestNight(tx)];
  const scored = night?.model_month ? night : undefined;
  return {
    months: months.map(({ month }) => month),
    model: model
      ? {
          madeAt: model.made_at,
          trained: model.learned.trained,
          calibrated: model.learned.calibrated,
          judged: model.learned.judged,
          drift: scored ? driftOf(model.learned.counts, scored.counts) : null,
        }
      : null,
    scored: scored ? { day: scored.on_day, at: scored.finished_at ?? '' } : null,
    portfolios: await portfoliosOf(tx, actor),
  };
}

const SELECT = `select l.id, l.loan_number as "loanNumber", b.name as borrower, p.name as portfolio, l.bucket, l.dpd, l.pos_paise as "posPaise",
    x.chance::float8 / ${THOUSAND} as chance
  from predictor_loans x join loans l on l.tenant_id = x.tenant_id and l.id = x.loan_id
  join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
  left join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
 where x.tenant_id = current_tenant()`;

/** The best chance first. */
export async function readAccounts(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof predictorAccounts>['query'],
  { zone, today }: { zone: string; today: Day },
): Promise<Data<typeof predictorAccounts>> {
  const page = { page: query.page, pageSize: query.size };
  const question = filtered(
    actor,
    { q: query.q, bucket: query.bucket, portfolioId: query.portfolioId, ...page, count: 'quick' },
    zone,
    today,
  );
  const { where, parameters } = question.source;
  const source = {
    from: 'predictor_loans x join loans l on l.tenant_id = x.tenant_id and l.id = x.loan_id',
    where: `x.tenant_id = $1 and ${where}`,
    parameters,
  };
  const counted = await countOf(tx, source, 'quick');
  const order: Order = { by: 'x.chance', dir: query.dir ?? 'desc', indexed: 'desc', type: 'integer', id: 'x.loan_id' };
  const ids = await pageOfIds(tx, source, order, page, counted);
  const rows = await tx.query<PredictorAccount & Record<string, unknown>>(`${SELECT} and x.loan_id = any($1::uuid[])`, [
    ids,
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: counted.total, exact: counted.exact };
}

interface Override extends Record<string, unknown> {
  id: string;
  by: string | null;
  madeAt: string;
  chance: number;
  verdict: 'higher' | 'lower';
  reason: string;
}
const OVERRIDES = `select o.id, o.made_at as "madeAt", o.chance::float8 / ${THOUSAND} as chance, o.verdict, o.reason,
    (select u.full_name from users u where u.tenant_id = o.tenant_id and u.id = o.user_id) as by
  from predictor_overrides o where o.tenant_id = current_tenant()`;
const present = ({ id, by, madeAt, chance, verdict, reason }: Override) => ({
  id,
  by,
  madeAt,
  chance,
  verdict,
  reason,
});

async function seen(tx: Tx, actor: Actor, loanId: string): Promise<PredictorAccount> {
  const id = await findVisibleLoan(tx, actor, loanId);
  const [row] = id
    ? await tx.query<PredictorAccount & Record<string, unknown>>(`${SELECT} and x.loan_id = $1`, [id])
    : [];
  if (!row) throw new ApiError('not-found');
  return { ...row };
}

/** Reasons are of the loan as it stands. Throws `not-found` for a loan that the caller does not see, and for one without a chance. */
export async function readAccount(
  tx: Tx,
  actor: Actor,
  loanId: string,
  zone: string,
): Promise<Data<typeof predictorAccount>> {
  const account = await seen(tx, actor, loanId);
  const [model, night] = [await newestModel(tx), await newestNight(tx)];
  if (!model || !night) throw new ApiError('not-found');
  const [before] = await tx.query<{ id: string }>(
    `select id from loans where tenant_id = current_tenant() and id < $1 order by id desc limit 1`,
    [account.id],
  );
  const loans = await openLoans(
    tx,
    night.on_day,
    [before?.id ?? '00000000-0000-0000-0000-000000000000', account.id],
    zone,
  );
  const features = loans.find(({ id }) => id === account.id)?.features;
  const overrides = await tx.query<Override>(`${OVERRIDES} and o.loan_id = $1 order by o.made_at desc, o.id limit 50`, [
    account.id,
  ]);
  return {
    account,
    reasons: features ? reasonsOf(model.learned.model, features) : [],
    overrides: overrides.map(present),
    mayOverride: OVERRIDERS.includes(actor.role),
  };
}

/** Throws `not-found` for a loan that the caller does not see, `conflict` for an id of another note. */
export async function override(
  tx: Tx,
  actor: Actor,
  loanId: string,
  { id, verdict, reason }: RequestOf<typeof overridePredictor>['body'],
  now: Date,
): Promise<ResponseOf<typeof overridePredictor>['data']> {
  const { id: loan, chance } = await seen(tx, actor, loanId);
  const made = await tx.query(
    `insert into predictor_overrides (tenant_id, id, loan_id, user_id, made_at, chance, verdict, reason)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, id) do nothing returning id`,
    [id, loan, actor.userId, now, Math.round(chance * THOUSAND), verdict, reason],
  );
  const [row] = await tx.query<Override>(`${OVERRIDES} and o.id = $1 and o.loan_id = $2 and o.user_id = $3`, [
    ...[id, loan, actor.userId],
  ]);
  if (!row) throw new ApiError('conflict');
  const detail = { before: { chance }, after: { verdict, reason } };
  if (made.length > 0)
    await appendAudit(
      tx,
      [{ action: 'predictor.overridden', subject: 'loan', subjectId: loan, actorId: actor.userId, detail }],
      now,
    );
  return present(row);
}
