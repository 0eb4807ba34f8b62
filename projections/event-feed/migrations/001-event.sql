-- The feed: each game event once, in the order of the log. Times are epoch ms.
create table event (
  -- Where the record stands in hub.feed, see sequence.ts; the order of the feed, and what a cursor holds.
  seq bigint not null primary key,
  event_id uuid not null unique,
  account_id text collate "C" not null,
  type text collate "C" not null,
  occurred_at bigint not null,
  received_at bigint not null,
  value_gp bigint,
  item_id bigint,
  npc_id bigint,
  skill text,
  level bigint,
  tier text,
  points bigint,
  special_world boolean not null,
  -- JSON as the plugin sent it: jsonb would refuse some of its strings.
  data text not null,
  -- What is cut from `data` for readers who may not read where the account is or which world it is on; null: nothing.
  withheld json,
  -- The monster, container or killed player that loot came from, as names are compared; null for other events.
  source_name text collate "C"
);
