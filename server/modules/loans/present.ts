/** Loans as the contract shows them, many at once in a constant number of statements. */
import type { Loan } from '../../../core/contract/loans';
import type { Day } from '../../../core/domain/dates';
import type { Tx } from '../../db/database';
import { presentHistory, recentOf } from './history';
import { type LoanRow, readAddresses, readLoans, readPeople, readPhones } from './repository';

/** Entries of the history that travel with a loan; the rest is `call-disposition/caseHistory`. */
const RECENT = 5;

function grouped<R>(rows: readonly R[], keyOf: (row: R) => string): (key: string) => R[] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return (key) => groups.get(key) ?? [];
}

/** The loans that exist, in the order asked for. `today` is the tenant's day. The caller has checked that they may be seen. */
export async function presentLoans(tx: Tx, tenantId: string, ids: string[], today: Day): Promise<Loan[]> {
  if (ids.length === 0) return [];
  const loans = await readLoans(tx, tenantId, ids, today);
  const borrowers = [...new Set(loans.map((loan) => loan.borrower_id))];
  const peopleOf = grouped(await readPeople(tx, tenantId, ids), (row) => row.loan_id);
  const phonesOf = grouped(await readPhones(tx, tenantId, borrowers), (row) => row.borrower_id);
  const addressesOf = grouped(await readAddresses(tx, tenantId, borrowers), (row) => row.borrower_id);
  const historyOf = grouped(await recentOf(tx, tenantId, ids, RECENT), (row) => row.loan_id);
  return loans.map((loan) => ({
    ...presentCore(loan),
    relatedPeople: peopleOf(loan.id).map(({ name, relation }) => ({ name, relation })),
    phones: phonesOf(loan.borrower_id).map(({ id, number, owner, last_result, invalid }) => ({
      id,
      number,
      owner,
      lastResult: last_result,
      invalid,
    })),
    addresses: addressesOf(loan.borrower_id).map(({ id, kind, line, city, state, pincode, lat, lng }) => ({
      id,
      kind,
      line,
      city,
      state,
      pincode,
      lat,
      lng,
    })),
    recent: historyOf(loan.id).map(presentHistory),
  }));
}

const presentCore = (loan: LoanRow): Omit<Loan, 'relatedPeople' | 'phones' | 'addresses' | 'recent'> => ({
  id: loan.id,
  _id: loan.id,
  loanNumber: loan.loan_number,
  version: loan.version,
  state: loan.state,
  client: loan.client,
  portfolio: loan.portfolio,
  product: loan.product,
  bucket: loan.bucket,
  dpd: loan.dpd,
  dpdAsOf: loan.dpd_as_of,
  dpdReported:
    loan.dpd_reported === null || loan.dpd_reported_on === null
      ? null
      : { dpd: loan.dpd_reported, on: loan.dpd_reported_on },
  posPaise: loan.pos_paise,
  tosPaise: loan.tos_paise,
  overduePaise: loan.overdue_paise,
  overdueSplit: {
    principalPaise: loan.principal_overdue_paise,
    interestPaise: loan.interest_overdue_paise,
    penalPaise: loan.penal_paise,
    chargesPaise: loan.charges_paise,
  },
  emiPaise: loan.emi_paise,
  dueDay: loan.due_day,
  disbursedOn: loan.disbursed_on,
  lastPayment:
    loan.last_payment_on !== null && loan.last_payment_paise !== null
      ? { on: loan.last_payment_on, amountPaise: loan.last_payment_paise }
      : null,
  borrower: {
    id: loan.borrower_id,
    name: loan.borrower_name,
    language: loan.borrower_language,
    panMasked: loan.pan_masked,
    email: loan.email,
  },
  flags: {
    dispute: loan.flag_dispute,
    deceased: loan.flag_deceased,
    legal: loan.flag_legal,
    doNotContact: loan.flag_do_not_contact,
    vulnerable: loan.flag_vulnerable,
  },
  retained: loan.retained,
  contactPause: loan.pause_reason === null ? null : { reason: loan.pause_reason, until: loan.pause_until },
  ptp:
    loan.ptp_due_on !== null && loan.ptp_paise !== null && loan.ptp_status !== null
      ? { amountPaise: loan.ptp_paise, dueOn: loan.ptp_due_on, status: loan.ptp_status }
      : null,
  nextVisitOn: loan.next_visit_on,
  callbackAt: loan.callback_at,
  lastVisit:
    loan.last_visit_at !== null && loan.last_visit_code !== null
      ? { at: loan.last_visit_at, code: loan.last_visit_code, label: loan.last_visit_label ?? loan.last_visit_code }
      : null,
  attempts30d: loan.attempts_30d,
});
