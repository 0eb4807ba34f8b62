-- What was done, by the id of the record that says so; `at` is epoch ms. The first id of `about` is what it is mainly
-- about; account_id or member_id is the one with whom the record is erased. `operator` comes from a record of its own,
-- and a row whose change has not been read yet has only that, with a null `action`.
create table entry (
  record_id uuid primary key,
  account_id text collate "C",
  member_id text collate "C",
  at bigint not null,
  actor text collate "C",
  operator text collate "C",
  action text collate "C",
  about text[] not null,
  details text not null
);

-- Pages are read from the newest entry on, and retention deletes by time.
create index entry_at on entry (at, record_id);
