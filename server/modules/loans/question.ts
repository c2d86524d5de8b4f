/**
 * One question about loans: conditions over `l`, always within what the caller may see, and a page of the answer with its
 * totals. Every list of loans is asked through it, so that no list forgets the scope or counts otherwise.
 */
import type { LoanRow } from '../../../core/contract/loan-list';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import {
  countOf,
  EXACT_COUNT,
  type Order,
  type Page,
  type PageOf,
  pageOf,
  pageOfIds,
  type Source,
} from '../../db/listing';
import type { Actor } from '../../http/implement';
import { attemptsIn30Days } from './history';
import { loanScope, totalsScope } from './scope';

/** SQL over `l` with the parameters that it needs. */
export type Condition = (use: (value: unknown, type?: string) => string) => string;

export class LoanQuestion {
  readonly parameters: unknown[];
  readonly #all: string[];
  /** Those over columns that the totals keep too; undefined once there is another. */
  #kinds: Condition[] | undefined = [];

  constructor(readonly actor: Actor) {
    this.parameters = [actor.tenantId];
    this.#all = ['l.tenant_id = $1', loanScope(actor, this.parameters)];
  }

  /** A parameter; `type` as a cast (`::uuid`). */
  use(value: unknown, type = ''): string {
    return `$${this.parameters.push(value)}${type}`;
  }

  /** Adds a condition over a row of `loans` named `l`. */
  where(condition: string): this {
    this.#all.push(condition);
    this.#kinds = undefined;
    return this;
  }

  /** Adds a condition over `l` that speaks of its client, portfolio, bucket or state alone. */
  whereKind(condition: Condition): this {
    this.#all.push(condition((value, type) => this.use(value, type)));
    this.#kinds?.push(condition);
    return this;
  }

