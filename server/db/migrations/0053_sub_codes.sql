-- The third level of dispositions: what may be said beside a code, in the tenant's words.
alter table disposition_codes add column sub_codes text[] not null default '{}';
