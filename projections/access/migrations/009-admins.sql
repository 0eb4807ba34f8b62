-- Who is an admin of the console; the row of one who is none any more stays.
create table admin (
  member_id text primary key,
  is_admin boolean not null,
  last_offset bigint not null
);
