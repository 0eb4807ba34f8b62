create table member (
  member_id text primary key,
  name text not null,
  name_key text not null,
  chat_id text,
  time_zone text not null,
  active boolean not null,
  changed_at bigint not null,
  last_offset bigint not null
);

create index member_by_name on member (name_key) where active;
