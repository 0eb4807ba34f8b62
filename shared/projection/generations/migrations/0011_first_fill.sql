-- The first generation of its projection, over a log that had records: nothing reads it before it has caught up once.
alter table projection.generation add column first_fill boolean not null default false;
