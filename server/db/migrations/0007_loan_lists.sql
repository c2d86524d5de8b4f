-- The desk's list of loans: its usual orders and its search, so that a page of a large book is read and not sorted.
create index loans_by_dpd on loans (tenant_id, dpd desc, id);
create index loans_by_pos on loans (tenant_id, pos_paise desc, id);
create index loans_by_last on loans (tenant_id, last_at desc nulls last, id);
create index loans_number_lower on loans (tenant_id, lower(loan_number) text_pattern_ops);
create index loans_ptp_open on loans (tenant_id, ptp_due_on) where ptp_status = 'open';
create index phones_last_four on phones (tenant_id, right(number, 4));
