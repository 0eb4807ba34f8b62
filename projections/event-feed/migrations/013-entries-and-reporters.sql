-- Dink reports a clue by two messages, so a plugin may be two reporters, see duplicates/comparable-content.ts.
alter table account_source rename to account_reporter;
alter table account_reporter rename column source to reporter;
alter table recent_event rename column source to reporter;
alter table duplicate rename column source to reporter;
-- An entry of the collection log is reported again at any time, also by the same plugin.
alter table duplicate drop constraint duplicate_pkey, add primary key (account_id, seq, event_id);
-- The entries of the collection log, each by the id and by the name of its item, see duplicates/collection-entries.ts.
create table collection_entry (
  account_id text collate "C" not null,
  entry text collate "C" not null,
  -- The event of the entry.
  seq bigint not null,
  primary key (account_id, entry)
);
