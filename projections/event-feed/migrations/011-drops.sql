-- The drops of normal worlds, each as the feed serves its event, see drops/drop-of.ts. Times are epoch ms.
create table account_drop (
  account_id text collate "C" not null,
  -- The event.
  seq bigint not null,
  occurred_at bigint not null,
  -- The source as names are compared, and as a plugin says it; null when it was not sent.
  source_name text collate "C",
  source text collate "C",
  kind text collate "C",
  kill_count integer,
  value_gp bigint,
  primary key (account_id, seq)
);
-- The items of drops. Stacks of an item are added up; a second plugin's record raises what it knows better.
create table drop_item (
  account_id text collate "C" not null,
  seq bigint not null,
  -- An item without an id has the negative id of `item_name`.
  item_id bigint not null,
  -- As of its drop.
  occurred_at bigint not null,
  name text collate "C",
  quantity bigint,
  value_gp bigint,
  primary key (account_id, seq, item_id)
);
