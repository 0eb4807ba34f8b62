-- When each member last took their data out, which they may once an hour.
create table console.export (
  member_id uuid primary key,
  at timestamptz not null default clock_timestamp()
);
