-- Every change of an account's worn set, with the whole set after it. The key serves newest-first ranges.
create table change (
  account_id text not null collate "C",
  changed_at bigint not null,
  "offset" bigint not null,
  items json not null,
  primary key (account_id, changed_at, "offset")
);
