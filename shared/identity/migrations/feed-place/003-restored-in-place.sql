-- What no dump carries: the numbers of the log's tables, and which transaction wrote this row. A dump that was restored
-- over the database that it was taken from finds others.
alter table hub.feed_place
  add column tables text,
  add column written_by xid8;
