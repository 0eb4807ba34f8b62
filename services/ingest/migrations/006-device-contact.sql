-- What became of the requests of each device, for the lists of devices. Rows are kept for 90 days after the last request;
-- `at` is the time of that request. `unused` counts the messages since used_at of which nothing could be used.
alter table hub.plugin_seen
  add column used_at bigint,
  add column unused integer not null default 0,
  add column refused_at bigint,
  -- The outcome of the refused request, as the metrics name it.
  add column refusal text;

-- The messages of each device by kind. Kinds come from the adapters of the plugins.
create table hub.device_message (
  device text not null,
  kind text not null,
  messages bigint not null,
  -- Epoch ms.
  at bigint not null,
  primary key (device, kind)
) with (fillfactor = 80);

-- Skills that plugins report by their place, and that this release does not know.
create table hub.unknown_skill (
  plugin text not null,
  -- From 1.
  place integer not null,
  -- Epoch ms.
  at bigint not null,
  primary key (plugin, place)
);
