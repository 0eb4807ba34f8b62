-- An event that several plugins report is in the feed once, see duplicates.ts. Times are epoch ms.
-- Which reporters reported events of an account, of the types that several plugins may report. Dink reports a clue by two
-- messages, so a plugin may be two reporters, see duplicates/comparable-content.ts.
create table account_reporter (
  account_id text collate "C" not null,
  reporter text collate "C" not null,
  constraint account_source_pkey primary key (account_id, reporter)
);
-- The events of the last minutes before the newest event, for accounts with several reporters.
create table recent_event (
  account_id text collate "C" not null,
  seq bigint not null,
  reporter text collate "C" not null,
  what text collate "C" not null,
  occurred_at bigint not null,
  received_at bigint not null,
  -- The items of loot, by which reports of two plugins are compared; null for other events.
  items text collate "C",
  primary key (account_id, seq),
  -- Unique, as `seq` is, so that a rebuild keeps it, too.
  unique (account_id, what, occurred_at, seq)
);
-- Records of events that another plugin had reported first: resends of them are known for ever.
create table duplicate (
  account_id text collate "C" not null,
  -- Of the event.
  seq bigint not null,
  reporter text collate "C" not null,
  event_id uuid not null unique,
  received_at bigint not null,
  -- An entry of the collection log is reported again at any time, also by the same plugin.
  primary key (account_id, seq, event_id)
);
-- The entries of the collection log, each by the id and by the name of its item, see duplicates/collection-entries.ts.
create table collection_entry (
  account_id text collate "C" not null,
  entry text collate "C" not null,
  -- The event of the entry.
  seq bigint not null,
  primary key (account_id, entry)
);
