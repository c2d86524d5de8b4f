-- A tenant's name is its operator's matter: a name that is unique over the installation tells who else is there.
drop index tenants_name;
create index tenants_name on tenants (lower(name));
