-- The counts of collection logs, for their board.
create index held_log on held (type, account_id) include (completed, updated_at) where completed is not null;
create index counter_of_board on counter (counter);
