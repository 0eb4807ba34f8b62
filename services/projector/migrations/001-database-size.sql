-- The size of the database as it was first seen on each UTC day of the last five weeks: `hub doctor` tells from it when the
-- disk will be full.
create table hub.database_size (
  day date primary key,
  at timestamptz not null,
  bytes bigint not null
);
