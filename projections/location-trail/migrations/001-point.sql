-- At most one point per account and minute (since the epoch); `at` is epoch ms. Expires with the stream.
create table point (
  account_id text not null collate "C",
  minute bigint not null,
  at bigint not null,
  x integer not null,
  y integer not null,
  plane smallint not null,
  world integer,
  is_on_boat boolean,
  primary key (account_id, minute)
);
