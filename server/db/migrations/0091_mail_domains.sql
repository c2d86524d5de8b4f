-- To whom a tenant's reports may be mailed; empty: to anybody.
alter table tenants add column mail_domains text[] not null default '{}';
