-- Where the log was found to be older than what had been projected from it, and what sequences count from there on.
create table feed_epoch (
  -- Offset in hub.feed of the record that opened it.
  first_offset bigint not null primary key,
  base bigint not null
);
