-- The two halves of an account's carried value as last reported; carried is null until an inventory was sent.
create table value (
  account_id text primary key collate "C",
  worn bigint not null,
  carried bigint
) with (fillfactor = 80);
