-- What each series goes on from. Times are epoch ms.
create table skill (
  account_id text not null collate "C",
  skill text not null collate "C",
  xp bigint not null,
  at bigint not null,
  first_xp bigint not null,
  lower_since bigint,
  primary key (account_id, skill)
) with (fillfactor = 70);
