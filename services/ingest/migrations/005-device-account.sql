-- The accounts that each device reported by name, for plugins whose other reports name no player. Devices and accounts are
-- hashes under the hub's secret. A row that was not seen for 90 days is deleted.
create table hub.device_account (
  device text not null,
  account text not null,
  -- Epoch ms of the last report, to within a day.
  seen_at bigint not null,
  primary key (device, account)
);
create index device_account_by_time on hub.device_account (seen_at);
