/** What an accepted record means: the rows that come of it, and what it does to its loan. */

import { isUuid } from '../../../core/contract/call-id';
import { dayOf } from '../../../core/domain/dates';
import { CLASSES, type ClassEffect, type ContactScope } from '../../../core/domain/dispositions';
import { uuidv7 } from '../../../core/domain/ids';
import { type Happened, wasConnected } from '../contact';
import { storedCallId } from './call-ids';
import type { GroupWrite, LoanChange } from './group-write';
import { correctedTime, type Outcome } from './outcome';
import type { Content } from './prepare';

export interface Accepted {
  userId: string;
  content: Content;
  outcome: Outcome;
}

/** The contact that a record tells of; a call goes by the id of its start, so that both are one attempt. */
export const contactOf = ({ record, definition }: Content, userId: string): Happened => ({
  id:
    record.channel === 'call' && record.callId
      ? storedCallId(record.callId, { userId, loanId: record.loanId })
      : record.id,
  loanId: record.loanId,
  userId,
  channel: record.channel === 'call' ? 'call' : 'visit',
  at: correctedTime(record),
  phoneId: record.phoneId ?? null,
  place: record.place ?? null,
  connected: wasConnected(definition.class),
});

export const effectOf = ({ definition }: Content): ClassEffect => CLASSES[definition.class].effect;

/** Channels of a "do not contact" that is not about everything, as an array of PostgreSQL; null: all, of one number. */
const SCOPE_CHANNELS: Record<ContactScope, string | null> = {
  number: null,
  calls: '{call}',
  messages: '{sms,whatsapp}',
  visits: '{visit}',
};
/** What is asked for in part is a wish of the borrower: it marks neither the loan nor pauses it. */
const scopeOf = (content: Content): ContactScope | undefined =>
  effectOf(content) === 'do-not-contact' ? content.record.contactScope : undefined;

/** Nobody visits or calls before the day that was agreed; messages and letters go on. */
const IN_PERSON = '{call,visit}';

/** "No contact until" of a class that by itself pauses nothing (unable to pay, refused, …). */
const pausesBy = (content: Content): boolean => {
  const effect = effectOf(content);
  return (effect === 'none' || effect === 'alert') && content.record.until !== undefined;
};

/**
 * Adds the record's own rows. Whatever the outcome, a visit took place and money changed hands, so visits, payments
 * and files are kept; promises, contacts and the loan only follow a record that applied.
 */
