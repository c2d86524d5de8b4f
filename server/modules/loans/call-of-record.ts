/**
 * The dialer's own report `dc` of the call that the record `d` is about, as SQL to join: by the id that the record carries, or by
 * the one that the dialer gave to a call which the page had begun. Of the same agent, and of the same loan or of none.
 */
export const CALL_OF_RECORD = `left join calls sc on sc.tenant_id = d.tenant_id and sc.disposition_id = d.id
  left join dialer_calls dc on dc.tenant_id = d.tenant_id and dc.id = coalesce(sc.dialer_id, d.record ->> 'callId')
    and dc.user_id = d.user_id and (dc.loan_id is null or dc.loan_id = d.loan_id)`;

/** Seconds that both talked, by the dialer's clock; null until the dialer has said that the call is over. */
export const TALK_SECONDS = `case when dc.ended_at is null then null when dc.answered_at is null then 0
  else greatest(0, round(extract(epoch from dc.ended_at - dc.answered_at))::integer - dc.hold_seconds) end`;

/** A correction's link, the one that came with the record, or the dialer's own; null where nobody delivered one. */
export const RECORDING = `coalesce(d.corrected ->> 'recordlink', d.record ->> 'recordLink', dc.recording)`;
