-- A range of time, newest first: a page reads the entries that it scans, and of the table only what it serves.
create index event_by_time on event (occurred_at, seq) include (account_id, type, value_gp);
