-- As what each device was seen within the last week, once an hour, for `hub doctor`. Devices and the addresses of clients
-- stand in it as hashes under the hub's secret.
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
  -- Epoch ms.
  at bigint not null
);
