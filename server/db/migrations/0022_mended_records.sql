-- A mended record names the keys of its earlier forms. One that has not arrived is barred: its row stands for no record and
-- says which record has taken its place, so that whatever comes under that key later takes no effect.
alter table idempotency_keys add column superseded_by uuid;
