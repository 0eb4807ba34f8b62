-- Deleted rows are vacuumed soon, because they hold names or ids of people.
-- The names of each account, in the order in which plugins reported them; number counts from 1. named_at is the time of the
-- first record with the name, epoch ms. The newest 100 names of an account are kept.
create table name (
  account_id text not null collate "C",
  number integer not null,
  name text not null,
  named_at bigint not null,
  primary key (account_id, number)
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);
