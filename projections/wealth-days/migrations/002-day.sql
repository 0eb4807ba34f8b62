-- One row per account and UTC day on which the value was known and the account seen.
create table day (
  account_id text not null collate "C",
  day date not null,
  last_value bigint not null,
  max_value bigint not null,
  primary key (account_id, day)
) with (fillfactor = 80);
