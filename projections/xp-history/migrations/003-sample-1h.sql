-- Xp at the end and at the start of each bucket in which it changed; bucket = its start, epoch ms. The key covers the
-- values: seven days of one skill are read from a dozen pages of the index, where a heap in order of time cost 457; and
-- with what was before the first of them nothing else need be looked up.
create table sample_1h (
  account_id text not null collate "C",
  skill text not null collate "C",
  bucket bigint not null,
  xp bigint not null,
  before bigint,
  primary key (account_id, skill, bucket) include (xp, before)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
