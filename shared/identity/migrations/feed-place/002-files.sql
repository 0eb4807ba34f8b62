-- Which copy of an embedded server's files the feed was last written to: files that were copied back are another.
alter table hub.feed_place
  add column files text;
