create table verdict (
  record_id text primary key,
  -- null: granted
  refusal text,
  last_offset bigint not null
);
