-- What a client wants its sheet called (null: as the format), and whether amounts are grouped as India counts.
alter table report_formats
  add column sheet_name text check (length(sheet_name) between 1 and 31),
  add column amount_style text not null default 'plain' check (amount_style in ('plain', 'lakh'));
