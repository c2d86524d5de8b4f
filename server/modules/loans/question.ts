/**
 * One question about loans: conditions over `l`, always within what the caller may see, and a page of the answer with its
 * totals. Every list of loans is asked through it, so that no list forgets the scope or counts otherwise.
 */
import type { LoanRow } from '../../../core/contract/loan-list';
import type { Tx } from '../../db/database';
import type { Actor } from '../../http/implement';
import { loanScope } from './scope';

export class LoanQuestion {
  readonly parameters: unknown[];
  readonly #all: string[];

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
    return this;
  }

  get conditions(): string {
    return this.#all.join(' and ');
  }
}

export interface Page {
  page: number;
  pageSize: number;
}

export interface PageOf<Item> extends Page {
  content: Item[];
  totalElements: number;
  totalPages: number;
  totals: { posPaise: number; tosPaise: number; overduePaise: number };
}

/** `order` is SQL over `l` and its borrower `b`; it should end with `l.id`. */
export async function pageOfIds(
  tx: Tx,
  question: LoanQuestion,
  order: string,
  { page, pageSize }: Page,
): Promise<PageOf<string>> {
  const where = question.conditions;
  const [sums] = await tx.query<{ count: number; pos: number; tos: number; overdue: number }>(
    `select count(*) as count, coalesce(sum(l.pos_paise), 0) as pos, coalesce(sum(l.tos_paise), 0) as tos,
            coalesce(sum(l.overdue_paise), 0) as overdue from loans l where ${where}`,
    question.parameters,
  );
  const total = sums?.count ?? 0;
  const parameters = [...question.parameters];
  const ids = total
    ? await tx.query<{ id: string }>(
        `select l.id from loans l join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id
          where ${where} order by ${order} limit $${parameters.push(pageSize)} offset $${parameters.push((page - 1) * pageSize)}`,
        parameters,
      )
    : [];
  return {
    content: ids.map(({ id }) => id),
    page,
    pageSize,
    totalElements: total,
    totalPages: Math.ceil(total / pageSize),
    totals: { posPaise: sums?.pos ?? 0, tosPaise: sums?.tos ?? 0, overduePaise: sums?.overdue ?? 0 },
  };
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

/** In the order of `ids`; the caller has checked that they may be seen. */
export async function readRows(tx: Tx, tenantId: string, ids: string[]): Promise<LoanRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Row>(
    `select l.id, l.loan_number, l.state, b.name as borrower, place.city, place.pincode, c.name as client, p.name as portfolio,
            l.product, l.bucket, l.dpd, l.pos_paise, l.tos_paise, l.overdue_paise, l.emi_paise, held.names as held_by,
            l.last_at, l.last_code, k.label as last_label, l.ptp_due_on, l.ptp_paise, l.ptp_status, l.attempts_30d,
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
    [tenantId, ids],
  );
  return rows.map((row) => ({
    id: row.id,
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
    ptp:
      row.ptp_due_on !== null && row.ptp_paise !== null && row.ptp_status !== null
        ? { amountPaise: row.ptp_paise, dueOn: row.ptp_due_on, status: row.ptp_status }
        : null,
    attempts30d: row.attempts_30d,
    contactPaused: row.paused,
  }));
}
