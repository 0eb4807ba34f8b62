-- A rare type far behind.
create index event_by_type on event (type, seq);
