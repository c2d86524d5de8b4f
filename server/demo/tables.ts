/** Loans and their histories as rows of the database, in the order of `COLUMNS`. Only text, numbers, booleans and null. */
import { createHash } from 'node:crypto';
import { bucketOf } from '../../core/domain/buckets';
import { canonicalJson } from '../../core/domain/canonical';
import { CLASSES } from '../../core/domain/dispositions';
import type { Random } from '../../core/domain/random';
import type { Book } from './book';
import { DAY, dayIn } from './calendar';
import type { History, HistoryEvent } from './history';
import type { DemoLoan } from './loans';

const list = (names: string) => ['tenant_id', ...names.split(' ')];

/** Tables of one batch of loans, in the order in which foreign keys want them. */
export const COLUMNS = {
  borrowers: list('id name language born_on pan_masked employer'),
  loans: list(
    'id loan_number client_id portfolio_id borrower_id batch_no product state version dpd dpd_month_open bucket pos_paise tos_paise overdue_paise principal_overdue_paise interest_overdue_paise penal_paise charges_paise emi_paise due_day tenure_months disbursed_on last_payment_on last_payment_paise flag_dispute flag_deceased flag_legal flag_do_not_contact flag_vulnerable pause_reason pause_until last_code last_at last_by last_visit_code last_visit_at best_code best_rank ptp_due_on ptp_paise ptp_status next_visit_on callback_at attempts updated_at',
  ),
  loan_people: list('id loan_id name relation'),
  phones: list('id borrower_id number owner rank last_result invalid'),
  addresses: list('id borrower_id kind line city state pincode lat lng rank'),
  loan_assignments: list('id loan_id kind profile_id visit_on assigned_by assigned_at'),
  loan_feed: list('user_id loan_id state reason'),
  suppressions: list('id loan_id reason from_on until_on created_by created_at'),
  dispositions: list(
    'id received_at loan_id user_id channel code class rank outcome recorded_at receipt_no remarks record payload_hash',
  ),
  visits: list(
    'id disposition_id loan_id user_id visited_at place person_met lat lng accuracy_m mock gps_missing on_site_seconds',
  ),
  ptps: list('id disposition_id loan_id user_id amount_paise due_on mode status created_at'),
  payments: list('id disposition_id loan_id user_id amount_paise mode reference paid_at status detail created_at'),
  loan_month_opens: list('month loan_id portfolio_id dpd bucket pos_paise overdue_paise taken_on'),
} as const;

export type Table = keyof typeof COLUMNS;
type Cell = string | number | boolean | null;
export type Rows = Record<Table, Cell[][]>;

export const emptyRows = (): Rows =>
  Object.fromEntries(Object.keys(COLUMNS).map((table) => [table, [] as Cell[][]])) as Rows;

const iso = (millis: number) => new Date(millis).toISOString();

