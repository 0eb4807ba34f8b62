-- Processes that project, each beating once a second; one that is silent for 3 s has lost its partitions.
create table projection.member (
  id uuid primary key,
  seen_at timestamptz not null,
  -- The versions it has in code, as `name shape.logic`: a partition is shared among those who can work on it.
  runs text[] not null
) with (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
