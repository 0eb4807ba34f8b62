-- Pages are read from the newest entry on, and retention deletes by time.
create index entry_at on entry (at, record_id);
