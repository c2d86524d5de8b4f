/** Giving loans to people and taking that back. Each loan is answered on its own; all SQL of it is here. */
import type { ResponseOf } from '../../../core/contract/kit';
import type { AssignResult, undoAssign } from '../../../core/contract/loan-changes';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { parseRole, type Role } from '../../../core/domain/roles';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { agencyRefusal } from '../tenants';
import { meetOtherAgentRequests } from './other-agent';
import { agencyScope } from './party-scope';
import { peopleScope } from './people-scope';
import { loanScope } from './scope';
import { type PlannedVisit, setVisitDays } from './visit-days';

export type AssignKind = 'collector' | 'field_agent' | 'manager' | 'agency';

/** Which people can hold a loan in which capacity. */
export const HOLDERS: Record<Exclude<AssignKind, 'agency'>, { roles: readonly Role[]; words: string }> = {
  collector: { roles: ['CRM_TELECALLER', 'COLLECTOR'], words: 'Not a telecaller or collector' },
  field_agent: { roles: ['CRM_FIELDAGENT'], words: 'Not a field agent' },
  manager: { roles: ['MANAGER', 'CRM_MANAGER', 'CRM_SUPERMANAGER'], words: 'Not a manager' },
};

export interface Assignment {
  kind: AssignKind;
  /** Of a person, or of the agency. */
  profileId: string;
  loanIds: readonly string[];
  /** When to visit: the moment, and its day in the tenant's zone. A field agent's phone plans that day. */
  visit?: { at: Date; day: Day } | null;
  /** Only loans with an address in one of the profile's pincodes. */
  ownPincodes?: boolean;
  /** The last day on which an agency has them. */
  recallOn?: Day | null;
  /** Why, in the words of who gives them; nothing and an empty text are the same. */
  reason?: string | undefined;
  /** The allocation job that gives them. */
  runId?: string;
}

const NOT_ACTIVE = 'This person is not active';
const field = (path: string, message: string) => new ApiError('invalid', { fields: [{ path, message }] });

/** Throws `not-found` for an agency that the caller does not see, `invalid` for one that gets nothing. */
async function checkAgency(tx: Tx, actor: Actor, agencyId: string): Promise<void> {
  const parameters: unknown[] = [actor.tenantId, agencyId];
  const scope = agencyScope(actor, parameters);
  const found = await tx.query(
    `select 1 from agencies a where a.tenant_id = $1 and a.id = $2 and ${scope}`,
    parameters,
  );
  if (found.length === 0) throw new ApiError('not-found');
  const stopped = await agencyRefusal(tx, agencyId);
  if (stopped) throw field('profileId', stopped);
}

/** Throws `not-found` for somebody who is not among the caller's people, `invalid` for one who cannot hold such loans. */
export async function holderOf(
  tx: Tx,
  actor: Actor,
  kind: AssignKind,
  profileId: string,
): Promise<{ pincodes: string[] }> {
  if (kind === 'agency') {
    await checkAgency(tx, actor, profileId);
    return { pincodes: [] };
  }
  const parameters: unknown[] = [actor.tenantId, profileId];
  const scope = peopleScope(actor, parameters, 'u.tenant_id', 'u.id');
  const [user] = await tx.query<{ role: string; active: boolean; pincodes: string[]; agency_id: string | null }>(
    `select u.role, u.active, u.pincodes, u.agency_id from users u where u.tenant_id = $1 and u.id = $2 and ${scope}`,
    parameters,
  );
  if (!user) throw new ApiError('not-found');
  const role = parseRole(user.role);
  if (!role || !HOLDERS[kind].roles.includes(role)) throw field('profileId', HOLDERS[kind].words);
  if (!user.active) throw field('profileId', NOT_ACTIVE);
  const refusal = await agencyRefusal(tx, user.agency_id);
  if (refusal) throw field('profileId', refusal);
  return user;
}

/** What a batch remembers of one loan: who had it, and its day of visit where the batch moved that. */
interface BatchLoan {
  loanId: string;
  before: string | null;
  visit?: Pick<PlannedVisit, 'before' | 'after'>;
  /** Of an agency that had it already: its last day with it. */
  recall?: { before: Day | null; after: Day };
}

interface Seen {
  id: string;
  state: string;
  holder: string | null;
  /** When the holder got it, and until when an agency has it. */
  since: string | null;
  recall_on: Day | null;
  client_active: boolean;
  near: boolean;
}

