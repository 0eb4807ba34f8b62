-- A min_value that little or nothing reaches: without it each such poll from an old cursor reads the whole feed,
-- 280 ms and 83,000 pages at a million events.
create index event_by_value on event (value_gp, seq) where value_gp is not null;
