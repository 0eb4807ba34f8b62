-- Deleted rows are vacuumed soon, because they hold names or ids of people.
create table api_key (
  key_id text primary key,
  prefix text not null unique,
  secret_hash text not null,
  kind text not null,
  name text not null,
  member_id text,
  -- bits in the order of the categories
  categories integer not null,
  account_ids text[],
  rate_limit_per_minute integer not null,
  expires_at bigint,
  revoked boolean not null,
  created_at bigint not null,
  changed_at bigint not null,
  last_offset bigint not null
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);

create index api_key_by_member on api_key (member_id);
