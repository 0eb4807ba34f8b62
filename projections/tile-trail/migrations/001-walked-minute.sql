-- The packed tiles of an account in a minute that begins at `at`, epoch ms. Expires with the stream.
create table walked_minute (
  at bigint not null,
  count smallint not null,
  account_id text not null collate "C",
  tiles bytea not null,
  primary key (account_id, at)
);
-- Packed tiles hardly compress, and their rows are small.
alter table walked_minute alter column tiles set storage external;
-- Retention deletes by time alone; rows lie in the order of time, so a block range index finds them.
create index walked_minute_at on walked_minute using brin (at);
