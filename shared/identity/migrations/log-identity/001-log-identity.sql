-- The log that this database was projected from and writes to: one row. Checkpoints mean nothing on another one.
create table hub.log_identity (
  only_row boolean primary key default true check (only_row),
  identity text not null
);
