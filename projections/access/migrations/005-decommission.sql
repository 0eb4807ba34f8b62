create table decommission (
  hub text primary key,
  is_on boolean not null,
  since bigint not null,
  last_offset bigint not null
);
