-- Deleted rows are vacuumed soon, because they hold names or ids of people.
create table member (
  member_id text primary key,
  name text not null,
  name_key text not null,
  chat_id text,
  time_zone text not null,
  active boolean not null,
  changed_at bigint not null,
  last_offset bigint not null,
  -- The audience of each category of the member's new accounts; null until the member chose it.
  default_sharing jsonb
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);

create index member_by_name on member (name_key) where active;
create index member_by_chat_id on member (chat_id) where active;
