create schema if not exists projection;

-- One build of a room's tables, in a Postgres schema of its own.
create table projection.generation (
  projection text not null,
  generation integer not null,
  -- The version in code that fills it; only a process that has it may.
  shape integer not null,
  logic integer not null,
  schema_name text not null unique,
  state text not null check (state in ('live', 'building', 'ready', 'retired', 'stopped')),
  stopped_reason text check ((state = 'stopped') = (stopped_reason is not null)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (projection, generation)
);

-- The generation that the queries of a shape read.
create table projection.pointer (
  projection text not null,
  shape integer not null,
  generation integer not null,
  moved_at timestamptz not null default clock_timestamp(),
  primary key (projection, shape),
  foreign key (projection, generation) references projection.generation
);
