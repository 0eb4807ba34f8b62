-- What rebuilds, verifications and rollbacks remember.
alter table projection.generation
  -- The room's migration files that made its tables; null: made before this was kept, with all of that time.
  add column files text[],
  -- Secondary indexes that a bulk load left out, as statements; they are made before it is ready.
  add column deferred_indexes text[] not null default '{}',
  -- The generation that its tables equalled when both stood at one barrier.
  add column verified_with integer;

alter table projection.pointer
  -- Where a rollback goes.
  add column previous integer;

alter table projection.checkpoint
  -- A barrier: until its time is over no batch passes it.
  add column hold_at bigint,
  add column hold_until timestamptz;
