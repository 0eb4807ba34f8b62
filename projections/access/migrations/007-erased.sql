-- Accounts and members that were erased, for ever: an id that nothing links to anyone.
create table erased (
  subject text primary key,
  at bigint not null,
  last_offset bigint not null
);
