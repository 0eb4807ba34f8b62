-- Requests that were let in, by window and by when, microseconds by this server's clock: those of one statement share
-- a row. Unlogged: after a crash of the server everybody starts with an empty window.
create unlogged table hub.limit_request (
  window_id text not null,
  at bigint not null,
  count integer not null,
  primary key (window_id, at) include (count)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

-- For forgetting what has left every window.
create index limit_request_at on hub.limit_request (at);
