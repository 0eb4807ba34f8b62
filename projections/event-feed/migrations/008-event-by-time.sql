-- A range of time, newest first: a page reads the entries that it scans, and of the table only what it serves.
create index event_by_time on event (occurred_at, seq) include (account_id, type, value_gp);
-- The same of a few accounts, whose events may lie far apart among those of all. With `special_world` it answers for the
-- dearest drops of an account, too: the planner prefers it there, and would read each event of the period without.
create index event_by_account_time on event (account_id, occurred_at, seq) include (type, value_gp, special_world);
