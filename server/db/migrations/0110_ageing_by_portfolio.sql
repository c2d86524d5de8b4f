-- A night's ageing asks only the portfolios whose loans move by the calendar, each in the order of its loans' ids.
create index loans_of_portfolio on loans (tenant_id, portfolio_id, id);
drop index loans_portfolio;
alter table ageing_runs add column at_portfolio uuid not null default '00000000-0000-0000-0000-000000000000';
