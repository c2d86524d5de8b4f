-- An agent may belong to several processes and works the one that they chose.
alter table dial_process_agents add column chosen_at timestamptz;
alter table dial_process_agents drop constraint dial_process_agents_pkey, add primary key (tenant_id, user_id, process_id);