/**
 * Holds the loans until the end of the transaction, in the order in which records lock them (dispositions/repository.ts), so that nobody
 * waits in a circle. What is read of them belongs into a statement of its own: the one that waited sees what stood before it waited.
 */
export const lockLoans = (tx: Tx, tenantId: string, loanIds: readonly string[]) =>
  tx.query('select 1 from loans where tenant_id = $1 and id = any($2::uuid[]) order by id for no key update', [
    tenantId,
    loanIds,
  ]);

/** A hand-over is never before the one that it follows, whose clock may have been ahead or which was waited for. */
const notBefore = (now: Date, others: readonly (string | null)[]): Date =>
  new Date(Math.max(now.getTime(), ...others.flatMap((at) => (at === null ? [] : [Date.parse(at)]))));

export async function assignLoans(tx: Tx, actor: Actor, asked: Assignment, asOf: Date): Promise<AssignResult> {
  const { kind, profileId, visit = null } = asked;
  const reason = asked.reason || null;
  const { pincodes } = await holderOf(tx, actor, kind, profileId);
  const wanted = asked.loanIds.map((id) => id.toLowerCase());
  const ids = [...new Set(wanted)];
  await lockLoans(tx, actor.tenantId, ids);
  const parameters: unknown[] = [actor.tenantId, ids, kind, pincodes];
  const scope = loanScope(actor, parameters);
  const rows = await tx.query<Seen & Record<string, unknown>>(
    `select l.id, l.state, h.profile_id as holder, h.assigned_at as since, h.recall_on,
            (select c.active from clients c where c.tenant_id = $1 and c.id = l.client_id) as client_active,
            exists (select 1 from addresses a where a.tenant_id = $1 and a.borrower_id = l.borrower_id
                     and a.pincode = any($4::text[])) as near
       from loans l left join loan_assignments h
         on h.tenant_id = $1 and h.loan_id = l.id and h.kind = $3 and h.ended_at is null
      where l.tenant_id = $1 and l.id = any($2::uuid[]) and ${scope}`,
    parameters,
  );
  const now = notBefore(
    asOf,
    rows.map(({ since }) => since),
  );
  const seen = new Map(rows.map((row) => [row.id, row]));
  const became = (loanId: string): AssignResult['results'][number]['became'] => {
    const loan = seen.get(loanId);
    if (!loan) return 'not-found';
    if (loan.state !== 'active') return 'not-active';
    if (!loan.client_active) return 'client-inactive';
    if (asked.ownPincodes && !loan.near) return 'other-pincode';
    if (loan.holder !== profileId) return 'assigned';
    return asked.recallOn && loan.recall_on !== asked.recallOn ? 'renewed' : 'unchanged';
  };
  const results = wanted.map((loanId) => ({ loanId, became: became(loanId) }));
  const chosen = (what: string) => [
    ...new Set(results.filter((result) => result.became === what).map(({ loanId }) => loanId)),
  ];
  const given = chosen('assigned');
  const kept = chosen('unchanged');
  if (visit && kept.length > 0)
    await tx.query(
      `update loan_assignments set visit_on = $4 where tenant_id = $1 and loan_id = any($2::uuid[]) and kind = $3 and ended_at is null`,
      [actor.tenantId, kept, kind, visit.at],
    );
  const planned =
    visit && kind === 'field_agent'
      ? await setVisitDays(
          tx,
          actor,
          [...given, ...kept].map((loanId) => ({ loanId, on: visit.day })),
          now,
        )
      : [];
  const renewed = chosen('renewed');
  if (given.length + renewed.length === 0) return { batchId: null, assigned: 0, results };
  if (renewed.length > 0)
    await tx.query(
      `update loan_assignments set recall_on = $4 where tenant_id = $1 and loan_id = any($2::uuid[]) and kind = $3 and ended_at is null`,
      [actor.tenantId, renewed, kind, asked.recallOn],
    );
  await handOver(tx, actor, kind, given, () => profileId, now, {
    visitOn: visit?.at,
    reason,
    runId: asked.runId,
    recallOn: asked.recallOn,
  });
  await meetOtherAgentRequests(tx, actor, given, now);
  const batchId = uuidv7();
  const visits = new Map(planned.map(({ loanId, before, after }) => [loanId, { before, after }]));
  const loans = given.map((loanId): BatchLoan => {
    const moved = visits.get(loanId);
    return { loanId, before: seen.get(loanId)?.holder ?? null, ...(moved && { visit: moved }) };
  });
  if (asked.recallOn)
    for (const loanId of renewed)
      loans.push({
        loanId,
        before: profileId,
        recall: { before: seen.get(loanId)?.recall_on ?? null, after: asked.recallOn },
      });
  await tx.query(
    `insert into assignment_batches (tenant_id, id, kind, profile_id, assigned_by, assigned_at, loans, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [actor.tenantId, batchId, kind, profileId, actor.userId, now, JSON.stringify(loans), reason],
  );
  await appendAudit(
    tx,
    [
      {
        action: 'loans.assigned',
        subject: 'assignment',
        subjectId: batchId,
        actorId: actor.userId,
        detail: {
          kind,
          reason,
          loans: loans.map(({ loanId, before, recall }) => ({
            loanId,
            before,
            after: profileId,
            ...(recall && { recall }),
          })),
        },
      },
    ],
    now,
  );
  return { batchId, assigned: given.length, results };
}

/** Ends who holds the loans in this capacity and lets others follow; `to` answers null for nobody. */
async function handOver(
  tx: Tx,
  actor: Actor,
  kind: AssignKind,
  loanIds: readonly string[],
  to: (loanId: string) => string | null,
  now: Date,
  {
    visitOn = null,
    reason = null,
    runId = null,
    recallOn = null,
  }: {
    visitOn?: Date | null | undefined;
    reason?: string | null;
    runId?: string | null | undefined;
    recallOn?: Day | null | undefined;
  } = {},
): Promise<void> {
  await tx.query(
    `update loan_assignments set ended_at = $4
      where tenant_id = $1 and loan_id = any($2::uuid[]) and kind = $3 and ended_at is null`,
    [actor.tenantId, loanIds, kind, now],
  );
  const next = loanIds.flatMap((loanId) => {
    const profile = to(loanId);
    return profile === null ? [] : [{ id: uuidv7(), loanId, profile }];
  });
  if (next.length === 0) return;
  await tx.query(
    `insert into loan_assignments (tenant_id, id, loan_id, kind, profile_id, visit_on, assigned_by, assigned_at, reason, run_id, recall_on)
     select $1, given.id, given.loan, $4, given.profile, $6, $7, $8, $9, $10, $11::date
       from unnest($2::uuid[], $3::uuid[], $5::uuid[]) as given(id, loan, profile)`,
    [
      actor.tenantId,
      next.map(({ id }) => id),
      next.map(({ loanId }) => loanId),
      kind,
      next.map(({ profile }) => profile),
      visitOn,
      actor.userId,
      now,
      reason,
      runId,
      recallOn,
    ],
  );
}

type Undone = ResponseOf<typeof undoAssign>['data'];

/** Of those who had loans before, people or agencies, the ones who may get none now, with the reason in words. */
async function refusals(
  tx: Tx,
  tenantId: string,
  kind: AssignKind,
  holders: readonly string[],
): Promise<Map<string, string>> {
  const found = await tx.query<{ id: string; active: boolean; agency_id: string | null }>(
    kind === 'agency'
      ? 'select id, true as active, id as agency_id from agencies where tenant_id = $1 and id = any($2::uuid[])'
      : 'select id, active, agency_id from users where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, holders],
  );
  const refused = new Map<string, string>();
  for (const { id, active, agency_id } of found) {
    const reason = active ? await agencyRefusal(tx, agency_id) : NOT_ACTIVE;
    if (reason) refused.set(id, reason);
  }
  return refused;
}

/** Gives the last day of before back to what an agency had already and still has until the batch's day; answers which loans. */
async function takeBackDays(
  tx: Tx,
  actor: Actor,
  { loans, profile_id }: { loans: readonly BatchLoan[]; profile_id: string },
): Promise<string[]> {
  const renewed = loans.flatMap(({ loanId, recall }) => (recall ? [{ loanId, ...recall }] : []));
  if (renewed.length === 0) return [];
  const parameters: unknown[] = [actor.tenantId, profile_id, JSON.stringify(renewed)];
  const rows = await tx.query<{ loan_id: string }>(
    `update loan_assignments h set recall_on = n.before
       from jsonb_to_recordset($3::jsonb) as n("loanId" uuid, before date, after date)
       join loans l on l.tenant_id = $1 and l.id = n."loanId" and ${loanScope(actor, parameters)}
      where h.tenant_id = $1 and h.loan_id = n."loanId" and h.kind = 'agency' and h.profile_id = $2 and h.ended_at is null
        and h.recall_on = n.after
     returning h.loan_id`,
    parameters,
  );
  return rows.map(({ loan_id }) => loan_id);
}

/** Throws `invalid` for a last day that is over. */
export function checkRecallDay(recallOn: Day | null | undefined, today: Day): void {
  if (recallOn && recallOn < today) throw field('recallOn', 'This day is over');
}

/**
 * Undoes a batch of the caller or of somebody below them. A loan that somebody has given to another person since is left
 * there, and so are one that is out of the caller's sight by now and one whose holder of before could not be given it today. Asked twice,
 * the second answer restores nothing.
 */
export async function undoAssignment(tx: Tx, actor: Actor, batchId: string, asOf: Date): Promise<Undone> {
  const parameters: unknown[] = [actor.tenantId, batchId];
  const scope = peopleScope(actor, parameters, 'b.tenant_id', 'b.assigned_by');
  const [batch] = await tx.query<{
    kind: AssignKind;
    profile_id: string;
    assigned_at: string;
    undone_at: string | null;
    loans: BatchLoan[];
  }>(
    `select b.kind, b.profile_id, b.assigned_at, b.undone_at, b.loans from assignment_batches b
      where b.tenant_id = $1 and b.id = $2 and ${scope} for update`,
    parameters,
  );
  if (!batch) throw new ApiError('not-found');
  const ids = batch.loans.map(({ loanId }) => loanId).sort();
  if (batch.undone_at !== null) return { restored: 0, left: ids.length, refused: [] };
  const now = notBefore(asOf, [batch.assigned_at]);
  await lockLoans(tx, actor.tenantId, ids);
  const asked: unknown[] = [actor.tenantId, ids, batch.kind, batch.profile_id, batch.assigned_at];
  const still = await tx.query<{ loan_id: string }>(
    `select given.loan_id from loan_assignments given join loans l on l.tenant_id = given.tenant_id and l.id = given.loan_id
      where given.tenant_id = $1 and given.loan_id = any($2::uuid[]) and given.kind = $3
        and given.profile_id = $4 and given.assigned_at = $5 and given.ended_at is null and ${loanScope(actor, asked)}`,
    asked,
  );
  const before = new Map(batch.loans.map(({ loanId, before: holder }) => [loanId, holder]));
  const holders = [...new Set([...before.values()].filter((holder) => holder !== null))];
  const reasons = await refusals(tx, actor.tenantId, batch.kind, holders);
  const restored: string[] = [];
  const refused = new Map<string, string[]>();
  for (const { loan_id } of still) {
    const reason = reasons.get(before.get(loan_id) ?? '');
    if (reason === undefined) restored.push(loan_id);
    else refused.set(reason, [...(refused.get(reason) ?? []), loan_id]);
  }
  const told = [...refused].map(([reason, loanIds]) => ({ loanIds, reason }));
  if (restored.length > 0) await handOver(tx, actor, batch.kind, restored, (loanId) => before.get(loanId) ?? null, now);
  restored.push(...(await takeBackDays(tx, actor, batch)));
  const back = new Set(restored);
  await setVisitDays(
    tx,
    actor,
    batch.loans.flatMap(({ loanId, visit }) =>
      visit?.after && back.has(loanId) ? [{ loanId, on: visit.before, standing: visit.after }] : [],
    ),
    now,
  );
  await tx.query('update assignment_batches set undone_at = $3 where tenant_id = $1 and id = $2', [
    actor.tenantId,
    batchId,
    now,
  ]);
  await appendAudit(
    tx,
    [
      {
        action: 'loans.assignment-undone',
        subject: 'assignment',
        subjectId: batchId,
        actorId: actor.userId,
        detail: {
          restored: restored.map((loanId) => ({
            loanId,
            before: batch.profile_id,
            after: before.get(loanId) ?? null,
          })),
          refused: told,
        },
      },
    ],
    now,
  );
  return { restored: restored.length, left: ids.length - restored.length, refused: told };
}
