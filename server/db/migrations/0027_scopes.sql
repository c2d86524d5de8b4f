-- Whoever makes an agency or a client sees it before anybody of theirs works for it.
alter table agencies add column created_by uuid;
alter table clients add column created_by uuid;
