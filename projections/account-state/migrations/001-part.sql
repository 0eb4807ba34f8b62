-- The newest record of each part of an account, one row per (account, part).
-- The index on last_offset is what a query replica reads changes by. It also makes every update a cold one, so the
-- space for it comes from vacuum: by default that waits for a fifth of the table and then pauses between pages.
create table part (
  account_id text collate "C" not null,
  part text collate "C" not null,
  partition smallint not null,
  last_offset bigint not null,
  changed_at bigint not null,
  value json not null,
  primary key (account_id, part)
)
with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);

create index part_changed on part (partition, last_offset);
