-- Xp that a confirmed correction took away within a 5-minute bucket; added back where gains span it.
create table correction (
  account_id text not null collate "C",
  skill text not null collate "C",
  bucket bigint not null,
  fall bigint not null,
  primary key (account_id, skill, bucket)
);
