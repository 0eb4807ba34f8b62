-- Written by a hub of one process; outside the generations, because it says what a process does, not what the log holds.
create table hub.served_epoch (
  hub text primary key,
  epoch bigint not null
);
