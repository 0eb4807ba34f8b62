-- The logs to which this hub's log is being copied: what they hold was put there by an earlier run, and may be gone on
-- with, or made anew.
create table hub.log_copy (
  identity text primary key
);
