-- Integer on purpose: a total that no longer fits is refused by the database.
create table tally (
  account_id text primary key,
  reports integer not null,
  total integer not null,
  history text not null,
  last_offset bigint not null,
  changed_at bigint not null,
  stored_at timestamptz not null default clock_timestamp()
);
