-- Long work that was begun in the console, and that a process of its own does. The newest hundred are kept.
create table console.job (
  -- The id of the request that began it.
  id uuid primary key,
  kind text not null,
  -- What it is about: the name of a projection, or the file of a backup.
  subject text,
  member_id uuid not null,
  state text not null check (state in ('running', 'done', 'failed')),
  progress jsonb,
  -- The document of what was done, or {"error": {"code", "message"}}.
  result jsonb,
  started_at timestamptz not null default clock_timestamp(),
  -- Moved on every few seconds while its process lives.
  updated_at timestamptz not null default clock_timestamp(),
  -- The pace of a rebuild, and whether it is promoted. Empty for other work.
  options jsonb not null default '{}'
);

create index job_by_time on console.job (started_at);