/** Adds everything about one loan to `rows`; the dispositions wait in `events` until their receipts are numbered. */
export function addLoan(
  rows: Rows,
  events: HistoryEvent[],
  random: Random,
  book: Book,
  loan: DemoLoan,
  history: History,
  now: number,
  /** Months whose openings are held, this one among them. */
  openings: number,
): void {
  const { tenantId } = book;
  const today = dayIn(now);
  const { borrower } = loan;
  rows.borrowers.push([
    tenantId,
    borrower.id,
    borrower.name.shown,
    borrower.language,
    borrower.bornOn,
    borrower.pan,
    borrower.employer,
  ]);
  rows.loans.push(loanRow(book, loan, history, today));
  for (const { id, name, relation } of loan.people) rows.loan_people.push([tenantId, id, loan.id, name, relation]);
  for (const [at, { id, number, owner, invalid }] of loan.phones.entries()) {
    const last = history.events.findLast(({ record }) => record.phoneId === id);
    const dead = invalid || last?.definition.class === 'INVALID';
    rows.phones.push([tenantId, id, borrower.id, number, owner, at + 1, last?.record.code ?? null, dead]);
  }
  for (const [at, { id, kind, line, pin, lat, lng }] of loan.addresses.entries()) {
    rows.addresses.push([
      tenantId,
      id,
      borrower.id,
      kind,
      line,
      loan.city.city,
      loan.city.state,
      pin.pincode,
      lat,
      lng,
      at + 1,
    ]);
  }

  const state = stateOf(loan);
  const holders: [kind: string, profile: string | undefined][] = [
    ['manager', loan.manager.id],
    ['collector', loan.caller.id],
    ['field_agent', loan.post?.agent.id],
    ['agency', book.agencies[loan.agencyIndex]?.id],
  ];
  const assigned = loan.createdAt + DAY;
  for (const [kind, profile] of holders) {
    if (!profile) continue;
    const planned = kind === 'field_agent' && state === 'active' && random.chance(0.08);
    const visitOn = planned ? iso(Date.parse(`${dayIn(now + random.between(0, 2) * DAY)}T04:30:00Z`)) : null;
    rows.loan_assignments.push([
      tenantId,
      random.uuid(assigned),
      loan.id,
      kind,
      profile,
      visitOn,
      loan.manager.id,
      iso(assigned),
    ]);
    if (kind === 'collector' || kind === 'field_agent') {
      rows.loan_feed.push([tenantId, profile, loan.id, ...feedState(state)]);
    }
  }
  if (state === 'suppressed') {
    const last = history.events.at(-1);
    const from = last ? dayIn(last.recordedAt) : today;
    rows.suppressions.push([
      tenantId,
      random.uuid(now - DAY),
      loan.id,
      pauseOf(history).reason ?? 'Sensitive',
      from,
      last?.record.until ?? null,
      loan.manager.id,
      iso(last?.receivedAt ?? loan.createdAt),
    ]);
  }
  addOpenings(rows, tenantId, loan, history, openings);
  events.push(...history.events);
  for (const event of history.events) addEffects(rows, tenantId, loan, event);
  for (const { id, amountPaise, mode, reference, paidAt } of history.bankPayments) {
    rows.payments.push([
      tenantId,
      id,
      null,
      loan.id,
      null,
      amountPaise,
      mode,
      reference,
      iso(paidAt),
      'verified',
      null,
      iso(paidAt),
    ]);
  }
}

/** How each month began: of loans that were open then. What was paid since was owed then. */
function addOpenings(rows: Rows, tenantId: string, loan: DemoLoan, history: History, months: number): void {
  const paid = paymentsOf(history);
  const over = stateOf(loan) === 'closed' || stateOf(loan) === 'settled';
  const ended = over ? dayIn(Math.max(paid[0]?.at ?? 0, history.events.at(-1)?.recordedAt ?? 0)) : null;
  for (const { month, dpd } of loan.path.slice(0, months)) {
    if (ended && ended < month) continue;
    const since = paid.reduce((sum, { at, amountPaise }) => sum + (dayIn(at) >= month ? amountPaise : 0), 0);
    const overdue = dpd === 0 ? 0 : (Math.floor(dpd / 30) + 1) * loan.emiPaise;
    rows.loan_month_opens.push([
      tenantId,
      month,
      loan.id,
      loan.portfolioId,
      dpd,
      bucketOf(dpd),
      loan.posPaise + since,
      overdue,
      month,
    ]);
  }
}

function addEffects(rows: Rows, tenantId: string, loan: DemoLoan, event: HistoryEvent): void {
  const { record, by, recordedAt, receivedAt, visitId, ptp, payment } = event;
  if (visitId) {
    rows.visits.push([
      tenantId,
      visitId,
      record.id,
      loan.id,
      by.id,
      record.recordedAt,
      record.place ?? null,
      record.personMet?.relation ?? null,
      record.gps?.lat ?? null,
      record.gps?.lng ?? null,
      record.gps?.accuracyM ?? null,
      record.gps?.mock ?? null,
      record.gpsMissing ?? null,
      record.onSiteSeconds ?? null,
    ]);
  }
  if (ptp) {
    rows.ptps.push([
      tenantId,
      ptp.id,
      record.id,
      loan.id,
      by.id,
      ptp.amountPaise,
      ptp.dueOn,
      ptp.mode,
      ptp.status,
      iso(receivedAt),
    ]);
  }
  if (payment && record.payment) {
    rows.payments.push([
      tenantId,
      payment.id,
      record.id,
      loan.id,
      by.id,
      payment.amountPaise,
      payment.mode,
      record.payment.reference ?? record.payment.cheque?.number ?? null,
      iso(recordedAt),
      payment.status,
      JSON.stringify(record.payment),
      iso(receivedAt),
    ]);
  }
}

