-- Which of several processes an agent works who has chosen none: the lowest number first.
alter table dial_processes add column priority smallint not null default 5 check (priority between 1 and 9);
