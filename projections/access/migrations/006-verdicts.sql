create table verdict (
  record_id text primary key,
  -- whom the command was about
  subject text not null,
  -- null: granted
  refusal text,
  last_offset bigint not null
);

create index verdict_by_subject on verdict (subject);
