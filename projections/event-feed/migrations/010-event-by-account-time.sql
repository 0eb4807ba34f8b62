-- The same of a few accounts, whose events may lie far apart among those of all.
create index event_by_account_time on event (account_id, occurred_at, seq) include (type, value_gp);
