-- Xp at the end of each bucket in which it changed; bucket = start, epoch ms. The key covers the xp: seven days of one
-- skill are read from ten pages of the index, where a heap in order of time cost 457.
create table sample_1d (
  account_id text not null collate "C",
  skill text not null collate "C",
  bucket bigint not null,
  xp bigint not null,
  primary key (account_id, skill, bucket) include (xp)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
