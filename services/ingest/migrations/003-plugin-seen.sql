-- How each device was last seen, once an hour, and what became of its requests, for `hub doctor` and the lists of devices.
-- Devices and the addresses of clients are hashes under the hub's secret. Rows are kept for 90 days after the last request.
create table hub.plugin_seen (
  device text primary key,
  -- The plugin's name in the log, and its version as it says.
  plugin text not null,
  version text,
  -- Hash of the address by which the client is limited.
  client text not null,
  -- The connection came from this machine.
  from_here boolean not null,
  -- Entries of X-Forwarded-For.
  forwarded integer not null,
  -- The time of the last request. All times are epoch ms.
  at bigint not null,
  used_at bigint,
  -- The messages since used_at of which nothing could be used.
  unused integer not null default 0,
  refused_at bigint,
  -- The outcome of the refused request, as the metrics name it.
  refusal text
);

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
