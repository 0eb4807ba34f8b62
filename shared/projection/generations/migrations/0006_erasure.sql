-- Subjects that were erased: what the log still has of them is left out of every generation, for ever.
create table projection.erased (
  subject text primary key,
  erased_at timestamptz not null default clock_timestamp()
);

alter table projection.checkpoint
  -- Raised when rows of the partition change otherwise than by a record that is read now: erased, or taken out of
  -- parking. Whoever keeps a copy by offsets reads all of it again.
  add column revision bigint not null default 0,
  -- When, epoch ms.
  add column revised_at bigint not null default 0;

alter table projection.parked
  -- Of the record, epoch ms: what it would have been folded with.
  add column record_time bigint not null default 0,
  -- The newest decision that was carried out on it, as its offset in hub.membership.
  add column settled_offset bigint not null default -1;
