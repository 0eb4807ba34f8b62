-- How many accounts each member reported for the first time on a UTC day. Members stand in it as hashes under the hub's
-- secret, and days that are over are deleted by the next first contact.
create table hub.first_contact (
  member text not null,
  day date not null,
  accounts integer not null,
  primary key (member, day)
);
