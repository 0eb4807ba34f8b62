-- Deleted rows are vacuumed soon, because they hold names or ids of people.
create table pairing_code (
  code_hash text primary key,
  member_id text not null,
  expires_at bigint not null,
  device_id text,
  last_offset bigint not null
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);

create index pairing_code_by_member on pairing_code (member_id) where device_id is null;

create table device (
  device_id text primary key,
  member_id text not null,
  token_hash text not null,
  plugin text not null,
  name text not null,
  paired_at bigint not null,
  last_seen_at bigint,
  revoked boolean not null,
  last_offset bigint not null
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);
