-- Records that a fold could not take, waiting for a decision.
create table projection.parked (
  projection text not null,
  generation integer not null,
  stream text not null,
  partition integer not null,
  record_offset bigint not null,
  record_id text not null,
  subject text not null,
  -- It is not at fault itself: an earlier record of its subject is parked.
  behind boolean not null,
  reason text not null,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (projection, generation, stream, partition, record_offset),
  foreign key (projection, generation) references projection.generation
);
