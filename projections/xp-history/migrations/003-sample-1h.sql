-- As of 5 minutes, for ever. `opens_day`: no earlier one of the skill on that UTC day. It stands where alignment would leave
-- a gap.
create table sample_1h (
  account_id text not null collate "C",
  skill text not null collate "C",
  opens_day boolean not null,
  bucket bigint not null,
  xp bigint not null,
  before bigint,
  primary key (account_id, skill, bucket) include (xp, before)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);

-- Days: what was before the first hour of one is how the day before ended. A table of days took 2.4 KB for ever of a player's
-- hour of play, this index takes 1.1, and a year of days is read from as many pages.
create index sample_1h_day on sample_1h (account_id, skill, bucket) include (before) where opens_day;