  get source(): Source {
    return { from: 'loans l', where: this.#all.join(' and '), parameters: this.parameters };
  }

  /** The same over the totals that are kept, where they can answer it. */
  get totals(): Source | undefined {
    if (!this.#kinds) return undefined;
    const parameters: unknown[] = [this.actor.tenantId];
    const { from, condition } = totalsScope(this.actor, parameters);
    const kinds = this.#kinds.map((one) => one((value, type = '') => `$${parameters.push(value)}${type}`));
    return { from: `${from} l`, where: ['l.tenant_id = $1', condition, ...kinds].join(' and '), parameters };
  }
}

export type Count = 'exact' | 'quick';

export interface LoanPageOf<Item> extends PageOf<Item> {
  /** Null beside a number that is not exact: money is never estimated. */
  totals: { posPaise: number; tosPaise: number; overduePaise: number } | null;
}

const SUMS = (of: string) =>
  `coalesce(sum(${of}.pos_paise), 0)::bigint as pos, coalesce(sum(${of}.tos_paise), 0)::bigint as tos,
   coalesce(sum(${of}.overdue_paise), 0)::bigint as overdue`;

/** From the totals that are kept, else counted: all that match, or as many as a visit may count. */
async function sumsOf(tx: Tx, question: LoanQuestion, count: Count) {
  const kept = question.totals;
  const { from, where, parameters } = kept ?? question.source;
  const limit = count === 'exact' ? '' : ` limit ${EXACT_COUNT + 1}`;
  const [sums] = await tx.query<{ count: number; pos: number; tos: number; overdue: number }>(
    kept
      ? `select coalesce(sum(l.loans), 0)::bigint as count, ${SUMS('l')} from ${from} where ${where}`
      : `select count(*) as count, ${SUMS('found')} from (select l.pos_paise, l.tos_paise, l.overdue_paise from ${from} where ${where}${limit}) found`,
    parameters,
  );
  const total = sums?.count ?? 0;
  if (!kept && count === 'quick' && total > EXACT_COUNT)
    return { counted: await countOf(tx, question.source, 'quick'), totals: null };
  return {
    counted: { total, exact: true },
    totals: { posPaise: sums?.pos ?? 0, tosPaise: sums?.tos ?? 0, overduePaise: sums?.overdue ?? 0 },
  };
}

/** One page of the ids of what was asked, with its totals. */
export async function pageOfLoans(
  tx: Tx,
  question: LoanQuestion,
  order: Order,
  page: Page,
  count: Count = 'exact',
): Promise<LoanPageOf<string>> {
  const { counted, totals } = await sumsOf(tx, question, count);
  const ids = await pageOfIds(tx, question.source, order, page, counted);
  return { ...pageOf(ids, page, counted), totals };
}

interface Row {
  id: string;
  loan_number: string;
  state: LoanRow['state'];
  borrower: string;
  city: string | null;
  pincode: string | null;
  client: string;
  portfolio: string;
  product: string;
  bucket: LoanRow['bucket'];
  dpd: number;
  pos_paise: number;
  tos_paise: number;
  overdue_paise: number;
  emi_paise: number;
  held_by: string[] | null;
  last_at: string | null;
  last_code: string | null;
  last_label: string | null;
  ptp_due_on: string | null;
  ptp_paise: number | null;
  ptp_status: 'open' | 'kept' | 'broken' | null;
  attempts_30d: number;
  paused: boolean;
}

/** In the order of `ids`; the caller has checked that they may be seen. `today`: the tenant's day. */
export async function readRows(tx: Tx, tenantId: string, ids: string[], today: Day): Promise<LoanRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Row>(
    `select l.id, l.loan_number, l.state, b.name as borrower, place.city, place.pincode, c.name as client, p.name as portfolio,
            l.product, l.bucket, l.dpd, l.pos_paise, l.tos_paise, l.overdue_paise, l.emi_paise, held.names as held_by,
            l.last_at, l.last_code, k.label as last_label, l.ptp_due_on, l.ptp_paise, l.ptp_status, ${attemptsIn30Days('$3')} as attempts_30d,
            (l.pause_reason is not null) as paused
       from unnest($2::uuid[]) with ordinality as wanted(id, position)
       join loans l on l.tenant_id = $1 and l.id = wanted.id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id
       join portfolios p on p.tenant_id = l.tenant_id and p.id = l.portfolio_id
       left join disposition_codes k on k.tenant_id = l.tenant_id and k.code = l.last_code
       left join lateral (select a.city, a.pincode from addresses a where a.tenant_id = $1 and a.borrower_id = l.borrower_id
                           order by a.rank, a.id limit 1) place on true
       left join lateral (select array_agg(u.full_name order by h.kind desc) as names from loan_assignments h
                            join users u on u.tenant_id = h.tenant_id and u.id = h.profile_id
                           where h.tenant_id = $1 and h.loan_id = l.id and h.ended_at is null
                             and h.kind in ('field_agent', 'collector')) held on true
      order by wanted.position`,
    [tenantId, ids, today],
  );
  return rows.map((row) => ({
    id: row.id,
    loanId: row.id,
    Loan_ID: row.loan_number,
    loanNumber: row.loan_number,
    state: row.state,
    borrower: row.borrower,
    city: row.city,
    pincode: row.pincode,
    client: row.client,
    portfolio: row.portfolio,
    product: row.product,
    bucket: row.bucket,
    dpd: row.dpd,
    posPaise: row.pos_paise,
    tosPaise: row.tos_paise,
    overduePaise: row.overdue_paise,
    emiPaise: row.emi_paise,
    heldBy: row.held_by ?? [],
    last:
      row.last_at !== null && row.last_code !== null
        ? { at: row.last_at, code: row.last_code, label: row.last_label ?? row.last_code }
        : null,
    disCreatedAt: row.last_at,
    ptp:
      row.ptp_due_on !== null && row.ptp_paise !== null && row.ptp_status !== null
        ? { amountPaise: row.ptp_paise, dueOn: row.ptp_due_on, status: row.ptp_status }
        : null,
    attempts30d: row.attempts_30d,
    contactPaused: row.paused,
  }));
}
