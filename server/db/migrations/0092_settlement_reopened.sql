-- The day on which a payment was taken back after the end: what was due before it is due anew.
alter table settlements add column reopened_on date;
-- Settlements with money that waits for somebody's confirmation.
create index settlements_money on settlements (tenant_id, valid_till, id) where received_paise > 0;
