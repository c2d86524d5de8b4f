-- A loan is worked here until its recall date, and goes back to its lender by itself on the day after.
alter table loans add column recalled_for date;
-- Near their recall date, and those whose day has come; and those that were given another one since.
create index loans_recall on loans (tenant_id, recall_on, id) where recall_on is not null;
create index loans_to_recall on loans (tenant_id, recall_on, id) where recall_on is not null and recalled_for is distinct from recall_on;
create index loans_recalled on loans (tenant_id, id) where recalled_for is not null and recall_on is distinct from recalled_for;
