/** The instalments of settlements whose letter is out: written where settlements are judged, listed and given as a file. */
import type { RequestOf } from '../../../core/contract/kit';
import {
  type exportInstalments,
  type listInstalments,
  MOST_EXPORTED,
  type SettlementInstalment,
} from '../../../core/contract/settlement-instalments';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { instalmentState, type KeptInstalment, type KeptState } from '../../../core/domain/settlements/instalments';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Counted, countOf, pageOfIds, type Source } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { loanScope } from '../loans';
import { writeCsv } from '../people';
import type { Moment } from './moment';

/** Rows that say what they said are left as they are. */
export const keepInstalments = (tx: Tx, settlementId: string, kept: readonly KeptInstalment[], now: Date) =>
  tx.query(
    `insert into settlement_instalments as i (tenant_id, id, settlement_id, place, due_on, amount_paise, paid_paise, received_paise, state)
     select current_tenant(), k.id, $1, k.place, k.due_on, k.amount, k.paid, k.received, k.state
       from unnest($2::uuid[], $3::int[], $4::date[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[])
         as k (id, place, due_on, amount, paid, received, state)
     on conflict (tenant_id, settlement_id, place) do update
       set due_on = excluded.due_on, amount_paise = excluded.amount_paise, paid_paise = excluded.paid_paise,
           received_paise = excluded.received_paise, state = excluded.state
     where (i.due_on, i.amount_paise, i.paid_paise, i.received_paise, i.state)
        is distinct from (excluded.due_on, excluded.amount_paise, excluded.paid_paise, excluded.received_paise, excluded.state)`,
    [
      settlementId,
      kept.map(() => uuidv7(now.getTime())),
      kept.map((_, at) => at + 1),
      kept.map(({ dueOn }) => dueOn),
      kept.map(({ amount }) => amount),
      kept.map(({ paid }) => paid),
      kept.map(({ received }) => received),
      kept.map(({ state }) => state),
    ],
  );

type Filters = RequestOf<typeof exportInstalments>['query'];

const FROM = `settlement_instalments i
  join settlements s on s.tenant_id = i.tenant_id and s.id = i.settlement_id
  join loans l on l.tenant_id = s.tenant_id and l.id = s.loan_id`;
const BORROWERS = 'join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id';
const likeOf = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

function sourceOf(actor: Actor, { state, from, to, q }: Filters, today: Day): Source {
  const parameters: unknown[] = [];
  const use = (value: unknown) => `$${parameters.push(value)}`;
  const parts = ['i.tenant_id = current_tenant()', loanScope(actor, parameters)];
  const late = state === 'late';
  if (state === 'taken-back') parts.push('s.taken_back_paise > 0');
  else if (state) parts.push(`i.state = ${use(late || state === 'due' ? 'open' : state)}`);
  if (late) parts.push(`i.due_on < ${use(today)}::date`);
  if (state === 'due') parts.push(`i.due_on >= ${use(today)}::date`);
  if (from) parts.push(`i.due_on >= ${use(from)}::date`);
  if (to) parts.push(`i.due_on <= ${use(to)}::date`);
  if (q) {
    const start = use(`${likeOf(q)}%`);
    parts.push(`(l.loan_number ilike ${start} or s.number ilike ${start} or b.name ilike ${use(`%${likeOf(q)}%`)})`);
  }
  return { from: q ? `${FROM} ${BORROWERS}` : FROM, where: parts.join(' and '), parameters };
}

interface Row {
  id: string;
  settlement_id: string;
  number: string;
  loan_number: string;
  borrower: string;
  client: string;
  portfolio: string;
  place: number;
  of: number;
  due_on: Day;
  amount_paise: number;
  paid_paise: number;
  received_paise: number;
  state: KeptState;
  taken_back_paise: number;
  held_by: string | null;
}

