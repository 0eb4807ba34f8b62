-- When a record last named the account.
alter table account add column named_at bigint not null default 0;
