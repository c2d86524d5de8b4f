/** SQL of requests on loans; the caller has checked that the loan may be seen. Giving a loan away closes its own (loans/other-agent.ts). */
import type { ListedRequest, LoanRequest, RequestKind } from '../../../core/contract/loan-requests';
import type { WantsOther } from '../../../core/contract/other-agent';
import type { Tx } from '../../db/database';
import { countOf, pageOfIds } from '../../db/listing';
import { type Actor, ApiError } from '../../http/implement';
import { loanScope } from '../loans';

/** Shown with a loan; older ones stand in the audit. */
const MOST = 20;

interface Row {
  id: string;
  loan_id: string;
  kind: RequestKind;
  note: string;
  state: LoanRequest['state'];
  by: string;
  asked_by: string;
  asked_at: string;
  answer: string | null;
  answered_by: string | null;
  answered_at: string | null;
}

const SELECT = `select r.id, r.loan_id, r.kind, r.note, r.state, coalesce(u.full_name, '') as by, r.asked_by, r.asked_at, r.answer,
    a.full_name as answered_by, r.answered_at
  from loan_requests r left join users u on u.tenant_id = r.tenant_id and u.id = r.asked_by
  left join users a on a.tenant_id = r.tenant_id and a.id = r.answered_by`;

const iso = (value: string) => new Date(value).toISOString();
const present = (row: Row): LoanRequest & { askedBy: string } => ({
  id: row.id,
  loanId: row.loan_id,
  kind: row.kind,
  note: row.note,
  state: row.state,
  by: row.by,
  askedBy: row.asked_by,
  askedAt: iso(row.asked_at),
  answer: row.answer,
  answeredBy: row.answered_by,
  answeredAt: row.answered_at && iso(row.answered_at),
});

const shownOf = (row: Row): LoanRequest => {
  const { askedBy: _, ...shown } = present(row);
  return shown;
};

export async function findRequest(tx: Tx, tenantId: string, id: string) {
  const [row] = await tx.query<Row & Record<string, unknown>>(`${SELECT} where r.tenant_id = $1 and r.id = $2`, [
    tenantId,
    id,
  ]);
  return row && present(row);
}

export async function requestsOf(tx: Tx, tenantId: string, loanId: string): Promise<LoanRequest[]> {
  const rows = await tx.query<Row & Record<string, unknown>>(
    `${SELECT} where r.tenant_id = $1 and r.loan_id = $2 order by (r.state = 'open') desc, r.asked_at desc, r.id limit ${MOST}`,
    [tenantId, loanId],
  );
  return rows.map(shownOf);
}

/** Requests on the loans that the actor sees, in one state, newest first. */
export async function requestPage(
  tx: Tx,
  actor: Actor,
  {
    state,
    kind,
    page,
    size,
  }: { state: LoanRequest['state']; kind?: RequestKind | undefined; page: number; size: number },
): Promise<{ rows: ListedRequest[]; total: number; exact: boolean }> {
  const parameters: unknown[] = [state];
  const scope = loanScope(actor, parameters);
  const ofKind = kind ? ` and r.kind = $${parameters.push(kind)}` : '';
  const source = {
    from: 'loan_requests r join loans l on l.tenant_id = r.tenant_id and l.id = r.loan_id',
    where: `r.tenant_id = current_tenant() and r.state = $1 and ${scope}${ofKind}`,
    parameters,
  };
  const counted = await countOf(tx, source, 'quick');
  const order = { by: 'r.asked_at', dir: 'desc', indexed: 'desc', type: 'timestamptz', id: 'r.id' } as const;
  const ids = await pageOfIds(tx, source, order, { page, pageSize: size }, counted);
  if (ids.length === 0) return { rows: [], ...counted };
  const rows = await tx.query<Row & { loan_number: string; borrower: string } & Record<string, unknown>>(
    `select found.*, l.loan_number, b.name as borrower
       from (${SELECT} where r.tenant_id = current_tenant() and r.id = any($1::uuid[])) found
       join loans l on l.tenant_id = current_tenant() and l.id = found.loan_id
       join borrowers b on b.tenant_id = l.tenant_id and b.id = l.borrower_id`,
    [ids],
  );
  const byId = new Map(
    rows.map((row) => [row.id, { ...shownOf(row), loanNumber: row.loan_number, borrower: row.borrower }]),
  );
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...counted };
}

/** Open requests for another agent on those of the loans that the actor sees. */
export async function otherAgentRequests(tx: Tx, actor: Actor, loanIds: readonly string[]): Promise<WantsOther[]> {
  const parameters: unknown[] = [loanIds];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<{
    id: string;
    loan_id: string;
    loan_number: string;
    by: string;
    asked_at: string;
    note: string;
  }>(
    `select r.id, r.loan_id, l.loan_number, coalesce(u.full_name, '') as by, r.asked_at, r.note
       from loan_requests r join loans l on l.tenant_id = r.tenant_id and l.id = r.loan_id
       left join users u on u.tenant_id = r.tenant_id and u.id = r.asked_by
      where r.tenant_id = current_tenant() and r.loan_id = any($1::uuid[]) and r.kind = 'other-agent' and r.state = 'open' and ${scope}
      order by r.asked_at, r.id`,
    parameters,
  );
  return rows.map(({ id, loan_id, loan_number, by, asked_at, note }) => ({
    id,
    loanId: loan_id,
    loanNumber: loan_number,
    by,
    askedAt: iso(asked_at),
    note,
  }));
}

/** The id of the new request, or of the one of this kind that is open; `made` tells them apart. */
export async function openRequest(
  tx: Tx,
  tenantId: string,
  { id, loanId, kind, note, userId }: { id: string; loanId: string; kind: RequestKind; note: string; userId: string },
  now: Date,
): Promise<{ id: string; made: boolean }> {
  // Whoever removes the loan at this moment sees the request, or it finds no loan.
  const locked = await tx.query('select 1 from loans where tenant_id = $1 and id = $2 for key share', [
    tenantId,
    loanId,
  ]);
  if (locked.length === 0) throw new ApiError('not-found');
  const made = await tx.query(
    `insert into loan_requests (tenant_id, id, loan_id, kind, note, asked_by, asked_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, loan_id, kind) where state = 'open' do nothing returning id`,
    [tenantId, id, loanId, kind, note, userId, now],
  );
  if (made.length > 0) return { id, made: true };
  const [open] = await tx.query<{ id: string }>(
    `select id from loan_requests where tenant_id = $1 and loan_id = $2 and kind = $3 and state = 'open'`,
    [tenantId, loanId, kind],
  );
  if (!open) throw new Error('A request was answered at the same moment');
  return { id: open.id, made: false };
}

/** False when it was not open any more. */
export async function closeRequest(
  tx: Tx,
  tenantId: string,
  id: string,
  { state, answer, userId }: { state: 'done' | 'declined'; answer: string; userId: string },
  now: Date,
): Promise<boolean> {
  const closed = await tx.query(
    `update loan_requests set state = $3, answer = $4, answered_by = $5, answered_at = $6
      where tenant_id = $1 and id = $2 and state = 'open' returning id`,
    [tenantId, id, state, answer, userId, now],
  );
  return closed.length > 0;
}