/** The evidence: the record as sent, and its hash as the device would have made it. */
export function dispositionRow(tenantId: string, event: HistoryEvent, receiptNo: number): Cell[] {
  const { record, definition, by, receivedAt } = event;
  const canonical = canonicalJson(record);
  return [
    tenantId,
    record.id,
    iso(receivedAt),
    record.loanId,
    by.id,
    record.channel,
    record.code,
    definition.class,
    definition.rank,
    'applied',
    record.recordedAt,
    receiptNo,
    record.remarks ?? null,
    canonical,
    createHash('sha256').update(canonical).digest('hex'),
  ];
}

const feedState = (state: string): [state: string, reason: string | null] => {
  if (state === 'active') return ['assigned', null];
  return ['revoked', state === 'suppressed' ? 'suppressed' : 'closed'];
};

function stateOf({ situation }: DemoLoan): 'active' | 'closed' | 'settled' | 'suppressed' {
  if (situation === 'closed' || situation === 'settled') return situation;
  return situation === 'suppressed' || situation === 'deceased' ? 'suppressed' : 'active';
}

/** What the server does to a loan when a record of such a class arrives (core/domain/dispositions.ts `effect`). */
function pauseOf(history: History): { reason: string | null; until: string | null } {
  const pausing = history.events.findLast(({ definition }) => {
    const { effect } = CLASSES[definition.class];
    return effect !== 'none' && effect !== 'alert';
  });
  return { reason: pausing?.definition.label ?? null, until: pausing?.record.until ?? null };
}

/** The newest first. */
const paymentsOf = ({ events, bankPayments }: History): { at: number; amountPaise: number }[] =>
  [
    ...bankPayments.map(({ paidAt, amountPaise }) => ({ at: paidAt, amountPaise })),
    ...events.flatMap(({ payment, recordedAt }) =>
      payment ? [{ at: recordedAt, amountPaise: payment.amountPaise }] : [],
    ),
  ].sort((a, b) => b.at - a.at);

function loanRow(book: Book, loan: DemoLoan, history: History, today: string): Cell[] {
  const { events } = history;
  const last = events.at(-1);
  const lastVisit = events.findLast(({ record }) => record.channel === 'field');
  const best = events.reduce<HistoryEvent | undefined>(
    (so, event) => (so === undefined || event.definition.rank <= so.definition.rank ? event : so),
    undefined,
  );
  const promise = events.findLast(({ ptp }) => ptp)?.ptp;
  const [paid] = paymentsOf(history);
  const pause = pauseOf(history);
  const next = last?.record.nextVisitOn;
  const callback = events.findLast(({ record }) => record.channel === 'call')?.record.callbackAt;
  const monthAgo = Date.parse(`${today}T00:00:00Z`) - 30 * DAY;
  return [
    book.tenantId,
    loan.id,
    loan.number,
    book.clients[loan.clientIndex]?.id ?? null,
    loan.portfolioId,
    loan.borrower.id,
    loan.batchNo,
    loan.product,
    stateOf(loan),
    1 + events.length,
    loan.dpd,
    loan.path[0]?.dpd ?? loan.dpd,
    loan.bucket,
    loan.posPaise,
    loan.tosPaise,
    loan.overduePaise,
    loan.principalOverduePaise,
    loan.interestOverduePaise,
    loan.penalPaise,
    loan.chargesPaise,
    loan.emiPaise,
    loan.dueDay,
    loan.tenureMonths,
    loan.disbursedOn,
    paid ? dayIn(paid.at) : loan.lastPaymentOn,
    paid?.amountPaise ?? loan.emiPaise,
    loan.situation === 'dispute',
    loan.situation === 'deceased',
    loan.situation === 'legal',
    loan.situation === 'do-not-contact',
    loan.situation === 'vulnerable',
    pause.reason,
    pause.until,
    last?.record.code ?? null,
    last ? iso(last.receivedAt) : null,
    last?.by.id ?? null,
    lastVisit?.record.code ?? null,
    lastVisit?.record.recordedAt ?? null,
    best?.record.code ?? null,
    best?.definition.rank ?? null,
    promise?.dueOn ?? null,
    promise?.amountPaise ?? null,
    promise && promise.status !== 'replaced' ? promise.status : null,
    next && next >= today ? next : null,
    // Nobody keeps a callback of last month waiting.
    callback && Date.parse(callback) > Date.parse(`${today}T00:00:00Z`) - 7 * DAY ? callback : null,
    events.filter(({ recordedAt }) => recordedAt >= monthAgo).length,
    iso(last?.receivedAt ?? loan.createdAt),
  ];
}
