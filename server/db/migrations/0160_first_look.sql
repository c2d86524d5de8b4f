-- What a rehearsal can say at once, while it still reads the book: how many loans there are, and how many each rule takes.
alter table allocation_runs add column first_look jsonb;
