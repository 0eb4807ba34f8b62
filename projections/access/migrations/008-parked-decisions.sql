-- What was decided about parked records; the engine reads it (shared/projection/parked-decisions.ts).
create table parked_decision (
  projection text not null,
  record_id text not null,
  record_offset bigint not null,
  decision text not null,
  last_offset bigint not null,
  primary key (projection, record_id, record_offset)
);
