/**
 * Where work on a loan is seen: neither taking its import back nor removing it by hand loses that. Every other table that knows a
 * loan or a borrower is named with its reason in tests/integration/loan-imports-undo.test.ts, which fails on a table in neither list.
 */

interface Trace {
  /** What it is to a person. */
  words: string;
  /** SQL over its rows `t`: when it was done. */
  at: string;
  /** SQL that finds its rows `t` of a loan `w` (tenant_id, loan_id, borrower_id); by `loan_id` when left out. */
  of?: string;
  /** Made while the loan is managed and not while it is worked: a removal by hand takes it along. */
  managed?: true;
}

/** By table, in the order in which they are told: the first that is found. */
export const TRACES: Readonly<Record<string, Trace>> = {
  dispositions: { words: 'A record was made on it', at: 't.received_at' },
  payments: { words: 'A payment was made', at: 't.created_at' },
  settlements: {
    words: 'It has a settlement',
    // Its offers and decisions are steps of their own.
    at: `greatest(t.stage_at, (select max(p.at) from settlement_steps p where p.tenant_id = t.tenant_id and p.settlement_id = t.id))`,
  },
  ptps: { words: 'It has a promise to pay', at: 't.created_at' },
  calls: { words: 'The borrower was called', at: 't.started_at' },
  dialer_calls: {
    words: 'The dialer called the borrower',
    at: 'greatest(t.started_at, t.answered_at, t.ended_at)',
  },
  dial_calls: { words: 'Its number was handed to the dialer', at: 'greatest(t.handed_at, t.ended_at)' },
  contact_attempts: {
    words: 'The borrower was contacted',
    at: 't.at',
    of: 't.borrower_id = w.borrower_id and t.loan_id = w.loan_id',
  },
  contact_blocks: { words: 'A contact with the borrower was held back', at: 't.last_at' },
  messages: { words: 'A message was sent', at: 't.created_at' },
  payment_links: { words: 'A payment link was sent', at: 't.created_at' },
  loan_requests: { words: 'A request was made on it', at: 'greatest(t.asked_at, t.answered_at)' },
  loan_assignments: { words: 'It was given to somebody', at: 'greatest(t.assigned_at, t.ended_at)', managed: true },
  suppressions: { words: 'It was suppressed', at: 'greatest(t.created_at, t.released_at)', managed: true },
  retained_loans: { words: 'It is retained', at: 't.marked_at', managed: true },
  predictor_overrides: { words: 'Somebody corrected how likely it pays', at: 't.made_at', managed: true },
  dial_items: { words: 'It is in a dialing list', at: "'infinity'::timestamptz", managed: true },
  alerts: {
    words: 'Somebody has an alert of it',
    // Raised by the clock it is no work since a file: it keeps a loan there, and no change of one.
    at: "'epoch'::timestamptz",
    of: 't.loan_id = w.loan_id and t.deactivated_at is null',
  },
  contact_preferences: {
    words: 'The borrower’s wishes were noted',
    at: 'greatest(t.created_at, t.ended_at)',
    of: 't.borrower_id = w.borrower_id',
  },
  audit_log: {
    words: 'It was changed by hand',
    at: 't.at',
    of: "t.subject = 'loan' and t.subject_id = w.loan_id::text and t.actor_id is not null",
    managed: true,
  },
  loan_import_changes: {
    words: 'A later file changed it',
    at: 't.at',
    of: 't.loan_id = w.loan_id and t.import_id <> $1',
    managed: true,
  },
};

const rowsOf = ([table, { of = 't.loan_id = w.loan_id' }]: [string, Trace]) =>
  `from ${table} t where t.tenant_id = w.tenant_id and ${of}`;

/** SQL of why a loan `w` (tenant_id, loan_id, borrower_id, since) of the import `$1` stays; null when nothing was done on it since. */
export const WHY_IT_STAYS = `coalesce(${Object.entries(TRACES)
  .map((trace) => `(select '${trace[1].words}' ${rowsOf(trace)} and ${trace[1].at} > w.since limit 1)`)
  .join(', ')})`;

/** SQL of whether a loan `w` (tenant_id, loan_id, borrower_id) has a history that its removal would lose. */
export const HAS_HISTORY = Object.entries(TRACES)
  .filter(([, { managed }]) => !managed)
  .map((trace) => `exists (select 1 ${rowsOf(trace)})`)
  .join(' or ');
