-- The next day on which an entry begins or ceases to hold and has to be told to phones; null when nothing is to come.
alter table suppression_list add column turns_on date;
update suppression_list set turns_on = case when from_on > current_date then from_on else until_on + 1 end
 where released_at is null;
create index suppression_list_turns on suppression_list (tenant_id, turns_on, id)
  where released_at is null and turns_on is not null;
