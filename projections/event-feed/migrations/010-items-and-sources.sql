create index event_by_source on event (source_name, seq) include (account_id, type, value_gp)
  where source_name is not null;
create index event_by_source_time on event (source_name, occurred_at, seq) include (account_id, type, value_gp)
  where source_name is not null;
-- The items of events, see items-of.ts.
create table event_item (
  item_id bigint not null,
  -- The event.
  seq bigint not null,
  account_id text collate "C" not null,
  occurred_at bigint not null,
  primary key (item_id, seq) include (account_id)
);
create index event_item_by_time on event_item (item_id, occurred_at, seq) include (account_id);
create index event_item_by_account on event_item (account_id);
-- The names under which accounts reported items. An item without an id has a negative id, made from its name.
create table item_name (
  account_id text collate "C" not null,
  name text collate "C" not null,
  item_id bigint not null,
  primary key (account_id, name, item_id)
);
create index item_name_by_name on item_name (name, item_id);
