-- An event that several plugins report is in the feed once, see duplicates.ts. Times are epoch ms.
-- Which plugins reported events of an account, of the types that several plugins may report.
create table account_source (
  account_id text collate "C" not null,
  source text collate "C" not null,
  primary key (account_id, source)
);
-- Of accounts with several sources, the events of the last minutes before the newest of these.
create table recent_event (
  account_id text collate "C" not null,
  seq bigint not null,
  source text collate "C" not null,
  what text collate "C" not null,
  occurred_at bigint not null,
  received_at bigint not null,
  primary key (account_id, seq),
  -- Unique, as `seq` is, so that a rebuild keeps it, too.
  unique (account_id, what, occurred_at, seq)
);
-- Records of events that another plugin had reported first: resends of them are known for ever.
create table duplicate (
  account_id text collate "C" not null,
  -- Of the event.
  seq bigint not null,
  source text collate "C" not null,
  event_id uuid not null unique,
  received_at bigint not null,
  primary key (account_id, seq, source)
);
