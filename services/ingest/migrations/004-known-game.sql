-- What reports and files have shown of the game (plugin-protocols.md, Identity across plugins): names and prices of items,
-- for plugins that send ids only.
create table hub.known_item (
  -- 0 to 65,535, which bounds the table.
  id integer primary key check (id between 0 and 65535),
  -- Null for what nothing has said yet.
  name text,
  ge_price integer,
  ha_price integer,
  -- A file gave the name, or the price that never changes: reports do not overwrite it.
  name_of_file boolean not null default false,
  ha_price_of_file boolean not null default false,
  -- When a file gave the guide price, epoch ms: for a while reports do not overwrite it.
  ge_price_of_file_at bigint,
  -- The account and the member whose report gave the name, empty for a file: the name goes with the erasure of either.
  named_by text[] collate "C" not null default '{}',
  -- By this server's clock, epoch ms: what was written since is read by the other processes.
  written_at bigint not null
)
-- An erased name is gone soon after the erasure.
with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Which worlds are special ones.
create table hub.known_world (
  -- 1 to 4,095, which bounds the table.
  world integer primary key check (world between 1 and 4095),
  special boolean not null,
  -- A file said so, which stays until something newer says otherwise; what a report said stays for a week.
  of_file boolean not null,
  -- When that was said last, epoch ms.
  said_at bigint not null,
  written_at bigint not null
);
