-- The month (its first day) whose opening book a rehearsal replays: nothing of it can be given. Null for a rehearsal of today's book.
alter table allocation_runs add column replayed date;
