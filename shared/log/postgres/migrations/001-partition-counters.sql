create schema log;

-- One row for each partition of each stream. An append locks it to its commit, so that the order of offsets is the
-- order of commits: nobody sees an offset before all lower ones, and a writer that dies leaves no hole.
-- Fillfactor: rows change with every commit; with room on their page an update leaves no work for an index.
create table log.partition (
  stream text collate "C" not null,
  partition smallint not null,
  -- First offset that is kept.
  start_offset bigint not null default 0,
  next_offset bigint not null default 0,
  -- Epoch ms of the newest record; append times never fall.
  last_time bigint not null default 0,
  -- Below it each key has one record, on streams that keep the latest.
  compacted_offset bigint not null default 0,
  primary key (stream, partition)
)
with (fillfactor = 10, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