export function addEffects(group: GroupWrite, { userId, content, outcome }: Accepted, zone: string): void {
  const { record, definition } = content;
  const own = { disposition_id: record.id, loan_id: record.loanId, user_id: userId };
  const at = new Date(correctedTime(record)).toISOString();
  if (record.channel === 'field') {
    group.visits.push({
      ...own,
      id: uuidv7(),
      visited_at: at,
      place: record.place ?? null,
      person_met: record.personMet?.relation ?? null,
      lat: record.gps?.lat ?? null,
      lng: record.gps?.lng ?? null,
      accuracy_m: record.gps?.accuracyM ?? null,
      mock: record.gps?.mock ?? null,
      gps_missing: record.gpsMissing ?? null,
      on_site_seconds: record.onSiteSeconds ?? null,
    });
  }
  if (record.payment) {
    const { amountPaise, mode, reference, cheque } = record.payment;
    group.payments.push({
      ...own,
      id: uuidv7(),
      amount_paise: amountPaise,
      mode,
      reference: reference ?? cheque?.number ?? null,
      paid_at: at,
      detail: record.payment,
    });
  }
  for (const [position, file] of record.attachments.entries()) {
    group.files.push({ ...own, sha256: file.sha256, kind: file.kind, position });
  }
  // A call whose start never came (no network) starts with its record; one that came is ended by it.
  const { callId } = record;
  const called = callId && record.channel === 'call' ? storedCallId(callId, { userId, loanId: record.loanId }) : null;
  if (callId && called && !group.calls.some(({ id }) => id === called))
    group.calls.push({
      ...own,
      id: called,
      dialer_id: isUuid(callId) ? null : callId,
      phone_id: record.phoneId ?? null,
      predictive: record.isPredictive ?? false,
      started_at: new Date(correctedTime(record) - (record.durationSeconds ?? 0) * 1000).toISOString(),
    });
  if (outcome !== 'applied') return;

  const effect = effectOf(content);
  const scope = scopeOf(content);
  if (effect === 'do-not-contact' || effect === 'pause' || pausesBy(content)) {
    group.preferences.push({
      ...own,
      id: uuidv7(),
      kind: effect === 'pause' ? 'complaint' : 'do-not-contact',
      channels: pausesBy(content) ? IN_PERSON : scope ? SCOPE_CHANNELS[scope] : null,
      phone_id: scope === 'number' ? (record.phoneId ?? null) : null,
      until_on: record.until ?? null,
    });
  }
  if (record.ptp) {
    const { amountPaise, dueOn, mode } = record.ptp;
    // Of several promises on one loan in a group the last one stands.
    for (const earlier of group.ptps) if (earlier.loan_id === record.loanId) earlier.status = 'replaced';
    group.ptps.push({ ...own, id: uuidv7(), amount_paise: amountPaise, due_on: dueOn, mode, status: 'open' });
  }
  if (record.newPhone) group.phones.push({ id: uuidv7(), loan_id: record.loanId, number: record.newPhone });
  if (record.newAddress?.line) {
    const { line, pincode } = record.newAddress;
    group.addresses.push({ id: uuidv7(), loan_id: record.loanId, line, pincode: pincode ?? null });
  }
  if (record.phoneId) {
    for (const [index, earlier] of group.phoneResults.entries()) {
      if (earlier.id === record.phoneId) group.phoneResults.splice(index, 1);
    }
    const invalid = definition.class === 'INVALID';
    group.phoneResults.push({ id: record.phoneId, loan_id: record.loanId, code: record.code, invalid });
  }
  if (effect === 'suppress') {
    group.suppressions.push({
      id: uuidv7(),
      loan_id: record.loanId,
      reason: definition.label,
      class: definition.class,
      from_on: dayOf(at, zone),
      until_on: record.until ?? null,
      created_by: userId,
    });
  }
  changeLoan(group, { userId, content, outcome }, at, zone);
}

function changeLoan(group: GroupWrite, { userId, content }: Accepted, at: string, zone: string): void {
  const { record, definition } = content;
  const effect = effectOf(content);
  let change = group.loans.find(({ id }) => id === record.loanId);
  if (!change) {
    change = freshChange(record.loanId, definition.code, definition.rank);
    group.loans.push(change);
  }
  change.attempts += 1;
  change.last_code = record.code;
  change.last_at = at;
  change.last_by = userId;
  if (definition.rank < change.best_rank) {
    change.best_rank = definition.rank;
    change.best_code = definition.code;
  }
  if (record.channel === 'field') {
    change.visit_code = record.code;
    change.visit_at = at;
    change.visited_on = dayOf(at, zone);
  } else {
    // Every call answers the callback that was asked for, and may ask for another.
    change.called = true;
    change.callback_at = record.callbackAt ?? null;
  }
  if (record.ptp) {
    change.ptp_due_on = record.ptp.dueOn;
    change.ptp_paise = record.ptp.amountPaise;
  }
  if (record.nextVisitOn) change.next_visit_on = record.nextVisitOn;
  if (effect === 'dispute') change.dispute = true;
  if (effect === 'legal') change.legal = true;
  const inPart = scopeOf(content) !== undefined;
  if (effect === 'do-not-contact' && !inPart) change.do_not_contact = true;
  if (effect === 'suppress') change.suppress = true;
  if ((effect !== 'none' && effect !== 'alert' && !inPart) || pausesBy(content)) {
    change.pause_reason = definition.label;
    change.pause_until = record.until ?? null;
  }
}

const freshChange = (id: string, code: string, rank: number): LoanChange => ({
  id,
  attempts: 0,
  last_code: code,
  last_at: '',
  last_by: '',
  visit_code: null,
  visit_at: null,
  best_code: code,
  best_rank: rank,
  ptp_due_on: null,
  ptp_paise: null,
  next_visit_on: null,
  visited_on: null,
  called: false,
  callback_at: null,
  dispute: false,
  legal: false,
  do_not_contact: false,
  suppress: false,
  pause_reason: null,
  pause_until: null,
});
