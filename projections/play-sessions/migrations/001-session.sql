-- One row per play session. Times are epoch ms. The key serves the overlap query: newest first, back from `to`.
create table session (
  account_id text not null collate "C",
  started_at bigint not null,
  last_seen_at bigint not null,
  ended_at bigint,
  end_reason text,
  worlds integer[] not null,
  timeout_ms integer not null,
  primary key (account_id, started_at)
) with (fillfactor = 80);
