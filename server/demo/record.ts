/** Fills a record with what its code requires, the way an agent would; every field code has place, position and reason for no photo. */
import { type DispositionRecord, NOTES, RECORD_VERSION, RELATIONS } from '../../core/contract/records';
import { addDays } from '../../core/domain/dates';
import type { DispositionCode } from '../../core/domain/dispositions';
import type { Random } from '../../core/domain/random';
import { appointment, DAY, dayIn } from './calendar';
import type { DemoLoan } from './loans';
import { BANKS } from './places';
import { LOCAL_REMARKS, REASONS, REMARKS } from './words';

export interface RecordPlan {
  loan: DemoLoan;
  definition: DispositionCode;
  /** ms UTC. */
  recordedAt: number;
  loanSeq: number;
  appVersion: string;
  /** Day of a promise, when it is already decided. */
  dueOn?: string | undefined;
}

const MEETS_OTHERS = new Set(['FTP', 'LM', 'TPC', 'PTPS']);

export function fillRecord(random: Random, plan: RecordPlan): DispositionRecord {
  const { loan, definition, recordedAt } = plan;
  const today = dayIn(recordedAt);
  const at = new Date(recordedAt).toISOString();
  const needs = new Set(definition.requires);
  const record: DispositionRecord = {
    id: random.uuid(recordedAt),
    payloadVersion: RECORD_VERSION,
    channel: definition.channel,
    loanId: loan.id,
    loanNumber: loan.number,
    loanSeq: plan.loanSeq,
    code: definition.code,
    recordedAt: at,
    clockOffsetMs: random.between(-900, 900),
    appVersion: plan.appVersion,
    attachments: [],
  };
  if (definition.channel === 'field') {
    const address = loan.addresses[random.chance(0.85) ? 0 : loan.addresses.length - 1];
    if (address && !random.chance(0.03)) {
      const near = () => (random.fraction() - 0.5) * 0.0016;
      record.gps = {
        lat: Math.round((address.lat + near()) * 1e6) / 1e6,
        lng: Math.round((address.lng + near()) * 1e6) / 1e6,
        accuracyM: random.between(5, 48),
        at,
        mock: null,
      };
    } else {
      record.gpsMissing = 'timeout';
    }
    record.place = address?.kind === 'office' ? 'office' : 'residence';
    record.photoMissing = random.pick(['denied', 'no-camera', 'unsafe']);
    record.onSiteSeconds = random.between(90, 1500);
  } else {
    const phone = loan.phones[random.chance(0.8) ? 0 : loan.phones.length - 1];
    if (phone) record.phoneId = phone.id;
    record.durationSeconds = definition.class === 'NON_CONTACT' ? random.between(0, 25) : random.between(30, 420);
  }
  if (needs.has('personMet')) {
    record.personMet = MEETS_OTHERS.has(definition.code)
      ? { relation: random.pick(RELATIONS.slice(2, 9)) }
      : { relation: random.chance(0.8) ? 'borrower' : random.pick(['spouse', 'co-borrower', 'parent'] as const) };
  }
  if (needs.has('ptp')) {
    const mode = random.weighted([
      ['upi', 5],
      ['cash', 3],
      ['bank-transfer', 1],
      ['cheque', 1],
    ] as const);
    record.ptp = { amountPaise: share(random, loan), dueOn: plan.dueOn ?? addDays(today, random.between(1, 12)), mode };
  }
  if (needs.has('payment')) record.payment = payment(random, loan, definition.code === 'FCOL', today);
  if (needs.has('nextVisitOn')) record.nextVisitOn = addDays(today, random.between(1, 9));
  if (needs.has('callbackAt'))
    record.callbackAt = new Date(appointment(random, recordedAt, random.between(1, 3))).toISOString();
  if (needs.has('reason')) record.reason = random.pick(REASONS[definition.code] ?? ['See remarks']);
  if (needs.has('until')) record.until = dayIn(recordedAt + random.between(20, 90) * DAY);
  if (needs.has('amount')) record.amountPaise = share(random, loan);
  if (needs.has('reference')) {
    record.reference =
      definition.class === 'LEGAL' ? `CC ${random.between(100, 9999)}/${at.slice(0, 4)}` : utr(random, 'upi');
  }
  if (needs.has('language')) record.language = loan.borrower.language;
  if (needs.has('newPhone')) record.newPhone = `9${random.digits(9)}`;
  if (needs.has('newAddress')) {
    const pin = random.pick(loan.city.pins);
    record.newAddress = {
      line: `House ${random.between(1, 240)}, ${pin.locality}`,
      pincode: pin.pincode,
      source: random.pick(['Landlord', 'Neighbour', 'Shop next door']),
    };
  }
  const remarks = REMARKS[definition.class];
  const local = LOCAL_REMARKS[loan.city.languages[0] ?? 'hi'];
  if (needs.has('remarks') || (remarks && random.chance(0.55))) {
    const own = local && random.chance(0.2) && (definition.class === 'PTP' || definition.class === 'NOT_MET');
    record.remarks = random.pick((own ? local : remarks) ?? ['Details noted']);
  }
  return record;
}

/** An amount people name: an instalment or part of the arrears, in whole hundreds of rupees. */
function share(random: Random, loan: DemoLoan): number {
  const owed = Math.max(loan.overduePaise, loan.emiPaise);
  const part = random.weighted([
    [Math.min(loan.emiPaise, owed), 4],
    [owed, 2],
    [owed * 0.5, 3],
    [owed * 0.25, 1],
  ] as const);
  return Math.max(500_00, Math.round(part / 100_00) * 100_00);
}

function payment(
  random: Random,
  loan: DemoLoan,
  inFull: boolean,
  today: string,
): NonNullable<DispositionRecord['payment']> {
  const part = Math.min(share(random, loan), Math.max(500_00, Math.round((loan.overduePaise * 0.6) / 100_00) * 100_00));
  const amountPaise = inFull ? Math.max(500_00, Math.round(loan.emiPaise / 100) * 100) : part;
  const mode = random.weighted([
    ['cash', 5],
    ['upi', 4],
    ['cheque', 1],
  ] as const);
  const receiptNo = `F${random.digits(7)}`;
  if (mode === 'cash') return { amountPaise, mode, denominations: notes(amountPaise), receiptNo };
  if (mode === 'upi') return { amountPaise, mode, reference: utr(random, mode), receiptNo };
  const bank = random.pick(BANKS);
  return {
    amountPaise,
    mode,
    cheque: { number: random.digits(6), bank: bank.name, micr: bank.micr, datedOn: today },
    receiptNo,
  };
}

/** The fewest notes that make the amount. */
function notes(amountPaise: number) {
  let left = amountPaise / 100;
  const counts: Partial<Record<(typeof NOTES)[number], number>> = {};
  for (const note of NOTES) {
    const count = Math.floor(left / Number(note));
    if (count) counts[note] = count;
    left -= count * Number(note);
  }
  return counts;
}

/** The reference a bank gives: twelve digits for UPI, sixteen signs for a transfer. */
export const utr = (random: Random, mode: string): string =>
  mode === 'upi' ? random.digits(12) : `N${random.digits(15)}`;
