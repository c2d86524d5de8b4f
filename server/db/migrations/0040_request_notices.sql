-- Whoever may answer a request on a loan hears of it, and whoever asked hears of the answer. The contract names the kinds.
alter table notifications drop constraint if exists notifications_kind_check;