const read = async (tx: Tx, ids: readonly string[], today: Day): Promise<SettlementInstalment[]> => {
  const rows = await tx.query<Row & Record<string, unknown>>(
    `select i.id, i.settlement_id, s.number, l.loan_number, b.name as borrower, c.name as client, p.name as portfolio, i.place,
            s.instalments as of, i.due_on, i.amount_paise, i.paid_paise, i.received_paise, i.state, s.taken_back_paise,
            (select string_agg(w.full_name, ', ' order by h.kind desc) from loan_assignments h
               join users w on w.tenant_id = h.tenant_id and w.id = h.profile_id
              where h.tenant_id = s.tenant_id and h.loan_id = s.loan_id and h.ended_at is null and h.kind in ('field_agent', 'collector'))
              as held_by
       from ${FROM} ${BORROWERS}
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
       join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
       join unnest($1::uuid[]) with ordinality as asked (id, at) on asked.id = i.id
      where i.tenant_id = current_tenant() order by asked.at`,
    [ids],
  );
  return rows.map((row) => ({
    id: row.id,
    settlementId: row.settlement_id,
    number: row.number,
    loanNumber: row.loan_number,
    borrower: row.borrower,
    client: row.client,
    portfolio: row.portfolio,
    place: row.place,
    of: row.of,
    dueOn: row.due_on,
    amount: row.amount_paise,
    paid: row.paid_paise,
    received: row.received_paise,
    state: instalmentState(row.state, row.due_on, today),
    takenBack: row.taken_back_paise,
    heldBy: row.held_by,
  }));
};

const orderOf = (dir: 'asc' | 'desc' = 'asc') =>
  ({ by: 'i.due_on', dir, indexed: 'asc', type: 'date', id: 'i.id' }) as const;

export async function instalmentPage(
  tx: Tx,
  actor: Actor,
  query: RequestOf<typeof listInstalments>['query'],
  today: Day,
): Promise<{ rows: SettlementInstalment[] } & Counted> {
  const source = sourceOf(actor, query, today);
  const counted = await countOf(tx, source, 'quick');
  const { page = 1, size: pageSize = 10 } = query;
  const ids = await pageOfIds(tx, source, orderOf(query.dir), { page, pageSize }, counted);
  return { rows: await read(tx, ids, today), ...counted };
}

const COLUMNS = [
  ...['Settlement', 'Loan', 'Borrower', 'Client', 'Portfolio', 'Instalment', 'Of', 'Due on', 'Expected', 'Paid'],
  ...['To confirm', 'Outstanding', 'State', 'Taken back', 'Held by'],
];
const rupees = (paise: number) => (paise / 100).toFixed(2);
const PAGE = 1_000;

/** Refused as `invalid` beyond `MOST_EXPORTED` rows. */
export async function instalmentFile(tx: Tx, actor: Actor, query: Filters, { now, today }: Moment) {
  const source = sourceOf(actor, query, today);
  const counted = await countOf(tx, source, 'exact');
  if (counted.total > MOST_EXPORTED) {
    const message = `A file holds ${MOST_EXPORTED.toLocaleString('en-IN')} instalments. Choose fewer days.`;
    throw new ApiError('invalid', { message, fields: [{ path: 'from', message }] });
  }
  const lines: string[][] = [];
  for (let page = 1; lines.length < counted.total; page += 1) {
    const rows = await read(
      tx,
      await pageOfIds(tx, source, orderOf(query.dir), { page, pageSize: PAGE }, counted),
      today,
    );
    // One that was taken away meanwhile is no reason to go on for ever.
    if (rows.length === 0) break;
    for (const one of rows)
      lines.push([
        ...[one.number, one.loanNumber, one.borrower, one.client, one.portfolio, String(one.place), String(one.of)],
        ...[one.dueOn, rupees(one.amount), rupees(one.paid), rupees(one.received)],
        ...[rupees(one.amount - one.paid - one.received), one.state, rupees(one.takenBack), one.heldBy ?? ''],
      ]);
  }
  await appendAudit(
    tx,
    [
      {
        action: 'export.settlement-instalments',
        subject: 'report',
        subjectId: 'settlement-instalments',
        actorId: actor.userId,
        detail: { filter: query, rows: lines.length },
      },
    ],
    now,
  );
  return { fileName: `settlement-payments_${today}.csv`, csv: writeCsv(COLUMNS, lines) };
}
