-- Deleted rows are vacuumed soon, because they hold names or ids of people.
create table account (
  account_id text primary key,
  name text,
  -- as names are compared; of an account without a name the one that its first identity came with
  name_key text,
  type integer,
  ha_hash text,
  dink_hash text,
  first_seen bigint not null,
  owner_id text,
  contributor_ids text[] not null,
  blocked_ids text[] not null,
  -- {category: {audience, with, changedAt}} of every category
  sharing jsonb not null,
  changed_at bigint not null,
  last_offset bigint not null,
  -- When a record last named the account.
  named_at bigint not null default 0
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);

create index account_by_name on account (name_key);

create table identity (
  source text not null,
  external_id text not null,
  account_id text not null,
  member_ids text[] not null,
  last_offset bigint not null,
  primary key (source, external_id)
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);

