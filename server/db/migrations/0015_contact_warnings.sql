-- A rule may warn instead of blocking; what took place with a warning is counted beside what was held back.
alter table contact_blocks drop constraint contact_blocks_kind_check;
alter table contact_blocks add constraint contact_blocks_kind_check check (kind in ('refused', 'outside', 'warned'));
