-- How far a generation is in a partition, and who works on it. Times are epoch ms.
-- Every batch updates its rows, up to 20 times a second: room on the page keeps those updates off the index.
create table projection.checkpoint (
  projection text not null,
  generation integer not null,
  stream text not null,
  partition integer not null,
  next_offset bigint not null default 0,
  -- Raised by every taking of the partition; a write under an older one is refused.
  epoch bigint not null default 0,
  owner uuid,
  -- Of the last record: the largest append time so far on streams kept for ever, its own elsewhere.
  record_time bigint not null default 0,
  last_append_time bigint,
  -- Everything stamped before this is applied; 0 before the first record.
  watermark_at bigint not null default 0,
  primary key (projection, generation, stream, partition),
  foreign key (projection, generation) references projection.generation
) with (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
