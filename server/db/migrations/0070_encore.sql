-- On which page a client's format stands: BOI Reports, or Encore Reports.
alter table report_formats add column family text not null default 'boi' check (family in ('boi', 'encore'));
