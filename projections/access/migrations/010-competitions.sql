create table competition (
  competition_id text primary key,
  title text not null,
  -- {kind, name}
  metric jsonb not null,
  from_at bigint not null,
  to_at bigint not null,
  -- [{name, accounts}]
  teams jsonb not null,
  ended_at bigint,
  last_offset bigint not null
);
