-- Retention deletes by time alone; rows lie in the order of time, so a block range index finds them.
create index point_at on point using brin (at);
